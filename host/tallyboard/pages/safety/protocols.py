"""The layer below the pages: connections and sockets of clients that are slow, that say nothing, or that say too much.

uvicorn has a time limit only for the pause between two requests, and none for who takes nothing of what it is sent;
what a WebSocket says it takes as it comes.
"""

import asyncio
import contextlib
import functools
import socket
import time
from collections.abc import Callable
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from tallyboard.pages.safety.connections import ConnectionLimits, Connections, affordable
from tallyboard.pages.safety.turns import plain_address

SOCKET = "/link"  # the only path that is ever a WebSocket
MESSAGE = 4096  # bytes that one brings
MESSAGES_S, BYTES_S = 200, 256 * 1024  # a phone's in a second
# Until it is admitted. Who waits for an answer answers pings.
_MESSAGES_BEFORE_S = 4
# What a phone says while the radio is away comes in one go. After five seconds it begins anew.
_AWAY_S = 5
_PIECES = 16  # of one message
_PING_S, _PONG_S = 5.0, 10.0
_FAREWELL_S = 2.0
_AT_A_TIME = 8  # new connections that are taken before those that are there have their turn


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


class Allowance:
    """So many messages and bytes a second; those of `_AWAY_S` may come at once. `clock`: seconds."""

    def __init__(self, messages_s: float, bytes_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._each_s = messages_s, bytes_s
        self._clock = clock
        self._left = [rate * _AWAY_S for rate in self._each_s]
        self._at = clock()

    def takes(self, messages: int, size: int) -> bool:
        """Count these; returns whether they were within it."""
        now = self._clock()
        passed, self._at = now - self._at, now
        self._left = [
            min(rate * _AWAY_S, left + passed * rate) - taken
            for rate, left, taken in zip(self._each_s, self._left, (messages, size), strict=True)
        ]
        return min(self._left) >= 0


class _Limited:
    """What connections and sockets have in common: their place, and the time in which a client takes what it is sent.
    It stands before a protocol of uvicorn among the bases of a class."""

    limits: ClassVar[ConnectionLimits]
    open_ones: ClassVar[Connections]
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: Any  # (address, port), or None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._untaken = _Alarm(self.loop)

    @functools.cached_property
    def address(self) -> str:
        """Where it comes from; "" where that is nowhere, as of a Unix socket."""
        return plain_address(self.client[0]) if self.client else ""

    def abort(self) -> None:
        """End it, without a word."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_ones.leave(self)  # type: ignore[arg-type]
        super().connection_lost(exc)  # type: ignore[misc]
        self._untaken.stop()

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._await_taken()

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._untaken.stop()

    def _await_taken(self) -> None:
        """Cut the client off when it has taken nothing until then."""
        unsent = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < unsent:
                self._await_taken()
            else:
                self.transport.abort()

        self._untaken.start(self.limits.write_seconds, look)


class GuardedProtocol(_Limited, H11Protocol):
    """One connection; see `guarded` for a class of it with its limits.

    A stream whose client takes nothing for `write_seconds` is cut off: `receive` gives `http.disconnect`, and a `send`
    that waited comes back. Until then there is one message of it in memory, for `send` waits until the one before is
    with the system.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._their_turn = _Alarm(self.loop)
        self._is_socket = False  # from now on, and no more of this class

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
        super().connection_lost(exc)
        self._their_turn.stop()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_turn()

    def send_400_response(self, msg: str) -> None:
        """As uvicorn does, but without a word where an answer is under way already: its own attempt fails there."""
        if self.is_idle:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _should_upgrade(self) -> bool:
        """One path is a socket, as it is written; of the others an `Upgrade` is not heard."""
        return self.scope["raw_path"] == SOCKET.encode() and super()._should_upgrade()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Only where nothing comes with it, and nothing is under way: no browser does that, and where one request ends
        and the next begins would be for two readers to find out. `event`: the request."""
        bodies = {b"content-length", b"transfer-encoding"}.intersection(name for name, _ in self.headers)
        if bodies or self.conn.trailing_data[0] or self.transport.get_write_buffer_size():
            self.send_400_response("Send nothing with it: what you have to say goes through the socket.")
            return
        self._is_socket = True
        self._their_turn.stop()
        super().handle_websocket_upgrade(event)
        self.open_ones.hand_over(self, self.transport.get_protocol())  # type: ignore[arg-type]

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
        What comes meanwhile does not set it back. While nothing comes after an answer uvicorn's own clock runs."""
        if self._is_socket:
            return
        between = self.cycle is not None and self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        if self.transport.is_closing() or not self.is_idle or between:
            self._their_turn.stop()
        elif not self._their_turn.is_set:
            self._their_turn.start(self.limits.head_seconds, self.transport.close)


class GuardedSocket(_Limited, WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """One WebSocket, which has the place of the connection that it was.

    Not more than `MESSAGE` bytes are read at a time, and none while the app has not taken the message before or the
    client has not taken what it was sent. Who says more than the allowance is shown out. Until the app has called
    `scope["extensions"]["tallyboard"]["settle"]()` it is idle, and after `unsettle` again: others may get its place.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = _FAREWELL_S
        self._buffer = bytearray(MESSAGE)
        self._allowance = Allowance(_MESSAGES_BEFORE_S, _MESSAGES_BEFORE_S * MESSAGE)
        self._is_settled = False

    @property
    def is_idle(self) -> bool:
        """Whether nobody was admitted."""
        return not self._is_settled

    def settle(self) -> None:
        """It is a phone that was admitted."""
        if not self._is_settled and not self.disconnected:
            self._is_settled = True
            self._allowance = Allowance(MESSAGES_S, BYTES_S)
            self.open_ones.settle(self)

    def unsettle(self) -> None:
        """It is a phone's no more: another one has come in its place, and it is to close."""
        self._is_settled = False
        self.open_ones.unsettle(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Where the next bytes go: it is what bounds how many are read."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # its reader of heads is stricter than h11, and says nothing
            self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"]["tallyboard"] = {"settle": self.settle, "unsettle": self.unsettle}

    def handle_events(self) -> None:
        frames = [event for event in self.conn.events if isinstance(event, Frame)]
        if self._allowance.takes(len(frames), sum(len(frame.data) for frame in frames)):
            super().handle_events()
        else:
            self._show_out("That is too much at a time.")

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < _PIECES:
            super().handle_cont(event)
        else:
            self._show_out("That message comes in too many pieces.")

    def _show_out(self, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():  # it was told already
            self.transport.abort()
            return
        self.conn.fail(1008, reason)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        """As uvicorn does; but what is sent behind a close that the client has brought about is nobody's fault."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def shutdown(self) -> None:
        """As uvicorn does, but with the code of a server that ends: 1012 would say that it comes back."""
        if self.handshake_complete and not self.close_sent and self.conn.state is OPEN:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1001})
            self.conn.send_close(1001)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        super().shutdown()


def guarded(limits: ConnectionLimits) -> tuple[type[GuardedProtocol], type[GuardedSocket]]:
    common = {"limits": limits, "open_ones": Connections(limits)}
    return type("OfThisServer", (GuardedProtocol,), common), type("SocketOfThisServer", (GuardedSocket,), common)


def server_arguments(limits: ConnectionLimits | None = None) -> dict[str, Any]:
    """What a server of the pages is made with, besides its app and its address: `Config(app, **server_arguments())`."""
    connection, its_socket = guarded(affordable(limits or ConnectionLimits()))
    return {
        "http": connection,
        "ws": its_socket,
        "ws_max_size": MESSAGE,
        "ws_per_message_deflate": False,  # a message of 4 KB could be as many MB
        "ws_ping_interval": _PING_S,
        "ws_ping_timeout": _PONG_S,
        "backlog": _AT_A_TIME,
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
