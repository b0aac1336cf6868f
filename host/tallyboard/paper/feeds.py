"""Where the two of a match come from: their names, or the matches that decide who they are."""

from functools import lru_cache

from tallyboard.desk.bracket_shape import LOSER, WINNER, Node, Source, shape, size_of
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.paper.view import View
from tallyboard.text.tournament.matches import LEAGUES


def nodes(phase: PhaseObject) -> dict[str, Node]:
    """The matches of a bracket by their names without the phase: all that it could have."""
    return _nodes(phase["format"], len(phase["order"]))


@lru_cache(maxsize=8)
def _nodes(form: str, entrants: int) -> dict[str, Node]:
    return {node.name: node for node in shape(form, entrants, third=True, reset=True)}


def main_rounds(phase: PhaseObject) -> int:
    """k: the rounds of the main bracket."""
    return size_of(len(phase["order"])).bit_length() - 1


def short(match: str) -> str:
    """The name of a match without its phase."""
    return match.partition(":")[2]


def from_where(view: View, match: DeskMatchObject) -> list[str]:
    """The two of a match, A first; of who is not known, where they come from: `winner of W2.1`."""
    phase = view.phase_of(match["match"])
    if phase["format"] in LEAGUES:
        return [view.side(side) for side in match["sides"]]
    fed = nodes(phase)[short(match["match"])].sources
    return [
        source_words(view, source) if side is None else view.side(side)
        for source, side in zip(fed, match["sides"], strict=True)
    ]


def source_words(view: View, source: Source) -> str:
    """`winner of W2.1`, `loser of W1.3`."""
    if source.kind == WINNER:
        return view._("winner of %(match)s", match=source.name)
    if source.kind == LOSER:
        return view._("loser of %(match)s", match=source.name)
    return view._("not known yet")
