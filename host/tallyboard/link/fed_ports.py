"""Ports that are fed: somebody else than the system hands on what arrives, and says when it ends.

A socket of the hall is one, and what a board without a cable sends in datagrams. Whoever serves it is told when the
laptop lets go of it; a follower reads and writes it like any other port.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from tallyboard.errors import CoreError, Told
from tallyboard.errors import link as errors
from tallyboard.link.finding import AIR, Candidate, FoundPorts, Pace, Sure
from tallyboard.link.ports import READ_BYTES, READ_S, GoneError, ImpostorError, Port, VoidError, Whose
from tallyboard.link.trace import Traced

MOST_BYTES = 1 << 18  # that wait for a follower: seven times the journal of a phone
STAYS_S = 2.0  # that a port is looked for when its socket has ended: a page that is in reach is back before
RESTLESS_STAYS_S = 10.0  # the same of one that has ended often of late
_LATELY_S, _OFTEN = 60.0, 4  # how often that is


class FedPort:
    """The port `name` of a board that was let in, of which `whose` says what is known; `gone`: what is said when it is
    away.

    `send(data)` hands bytes on, `let_go(why)` ends it; both may be called from any thread and do not wait.
    `why` is "board" or "taken", as a Void says it, or "" where a conversation has failed: then the board comes again.
    """

    def __init__(
        self,
        name: str,
        whose: Whose,
        gone: Told,
        send: Callable[[bytes], None],
        let_go: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.whose = whose
        self.heard_at: float | None = None  # when bytes arrived last, by `clock`
        self.gone = gone
        self._send = send
        self._let_go = let_go
        self._clock = clock
        self._news = threading.Condition()
        self._arrived: deque[bytes] = deque()
        self._waiting = 0
        self.has_ended = False  # nothing comes any more

    # ---- for whoever feeds it

    def arrived(self, data: bytes) -> bool:
        """Hand on what came from the board; False where nobody takes it any more, or far too much waits."""
        with self._news:
            if self.has_ended or self._waiting + len(data) > MOST_BYTES:
                return False
            self.heard_at = self._clock()
            self._arrived.append(data)
            self._waiting += len(data)
            self._news.notify()
            return True

    def end(self) -> None:
        """Nothing comes any more. What has arrived is read still."""
        with self._news:
            self.has_ended = True
            self._news.notify()

    # ---- as a Port

    @property
    def has_news(self) -> bool:
        """Whether to read it is not to wait."""
        return bool(self._arrived) or self.has_ended

    def read(self) -> bytes:
        with self._news:
            if not self.has_news:
                self._news.wait(READ_S)
            if not self._arrived:
                if self.has_ended:
                    raise GoneError(self.gone, port=self.name)
                return b""
            data = self._arrived.popleft()
            while self._arrived and len(data) + len(self._arrived[0]) <= READ_BYTES:
                data += self._arrived.popleft()
            self._waiting -= len(data)
            return data

    def write(self, data: bytes) -> None:
        if self.has_ended:
            raise GoneError(self.gone, port=self.name)
        self._send(data)

    def close(self, why: str = "") -> None:
        """End it, where it is there still."""
        with self._news:
            was_there, self.has_ended = not self.has_ended, True
            self._news.notify()
        if was_there:
            self._let_go(why)


_Port = TypeVar("_Port", bound=FedPort)


class FedPorts(Generic[_Port]):
    """A source of such ports: one a name, the newest. One that has ended is there for a while longer; `gone` is said of
    one that is not."""

    pace: Pace
    gone: Told

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._ports: dict[str, _Port] = {}  # by name
        self._gone_at: dict[str, float] = {}
        self._ends: dict[str, deque[float]] = {}  # when ports of this name ended of late
        self._calls: list[Callable[[str], None]] = []

    # ---- for whoever feeds them; from any thread

    def take(self, port: _Port) -> None:
        """Have this port followed, at once. It takes the place of an older one of its board, or of its name."""
        with self._lock:
            older = [
                one for one in self._ports.values() if port.name == one.name or port.whose.board == one.whose.board
            ]
            for one in older:
                del self._ports[one.name]
            self._ports[port.name] = port
            self._gone_at.pop(port.name, None)
        for one in older:
            if one.whose.check != port.whose.check:
                one.end()  # the token is void: whoever let it in says why, and ends it
            elif one is not port:
                one.close()
        for call in self._calls:
            call(port.name)

    def went(self, port: _Port) -> None:
        port.end()
        with self._lock:
            if self._ports.get(port.name) is port and port.name not in self._gone_at:
                now = self._clock()
                self._gone_at[port.name] = now
                self._ends.setdefault(port.name, deque(maxlen=_OFTEN)).append(now)

    def ports(self) -> list[_Port]:
        """Those that are there."""
        with self._lock:
            return [port for port in self._ports.values() if not port.has_ended]

    def close(self) -> None:
        """End all: the laptop stops."""
        for port in self.ports():
            port.close()

    # ---- as a Source

    def look(self) -> FoundPorts:
        with self._lock:
            now = self._clock()
            for name in [name for name, at in self._gone_at.items() if now - at >= self._stays_s(name, now)]:
                del self._gone_at[name], self._ports[name]
            return FoundPorts(tuple(Candidate(name, Sure.GIVEN) for name in self._ports), ())

    def _stays_s(self, name: str, now: float) -> float:
        ends = self._ends[name]
        return RESTLESS_STAYS_S if len(ends) == _OFTEN and now - ends[0] < _LATELY_S else STAYS_S

    def on_news(self, call: Callable[[str], None]) -> None:
        self._calls.append(call)

    @contextmanager
    def opener(self, path: str) -> Iterator[Port]:
        with self._lock:
            port = self._ports.get(path)
        if port is None or port.has_ended:
            raise GoneError(self.gone, port=path)
        with Traced(port) as traced:
            try:
                yield traced
            except CoreError as error:
                port.close(_WHY.get(type(error), ""))
                raise


_WHY: dict[type[CoreError], str] = {ImpostorError: "board", VoidError: "taken"}


class HallPort(FedPort):
    """The port of one socket, for the board `board` of a table, admitted by the token with this `check`; `send` and
    `let_go`: see FedPort."""

    def __init__(
        self,
        board: str,
        table: str,
        check: str,
        send: Callable[[bytes], None],
        let_go: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(f"{table} by phone", Whose(board, table, check), errors.PHONE_AWAY, send, let_go, clock)
        self.board, self.table, self.check = board, table, check


class HallPorts(FedPorts[HallPort]):
    """The source of these ports: one a table."""

    pace = AIR
    gone = errors.PHONE_AWAY
