"""A knock-out as it is drawn: who stands in its matches, where they come from, and where each match stands.

What page, paper and terminal have in common, which draw. On a page each round is a column, and what leads to a match
stands beside it. On paper a row has room for one match of the first round, a match stands between those that lead to
it, and some columns are saved.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk.bracket import LOSER, RESET, WINNER, Source, shape, size_of
from tallyboard.desk.options import DOUBLE
from tallyboard.text.language import _, later
from tallyboard.text.tournament.matches import game_score, is_league
from tallyboard.text.tournament.names import NOBODY, Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, PhaseObject

_BELOW = 1.5  # rows from a final to the next below it, at least: one of them may be moved by half a row
_FAR_BELOW = 3.0  # the same where there is room
_STACKED = 0.75  # rows of both matches of a losers' column from the middle between them, at most
CHAMPION = "champion"  # the box for the name of who has won
_FROM = {WINNER: later("winner of %(match)s"), LOSER: later("loser of %(match)s")}
FOLDED_FROM = 4  # rounds of the main bracket: with fewer, the final has no room between those that lead to it


def short(match: str) -> str:
    """The name that a match has in its bracket: without its phase."""
    return match.partition(":")[2]


def bracket_name(match: str) -> str:
    """The same of a match of a knock-out, `W2.1`, by which others are told: `winner of W2.1`; "" in a league, where a
    match is told by who plays."""
    name = short(match)
    return name if name[:1].isalpha() else ""


class BracketSide(NamedTuple):
    """One of the two of a match. `entrant`: 0 for nobody, None where it is not known; `source`: where they come from;
    `at`: the side, 0 for A; `scores`: of the games, with a star where the game itself decided a level one."""

    entrant: int | None
    source: Source
    at: int
    scores: list[str]
    has_won: bool


class Spot(NamedTuple):
    """Where a match stands: its column, and its middle in rows from the top of its part."""

    name: str
    column: int
    row: float


class Saving(NamedTuple):
    """How columns are saved on paper.

    `below`: F1 and F2 stand under the last W match, without a line. `folded`: that match stands between those that lead
    to it. `stacked`: two rounds of losers, from one drop to the next, are one column.
    """

    below: bool
    folded: bool
    stacked: bool


class KnockOut:
    """A knock-out: its matches by the names that they have in it (`W1.1`), and from where each comes. Empty for a
    league."""

    def __init__(self, phase: "PhaseObject") -> None:
        self.is_double = phase["format"] == DOUBLE
        self.rounds = size_of(len(phase["order"])).bit_length() - 1  # of the main bracket
        nodes = [] if is_league(phase) else shape(phase["format"], len(phase["order"]), third=True, reset=True)
        self.nodes = {node.name: node for node in nodes}
        self.matches = {short(match["match"]): match for match in phase["matches"]}

    # ---- who plays

    def origin(self, source: Source) -> Source:
        """The same; of the winner of a match with nobody on one side where the one who goes on comes from."""
        before = self.matches.get(source.name)
        if source.kind == WINNER and before is not None and NOBODY in before["sides"]:
            return self.origin(self.nodes[source.name].sources[1 - before["sides"].index(NOBODY)])
        return source

    def words(self, source: Source) -> str:
        """`winner of W3.1`, `loser of W2.1`; `side A of F1` of the second final."""
        source = self.origin(source)
        if source.kind == RESET:
            return _("side %(side)s of %(match)s", side="AB"[source.seed], match=source.name)
        return _(_FROM[source.kind], match=source.name) if source.kind in _FROM else ""

    def sides(self, match: "DeskMatchObject", names: Names) -> list[str]:
        """Who plays the match, or where they come from."""
        node = self.nodes.get(short(match["match"]))
        sources = [""] * 2 if node is None else [self.words(source) for source in node.sources]
        return [
            from_where if side is None and from_where else names[side]
            for side, from_where in zip(match["sides"], sources, strict=True)
        ]

    def entries(self, name: str) -> list[BracketSide]:
        """The two of a match: who comes from the upper match before it, then the other. A, the better seed, may be from
        the lower one."""
        match, sources = self.matches[name], self.nodes[name].sources
        is_crossed = any(
            came is not None and came == match["sides"][other]
            for came, other in zip(map(self._came_from, sources), (1, 0), strict=True)
        )
        found = []
        for at, source in zip((1, 0) if is_crossed else (0, 1), sources, strict=True):
            side = match["sides"][at]
            scores = [game_score(game, at) for game in match["games"]]
            found.append(BracketSide(side, source, at, scores, bool(side) and match["winner"] == side))
        return found

    def _came_from(self, source: Source) -> int | None:
        """Who goes on from a match, or drops out of it; None where that is not known."""
        before = self.matches.get(source.name)
        if before is None or not before["winner"] or source.kind not in (WINNER, LOSER):
            return None
        winner, (one, other) = before["winner"], before["sides"]
        loser = other if one == winner else one
        return winner if source.kind == WINNER else loser

    # ---- where it stands

    def in_parts(self, saving: Saving) -> tuple[list[Spot], list[Spot]]:
        """The main bracket with the finals and the box for the champion, and the losers' bracket; columns from 0."""
        there = [name for name in self.nodes if name in self.matches]
        losers = [_losers_spot(name, saving) for name in there if name[0] == "L"]
        main = [
            Spot(name, turn - 1 - (saving.folded and turn == self.rounds), _row(name))
            for name in there
            if name[0] == "W" and (turn := round_of(name))
        ]
        return main + _finals(main, [name for name in ("F1", "F2", "T") if name in self.matches], saving), losers

    def leads_between(self, spots: Iterable[Spot]) -> list[tuple[str, str]]:
        """The lines between these: from each match to the one where its winner goes, in the same column or the next;
        finals in one column have none, for the second is of both who were in the first."""
        columns = {spot.name: spot.column for spot in spots if spot.name != CHAMPION}
        return [
            (source.name, name)
            for name in columns
            for source in self.nodes[name].sources
            if source.kind == WINNER
            and source.name in columns
            and columns[name] - columns[source.name] in ((1,) if name[0] == "F" else (0, 1))
        ]


def round_of(name: str) -> int:
    """The round of a match of the main or of the losers' bracket in its part; of a final its number, of the match for
    the third place 1."""
    return int(name[1:].partition(".")[0] or 1)


def _row(name: str) -> float:
    """The middle of a match of the main or of the losers' bracket; there every second round only takes in who drops."""
    turn, place = map(int, name[1:].split("."))
    return (place - 0.5) * (1 << (turn - 1 if name[0] == "W" else (turn - 1) // 2))


def _losers_spot(name: str, saving: Saving) -> Spot:
    turn, row = round_of(name), _row(name)
    if not saving.stacked or turn <= 2:
        return Spot(name, turn - 1, row)
    from_middle = min(2 ** ((turn - 1) // 2) / 4, _STACKED)
    return Spot(name, (turn + 1) // 2, row + (from_middle if turn % 2 == 0 else -from_middle))


def _finals(main: list[Spot], finals: list[str], saving: Saving) -> list[Spot]:
    """The finals one below the other, and the box for the champion: above them where there is room."""
    last = main[-1]
    column, rows = last.column, 2 * last.row
    has_room_above = last.row - _BELOW >= 0.5 and not saving.folded
    below = finals if has_room_above else [*finals, CHAMPION]
    begin = max(spot.row for spot in main if spot.column == column)
    beside = below[:1] if "F1" in finals and not saving.below else []
    column += len(beside)
    below = below[len(beside) :]
    step = (rows - begin) / (len(below) + 0.5)  # as much as there is, within reason; the last has half of it below
    step = min(step, _FAR_BELOW) if step >= 1 else _BELOW
    spots = [Spot(name, column, begin) for name in beside]
    spots += [Spot(name, column, begin + step * at) for at, name in enumerate(below, 1)]
    return [*spots, Spot(CHAMPION, column, begin - min(step, begin - 0.5))] if has_room_above else spots
