"""Where the players of a knock-out match come from, while it is not known who they are."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tallyboard.desk.bracket_shape import LOSER, RESET, WINNER, Node, Source, shape
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.names import NOBODY, Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, PhaseObject


def upper_first(node: Node, match: "DeskMatchObject", matches: "Mapping[str, DeskMatchObject]") -> tuple[int, int]:
    """The sides of a match (0 is A) as they come from the upper and from the lower match before it: A, the better seed,
    may be from the lower one. `node`: where they come from; `matches`: by the names in the bracket."""
    upper, lower = node.sources
    for source, other in ((upper, 1), (lower, 0)):
        before = matches.get(source.name)
        if source.kind == WINNER and before and before["winner"] and before["winner"] == match["sides"][other]:
            return (1, 0)
    return (0, 1)


class Origins:
    """The matches of a knock-out by the names that they have in it (`W1.1`), and from where each comes."""

    def __init__(self, phase: "PhaseObject") -> None:
        nodes = [] if is_league(phase) else shape(phase["format"], len(phase["order"]), third=True, reset=True)
        self.nodes = {node.name: node for node in nodes}
        self.matches = {match["match"].partition(":")[2]: match for match in phase["matches"]}

    def words(self, source: Source) -> str:
        """`winner of W3.1`, `loser of W2.1`; of a match with nobody on one side the one who goes on from before it.
        `side A of F1` of the second final."""
        before = self.matches.get(source.name)
        if source.kind == WINNER and before is not None and NOBODY in before["sides"]:
            return self.words(self.nodes[source.name].sources[1 - before["sides"].index(NOBODY)])
        if source.kind == RESET:
            return f"side {'AB'[source.seed]} of {source.name}"
        return f"{source.kind} of {source.name}" if source.kind in (WINNER, LOSER) else ""

    def sides(self, match: "DeskMatchObject", names: Names) -> list[str]:
        """Who plays the match, or where they come from."""
        node = self.nodes.get(match["match"].partition(":")[2])
        sources = [""] * 2 if node is None else [self.words(source) for source in node.sources]
        return [
            from_where if side is None and from_where else names[side]
            for side, from_where in zip(match["sides"], sources, strict=True)
        ]
