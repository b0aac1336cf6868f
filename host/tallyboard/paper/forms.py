"""The columns and lines in which a game is scored by hand."""

from typing import Any, NamedTuple

from shared_rules.games import catalogue
from tallyboard.paper.view import parsed
from tallyboard.paper.words import Words

SIDES = "ABC"
OTHER = "other"  # a game that somebody added
_KINDS = {
    "crokinole-official": "crokinole",
    "crokinole-traditional": "crokinole",
    "crokinole-championship": "crokinole",
    "twenties-shootout": "shootout",
    "pichenotte-southwest": "southwest",
    "pichenottes-quebec": "quebec",
    "washers-ritzenthaler": "washers",
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


def form(line: str, words: Words) -> Form:
    """The form of a game line; raises TallyboardError."""
    game, options = parsed(line)
    its_class = catalogue.by_id(game)
    kind = _KINDS.get(game, OTHER)
    full, short = _columns(game, kind, options, words)
    counted = words.round_words.get(its_class.ROUND, its_class.ROUND)
    lead = [counted, words.breaker if kind in ("southwest", "quebec") else words.first]
    return Form(
        game=game,
        kind=kind,
        sides=SIDES[: options.get("sides", 2)],
        lead=lead,
        full=full,
        short=short,
        how=" ".join(words.how[name].format(**options) for name in _hows(game, kind, options)),
        lines=_lines(kind, options, words),
        closing=_closing(kind, bool(its_class.TWENTIES), words),
        round=counted,
    )


def _columns(game: str, kind: str, options: dict[str, Any], words: Words) -> tuple[list[str], list[str]]:
    """The columns of a side on a scoresheet, and the fewer ones on a scorecard."""
    if kind == "shootout":
        return [words.columns["twenties"]], [words.columns["twenties"]]
    ends = [words.awarded, words.total]
    if kind == "southwest":
        zones = ["20", "15", "10", "5", "25", "50", words.penalty]
        return [*zones, *ends, words.agreed], [words.columns["twenties"], *ends, words.agreed]
    if kind == "quebec":
        columns = [words.colour, words.dames_left, words.counters, *ends]
        return columns, columns
    if kind == "washers":
        holes = [words.hole.format(value=value) for value in options["holes"]]
        return [*holes, words.board, words.dead, *ends], ends
    if kind == OTHER:
        slots = catalogue.make(game, options).slot_names()
        return [*map(str, slots), *ends], ends
    if options.get("scoring") == "simple":
        ends = [words.total]
    return ["20", "15", "10", "5", words.raw, *ends], [words.columns["twenties"], words.raw, *ends]


def _hows(game: str, kind: str, options: dict[str, Any]) -> list[str]:
    """The names of what is said of how a scoresheet is filled in."""
    if kind != "crokinole":
        return [] if kind == OTHER else [kind]
    if options.get("scoring") == "simple":
        return ["crokinole", "simple"]
    return ["crokinole", "points" if game == "crokinole-championship" else "difference"]


def _closing(kind: str, has_twenties: bool, words: Words) -> list[str]:
    """What is added up at the end; of a shootout its only line is the result."""
    if kind == "shootout":
        return []
    return [words.match_total, words.match_twenties] if has_twenties else [words.match_total]


def _lines(kind: str, options: dict[str, Any], words: Words) -> list[str]:
    """`1`, `2`, …; where the length is not given, as many as are mostly enough; where a shootout may follow, it too."""
    given = next((options[name] for name in ("rounds", "best_of", "games") if options.get(name)), None)
    number = 1 if kind == "shootout" else given or _OPEN_ENDED.get(kind, _OPEN_ENDED_ELSE)
    lines = [str(at + 1) for at in range(number)]
    return [*lines, words.shootout] if kind == "southwest" else lines
