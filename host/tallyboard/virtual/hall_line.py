"""A WebSocket to the laptop that is opened again whenever it ends. Nothing of it waits.

    away ── step: time to try ── dialling ── upgraded ── open ── ended, or quiet ── away, for a pause

Finding the host, connecting and sealing take as long as they like, in a thread of their own.
"""

import contextlib
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from tallyboard.virtual.hall_address import HallAddress

PAUSES_S = (0.25, 0.5, 1.0, 2.0)  # before it is tried again; the last one over and over
QUIET_S = 5.0  # without a byte: the laptop is asked something once a second, so it is gone
_CONNECT_S = 5.0
_READ_BYTES = 65_536
_LARGEST = 1 << 20  # of a message; a journal has 33 KB


class Lost(NamedTuple):
    """The line has ended, or has not come about; `why` in words. `code`: that of a WebSocket that was closed."""

    why: str
    code: int | None = None


class HallLine:
    """`step` once a turn. `fd`: what can be waited for, None for nothing. `has_more`: there is something to write.

    `on_message` gets each text (str) and each binary message (bytes); `on_open` and `on_lost` are called when the line
    is there and when it is not, also where it has not come about.
    """

    def __init__(
        self,
        address: HallAddress,
        on_open: Callable[[], None],
        on_message: Callable[[str | bytes], None],
        on_lost: Callable[[Lost], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self._on_open, self._on_message, self._on_lost = on_open, on_message, on_lost
        self._clock = clock
        self._dialled: queue.SimpleQueue[socket.socket | Lost] | None = None
        self._socket: socket.socket | None = None
        self._protocol: ClientProtocol | None = None
        self._begun: bytearray | None = None  # of a message in several frames
        self._begun_as = Opcode.BINARY
        self._out = bytearray()
        self._heard = 0.0
        self._failures = 0
        self._try_at: float | None = clock()  # None: never again

    @property
    def fd(self) -> int | None:
        """The socket's, None while there is none."""
        return None if self._socket is None else self._socket.fileno()

    @property
    def has_more(self) -> bool:
        """Whether bytes wait for room."""
        return bool(self._out)

    def send(self, message: str | bytes) -> None:
        """Where the line is open: have this go out."""
        if self._protocol is not None and self._protocol.state is State.OPEN:
            if isinstance(message, str):
                self._protocol.send_text(message.encode())
            else:
                self._protocol.send_binary(message)
            self._write()

    def works(self) -> None:
        """It is of use: should it end, the next try comes after the shortest pause."""
        self._failures = 0

    def end(self) -> None:
        """Close it for good."""
        self._try_at = None
        if self._protocol is not None and self._protocol.state is State.OPEN:
            self._protocol.send_close(1001)
            self._write()
        self._drop()

    def lose(self, lost: Lost) -> None:
        """Close it, and try again after a pause."""
        self._drop()
        if self._try_at is not None:
            self._try_at = self._clock() + PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
            self._failures += 1
        self._on_lost(lost)

    def step(self) -> None:
        """Whatever is due, and whatever can be read or written."""
        if self._dialled is not None:
            with contextlib.suppress(queue.Empty):
                self._take(self._dialled.get_nowait())
        elif self._socket is not None:
            self._read()
            self._write()
            if self._socket is not None and self._clock() - self._heard > QUIET_S:
                self.lose(Lost(f"nothing has come from {self.address.place} for {QUIET_S:.0f} s"))
        elif self._try_at is not None and self._clock() >= self._try_at:
            self._dialled = queue.SimpleQueue()
            threading.Thread(target=_dial, args=(self.address, self._dialled), daemon=True).start()

    # ---- one connection

    def _take(self, dialled: "socket.socket | Lost") -> None:
        self._dialled = None
        if isinstance(dialled, Lost):
            self.lose(dialled)
        elif self._try_at is None:
            dialled.close()
        else:
            self._socket = dialled
            self._protocol = ClientProtocol(parse_uri(self.address.socket), max_size=_LARGEST)
            self._protocol.send_request(self._protocol.connect())
            self._heard = self._clock()
            self._write()

    def _read(self) -> None:
        assert self._socket is not None and self._protocol is not None
        protocol = self._protocol
        broken: OSError | None = None
        try:
            while data := self._socket.recv(_READ_BYTES):
                self._heard = self._clock()
                protocol.receive_data(data)
            protocol.receive_eof()
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError as error:
            broken = error
        for event in protocol.events_received():
            if isinstance(event, Response) and protocol.handshake_exc is None:
                self._on_open()
            elif isinstance(event, Frame):
                self._frame(event)
            if self._protocol is not protocol:
                return  # whoever was told has ended it
        if broken is not None or protocol.close_expected() or protocol.state is State.CLOSED:
            self._write()  # the answer to its end
            self.lose(self._how_ended(protocol, broken))

    def _how_ended(self, protocol: ClientProtocol, broken: OSError | None) -> Lost:
        place, error = self.address.place, protocol.handshake_exc
        if isinstance(error, InvalidStatus):
            return Lost(f"{place} answers with {error.response.status_code}, and not as a hall")
        if error is not None:
            return Lost(f"{place} does not answer as a hall")
        if broken is not None:
            return Lost(f"{place}: {_said(broken)}")
        said = protocol.close_rcvd
        return Lost(f"{place} has ended it", said.code if said is not None else None)

    def _frame(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        if frame.opcode is not Opcode.CONT:
            self._begun, self._begun_as = bytearray(), frame.opcode
        if self._begun is None:
            return
        self._begun += frame.data
        if frame.fin:
            whole, self._begun = bytes(self._begun), None
            self._on_message(whole.decode() if self._begun_as is Opcode.TEXT else whole)

    def _write(self) -> None:
        if self._socket is None or self._protocol is None:
            return
        self._out += b"".join(self._protocol.data_to_send())
        with contextlib.suppress(BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError, OSError):
            while self._out:
                del self._out[: self._socket.send(self._out)]

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = self._protocol = self._begun = None
        self._out.clear()


def _dial(address: HallAddress, dialled: "queue.SimpleQueue[socket.socket | Lost]") -> None:
    """Connect, and say what came of it."""
    try:
        connected = socket.create_connection((address.host, address.port), timeout=_CONNECT_S)
        try:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if address.is_sealed:
                connected = _unchecked().wrap_socket(connected, server_hostname=address.host)
            connected.setblocking(False)
        except OSError:
            connected.close()
            raise
    except OSError as error:
        dialled.put(Lost(f"{address.place}: {_said(error)}"))
    else:
        dialled.put(connected)


def _unchecked() -> ssl.SSLContext:
    """A laptop in a hall has a certificate of its own, which nobody vouches for; a phone's user clicks it through."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _said(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "there is no such host"
    if isinstance(error, TimeoutError):
        return "no answer"
    return (error.strerror or str(error)).lower()
