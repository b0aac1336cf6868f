"""A phase by knock-out as a tree of boxes for a page: what is written in each, and which leads to which."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk.bracket_shape import LOSER
from tallyboard.text.tournament.bracket import BracketSide, KnockOut, Lead
from tallyboard.text.tournament.names import NOBODY

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, PhaseObject


class NamedSide(NamedTuple):
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
    entries: tuple[NamedSide, NamedSide]


class Head(NamedTuple):
    """What the round is called whose matches stand in a column."""

    is_of_losers: bool
    column: int
    text: str


class BoxTree(NamedTuple):
    """All boxes of a phase, what leads from one to another (by names without the phase), and the names of the rounds.
    `final`: the match that made the champion, "" before there is one."""

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


def tree(phase: "PhaseObject", words: TreeWords) -> BoxTree:
    """The tree of a phase that is drawn; without boxes for a league, or before the draw."""
    bracket = KnockOut(phase)
    boxes, leads = [], []
    heads: dict[tuple[bool, int], str] = {}
    for name in bracket.nodes:
        match = bracket.matches.get(name)
        if match is None:
            continue
        spot = bracket.in_time(name)
        upper, lower = (_named(match, entry, words) for entry in bracket.entries(name))
        box = Box(match["match"], words.label(match), match["state"], name[0] == "L", *spot[1:], (upper, lower))
        boxes.append(box)
        leads += bracket.leads(name)
        if name != "T":  # which stands below the final
            heads.setdefault((box.is_of_losers, spot.column), words.round(match))
    named = [Head(*where, text) for where, text in heads.items() if text]
    return BoxTree(boxes, leads, tuple(named), _final(phase, boxes))


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


def _named(match: "DeskMatchObject", entry: BracketSide, words: TreeWords) -> NamedSide:
    if entry.entrant is None:
        return NamedSide(None, words.loser_of(entry.source.name) if entry.source.kind == LOSER else "")
    if entry.entrant == NOBODY:
        return NamedSide(NOBODY, words.nobody)
    scores = " ".join(score + SHOOTOUT * words.is_shootout(match, game) for game, score in enumerate(entry.scores))
    return NamedSide(entry.entrant, words.name(entry.entrant), scores, entry.has_won)
