"""Whose phone this is: the player whom it was told, what comes for them, and the code that tells it a phone.

What is kept is a cookie: which tournament, and which of its entrants. It opens nothing that others may not see.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import back_to, language_of, local, reader_of
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.turn import Turn, sitting_out, to_be_called, turn_of
from tallyboard.pages.public.view import MatchRow, View
from tallyboard.pages.render import ServerLinks, render
from tallyboard.pages.site import site_of
from tallyboard.pages.tournaments import NOW
from tallyboard.paper.table_cards import code_svg
from tallyboard.store.tournaments.rows import NoTournamentError

MARK = b"<!--mine-->"  # where a page that is made once for all has what comes for the one who looks
_COOKIE = "me"
_KEPT = re.compile(r"([0-9a-z]{1,8})\.([0-9]{1,4})", re.ASCII)
_Given = TypeVar("_Given")
_MONTH_S = 30 * 24 * 3600


class Me(NamedTuple):
    """Who looks: an entrant of a tournament, whose id is as it stands in addresses."""

    tournament: str
    entrant: int


def kept(connection: HTTPConnection) -> Me | None:
    """Whom this browser was told that it belongs to."""
    found = _KEPT.fullmatch(connection.cookies.get(_COOKIE, ""))
    return Me(found[1], int(found[2])) if found else None


class MyPhone(NamedTuple):
    """What a page shows to the one who looks: the tournament, None where there is none, and what comes for them, None
    where it is not known who they are. `out`: who has no match in the round, see `sitting_out`; `to_call`: see
    `to_be_called`."""

    view: View | None = None
    turn: Turn | None = None
    out: Sequence[Markup] = ()
    to_call: Mapping[Markup, Sequence[MatchRow]] = {}


async def phone_of(request: Request) -> MyPhone:
    """Of the tournament in use; without it where it cannot be read, for the tables are shown all the same."""
    me = kept(request)

    def found(view: View) -> MyPhone:
        is_mine = me is not None and me.tournament == view.seen.id and me.entrant in view.entrants
        turn = turn_of(view, me.entrant) if me and is_mine else None
        return MyPhone(view, turn, sitting_out(view, view.player), to_be_called(view))

    try:
        return await _seen(request, NOW, found)
    except TallyboardError:
        return MyPhone()


def pin(request: Request, view: View) -> bytes:
    """What stands in the place of MARK: on the page of a player whether it is theirs who look; on others what comes for
    these, nothing for a stranger."""
    me, number = kept(request), int(request.path_params.get("entrant", 0))
    is_mine = me is not None and me.tournament == view.seen.id and me.entrant in view.entrants
    turn = turn_of(view, me.entrant) if me and is_mine else None
    return render("public/pin.html", reader_of(request), view.links, view=view, turn=turn, entrant=number).encode()


async def _seen(request: Request, word: str, question: Callable[[View], _Given]) -> _Given:
    known: Known = request.app.state.known
    links, language = ServerLinks(request.app), language_of(request)
    return await site_of(request).do(lambda store: question(View(known.facts(store, word), language, links)))


# ---- what phones ask for


async def my_page(request: Request) -> Response:
    """On to the page of the one who looks; to the list where they find themselves, where nobody knows them there: the
    tournament may be another one than last week, or gone."""
    me, links = kept(request), ServerLinks(request.app)
    if me and await _is_in_use(request, me):
        return RedirectResponse(links.url("player", t=me.tournament, entrant=me.entrant), 303)
    return RedirectResponse(links.url("players", t=NOW, query={"find": ""}), 303)


async def _is_in_use(request: Request, me: Me) -> bool:
    try:
        return await _seen(request, NOW, lambda view: view.seen.id == me.tournament and me.entrant in view.entrants)
    except NoTournamentError:
        return False


async def my_part(request: Request) -> Response:
    """What comes for the one who looks, as the part of the hall that it is; and what its bar says of the tournament."""
    phone = await phone_of(request)
    about = phone._asdict() | {"is_mine": True}
    said = render("public/me.html", reader_of(request), ServerLinks(request.app), **about)
    stage = phone.view.stage if phone.view else ""
    return HTMLResponse(Markup(said) + Markup('<template class="stage">{}</template>').format(stage))


async def keep_me(request: Request) -> Response:
    """Keep that this browser is of the entrant who was chosen, or, without any, that it is of nobody."""
    form = await request.form()
    back = local(str(form.get("next", "")), str(request.app.url_path_for("hall")))
    chosen = _KEPT.fullmatch(f"{form.get('t', '')}.{form.get('entrant', '')}")
    return _keeping(back_to(back), Me(chosen[1], int(chosen[2])) if chosen else None)


async def scanned(request: Request) -> Response:
    """The code of a player was scanned: this is their phone."""
    me = await _asked_for(request)
    address = ServerLinks(request.app).url("player", t=me.tournament, entrant=me.entrant)
    return _keeping(RedirectResponse(address, 303), me)


async def code(request: Request) -> Response:
    """The code of a player, which a phone scans."""
    me = await _asked_for(request)
    address = _origin(request) + ServerLinks(request.app).url("me_scanned", t=me.tournament, entrant=me.entrant)
    svg = code_svg(address)
    return Response(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


async def _asked_for(request: Request) -> Me:
    """Whom the address names. Raises NotFound for nobody."""
    number = int(request.path_params["entrant"])

    def found(view: View) -> Me:
        if number not in view.entrants:
            raise view.no_such_player()
        return Me(view.seen.id, number)

    return await _seen(request, str(request.path_params["t"]), found)


def _origin(request: Request) -> str:
    """That by which the one who looks came here; on the laptop itself that by which phones do."""
    reached = site_of(request).reached
    known = reached.seen_from(request.url)
    own = f"{request.url.scheme}://{request.url.netloc}"
    return own if own in known else reached.origin()


def _keeping(answer: Response, me: Me | None) -> Response:
    if me is None:
        answer.delete_cookie(_COOKIE)
    else:
        said = f"{me.tournament}.{me.entrant}"
        answer.set_cookie(_COOKIE, said, max_age=_MONTH_S, httponly=True, samesite="lax")
    return answer


ROUTES: list[Route] = [
    Route("/me", keep_me, methods=["POST"], name="me_kept"),
    Route("/me", my_page, name="me"),
    Route("/me/part", my_part, name="me_part"),
    Route("/me/{t}/{entrant:int}", scanned, name="me_scanned"),
    Route("/t/{t}/player/{entrant:int}/code.svg", code, name="player_code"),
]
