"""The layer below the pages: connections of clients that are slow, that say nothing, and that are too many.

uvicorn has a time limit only for the pause between two requests.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, TypedDict

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tallyboard.pages.safety.addresses import is_laptop, plain_address
from tallyboard.pages.safety.file_limit import raise_to
from tallyboard.pages.safety.headers import raw_headers
from tallyboard.pages.safety.places import Places
from tallyboard.pages.safety.refusals import Refusal, raw_answer


class ConnectionLimits(NamedTuple):
    """Times in seconds, sizes in bytes. `in_all`: those of the network; the laptop itself has its own.

    `head_seconds`: for the whole head of a request, from the connection or its first byte on. `write_seconds`: how long
    a client may take nothing of what it is sent.
    """

    in_all: int = 500
    per_address: int = 60
    of_laptop: int = 400
    head_seconds: float = 10.0
    write_seconds: float = 20.0
    send_buffer: int = 64 * 1024


# Tables, database, logs. With the connections they stay below 1024: pyserial waits with select(), which takes no more.
_FILES_OF_OTHERS = 120
_TOLD_AT_ONCE = 50  # that there is no place for them
_LINGER_S = 1.0  # for the question of one that is refused

NOT_HTTP = Refusal(
    400,
    lambda _: (
        _("Your browser sent something that cannot be read, or a line that is too long."),
        _("Type the address again, as the laptop shows it."),
    ),
)
SLOW_HEAD = Refusal(408, lambda _: (_("Your browser's question took too long to arrive."), _("Load the page again.")))
MANY_CONNECTIONS = Refusal(
    503,
    lambda _: (_("Too many connections are open to this laptop."), _("Close some pages, and try again in a minute.")),
    wait=10,
)


class Connections:
    """Those that are open. Where all places are taken, the oldest that has no request at work gives way; where all have
    one, the oldest of whoever has most, to who has fewer."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._places = Places(limits.in_all, limits.per_address, limits.of_laptop)
        self._open: dict[GuardedProtocol, str] = {}
        self._told: set[GuardedProtocol] = set()

    def admit(self, connection: "GuardedProtocol", address: str) -> bool:
        """Count one more; False where there is no place for it and none can be made."""
        if not (self._places.is_free(address) or self._make_room(address)):
            return False
        self._places.take(address)
        self._open[connection] = address
        return True

    def leave(self, connection: "GuardedProtocol") -> None:
        """Count one less, where it was counted."""
        self._told.discard(connection)
        address = self._open.pop(connection, None)
        if address is not None:
            self._places.leave(address)

    def may_be_told(self, connection: "GuardedProtocol") -> bool:
        """Whether there is time to tell one that was not admitted; only so many are told at a time."""
        if len(self._told) >= _TOLD_AT_ONCE:
            return False
        self._told.add(connection)
        return True

    def _make_room(self, address: str) -> bool:
        own = self._places.is_crowded(address)
        most = self._places.gives_way(address)
        idle = (
            other
            for other, its_address in self._open.items()
            if other.is_idle and (its_address == address if own else is_laptop(its_address) == is_laptop(address))
        )
        busy = (other for other, its_address in self._open.items() if its_address == most)
        leaving = next(idle, None) or next(busy, None)
        if leaving is None:
            return False
        self.leave(leaving)
        leaving.transport.abort()
        return True


class _Alarm:
    """Something that is to happen unless it is stopped before."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def start(self, seconds: float, then: Callable[[], None]) -> None:
        self.stop()
        self._timer = self._loop.call_later(seconds, then)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class GuardedProtocol(H11Protocol):
    """One connection; see `guarded` for a class of it with its limits.

    A stream whose client takes nothing for `write_seconds` is cut off: `receive` gives `http.disconnect`, and a `send`
    that waited comes back. Until then there is one message of it in memory, for `send` waits until the one before is
    with the system.
    """

    limits: ClassVar[ConnectionLimits]
    open_ones: ClassVar[Connections]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._their_turn = _Alarm(self.loop)
        self._untaken = _Alarm(self.loop)
        self._is_refused = False

    @property
    def is_idle(self) -> bool:
        """Whether no request is at work."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # `pause_writing` comes as soon as the system takes no more, `resume_writing` when it has everything.
        transport.set_write_buffer_limits(high=0)
        self._limit_system(transport.get_extra_info("socket"))
        if self.open_ones.admit(self, plain_address(self.client[0]) if self.client else ""):
            self._watch_turn()
        else:
            self._refuse()

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_ones.leave(self)
        super().connection_lost(exc)
        self._their_turn.stop()
        self._untaken.stop()

    def data_received(self, data: bytes) -> None:
        if not self._is_refused:
            super().data_received(data)
            self._watch_turn()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_taken()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._untaken.stop()

    def send_400_response(self, msg: str) -> None:
        """As uvicorn does, but as a page for people, and without a word where an answer is under way already."""
        if self.is_idle:
            self._close_with(NOT_HTTP)
        else:
            self.transport.abort()

    def _limit_system(self, connected: socket.socket | None) -> None:
        """Have the system keep little for a client that takes nothing, and give it up after the same time."""
        if connected is None:
            return
        with contextlib.suppress(OSError):  # macOS, where the client has left already
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self.limits.send_buffer)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.limits.write_seconds * 1000))

    def _watch_turn(self) -> None:
        """Have a clock run while it is the client that owes something: a head, or the rest of a body that is refused.

        What comes meanwhile does not set it back. While nothing comes after an answer uvicorn's own clock runs.
        """
        if self.transport.is_closing() or not self.is_idle or self._is_between_requests():
            self._their_turn.stop()
        elif not self._their_turn.is_set:
            self._their_turn.start(self.limits.head_seconds, self._turn_is_over)

    def _is_between_requests(self) -> bool:
        return self.cycle is not None and self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]

    def _turn_is_over(self) -> None:
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._close_with(SLOW_HEAD)
        else:
            self.transport.close()

    def _await_taken(self) -> None:
        """Cut the client off when it has taken nothing until then."""
        unsent = self.transport.get_write_buffer_size()
        self._untaken.start(self.limits.write_seconds, lambda: self._look_whether_taken(unsent))

    def _look_whether_taken(self, unsent: int) -> None:
        if self.transport.get_write_buffer_size() < unsent:
            self._await_taken()
        else:
            self.transport.abort()

    def _refuse(self) -> None:
        """Say that there is no place, and hear the question before the end: where one is unread, the system tells the
        client that the connection broke, and the answer is lost."""
        self._is_refused = True
        if not self.open_ones.may_be_told(self):
            return self.transport.abort()
        self.transport.write(raw_answer(MANY_CONNECTIONS, raw_headers()))
        self.transport.write_eof()
        return self._their_turn.start(_LINGER_S, self.transport.close)

    def _close_with(self, refusal: Refusal) -> None:
        self.transport.write(raw_answer(refusal, raw_headers()))
        self.transport.close()


def guarded(limits: ConnectionLimits) -> type[GuardedProtocol]:
    """The connections of one server, with these limits."""

    class OfThisServer(GuardedProtocol):
        pass

    OfThisServer.limits = limits
    OfThisServer.open_ones = Connections(limits)
    return OfThisServer


def affordable(limits: ConnectionLimits) -> ConnectionLimits:
    """The same, or fewer where the system lets a program have few files open: the tables need some too."""
    connections = limits.in_all + limits.of_laptop
    spare = raise_to(connections + _FILES_OF_OTHERS) - _FILES_OF_OTHERS
    if spare >= connections:
        return limits
    return limits._replace(in_all=spare // 2, of_laptop=spare // 2)


class ServerArguments(TypedDict):
    """Arguments of uvicorn.Config."""

    http: type[asyncio.Protocol]
    ws: str
    h11_max_incomplete_event_size: int
    proxy_headers: bool
    server_header: bool
    access_log: bool
    log_config: None
    log_level: str
    timeout_keep_alive: int
    timeout_graceful_shutdown: int


def server_arguments(limits: ConnectionLimits | None = None) -> ServerArguments:
    """What a server of the pages is made with, besides its app and its address: `Config(app, **server_arguments())`."""
    return ServerArguments(
        http=guarded(affordable(limits or ConnectionLimits())),
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
        # On, whoever is on the laptop could say by X-Forwarded-For to come from another address.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="critical",  # what goes wrong is in our own log; whoever sends nonsense fills no terminal
        timeout_keep_alive=5,
        timeout_graceful_shutdown=3,  # streams never end by themselves
    )
