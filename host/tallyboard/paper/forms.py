"""The columns and lines in which a game is scored by hand."""

from typing import Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.text.game_words import parsed
from tallyboard.text.language import Language, later

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


class Form(NamedTuple):
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


def form(line: str, _: Language) -> Form:
    """The form of a game line; raises TallyboardError."""
    game, options = parsed(line)
    its_class = catalogue.by_id(game)
    kind = facts_of(game).card or OTHER
    full, short = _columns(game, kind, options, _)
    counted = _(its_class.ROUND)
    lead = [counted, _("breaks") if kind in ("southwest", "quebec") else _("first")]
    return Form(
        game=game,
        kind=kind,
        sides=SIDES[: options.get("sides", 2)],
        lead=lead,
        full=full,
        short=short,
        how=" ".join(_(_HOW[name], **options) for name in _hows(game, kind, options)),
        lines=_lines(kind, options, _),
        closing=_closing(kind, bool(its_class.TWENTIES), _),
        round=counted,
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


def _hows(game: str, kind: str, options: dict[str, Any]) -> list[str]:
    """The names of what is said of how a scoresheet is filled in."""
    if kind != "crokinole":
        return [] if kind == OTHER else [kind]
    if options.get("scoring") == "simple":
        return ["crokinole", "simple"]
    return ["crokinole", "points" if game == "crokinole-championship" else "difference"]


def _closing(kind: str, has_twenties: bool, _: Language) -> list[str]:
    """What is added up at the end; of a shootout its only line is the result."""
    if kind == "twenties":
        return []
    return [_("Total of the match"), _("Twenties of the match")] if has_twenties else [_("Total of the match")]


def _lines(kind: str, options: dict[str, Any], _: Language) -> list[str]:
    """`1`, `2`, …; where the length is not given, as many as are mostly enough; where a shootout may follow, it too."""
    given = next((options[name] for name in ("rounds", "best_of", "games") if options.get(name)), None)
    number = 1 if kind == "twenties" else given or _OPEN_ENDED.get(kind, _OPEN_ENDED_ELSE)
    lines = [str(at + 1) for at in range(number)]
    return [*lines, _("shootout")] if kind == "southwest" else lines
