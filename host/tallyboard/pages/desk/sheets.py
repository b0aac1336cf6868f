"""A scoresheet: what was counted round by round, and what the rules make of it before it is entered."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from starlette.responses import Response

from shared_rules.games import catalogue
from shared_rules.games.crokinole import DiscGame
from shared_rules.games.events import DISC, FORFEIT, OVER, RefusedError
from shared_rules.games.scoresheet import Scoresheet
from tallyboard.desk import Refusal
from tallyboard.errors import later
from tallyboard.journal.presses import result_of
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, StaleError, framed, posts, shows
from tallyboard.pages.desk.declared import game_said
from tallyboard.pages.desk.figures import GameFigures, enter_figures, game_figures
from tallyboard.pages.desk.matches import MatchShown, asked_game, asked_match, match_of
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.shapes import ResultObject

_BEGIN = 6  # rounds on a sheet whose rounds are not counted
_MORE = 2  # empty rounds behind the last that is filled
_MOST = 99
_REFUSED = {
    DISC: later("More than the %(discs)s discs of a side in this round."),
    OVER: later("The match was over before this round."),
}


class Layout(NamedTuple):
    """How the sheet of a game looks: its zones, whether there are penalties, its rounds, 0 where they are not fixed."""

    zones: tuple[int, ...]
    discs: int
    penalties: bool
    rounds: int


def _layout(line: str, words: Words) -> Layout:
    """The layout of a game line's sheet. Raises FieldError for a game that has none."""
    game, options = catalogue.parse(line.split())
    its_class = catalogue.by_id(game)
    if not issubclass(its_class, DiscGame):
        raise FieldError({"": words._("This game has no sheet by zones: enter its totals.")})
    length = [options[name] for name in its_class.LENGTH if name in options]
    rounds = 0 if "target" in options else length[0] if length else 1
    return Layout(its_class.ZONES, options[its_class.PIECES], FORFEIT in its_class.ACTIONS, rounds)


class Computed(NamedTuple):
    """What the rules make of a sheet; `digest` of its lines."""

    result: ResultObject
    digest: str


async def sheet(desk: Desk, returned: Returned = BLANK, computed: Computed | None = None) -> Response:
    """The page with the sheet."""
    name, game = asked_match(desk), asked_game(desk, returned.given.get("game", ""))
    shown = await desk.look(lambda look: match_of(look, name, game, desk.words()))
    words, layout = desk.words(shown.seen), _layout(shown.line, desk.words())
    filled = [number for number in range(1, _MOST + 1) if _is_filled(returned.given, number)]
    more = 0 if layout.rounds and not layout.penalties else _MORE  # a shootout may follow, or the target is not reached
    wanted = max(layout.rounds, filled[-1] + more) if filled else layout.rounds or _BEGIN
    return framed(
        desk,
        shown.seen,
        "desk/sheet.html",
        "desk_results",
        returned,
        shown=shown,
        layout=layout,
        rounds=min(max(wanted, layout.rounds or _BEGIN), _MOST),
        computed=computed,
        stands=game_figures(shown.stands.counts, words) if shown.stands else "",
        stands_by_hand=shown.stands is not None and shown.stands.hand is not None,
        place=desk.opened_from(returned.given),
        game_said=game_said(shown.line, words),
        fresh=desk.links.url("desk_sheet", {"game": shown.game}, t=desk.word, match=name),
    )


def _is_filled(given: Mapping[str, str], number: int) -> bool:
    return any(value.strip() for name, value in given.items() if name.startswith(f"r{number}-"))


async def set_sheet(desk: Desk) -> Response:
    """Compute the sheet; where it was computed so before, enter what came of it."""
    form = await desk.posted()
    name = asked_match(desk)
    game = asked_game(desk, form.raw("game"))
    shown = await desk.look(lambda look: match_of(look, name, game, desk.words()))
    computed = None
    try:
        computed = _computed(form, shown, desk.words(shown.seen))
        reason = form.text("reason")
        form.check()
        if form.raw("what") != "enter" or form.raw("computed") != computed.digest:
            return await sheet(desk, Returned(form.given), computed)
        note = await enter_figures(desk, form, shown.match["match"], [_figures(shown.game, computed.result)], reason)
    except (FieldError, StaleError, Refusal) as error:
        return await sheet(desk, await desk.returned(form, error), computed)
    return desk.back(form, note, desk.url("desk_day"))


def _figures(game: int, result: ResultObject) -> GameFigures:
    totals, twenties = result["totals"], result["twenties"]
    is_decided = totals["A"] == totals["B"] and len(result["winners"]) == 1
    won = result["winners"][0].lower() if is_decided else ""
    both = (twenties.get("A", 0), twenties.get("B", 0))
    return GameFigures(game, (totals["A"], totals["B"]), both, won)


def _computed(form: Posted, shown: MatchShown, words: Words) -> Computed:
    """What the rules make of what was counted; raises FieldError at the fields that cannot be."""
    layout = _layout(shown.line, words)
    last = max((number for number in range(1, _MOST + 1) if _is_filled(form.given, number)), default=0)
    if not last:
        raise FieldError({"": words._("Fill in what was counted first.")})
    lines = [f"game {shown.line}"]
    reader = Scoresheet()
    reader.feed(lines[0])
    for number in range(1, last + 1):
        if not _is_filled(form.given, number):
            empty = words._("This round is empty; 0 where nothing counted.")
            raise FieldError({f"r{number}-a-{layout.zones[0]}": empty})
        for field, line in _round_lines(form, layout, number):
            try:
                reader.feed(line)
            except RefusedError as refusal:
                why = _REFUSED.get(refusal.code, later("The rules do not allow this here."))
                raise FieldError({field: words._(why, discs=layout.discs)}) from None
            lines.append(line)
    result = result_of("\n".join(lines))
    if result["status"] != "finished":
        cause = words._(
            "By this sheet the match is not over. Fill in the rounds that are missing, or enter its totals."
        )
        raise FieldError({"": cause})
    return Computed(result, sha256("\n".join(lines).encode()).hexdigest()[:16])


def _round_lines(form: Posted, layout: Layout, number: int) -> list[tuple[str, str]]:
    """(field, line of a scoresheet) of a round. Raises FieldError for what is no number."""
    lines = []
    for side in "ab":
        for zone in layout.zones:
            field = f"r{number}-{side}-{zone}"
            lines += [(field, f"{side} {zone}")] * form.number(field, 0, layout.discs, 0)
        if layout.penalties:
            field = f"r{number}-{side}-penalty"
            lines += [(field, f"{side} penalty 20")] * form.number(field, 0, 24, 0)
            field = f"r{number}-{side}-forfeit"
            lines += [(field, f"{side} forfeit")] if form.has(field) else []
    form.check()
    close = ["next", "a agree", "b agree"] if layout.penalties else ["next"]
    return [*lines, *((f"r{number}-a-{layout.zones[0]}", line) for line in close)]


ROUTES = [
    shows("/desk/{t}/sheet/{match}", sheet, "desk_sheet"),
    posts("/desk/{t}/sheet/{match}", set_sheet, "desk_set_sheet", "desk_sheet"),
]
