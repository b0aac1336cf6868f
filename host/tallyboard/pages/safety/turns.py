"""A queue that is fair between addresses: whoever asks a thousand times waits behind those who asked once."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator

from tallyboard.pages.safety.addresses import is_laptop


class NoTurnError(Exception):
    """So many wait that one more would not have its turn in time."""


class Turns:
    """At most `at_once` have their turn, of one address `each_at_once` (None: as many as in all); of the others so many
    wait, in all and of one address."""

    def __init__(self, at_once: int, waiting: int, waiting_per_address: int, each_at_once: int | None = None) -> None:
        self._free = at_once
        self._each = each_at_once or at_once
        self._most = waiting
        self._most_per_address = waiting_per_address
        self._at_work: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # who is next stands first

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """The time in which it is this one's turn. Raises NoTurnError at once where too many wait."""
        if self._may_begin(address):
            self._begin(address)
        else:
            await self._wait(address)
        try:
            # Most work is done in one go: it would be over before the next one asks, and nobody would ever wait. So it
            # is done in the loop's next round, when all who ask in this one are counted.
            await asyncio.sleep(0)
            yield
        finally:
            self._end(address)

    def _may_begin(self, address: str) -> bool:
        return self._free > 0 and self._at_work[address] < self._each

    def _begin(self, address: str) -> None:
        self._free -= 1
        self._at_work[address] += 1

    def _end(self, address: str) -> None:
        """Give the turn that ended to the next address that may have it, which then stands last."""
        self._free += 1
        self._at_work[address] -= 1
        if not self._at_work[address]:
            del self._at_work[address]
        while (following := next(filter(self._may_begin, self._waiting), None)) is not None:
            queue = self._waiting.pop(following)
            chosen = queue.popleft()
            if queue:
                self._waiting[following] = queue
            if not chosen.done():
                self._begin(following)
                chosen.set_result(None)

    async def _wait(self, address: str) -> None:
        queue = self._waiting.get(address, ())
        if len(queue) >= self._most_per_address or not self._has_room(len(queue)):
            raise NoTurnError
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                self._end(address)  # it had its turn given in the same moment
            else:
                self._drop(address, mine)
            raise

    def _has_room(self, own: int) -> bool:
        """Whether one more can wait. Where all is full, the last of the address with the most gives way."""
        if sum(map(len, self._waiting.values())) < self._most:
            return True
        greedy = max(self._waiting, key=lambda address: len(self._waiting[address]), default="")
        if len(self._waiting.get(greedy, ())) <= own + 1:
            return False
        last = self._waiting[greedy][-1]
        self._drop(greedy, last)
        last.set_exception(NoTurnError())
        return True

    def _drop(self, address: str, one: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(address)
        if queue and one in queue:
            queue.remove(one)
            if not queue:
                del self._waiting[address]


class TurnsApart:
    """Turns for the network, and others for the laptop itself, which so never waits for the network."""

    def __init__(self, network: Turns, laptop: Turns) -> None:
        self._network = network
        self._laptop = laptop

    def turn(self, address: str) -> contextlib.AbstractAsyncContextManager[None]:
        """As Turns.turn."""
        return (self._laptop if is_laptop(address) else self._network).turn(address)
