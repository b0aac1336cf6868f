"""A phase by knock-out as a tree of boxes: which stands where, what stands in it, and which leads to which.

Columns are time. A losers' bracket stands below the main one: those who lose drop into the next column. Between two
rounds of the main bracket the losers play twice, so that its later rounds are two columns apart.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk.bracket_shape import LOSER, WINNER, Node, Source, size_of
from tallyboard.desk.options import DOUBLE
from tallyboard.text.tournament.matches import game_score
from tallyboard.text.tournament.names import NOBODY
from tallyboard.text.tournament.origins import Origins

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, PhaseObject

_THIRD_BELOW = 1.5  # rows from the final to the match for the third place


class Entry(NamedTuple):
    """One of the two of a match. `entrant`: the number, 0 for nobody, None where it is not known. `text`: the name, or
    where somebody comes from, or who is not there; `scores`: of the games, with blanks between, with a star where a
    game itself decided a level score, and a dagger where the game was a shootout."""

    entrant: int | None
    text: str
    scores: str = ""
    has_won: bool = False


SHOOTOUT = "\u2020"  # behind the score of one


class Box(NamedTuple):
    """A match. `name`: with its phase; `label`: what is written above it; `state`: as in its object; `column`: from 0;
    `row`: of its middle, in boxes from the top of its part; `entries`: the upper one first."""

    name: str
    label: str
    state: str
    is_of_losers: bool
    column: int
    row: float
    entries: tuple[Entry, Entry]


class Lead(NamedTuple):
    """From a match to the one where its winner goes, or (`is_drop`) its loser; `entry`: which of the two there, None
    for both."""

    source: str
    target: str
    entry: int | None
    is_drop: bool = False


class Head(NamedTuple):
    """What the round is called whose matches stand in a column."""

    is_of_losers: bool
    column: int
    text: str


class Tree(NamedTuple):
    """All boxes of a phase, what leads from one to another, and the names of the rounds. `final`: the match that made
    the champion, "" before there is one."""

    boxes: list[Box]
    leads: list[Lead]
    heads: tuple[Head, ...] = ()
    final: str = ""


class TreeWords(NamedTuple):
    """What is written in boxes. `name`: of an entrant; `label`: above a match; `loser_of`: who comes from a match that
    is drawn elsewhere, by the name that it has in its bracket (`W1.3`); `nobody`: in a place that stays empty;
    `round`: of a match, above its column; `is_shootout`: whether a game of a match, from 0, is one.
    """

    name: Callable[[int], str]
    label: Callable[["DeskMatchObject"], str]
    loser_of: Callable[[str], str]
    nobody: str
    round: Callable[["DeskMatchObject"], str] = lambda match: ""
    is_shootout: Callable[["DeskMatchObject", int], bool] = lambda match, game: False


def tree(phase: "PhaseObject", words: TreeWords) -> Tree:
    """The tree of a phase that is drawn; without boxes for a league, or before the draw."""
    origins = Origins(phase)
    is_double = phase["format"] == DOUBLE
    rounds = size_of(len(phase["order"])).bit_length() - 1
    made = Tree([], [])
    heads: dict[tuple[bool, int], str] = {}
    for name, node in origins.nodes.items():
        match = origins.matches.get(name)
        if match is not None:
            column, row = _place(name, rounds, is_double)
            entries = _entries(match, node, origins, words)
            box = Box(match["match"], words.label(match), match["state"], name[0] == "L", column, row, entries)
            made.boxes.append(box)
            made.leads.extend(_leads(node, match, origins))
            if name != "T":  # which stands below the final
                heads.setdefault((box.is_of_losers, column), words.round(match))
    named = [Head(*where, text) for where, text in heads.items() if text]
    return made._replace(heads=tuple(named), final=_final(phase, made.boxes))


def _final(phase: "PhaseObject", boxes: list[Box]) -> str:
    """The last match that the champion has won against somebody."""
    firsts = [one["entrant"] for one in phase["places"] if one["place"] == 1]
    if len(firsts) != 1:
        return ""
    won = [
        box
        for box in boxes
        if all(entry.entrant for entry in box.entries)
        and any(entry.has_won and entry.entrant == firsts[0] for entry in box.entries)
    ]
    return max(won, key=lambda box: box.column).name if won else ""


def _place(name: str, rounds: int, is_double: bool) -> tuple[int, float]:
    """Column and row of a match; `rounds`: of the main bracket."""
    final = 2 ** (rounds - 1) / 2
    if name[0] == "F":
        return 2 * rounds - 2 + int(name[1:]), final
    if name == "T":
        return rounds - 1, final + _THIRD_BELOW
    turn, place = map(int, name[1:].split("."))
    if name[0] == "L":
        return turn, (place - 0.5) * 2 ** ((turn - 1) // 2)
    column = max(turn - 1, 2 * turn - 3) if is_double else turn - 1
    return column, (place - 0.5) * 2 ** (turn - 1)


def _entries(match: "DeskMatchObject", node: Node, origins: Origins, words: TreeWords) -> tuple[Entry, Entry]:
    """The one who comes from the upper match before it, then the other."""
    order = _order(node, match, origins)
    upper, lower = (_entry(match, at, source, words) for at, source in zip(order, node.sources, strict=True))
    return upper, lower


def _order(node: Node, match: "DeskMatchObject", origins: Origins) -> tuple[int, int]:
    """The sides of a match (0 is A) as they come from its two sources: A, the better seed, may be from the lower."""
    for source, other in zip(node.sources, (1, 0), strict=True):
        came = _came_from(source, origins)
        if came is not None and came == match["sides"][other]:
            return (1, 0)
    return (0, 1)


def _came_from(source: Source, origins: Origins) -> int | None:
    """Who goes on from a match, or drops out of it; None where that is not known."""
    before = origins.matches.get(source.name)
    if before is None or not before["winner"] or source.kind not in (WINNER, LOSER):
        return None
    if source.kind == WINNER:
        return before["winner"]
    one, other = before["sides"]
    return other if one == before["winner"] else one


def _entry(match: "DeskMatchObject", at: int, source: Source, words: TreeWords) -> Entry:
    entrant = match["sides"][at]
    if entrant is None:
        return Entry(None, words.loser_of(source.name) if source.kind == LOSER else "")
    if entrant == NOBODY:
        return Entry(NOBODY, words.nobody)
    scores = " ".join(
        game_score(game, at) + SHOOTOUT * words.is_shootout(match, number) for number, game in enumerate(match["games"])
    )
    return Entry(entrant, words.name(entrant), scores, match["winner"] == entrant)


def _leads(node: Node, match: "DeskMatchObject", origins: Origins) -> list[Lead]:
    """What leads to a match: its sources from above, each once."""
    found: dict[str, Lead] = {}
    for entry, source in enumerate(node.sources):
        before = origins.matches.get(source.name)
        if before is None:
            continue
        name = before["match"]
        if name in found:  # both of them come from there
            found[name] = Lead(name, match["match"], None)
        else:
            found[name] = Lead(name, match["match"], entry, source.kind == LOSER)
    return list(found.values())
