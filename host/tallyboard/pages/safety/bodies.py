"""What a request may bring: so many bytes, in so much time, and as a form that a browser writes; and what is read by
whoever is refused before any page sees their request."""

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tallyboard.pages.answers import language_of
from tallyboard.text.language import later

_PAGE = Markup(
    '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
    "<title>Tallyboard: {status}</title></head>\n"
    "<body><main><h1>{cause}</h1><p>{next_step}</p></main></body></html>\n"
)


class PageRefusal(NamedTuple):
    """The cause and the next step, a sentence each; `values`: what is put into the cause."""

    status: int
    cause: str
    next_step: str
    values: Mapping[str, object] = {}


async def refuse(refusal: PageRefusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with this, in the reader's language."""
    spoken = language_of(HTTPConnection(scope))
    cause, next_step = spoken(refusal.cause, **refusal.values), spoken(refusal.next_step)
    page = _PAGE.format(lang=spoken.code, status=refusal.status, cause=cause, next_step=next_step)
    await HTMLResponse(page, refusal.status)(scope, receive, send)


BODY = 64 * 1024  # bytes
BODY_OF_OPERATOR = 1024 * 1024 + 64 * 1024  # a list of entrants, with the form around it
SECONDS = 10.0

NO_FORM = PageRefusal(
    415, later("Nothing was changed: that is no form of these pages."), later("Go back and send the form from there.")
)
SLOW_BODY = PageRefusal(
    408,
    later("Nothing was changed: it took too long to arrive."),
    later("Go nearer to the access point, go back and try again."),
)

# As browsers write them. With `charset` whoever sends a form would choose among all codecs of Python, and some of those
# take a second for 64 KB.
_FORM = re.compile(
    "application/x-www-form-urlencoded(?:; ?charset=utf-8)?"
    r'|multipart/form-data; ?boundary=(?:[\w\'()+,./:=?-]{1,70}|"[^";]{1,70}")',
    re.ASCII | re.IGNORECASE,
)


class WholeBody:
    """Reads the whole of a request before the app sees it, so that no slow client ever holds the app up. It stands
    within what finds out who asks: an operator may send more."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        kinds = headers.getlist("content-type")
        most = BODY_OF_OPERATOR if scope.get("state", {}).get("operator") else BODY
        if int(headers.get("content-length", "0")) > most:  # h11 lets through nothing but a number
            return await refuse(_too_long(most), scope, receive, send)
        if kinds and not (len(kinds) == 1 and _FORM.fullmatch(kinds[0])):
            return await refuse(NO_FORM, scope, receive, send)
        body = bytearray()
        try:
            async with asyncio.timeout(SECONDS):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        return await refuse(_too_long(most), scope, receive, send)
        except TimeoutError:
            return await refuse(SLOW_BODY, scope, receive, send)
        messages: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        return await self._app(scope, receive_again, send)


def _too_long(most: int) -> PageRefusal:
    cause = later("Nothing was changed: that is more than %(kilobytes)s KB.")
    return PageRefusal(413, cause, later("Go back and send less at a time."), {"kilobytes": most // 1024})
