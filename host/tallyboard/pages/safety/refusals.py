"""What somebody reads whose request is refused before any page sees it: the cause, and what to do next."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from tallyboard.pages.answers import language_of

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
