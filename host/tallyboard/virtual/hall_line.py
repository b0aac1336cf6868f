"""A WebSocket to the laptop that is opened again whenever it ends, and the address on a table's card, which says where.

    away ── step: time to try ── dialling ── open ── ended, or quiet ── away, for a pause

All of it is done by a thread of its own; what that hears waits until `step`, so that nobody waits for it.
"""

import asyncio
import os
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tallyboard.errors import TallyboardError
from tallyboard.text.language import later

_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


class HallAddress(NamedTuple):
    """`host` as in a URL, an IPv6 address without its brackets; `secret`: 22 characters."""

    host: str
    port: int
    is_sealed: bool
    secret: str

    @property
    def place(self) -> str:
        """Host and port, as people read them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def socket(self) -> str:
        """The URL of the hall socket."""
        return f"{'wss' if self.is_sealed else 'ws'}://{self.place}/link"


def read_address(text: str) -> HallAddress:
    """What a card's QR code holds: `http://HOST:PORT/phone#SECRET`, or the same with https, ws or wss. Raises
    TallyboardError."""
    card = later("Give the address on the table's card: http://HOST:PORT/phone#SECRET.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise TallyboardError("'%(text)s' is no address.", card, text=text) from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise TallyboardError("'%(text)s' is no address of a laptop.", card, text=text)
    if not _SECRET.fullmatch(parts.fragment):
        raise TallyboardError("The address has no secret of a seat behind its #.", card)
    return HallAddress(
        parts.hostname, _PORTS[parts.scheme] if port is None else port, parts.scheme in ("https", "wss"), parts.fragment
    )


PAUSES_S = (0.25, 0.5, 1.0, 2.0)  # before it is tried again; the last one over and over
QUIET_S = 5.0  # without a message: the laptop asks something once a second, so it is gone
_CONNECT_S = 5.0
_GOODBYE_S = 0.2
_LARGEST = 1 << 20  # of a message; a journal has 33 KB


class _Dialled:
    """One attempt. `socket` is there from when it has come about."""

    socket: ClientConnection | None = None
    doing: "Future[None]"


class HallLine:
    """`step` once a turn. `fd`: what can be waited for. `has_more`: what was sent last has not gone out yet.

    `on_message` gets each text (str) and each binary message (bytes); `on_open()` and `on_lost(why)` are called when
    the line is there and when it is not, also where it has not come about.
    """

    def __init__(
        self,
        address: HallAddress,
        on_open: Callable[[], None],
        on_message: Callable[[str | bytes], None],
        on_lost: Callable[[str], None],
    ) -> None:
        self.address = address
        self._on_open, self._on_message, self._on_lost = on_open, on_message, on_lost
        self._heard: queue.SimpleQueue[tuple[_Dialled, Callable[[], None]]] = queue.SimpleQueue()
        self.fd, self._bell = os.pipe()
        os.set_blocking(self.fd, False)
        os.set_blocking(self._bell, False)
        self._dialled: _Dialled | None = None
        self._failures = 0
        self._try_at: float | None = time.monotonic()  # None: never again

    @property
    def has_more(self) -> bool:
        """Whether bytes wait for room."""
        there = None if self._dialled is None else self._dialled.socket
        return there is not None and there.transport.get_write_buffer_size() > 0

    def send(self, message: str | bytes) -> None:
        """Where the line is open: have this go out."""
        if self._dialled is not None and self._dialled.socket is not None:
            asyncio.run_coroutine_threadsafe(self._dialled.socket.send(message), _loop())

    def works(self) -> None:
        """It is of use: should it end, the next try comes after the shortest pause."""
        self._failures = 0

    def end(self) -> None:
        self._try_at = None
        if self._dialled is not None and self._dialled.socket is not None:
            with suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(self._dialled.socket.close(1001), _loop()).result(_GOODBYE_S)
        self._drop()

    def lose(self, why: str) -> None:
        """Close it, and try again after a pause."""
        self._drop()
        if self._try_at is not None:
            self._try_at = time.monotonic() + PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
            self._failures += 1
        self._on_lost(why)

    def step(self) -> None:
        """Whatever has come, and whatever is due."""
        with suppress(BlockingIOError):
            os.read(self.fd, 4096)
        while not self._heard.empty():
            dialled, does = self._heard.get()
            if dialled is self._dialled:  # not of one that was dropped meanwhile
                does()
        if self._dialled is None and self._try_at is not None and time.monotonic() >= self._try_at:
            dialled = self._dialled = _Dialled()
            dialled.doing = asyncio.run_coroutine_threadsafe(self._talk(dialled), _loop())

    def _drop(self) -> None:
        if self._dialled is not None:
            self._dialled.doing.cancel()
        self._dialled = None

    # ---- the thread

    async def _talk(self, dialled: _Dialled) -> None:
        why = ""
        try:
            async with connect(
                self.address.socket,
                ssl=_unchecked() if self.address.is_sealed else None,
                proxy=None,
                compression=None,
                ping_interval=None,
                open_timeout=_CONNECT_S,
                close_timeout=_GOODBYE_S,
                max_size=_LARGEST,
            ) as dialled.socket:
                self._tell(dialled, self._on_open)
                why = await self._listen(dialled, dialled.socket)
        except (OSError, InvalidHandshake, EOFError) as error:
            why = why or self._how_failed(error)
        self._tell(dialled, self.lose, why)

    async def _listen(self, dialled: _Dialled, there: ClientConnection) -> str:
        """Until it ends; why."""
        while True:
            try:
                self._tell(dialled, self._on_message, await asyncio.wait_for(there.recv(), QUIET_S))
            except TimeoutError:
                return f"nothing has come from {self.address.place} for {QUIET_S:.0f} s"
            except ConnectionClosed as closed:
                broken = closed.__cause__
                return self._how_failed(broken) if isinstance(broken, OSError) else f"{self.address.place} has ended it"

    def _tell(self, dialled: _Dialled, what: Callable[..., None], *said: Any) -> None:
        self._heard.put((dialled, lambda: what(*said)))
        with suppress(BlockingIOError):  # it has been rung often enough
            os.write(self._bell, b"\0")

    def _how_failed(self, error: Exception) -> str:
        place = self.address.place
        if isinstance(error, InvalidStatus):
            return f"{place} answers with {error.response.status_code}, and not as a hall"
        return f"{place}: {_said(error)}" if isinstance(error, OSError) else f"{place} does not answer as a hall"


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Of all lines of this process, in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="hall lines", daemon=True).start()
    return loop


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
    if error.errno and not isinstance(error, ssl.SSLError):
        return os.strerror(error.errno).lower()
    return (error.strerror or str(error)).lower()
