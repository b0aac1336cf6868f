"""Answers: a page in the reader's language, a failure that says what helps, the way back after a form."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tallyboard.desk import Refusal
from tallyboard.errors import TallyboardError
from tallyboard.pages.render import THEMES, PageReader, ServerLinks, render
from tallyboard.store.failures import UnreachableError
from tallyboard.text.language import NAMES, Language, chosen

_YEAR_S = 365 * 24 * 3600


class NotFound(TallyboardError):  # noqa: N818 - what the answer is called
    """There is no such page: of a match, an entrant, a table. `address`: where the next step is done, "" where that is
    not one page."""

    def __init__(self, cause: str, next_step: str, address: str = "") -> None:
        super().__init__(cause, next_step)
        self.address = address


def reader_of(connection: HTTPConnection) -> PageReader:
    """Who looks. The address decides before what was chosen earlier, for screens that nobody can click on."""
    asked, kept = connection.query_params, connection.cookies
    theme = asked.get("theme") or kept.get("theme", "auto")
    theme = "night" if theme == "dark" else theme  # as it was called before
    return PageReader(
        language_of(connection),
        theme if theme in THEMES else "auto",
        operator_of(connection),
        here(connection),
    )


async def prefer(request: Request) -> Response:
    """Keep what was chosen, and go back to where the reader was."""
    form = await request.form()
    answer = back_to(local(str(form.get("next", "")), str(request.app.url_path_for("hall"))))
    for field, allowed in (("language", NAMES), ("theme", THEMES)):
        value = form.get(field)
        if isinstance(value, str) and value in allowed:
            answer.set_cookie(field, value, max_age=_YEAR_S, httponly=True, samesite="strict")
    return answer


def operator_of(connection: HTTPConnection) -> str:
    """Who asks, as they said it: it stands beside all that they do. "" for who may change nothing."""
    operator: str = connection.scope.get("state", {}).get("operator", "")
    return operator


def language_of(connection: HTTPConnection) -> Language:
    wanted = connection.query_params.get("lang") or connection.cookies.get("language")
    return chosen(wanted, connection.headers.get("accept-language", ""))


def here(connection: HTTPConnection) -> str:
    """The path and query of this request."""
    return connection.url.path + (f"?{connection.url.query}" if connection.url.query else "")


def page(request: Request, template: str, status: int = 200, **data: Any) -> HTMLResponse:
    """The page of this template; see render."""
    links = ServerLinks(request.app)
    return HTMLResponse(render(template, reader_of(request), links, **data), status)


def failed(request: Request, error: TallyboardError, status: int | None = None) -> HTMLResponse:
    """The cause, and what helps. Nothing was changed."""
    cause, next_step = error.words(language_of(request))
    return page(request, "error.html", status or status_of(error), error=error, cause=cause, next_step=next_step)


def status_of(error: TallyboardError) -> int:
    """Of the page that tells it."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, UnreachableError):
        return 503
    return 409 if isinstance(error, Refusal) else 400


def back_to(place: str, **said: str) -> Response:
    """On to a page after a form; `said`: what that page says of it, in its query."""
    parts = urlsplit(place)
    query = "&".join(part for part in (parts.query, urlencode(said)) if part)
    return RedirectResponse(parts._replace(query=query).geturl(), 303)


def local(place: str | None, otherwise: str) -> str:
    """The address, where it is a path of this site; else `otherwise`."""
    if not place or not place.startswith("/") or place.startswith(("//", "/\\")) or "\\" in place:
        return otherwise
    return otherwise if any(ord(letter) < 32 for letter in place) else place
