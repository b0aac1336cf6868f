"""The layer below the pages: connections of clients that are slow, that say nothing, and that are too many.

uvicorn has a time limit only for the pause between two requests, and none for who takes nothing of what it is sent.
"""

import asyncio
import contextlib
import functools
import socket
import sys
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tallyboard.pages.safety.turns import is_laptop, plain_address


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


class Connections:
    """Those that are open. A new one always has a place: an address that has as many as it may have gives up one of its
    own for it; where all are taken, whoever of the network has most. One without a request at work goes first, else the
    oldest."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._open: dict[str, dict[GuardedProtocol, None]] = {}  # by address; the oldest first

    def admit(self, connection: "GuardedProtocol") -> None:
        """Count one more, and end another where it takes that."""
        full = self._full(connection.address)
        if full:
            leaving = next((one for one in full if one.is_idle), None) or next(iter(full))
            self.leave(leaving)
            leaving.transport.abort()
        self._open.setdefault(connection.address, {})[connection] = None

    def leave(self, connection: "GuardedProtocol") -> None:
        """Count one less, where it was counted."""
        those = self._open.get(connection.address, {})
        those.pop(connection, None)
        if not those:
            self._open.pop(connection.address, None)

    def _full(self, address: str) -> "dict[GuardedProtocol, None] | None":
        """Those of which one has to end before one of this address can begin."""
        mine = self._open.get(address, {})
        if len(mine) >= (self._limits.of_laptop if is_laptop(address) else self._limits.per_address):
            return mine
        network = [those for other, those in self._open.items() if not is_laptop(other)]
        if is_laptop(address) or sum(map(len, network)) < self._limits.in_all:
            return None
        return max(network, key=len)


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

    @functools.cached_property
    def address(self) -> str:
        """Where it comes from; "" where that is nowhere, as of a Unix socket."""
        return plain_address(self.client[0]) if self.client else ""

    @property
    def is_idle(self) -> bool:
        """Whether no request is at work."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # `pause_writing` comes as soon as the system takes no more, `resume_writing` when it has everything.
        transport.set_write_buffer_limits(high=0)
        self._limit_system(transport.get_extra_info("socket"))
        self.open_ones.admit(self)
        self._watch_turn()

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_ones.leave(self)
        super().connection_lost(exc)
        self._their_turn.stop()
        self._untaken.stop()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_turn()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_taken()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._untaken.stop()

    def send_400_response(self, msg: str) -> None:
        """As uvicorn does, but without a word where an answer is under way already: its own attempt fails there."""
        if self.is_idle:
            super().send_400_response(msg)
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
        between = self.cycle is not None and self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        if self.transport.is_closing() or not self.is_idle or between:
            self._their_turn.stop()
        elif not self._their_turn.is_set:
            self._their_turn.start(self.limits.head_seconds, self.transport.close)

    def _await_taken(self) -> None:
        """Cut the client off when it has taken nothing until then."""
        unsent = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < unsent:
                self._await_taken()
            else:
                self.transport.abort()

        self._untaken.start(self.limits.write_seconds, look)


def guarded(limits: ConnectionLimits) -> type[GuardedProtocol]:
    """The connections of one server, with these limits."""
    return type("OfThisServer", (GuardedProtocol,), {"limits": limits, "open_ones": Connections(limits)})


def affordable(limits: ConnectionLimits) -> ConnectionLimits:
    """The same, or fewer where the system lets a program have few files open: the tables need some too."""
    connections = limits.in_all + limits.of_laptop
    spare = raise_to(connections + _FILES_OF_OTHERS) - _FILES_OF_OTHERS
    if spare >= connections:
        return limits
    return limits._replace(in_all=spare // 2, of_laptop=spare // 2)


if sys.platform == "win32":

    def raise_to(wanted: int) -> int:
        """How many files this program may have open: Windows knows no such limit."""
        return wanted

else:
    import resource

    def raise_to(wanted: int) -> int:
        """Have so many files and connections allowed, as far as this user may; returns how many of them are."""
        limit, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY or limit >= wanted:
            return wanted
        with contextlib.suppress(OSError, ValueError):
            may_have = wanted if highest == resource.RLIM_INFINITY else min(wanted, highest)
            resource.setrlimit(resource.RLIMIT_NOFILE, (may_have, highest))
        return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def server_arguments(limits: ConnectionLimits | None = None) -> dict[str, Any]:
    """What a server of the pages is made with, besides its app and its address: `Config(app, **server_arguments())`."""
    return {
        "http": guarded(affordable(limits or ConnectionLimits())),
        "ws": "none",
        "h11_max_incomplete_event_size": 16 * 1024,
        # On, whoever is on the laptop could say by X-Forwarded-For to come from another address.
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "log_level": "critical",  # what goes wrong is in our own log; whoever sends nonsense fills no terminal
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 3,  # streams never end by themselves
    }
