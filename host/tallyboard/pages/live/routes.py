"""Routes of this room: the hall, a table, the TV, the overlay, and the stream that keeps them as they are now."""

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import language_of, page
from tallyboard.pages.live.cards import WORDS
from tallyboard.pages.live.hall import EVERY_TABLE, Viewing
from tallyboard.pages.live.scenes import Staged, Tv, clock_now, staged, tv_of
from tallyboard.pages.live.stream import HEADERS, Teller
from tallyboard.pages.public.me import phone_of
from tallyboard.pages.public.view import View
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.origin import may_be_framed
from tallyboard.pages.site import site_of
from tallyboard.pages.tournaments import NOTHING, NOW, Look

_LONGEST = 200  # characters of a table's name, more than any has
_TURN_S = (20, 5, 120)  # how long the TV shows a page: as it is, at least, at most


async def hall(request: Request) -> Response:
    """Every table; and what comes for the one who looks, where it is known who they are."""
    phone = await phone_of(request)
    follows = NOW if phone.view else ""
    version = phone.view.seen.version if phone.view else NOTHING
    return _live_page(
        request, "live/hall.html", Viewing(EVERY_TABLE, follows), phone=phone, follows=follows, version=version
    )


async def table(request: Request) -> Response:
    """One table, as large as the window."""
    word = request.path_params["table"]
    return _live_page(request, "live/table.html", Viewing(word), word=word)


async def overlay(request: Request) -> Response:
    """One table, for a picture that is streamed: the one page that others may frame."""
    may_be_framed(request)
    word = request.path_params["table"]
    return _live_page(request, "live/overlay.html", Viewing(word), word=word)


async def tv(request: Request) -> Response:
    """Every table and the tournament, page after page."""
    usual, least, most = _TURN_S
    asked = request.query_params.get("seconds", "")
    seconds = min(max(int(asked), least), most) if asked.isascii() and asked.isdecimal() and len(asked) < 9 else usual
    now = await _in_use(request)
    time_now, offset = clock_now(language_of(request), "" if now is None else now.facts.seen.about.time_zone)
    return _live_page(
        request,
        "live/tv.html",
        Viewing(EVERY_TABLE, NOW),
        seconds=seconds,
        version=NOTHING if now is None else now.facts.seen.version,
        tv=_NOTHING_ON if now is None else tv_of(View(now.facts, language_of(request), ServerLinks(request.app)), now),
        time_now=time_now,
        offset=offset,
        address=request.url.netloc,
    )


_NOTHING_ON = Tv()


async def _in_use(request: Request) -> Staged | None:
    """The tournament in use; None where there is none, or the database is away: the tables are shown all the same."""
    site, state = site_of(request), request.app.state

    def question(look: Look) -> Staged:
        """Of a version once, however many TVs hang there."""
        if state.staged is None or state.staged.facts.seen.version != look.seen.version:
            state.staged = staged(look)
        found: Staged = state.staged
        return found

    try:
        return await site.do(lambda store: site.tournaments.asked(store, NOW, question))
    except TallyboardError:
        return None


async def stream(request: Request) -> Response:
    """What is newer than `after`, else than the header Last-Event-ID, of `table` (EVERY_TABLE, or one). `t`: a
    tournament, whose `version` is shown. `desk`: not empty: with what the desk has to decide."""
    asked = request.query_params
    told = asked.get("after") or request.headers.get("last-event-id", "")
    choice = Viewing(asked.get("table", "")[:_LONGEST], asked.get("t", "")[:_LONGEST], bool(asked.get("desk")))
    said = _teller(request).tell(told, choice, asked.get("version", ""), language_of(request))
    return StreamingResponse(said, media_type="text/event-stream", headers=HEADERS)


def _live_page(request: Request, template: str, choice: Viewing, **data: Any) -> Response:
    live, fragments, language = site_of(request).live, _teller(request).fragments, language_of(request)
    after = live.versions.id  # first: what changes from now on is sent once more
    return page(
        request,
        template,
        after=after,
        choice=choice,
        cards=[fragments.of(card, language) for card in live.cards(choice)],
        notes=fragments.of(live.notes, language),
        sprite=fragments.sprite,
        pip_words=WORDS,
        event=live.event,
        made_at=time.strftime("%H:%M:%S"),
        every_table=EVERY_TABLE,
        **data,
    )


def _teller(request: Request) -> Teller:
    teller: Teller = request.app.state.teller
    return teller


ROUTES: list[Route] = [
    Route("/", hall, name="hall"),
    Route("/table/{table:path}", table, name="table"),
    Route("/tv", tv, name="tv"),
    Route("/overlay/{table:path}", overlay, name="overlay"),
    Route("/stream", stream, name="stream"),
]
