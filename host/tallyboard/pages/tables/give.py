"""The forms by which a table is told something: its name, its light, a match, or that none waits."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound, back_to, language_of, page
from tallyboard.pages.links import ServerLinks
from tallyboard.pages.safety.operators import needs_operator, operator_of
from tallyboard.pages.site import site_of
from tallyboard.pages.tables import words
from tallyboard.pages.tables.boards import BoardSeen
from tallyboard.pages.tables.game_form import match_form
from tallyboard.pages.tables.giving import read_order
from tallyboard.pages.tables.hall import look
from tallyboard.pages.tables.sentences import why_not
from tallyboard.text import game_words


@needs_operator
async def give(request: Request) -> Response:
    """The forms; POST gives an order, or says what is wrong with it or to be known before, with the form filled."""
    site, _ = site_of(request), language_of(request)
    hall = await site.do(lambda store: look(site, store))
    board = hall.board(request.path_params["board"])
    if board is None:
        raise NotFound(_("There is no such board."), _("Go back to the tables."))
    if request.method != "POST":
        return _forms(request, board, dict(request.query_params), 200)
    form = await request.form()
    typed = {name: value for name, value in form.items() if isinstance(value, str)}
    known = {value for value in form.getlist("known") if isinstance(value, str)}
    try:
        given = read_order(_, typed, board, hall.boards)
    except TallyboardError as error:
        return _forms(request, board, typed, 400, wrong=why_not(_, error))
    if not known.issuperset(given.before):
        return _forms(request, board, typed, 200, before=given.before)
    who = operator_of(request)
    await site.do(lambda store: given.give(store, board, who.name if who else ""))
    return back_to(ServerLinks(request.app).url("tables") + "#orders")


def _forms(
    request: Request,
    board: BoardSeen,
    typed: Mapping[str, str],
    status: int,
    wrong: str = "",
    before: tuple[str, ...] = (),
) -> Response:
    _ = language_of(request)
    game = typed.get("game") or (board.last.game if board.last else "")
    return page(
        request,
        "tables/board.html",
        status,
        board=board,
        typed=typed,
        form=match_form(_, game, typed),
        wrong=wrong,
        before=before,
        words=words,
        games=game_words,
        language=_,
    )
