"""What is filled in by hand: the lines of a game, two scorecards a match (000, S-2), blank scoresheets."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.paper.view import PaperView
from tallyboard.text.game_words import game_line_words, parsed
from tallyboard.text.language import Language, later
from tallyboard.text.printable import printable

SIDES = "ABC"
OTHER = "other"  # a game that somebody added
_ROUNDS = (later("round"), later("game"), later("manche"))  # what games call one
# How a scoresheet is filled in.
_HOW = {
    "crokinole": later("Under 20, 15, 10 and 5: how many discs lie there. Counted: what they are worth."),
    "difference": later("Awarded: the difference, to the higher side."),
    "points": later("Awarded: 2 to the higher side, 1 each when level."),
    "simple": later("Total: what was counted, added up."),
    "twenties": later("Write down how many of its discs each side has sunk in the 20."),
    "southwest": later(
        "Under 20 to 50: how many pucks lie there. Under \u221220: how many penalties. "
        "Awarded: what the pucks are worth, less 20 for each penalty. Agreed: both sign with their initials."
    ),
    "quebec": later(
        "Dames left: at the end of the manche. Counters: the points of those that are buried. "
        "Awarded: to who finished, the other's dames left and their own counters; to the other, their own counters, "
        "or nothing with five dames or more left."
    ),
    "washers": later(
        "A stroke for each washer. Awarded: by how much the total changes. "
        "More than %(target)s is taken off instead. Exactly %(target)s wins, with no washer dead."
    ),
}
_OPEN_ENDED = {"quebec": 10, "washers": 16}  # lines where nobody knows how many
_OPEN_ENDED_ELSE = 12


class GameForm(NamedTuple):
    """How a game is scored by hand.

    `kind`: the family of the game. `lead`: the columns before those of the sides. `full`: the columns of a side on a
    scoresheet; `short`: on a scorecard. `how`: how they are filled in, in words. `lines`: the first column, line by
    line. `closing`: what stands below the lines, for each side.
    """

    game: str
    kind: str
    sides: str
    lead: list[str]
    full: list[str]
    short: list[str]
    how: str
    lines: list[str]
    closing: list[str]
    round: str


def form(line: str, _: Language) -> GameForm:
    """The form of a game line; raises TallyboardError."""
    game, options = parsed(line)
    its_class = catalogue.by_id(game)
    kind = facts_of(game).card or OTHER
    full, short = _columns(game, kind, options, _)
    hows = [kind] if kind in _HOW else []
    if kind == "crokinole":
        how = "points" if game == "crokinole-championship" else "difference"
        hows.append("simple" if options.get("scoring") == "simple" else how)
    # As many lines as are given, or mostly enough; a shootout may follow, and of a game that is one it is the result.
    given = next((options[name] for name in ("rounds", "best_of", "games") if options.get(name)), None)
    number = 1 if kind == "twenties" else given or _OPEN_ENDED.get(kind, _OPEN_ENDED_ELSE)
    lines = [str(at + 1) for at in range(number)]
    closing = [_("Total of the match"), *([_("Twenties of the match")] if its_class.TWENTIES else [])]
    return GameForm(
        game=game,
        kind=kind,
        sides=SIDES[: options.get("sides", 2)],
        lead=[_(its_class.ROUND), _("breaks") if kind in ("southwest", "quebec") else _("first")],
        full=full,
        short=short,
        how=" ".join(_(_HOW[name], **options) for name in hows),
        lines=[*lines, _("shootout")] if kind == "southwest" else lines,
        closing=[] if kind == "twenties" else closing,
        round=_(its_class.ROUND),
    )


def _columns(game: str, kind: str, options: dict[str, Any], _: Language) -> tuple[list[str], list[str]]:
    """The columns of a side on a scoresheet, and the fewer ones on a scorecard."""
    if kind == "twenties":
        return [_("twenties")], [_("twenties")]
    ends = [_("awarded"), _("total")]
    if kind == "southwest":
        zones = ["20", "15", "10", "5", "25", "50", "\u221220"]
        return [*zones, *ends, _("agreed")], [_("twenties"), *ends, _("agreed")]
    if kind == "quebec":
        columns = [_("colour"), _("dames left"), _("counters"), *ends]
        return columns, columns
    if kind == "washers":
        holes = [_("hole %(value)s", value=value) for value in options["holes"]]
        return [*holes, _("board"), _("dead"), *ends], ends
    if kind == OTHER:
        slots = catalogue.make(game, options).slot_names()
        return [*map(str, slots), *ends], ends
    if options.get("scoring") == "simple":
        ends = [_("total")]
    return ["20", "15", "10", "5", _("counted"), *ends], [_("twenties"), _("counted"), *ends]


_ON_HALF = 9  # lines that a card on half a sheet has room for
_ON_SHEET = 27


def scorecards(view: PaperView, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template prints; of these matches, else of those that are called or ready."""
    matches = [view.match(name) for name in chosen]
    if not chosen:
        matches = [match for match in view.matches.values() if match["state"] in ("called", "ready")]
    return {"cards": [card for match in matches for card in _cards(view, match)], "cut": view._("cut here")}


def _cards(view: PaperView, match: DeskMatchObject) -> list[dict[str, Any]]:
    _ = view._
    name, phase = match["match"], view.phase_of(match["match"])
    line = view.paper.get("due", {}).get(name) or view.phase_game(phase)
    its_form = form(line, _)
    sides = view.sides(match)
    lines = len(its_form.lines)
    card = {
        "game": game_line_words(_, line),
        "number": _number(view, match, phase["phase"]),
        "about": " · ".join((" ".join((_("match"), name)), view.where(match))),
        "table": _("table"),
        "at": next((printable(table["table"]) for table in view.tournament["tables"] if table["match"] == name), ""),
        "sides": [{"letter": letter, "name": name} for letter, name in zip("AB", sides, strict=True)],
        "lead": its_form.lead,
        "columns": its_form.short,
        "lines": its_form.lines,
        "closing": its_form.closing,
        "signatures": [_("Signature of %(name)s", name=name) for name in sides],
        "room": "half" if lines <= _ON_HALF else "sheet" if lines <= _ON_SHEET else "sheets",
    }
    return [{**card, "title": _("Scorecard of %(name)s", name=name)} for name in sides]


def _number(view: PaperView, match: DeskMatchObject, phase: int) -> str:
    """`game 2 of 3`; of a game that decides a level match that it does; "" of the only game."""
    due, best = match["due"] or 1, dict(enumerate(view.paper.get("best", []), 1)).get(phase, 1)
    if due > best:
        return view._("Game %(game)s, to decide", game=due)
    return view._("Game %(game)s of %(games)s", game=due, games=best) if best > 1 else ""


_NARROW = 16  # columns that an upright sheet has room for
_ON_UPRIGHT, _ON_WIDE = 22, 13  # lines that a sheet has room for
_COPIES = ((1, 3), (5, 2))  # a form of so many lines, at most, stands so many times on a sheet

# How a scoresheet is typed in: what a line means, by the game's module.
_LEGEND = {
    "crokinole": (
        ("A 20", later("a disc of A in 20; one line for each disc")),
        ("B off 15", later("one fewer of B in 15")),
    ),
    "twenties": (
        ("A 20", later("a twenty of A; one line for each")),
        ("B off 20", later("one fewer for B")),
    ),
    "southwest": (
        ("A 20", later("a puck of A in 20 (15, 10, 5, 25, 50); one line for each")),
        ("B penalty 20", later("B loses 20")),
        ("B forfeit", later("B forfeits the game")),
        ("A agree", later("after next: A agrees to the count; then B")),
    ),
    "quebec": (
        ("A dame", later("a dame of A's colour fell, whoever shot")),
        ("A counter 5", later("A pocketed the counter of 5")),
        ("A stop", later("A's turn is over")),
        ("A colour green", later("A plays green")),
    ),
    "washers": (
        ("A 3", later("a washer of A in the hole of 3; one line for each")),
        ("A board", later("on the board")),
        ("A dead", later("on the ground")),
        ("B knocked", later("a washer of B on the board was knocked to the ground")),
        ("B sunk 2", later("a washer of B on the board was knocked into the hole of 2")),
    ),
}


def scoresheets(view: PaperView, chosen: Sequence[str]) -> dict[str, Any]:
    """What the template prints; of these game lines, else of every game of the catalogue."""
    sheets = [sheet for line in chosen or catalogue.IDS for sheet in _sheets(view, line)]
    return {"sheets": sheets, "cut": view._("cut here")}


def _sheets(view: PaperView, line: str) -> list[dict[str, Any]]:
    """The page of a game; several where it has more rounds than a page has room for."""
    _ = view._
    its_form = form(line, _)
    sides = its_form.sides
    options = line.lower().removeprefix("game ").partition(" ")[2].strip()
    is_wide = len(its_form.lead) + len(sides) * len(its_form.full) > _NARROW
    sheet = {
        "title": _("Scoresheet"),
        "game": game_line_words(_, line),
        "blanks": [_("Tournament, date"), _("match"), _("table")],
        "name": _("name"),
        "how": its_form.how,
        "sides": [_("Side %(side)s", side=side) for side in sides],
        "lead": its_form.lead,
        "columns": its_form.full,
        "closing": its_form.closing,
        "wide": is_wide,
        "copies": next((copies for lines, copies in _COPIES if len(its_form.lines) <= lines), 1),
        "signatures": [_("Winner"), *(_("Signature, side %(side)s", side=side) for side in sides)],
        "typed": _("Typed in later: one line each in a text file, then tallyboard score FILE"),
        "legend": [
            [f"game {its_form.game} {options}".strip(), _("the game, first line")],
            ["name A Ann", _("a name; B likewise")],
            ["first B", _("B is first; otherwise A")],
            *([code, _(means)] for code, means in _LEGEND.get(its_form.kind, ())),
            ["next", _("closes the %(round)s", round=its_form.round)],
            ["undo", _("takes back the line before")],
        ],
    }
    room = _ON_WIDE if is_wide else _ON_UPRIGHT
    return [{**sheet, "lines": its_form.lines[at : at + room]} for at in range(0, len(its_form.lines), room)]
