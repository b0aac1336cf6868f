"""What one request may be: the size of its head and body, the time of its body, and how a form is written."""

import asyncio
import re
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.safety.refusals import Refusal, refuse


class Limits(NamedTuple):
    """Sizes in bytes, times in seconds. The laptop itself has streams and work of its own.

    `at_work`: requests whose pages are made at a time; one thread makes most of them, so that more at a time would only
    make everybody wait longer.
    """

    head: int = 16 * 1024
    path: int = 2 * 1024
    body: int = 64 * 1024
    body_of_operator: int = 1024 * 1024 + 64 * 1024  # a list of entrants, with the form around it
    body_seconds: float = 10.0
    streams: int = 400
    streams_per_address: int = 40
    at_work: int = 8
    at_work_per_address: int = 2
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
LONG_PATH = Refusal(
    414, lambda _: (_("There is no page with an address that long."), _("Type the address again, or go to the hall."))
)
NO_FORM = Refusal(
    415,
    lambda _: (_("Nothing was changed: that is no form of these pages."), _("Go back and send the form from there.")),
)
BAD_LENGTH = Refusal(400, lambda _: (_("The request did not say rightly how long it is."), _("Go back and try again.")))
SLOW_BODY = Refusal(
    408,
    lambda _: (
        _("Nothing was changed: it took too long to arrive."),
        _("Go nearer to the access point, go back and try again."),
    ),
)

# As browsers write them. With `charset` whoever sends a form would choose among all codecs of Python, and some of those
# take a second for 64 KB.
_FORM = re.compile(
    "application/x-www-form-urlencoded(?:; ?charset=utf-8)?"
    r'|multipart/form-data; ?boundary=(?:[\w\'()+,./:=?-]{1,70}|"[^";]{1,70}")',
    re.ASCII | re.IGNORECASE,
)


class BodyLimit:
    """Reads the whole of a request before the app sees it, so that no slow client ever holds the app up.

    Refuses a head or body that is too long, a body that comes too slowly, and one that is no form. It stands within
    what finds out who asks: an operator may send more.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        most = self._limits.body_of_operator if scope.get("state", {}).get("operator") else self._limits.body
        read = self._refused_head(scope, most) or await self._read(receive, most)
        if isinstance(read, Refusal):
            return await refuse(read, scope, receive, send)
        if read is None:  # the client has gone
            return None
        return await self._app(scope, _again(read, receive), send)

    def _refused_head(self, scope: Scope, most: int) -> Refusal | None:
        if len(scope.get("raw_path") or scope["path"]) > self._limits.path:
            return LONG_PATH
        size = len(scope["path"]) + len(scope["query_string"])
        size += sum(len(name) + len(value) + _AROUND for name, value in scope["headers"])
        if size > self._limits.head:
            return LONG_HEAD
        headers = Headers(scope=scope)
        said = headers.get("content-length", "0")
        if not (said.isascii() and said.isdigit() and len(said) < 20):
            return BAD_LENGTH
        if int(said) > most:
            return self._too_long(most)
        kinds = headers.getlist("content-type")
        return NO_FORM if kinds and not (len(kinds) == 1 and _FORM.fullmatch(kinds[0])) else None

    async def _read(self, receive: Receive, most: int) -> bytes | Refusal | None:
        """The body; a refusal; None where the client left before it was whole."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        return self._too_long(most)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return SLOW_BODY

    @staticmethod
    def _too_long(most: int) -> Refusal:
        kilobytes = most // 1024
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
