"""What somebody reads whose request is refused before any page sees it: the cause, and what to do next."""

from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from tallyboard.pages.answers import language_of
from tallyboard.text.language import Language, language

_PAGE = Markup(
    '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
    "<title>Tallyboard: {status}</title></head>\n"
    "<body><main><h1>{cause}</h1><p>{next_step}</p></main></body></html>\n"
)


class Refusal(NamedTuple):
    """`said`: the cause and the next step, a sentence each, in a language.

    `wait`: after how many seconds the same request may be answered; 0 where waiting does not help.
    """

    status: int
    said: Callable[[Language], tuple[str, str]]
    wait: int = 0


def answer(refusal: Refusal, asked: HTTPConnection) -> HTMLResponse:
    """The answer to a request, in the reader's language."""
    headers = {"retry-after": str(refusal.wait)} if refusal.wait else None
    return HTMLResponse(_page(refusal, language_of(asked)), refusal.status, headers)


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with this."""
    await answer(refusal, HTTPConnection(scope))(scope, receive, send)


def raw_answer(refusal: Refusal, headers: list[tuple[bytes, bytes]]) -> bytes:
    """The same as it goes over the wire, in English, for a connection that is closed after it."""
    body = _page(refusal, language("en")).encode()
    own = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if refusal.wait:
        own.append((b"retry-after", str(refusal.wait).encode()))
    lines = [f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}".encode()]
    lines += [name + b": " + value for name, value in own + headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _page(refusal: Refusal, spoken: Language) -> str:
    cause, next_step = refusal.said(spoken)
    return _PAGE.format(lang=spoken.code, status=refusal.status, cause=cause, next_step=next_step)
