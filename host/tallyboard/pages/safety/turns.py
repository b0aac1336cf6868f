"""Turns that are fair between addresses: whoever asks a thousand times waits behind those who asked once."""

import asyncio
import contextlib
import ipaddress
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Not all of 127.0.0.0/8: a browser on the laptop comes from no other.
_LAPTOP = ("127.0.0.1", "::1")


def address_of(scope: Scope) -> str:
    """The address of the other end; "" where there is none, as on a Unix socket."""
    client = scope.get("client")
    return plain_address(client[0]) if client else ""


def plain_address(address: str) -> str:
    """One spelling for each: without the zone of IPv6, IPv4 where it is only dressed as IPv6."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a name, as tests give it
        return address
    mapped = read.ipv4_mapped if isinstance(read, ipaddress.IPv6Address) else None
    return str(mapped or read)


def is_laptop(address: str) -> bool:
    """Whether this is the laptop that the pages run on."""
    return address in _LAPTOP


def device(address: str) -> str:
    """The address; of IPv6 its first 64 bits, for a single device may have as many of the others as it likes."""
    if ":" not in address or is_laptop(address):
        return address
    return str(ipaddress.ip_network(f"{address}/64", strict=False))


class Turns:
    """At most `at_once` have their turn, of one address `each`. Of the laptop itself as many again: it never waits for
    the network. How many wait is bounded by how many connections there are, for each has one request at a time."""

    def __init__(self, at_once: int, each: int) -> None:
        self._free = {False: at_once, True: at_once}  # of the network, of the laptop
        self._each = {False: each, True: at_once}
        self._at_work: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # who is next stands first

    async def begin(self, address: str) -> Callable[[], None]:
        """Wait for a turn; what it returns ends the turn, and does nothing when it is called again."""
        who = device(address)
        if self._may_begin(who):
            self._begin(who)
        else:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(who, deque()).append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():  # it was given a moment ago
                    self._end(who)
                raise
        has_ended = False

        def end() -> None:
            nonlocal has_ended
            if not has_ended:
                has_ended = True
                self._end(who)

        return end

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """The time in which it is this one's turn."""
        end = await self.begin(address)
        try:
            yield
        finally:
            end()

    def _may_begin(self, who: str) -> bool:
        laptop = is_laptop(who)
        return self._free[laptop] > 0 and self._at_work[who] < self._each[laptop]

    def _begin(self, who: str) -> None:
        self._free[is_laptop(who)] -= 1
        self._at_work[who] += 1

    def _end(self, who: str) -> None:
        """Give the turn that ended to the next address that may have it, which then stands last."""
        self._free[is_laptop(who)] += 1
        self._at_work[who] -= 1
        if not self._at_work[who]:
            del self._at_work[who]
        while (following := next(filter(self._may_begin, self._waiting), None)) is not None:
            queue = self._waiting.pop(following)
            chosen = queue.popleft()
            if queue:
                self._waiting[following] = queue
            if not chosen.done():  # else the server is being ended
                self._begin(following)
                chosen.set_result(None)


class InTurn:
    """Has requests take turns, until their answer begins: whoever takes it slowly keeps nobody else waiting.
    `has_none`: the paths that begin so take none: streams, which last, and what has turns of its own."""

    def __init__(self, app: ASGIApp, turns: Turns, has_none: tuple[str, ...]) -> None:
        self._app = app
        self._turns = turns
        self._has_none = has_none

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(self._has_none):
            return await self._app(scope, receive, send)
        end = await self._turns.begin(address_of(scope))

        async def send_out_of_turn(message: Message) -> None:
            end()
            await send(message)

        try:
            # Most work is done in one go: it would be over before the next one asks, and nobody would ever wait. So it
            # is done in the loop's next round, when all who ask in this one are counted.
            await asyncio.sleep(0)
            return await self._app(scope, receive, send_out_of_turn)
        finally:
            end()
