"""Routes of this room; and pages that were made for somebody, for the next who asks for the same: many viewers of one
change cost one page."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tallyboard.pages.answers import language_of, reader_of
from tallyboard.pages.public.entrants import player, players
from tallyboard.pages.public.figures import statistics
from tallyboard.pages.public.me import MARK, kept, pin
from tallyboard.pages.public.me import ROUTES as OF_ME
from tallyboard.pages.public.one_match import match
from tallyboard.pages.public.recorded import results
from tallyboard.pages.public.schedule import schedule
from tallyboard.pages.public.season import season, season_player
from tallyboard.pages.public.standings import standings
from tallyboard.pages.public.start import tournament, tournaments
from tallyboard.pages.public.tree import current, knock_out
from tallyboard.pages.public.view import Asked, Make
from tallyboard.pages.render import PageReader, ServerLinks, render
from tallyboard.pages.site import Site, site_of
from tallyboard.store import Reader as Stored
from tallyboard.store.tournaments.seasons import seasons_of

_MOST = 8 * 2**20  # bytes of all pages that are kept


# Everything that a page may depend on: what it shows in which version, and all that it knows of its reader.
Key = tuple[str, PageReader]


class PageCache:
    """Keeps pages by their keys; those longest unused go first. Of several who ask for one page at once the first has
    it made, and the others wait for that. What fails is not kept, and all of them are told."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._made: dict[Key, asyncio.Task[bytes]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The page of this key; raises what `make` raises."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(self._make(key, make))
        return await asyncio.shield(task)  # one who goes away does not take it from the others

    async def _make(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._made[key]
        self._kept[key] = made
        self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
        return made


def _asked(request: Request, store: Stored) -> Asked:
    known, links = request.app.state.known, ServerLinks(request.app)
    origin = next(iter(site_of(request).reached.seen_from(request.url)), "")
    where, query = request.path_params, dict(request.query_params)
    return Asked(store, known, language_of(request), links, where, query, origin=origin)


async def _made(request: Request, make: Make) -> bytes:
    """The page, made anew."""

    def do(store: Stored) -> bytes:
        asked = _asked(request, store)
        page = make(asked)
        return render(page.template, reader_of(request), asked.links, **page.data).encode()

    return await site_of(request).do(do)


async def _pin(request: Request) -> bytes:
    return await site_of(request).do(lambda store: pin(request, _asked(request, store).view()))


def _answer(
    make: Make, version_of: Callable[[Site, Stored, Request], str] | None = None
) -> Callable[[Request], Awaitable[Response]]:
    """A page that is made anew each time; or one that is kept for each version of what it shows."""

    async def handler(request: Request) -> Response:
        if version_of is None:
            return HTMLResponse(await _made(request, make))
        site, reader, cache = site_of(request), reader_of(request), request.app.state.cache
        version = await site.do(lambda store: version_of(site, store, request))
        made: bytes = await cache.get((version, reader), lambda: _made(request, make))
        if MARK not in made:
            return HTMLResponse(made)
        of_me = reader._replace(here=f"{reader.here} {kept(request)}")
        return HTMLResponse(made.replace(MARK, await cache.get((version, of_me), lambda: _pin(request))))

    return handler


async def _bracket_in_use(request: Request) -> Response:
    """On to the bracket that is played, for who names no phase; without any, to the standings."""
    t, links, query = str(request.path_params["t"]), ServerLinks(request.app), dict(request.query_params)
    phase = await site_of(request).do(lambda store: current(_asked(request, store).view()))
    address = links.url("bracket", t=t, phase=phase, query=query) if phase else links.url("standings", t=t)
    return RedirectResponse(address, 303)


def _version(site: Site, store: Stored, request: Request) -> str:
    """Another one where anything that a page of the tournament shows is another: its events, its minute, corrections of
    boards' matches, the seasons that it is a night of."""
    seen = site.tournaments.see(store, str(request.path_params["t"]))
    with store.reading() as sql:
        corrected = next(sql.rows("SELECT COUNT(*), SUM(crc) FROM corrections")) if sql.has("corrections") else ()
        nights_of = [one.about.id for one in seasons_of(sql, seen.about.id)]
    return f"{seen.version} {corrected} {nights_of}"


def _season_version(site: Site, store: Stored, request: Request) -> str:
    return site.seasons.version(store, str(request.path_params["season"]))


_OF_A_SEASON: dict[str, tuple[str, Make]] = {
    "season": ("/season/{season}", season),
    "season_player": ("/season/{season}/{player:int}", season_player),
}
_OF_A_TOURNAMENT: dict[str, tuple[str, Make]] = {
    "tournament": ("/t/{t}", tournament),
    "standings": ("/t/{t}/standings", standings),
    "bracket": ("/t/{t}/bracket/{phase:int}", knock_out),
    "schedule": ("/t/{t}/schedule", schedule),
    "players": ("/t/{t}/players", players),
    "player": ("/t/{t}/player/{entrant:int}", player),
    "statistics": ("/t/{t}/statistics", statistics),
}
_OTHERS: dict[str, tuple[str, Make]] = {
    "results": ("/results", results),
    "match": ("/match/{match}", match),
    "tournaments": ("/tournaments", tournaments),
}
PAGES = {name: make for name, (_, make) in (_OTHERS | _OF_A_SEASON | _OF_A_TOURNAMENT).items()}
"""All public pages by their names; exported.py says which of them are files of an exported site."""

ROUTES: list[Route] = [
    *OF_ME,
    *(Route(path, _answer(make), name=name) for name, (path, make) in _OTHERS.items()),
    Route("/t/{t}/bracket", _bracket_in_use, name="bracket_in_use"),
    *(Route(path, _answer(make, _season_version), name=name) for name, (path, make) in _OF_A_SEASON.items()),
    *(Route(path, _answer(make, _version), name=name) for name, (path, make) in _OF_A_TOURNAMENT.items()),
]
