"""The forms by which a table is told something: its name, its light, a match, or that none waits."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import CHOICE, LIST, OPTIONS, OptionError, code_of, parse_value, to_text
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import orders as told
from tallyboard.pages.answers import NotFound, back_to, language_of, operator_of, page
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import site_of
from tallyboard.pages.tables import words
from tallyboard.pages.tables.boards import BoardSeen, look
from tallyboard.pages.tables.words import about_cancel, about_match, about_name, why_not
from tallyboard.store import Store, orders
from tallyboard.store.orders import LIGHTS, NO_MATCH, Kind, WantedMatch, table_name, wanted_match
from tallyboard.text import game_words
from tallyboard.text.language import Language, later


class OptionField(NamedTuple):
    """An option of the game: `choices`: one of these; else a number from `least` to `most`, or a list (None)."""

    name: str
    value: str
    choices: Sequence[str] = ()
    least: int | None = None
    most: int | None = None


class MatchForm(NamedTuple):
    """The form as it is shown. `names`: by side, of those that there can be."""

    game: str
    options: list[OptionField]
    names: dict[str, str]
    first: str


def match_form(game: str, typed: Mapping[str, str]) -> MatchForm:
    """The form of this game, as somebody filled it in; `typed`: what it sent."""
    chosen = game if game in catalogue.IDS else catalogue.IDS[0]
    options = catalogue.by_id(chosen).OPTIONS
    return MatchForm(
        chosen,
        [_field(chosen, name, typed.get(f"option_{name}", _usual(default))) for name, default in options],
        {side: typed.get(f"name_{side}", "") for side in (SIDES if "sides" in dict(options) else SIDES[:2])},
        typed.get("first", ""),
    )


def _usual(default: int | str | tuple[int, ...] | None) -> str:
    return "" if default is None else to_text(default)


def _field(game: str, name: str, value: str) -> OptionField:
    kind, limit = OPTIONS[code_of(name)][1:]
    if kind == CHOICE:
        return OptionField(name, value, catalogue.by_id(game).FORMATS if name == "format" else limit)
    if kind == LIST:
        return OptionField(name, value)
    if name == "sides":
        return OptionField(name, value, [str(number) for number in range(limit[0], limit[1] + 1)])
    return OptionField(name, value, (), *limit)


def match_of(_: Language, form: MatchForm) -> WantedMatch:
    """The match that was asked for. Raises TallyboardError."""
    given = dict(catalogue.by_id(form.game).OPTIONS)
    line = [form.game]
    for field in form.options:
        value = "".join(field.value.split())
        if value and value != _usual(given[field.name]):
            _check(_, field, value)
            line.append(f"{field.name}={value}")
    names = [" ".join(name.split()) for name in form.names.values()]
    while names and not names[-1]:
        names.pop()
    return wanted_match(" ".join(line), names, first=form.first or None)


def _check(_: Language, field: OptionField, value: str) -> None:
    """Raises TallyboardError for a value that the option cannot have."""
    try:
        parse_value(field.name, value, tuple(field.choices) if field.name == "format" else None)
    except OptionError:
        option = words.option_name(_, field.name)
        cause = _("%(option)s: “%(value)s” cannot be.", option=option, value=value)
        if field.least is not None:
            number = later("%(option)s: a whole number from %(least)s to %(most)s, not “%(value)s”.")
            cause = _(number, option=option, least=field.least, most=field.most, value=value)
        raise TallyboardError(cause, _("Correct it and give it again.")) from None


class TypedOrder(NamedTuple):
    """An order that was typed in. `before`: what is to be known before it is given. `match`: where it is one."""

    kind: Kind
    what: dict[str, Any]
    before: tuple[str, ...]
    match: WantedMatch | None = None

    def give(self, store: Store, board: BoardSeen, who: str) -> None:
        """Give it; the hub that has the board does it."""
        if self.match is not None and self.match.are_cut:
            store.name(self.match.key, self.match.full_names())
        orders.give(store, board.board, board.table or None, [(self.kind, self.what)], who)


def read_order(_: Language, typed: Mapping[str, str], board: BoardSeen, boards: Sequence[BoardSeen]) -> TypedOrder:
    """What the form asks for; its field `order` says which form. Raises TallyboardError."""
    asked = typed.get("order", "")
    if asked == "name":
        name = table_name(typed.get("name", ""))
        return TypedOrder("name", {"name": name}, tuple(about_name(_, board, name, boards)))
    if asked == "light":
        return TypedOrder("light", {"light": _light(typed.get("light", ""))}, ())
    if asked == "cancel":
        return TypedOrder("match", NO_MATCH, tuple(about_cancel(_, board)))
    wanted = match_of(_, match_form(typed.get("game", ""), typed))
    return TypedOrder("match", wanted.order(), tuple(about_match(_, board, wanted)), wanted)


def _light(entered: str) -> int:
    word = entered.strip()
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) in LIGHTS:
        return int(word)
    raise CoreError(told.LIGHT, entered=entered, least=LIGHTS[0], most=LIGHTS[-1])


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
    await site.do(lambda store: given.give(store, board, operator_of(request)))
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
    game = typed.get("game") or (board.last["game"] if board.last else "")
    return page(
        request,
        "tables/board.html",
        status,
        board=board,
        typed=typed,
        form=match_form(game, typed),
        wrong=wrong,
        before=before,
        words=words,
        games=game_words,
        all_games=catalogue.IDS,
        language=_,
    )
