"""What one request may cost: the size of its head and body, the time of its body, the places of streams and of work."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.addresses import address_of
from tallyboard.pages.safety.places import Places
from tallyboard.pages.safety.refusals import Refusal, refuse
from tallyboard.pages.safety.turns import NoTurnError, Turns, TurnsApart


class Limits(NamedTuple):
    """Sizes in bytes, times in seconds. The laptop itself has streams and work of its own."""

    head: int = 16 * 1024
    body: int = 64 * 1024
    body_seconds: float = 10.0
    streams: int = 400
    streams_per_address: int = 40
    at_work: int = 32
    waiting: int = 400
    waiting_per_address: int = 60


_AROUND = 4  # bytes of a header besides its name and value

LONG_HEAD = Refusal(
    431,
    lambda _: (
        _("Your browser sent more about itself than fits."),
        _("Delete the cookies of this address, then open the page again."),
    ),
)
BAD_LENGTH = Refusal(400, lambda _: (_("The request did not say rightly how long it is."), _("Go back and try again.")))
SLOW_BODY = Refusal(
    408,
    lambda _: (
        _("Nothing was changed: it took too long to arrive."),
        _("Go nearer to the access point, go back and try again."),
    ),
)
MANY_STREAMS = Refusal(
    503,
    lambda _: (
        _("As many pages show live scores as this laptop serves."),
        _("Close pages that nobody looks at, then load this one again."),
    ),
    wait=30,
)
BUSY = Refusal(
    503, lambda _: (_("The laptop has too much to do at this moment."), _("Try again in a few seconds.")), wait=5
)


class BodyLimit:
    """Reads the whole of a request before the app sees it, so that no slow client ever holds the app up.

    Refuses a head or body that is too long and a body that comes too slowly.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        read = self._refused_head(scope) or await self._read(receive)
        if isinstance(read, Refusal):
            return await refuse(read, scope, receive, send)
        if read is None:  # the client has gone
            return None
        return await self._app(scope, _again(read, receive), send)

    def _refused_head(self, scope: Scope) -> Refusal | None:
        size = len(scope["path"]) + len(scope["query_string"])
        size += sum(len(name) + len(value) + _AROUND for name, value in scope["headers"])
        if size > self._limits.head:
            return LONG_HEAD
        said = Headers(scope=scope).get("content-length", "0")
        if not (said.isascii() and said.isdigit() and len(said) < 20):
            return BAD_LENGTH
        return self._too_long() if int(said) > self._limits.body else None

    async def _read(self, receive: Receive) -> bytes | Refusal | None:
        """The body; a refusal; None where the client left before it was whole."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > self._limits.body:
                        return self._too_long()
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return SLOW_BODY

    def _too_long(self) -> Refusal:
        kilobytes = self._limits.body // 1024
        return Refusal(
            413,
            lambda _: (
                _("Nothing was changed: that is more than %(kilobytes)s KB.", kilobytes=kilobytes),
                _("Go back and send less at a time."),
            ),
        )


def _again(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then what comes after it: that the client has gone."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


class StreamLimit:
    """Streams have a place each while they last; other requests take turns, until their answer begins.

    `is_stream`: whether a request asks for a stream. A stream whose reader takes nothing is ended from below (see
    connections.py): its `receive` gives `http.disconnect`, and what it sends goes nowhere.
    """

    def __init__(self, app: ASGIApp, limits: Limits, is_stream: Callable[[Scope], bool]) -> None:
        self._app = app
        self._is_stream = is_stream
        self._places = Places(limits.streams, limits.streams_per_address, of_laptop=limits.streams)
        self._turns = TurnsApart(*(Turns(limits.at_work, limits.waiting, each) for each in _waiting(limits)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        address = address_of(scope)
        if self._is_stream(scope):
            return await self._stream(address, scope, receive, send)
        try:
            await self._in_turn(address, scope, receive, send)
        except NoTurnError:
            await refuse(BUSY, scope, receive, send)

    async def _in_turn(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        async with contextlib.AsyncExitStack() as turn:
            await turn.enter_async_context(self._turns.turn(address))

            async def send_out_of_turn(message: Message) -> None:
                await turn.aclose()  # the work is done: whoever takes the answer slowly keeps nobody else waiting
                await send(message)

            await self._app(scope, receive, send_out_of_turn)

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._places.take(address):
            return await refuse(MANY_STREAMS, scope, receive, send)
        try:
            return await self._app(scope, receive, send)
        finally:
            self._places.leave(address)


def _waiting(limits: Limits) -> tuple[int, int]:
    """How many of one address may wait: of one in the network, of the laptop itself."""
    return limits.waiting_per_address, limits.waiting


def begins_with(*prefixes: str) -> Callable[[Scope], bool]:
    """Streams are what has a path that begins so."""
    return lambda scope: scope["path"].startswith(prefixes)
