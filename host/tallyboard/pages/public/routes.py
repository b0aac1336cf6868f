"""Routes of this room."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tallyboard.pages.answers import reader_of
from tallyboard.pages.cache import PageCache, key_of
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.public.asked import Asked, Make
from tallyboard.pages.public.catalogue import PAGES
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.knock_out import current
from tallyboard.pages.render import PageReader, render
from tallyboard.pages.site import Site, site_of
from tallyboard.store import Reader as Stored

_Handler = Callable[[Request], Awaitable[Response]]


@dataclass
class _Room:
    """What this room keeps from page to page."""

    known: Known
    cache: PageCache


def _room(request: Request) -> _Room:
    state = request.app.state
    if not hasattr(state, "public"):
        state.public = _Room(Known(site_of(request).tournaments), PageCache())
    room: _Room = state.public
    return room


def _made(request: Request, make: Make, reader: PageReader, store: Stored) -> bytes:
    """The page; in a thread."""
    links = ServerLinks(request.app)
    query = dict(request.query_params)
    page = make(Asked(store, _room(request).known, reader.language, links, request.path_params, query))
    return render(page.template, reader, links, **page.data).encode()


def _answer(make: Make) -> _Handler:
    """A page that is made anew each time."""

    async def handler(request: Request) -> Response:
        reader = reader_of(request)
        return HTMLResponse(await site_of(request).do(lambda store: _made(request, make, reader, store)))

    return handler


def _answer_of_tournament(make: Make) -> _Handler:
    """A page of a tournament, which is made once for each version of it."""

    async def handler(request: Request) -> Response:
        site, room, reader = site_of(request), _room(request), reader_of(request)
        version = await site.do(lambda store: _version(site, store, str(request.path_params["t"])))

        async def made() -> bytes:
            return await site.do(lambda store: _made(request, make, reader, store))

        return HTMLResponse(await room.cache.get(key_of(reader, version), made))

    return handler


async def _bracket_in_use(request: Request) -> Response:
    """On to the bracket that is played, for who names no phase; without any, to the standings."""
    site, t, links = site_of(request), str(request.path_params["t"]), ServerLinks(request.app)
    reader = reader_of(request)

    def found(store: Stored) -> int:
        asked = Asked(store, _room(request).known, reader.language, links, request.path_params, {})
        return current(asked.view())

    phase = await site.do(found)
    query = dict(request.query_params)
    address = links.url("bracket", t=t, phase=phase, query=query) if phase else links.url("standings", t=t)
    return RedirectResponse(address, 303)


def _version(site: Site, store: Stored, word: str) -> str:
    """Another one where anything that a page of the tournament shows is another: its events, its minute, corrections of
    boards' matches."""
    seen = site.tournaments.see(store, word)
    with store.reading() as sql:
        corrected = next(sql.rows("SELECT COUNT(*), SUM(crc) FROM corrections")) if sql.has("corrections") else ()
    return f"{seen.version} {corrected}"


_OF_A_TOURNAMENT = {
    "tournament": "/t/{t}",
    "standings": "/t/{t}/standings",
    "bracket": "/t/{t}/bracket/{phase:int}",
    "schedule": "/t/{t}/schedule",
    "players": "/t/{t}/players",
    "player": "/t/{t}/player/{entrant:int}",
    "statistics": "/t/{t}/statistics",
}
_OTHERS = {"results": "/results", "match": "/match/{match}", "tournaments": "/tournaments"}

ROUTES: list[Route] = [
    *(Route(path, _answer(PAGES[name]), name=name) for name, path in _OTHERS.items()),
    Route("/t/{t}/bracket", _bracket_in_use, name="bracket_in_use"),
    *(Route(path, _answer_of_tournament(PAGES[name]), name=name) for name, path in _OF_A_TOURNAMENT.items()),
]
