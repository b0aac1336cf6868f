"""Standings of a league: figures, the chain that ranks, and why a row stands above the next."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.reference.desk.decide import matches, void_entrants
from tests.reference.desk.model import NOBODY, Match, Phase, Side, State, members

Value = int | str | Fraction
COMPARED_A_MATCH = ("points", "wins", "twenties", "difference", "for")


@dataclass
class Row:
    """The figures of an entrant. `matches`: decided and not void. `place` None: stands without one."""

    entrant: int
    place: int | None = None
    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    for_: int = 0
    against: int = 0
    twenties: int = 0
    why: dict[str, Any] | None = None
    matches: list[Match] = field(default_factory=list)
    has_place: bool = True

    @property
    def difference(self) -> int:
        return self.for_ - self.against

    def total(self, item: str) -> int:
        """Of an item that may be compared per match."""
        name = {"wins": "won", "for": "for_"}.get(item, item)
        return int(getattr(self, name))

    @property
    def adjusted_matches(self) -> int:
        """Those that count for `bye=adjust`."""
        return sum(
            1 for match in self.matches if not (match.how == "walkover" and self.entrant in members(match.winner))
        )


@dataclass
class Split:
    """A part that an item of the chain has split: the value of each entrant."""

    by: str
    values: dict[int, Value]


def match_points(phase: Phase, match: Match, side: Side) -> int:
    """What a decided match is worth to one of its sides."""
    declaration = phase.declaration
    if match.how == "played":
        if declaration.points is None:
            return match.games[0].scores[side]
        win, level, loss = declaration.points
        if match.winner is None:
            return level
        return win if match.winner == side else loss
    return declaration.bye if match.winner == side else 0


def figures(state: State, phase: Phase) -> dict[int, Row]:
    """The row of every entrant of the phase, without its place."""
    found = matches(state, phase)
    rows = {entrant: Row(entrant) for entrant in phase.order}
    for match in found:
        if match.state != "decided" or match.players is None:
            continue
        for side in match.players:
            for entrant in members(side):
                add_match(phase, rows[entrant], match, side)
    if not phase.full:
        for round_number, entrant in phase.byes:
            if not any(keeps_bye(state, phase, match) for match in found if match.index == round_number):
                rows[entrant].byes += 1
                rows[entrant].points += phase.declaration.bye
    void = void_entrants(state, phase, found)
    for entrant, row in rows.items():
        row.has_place = entrant not in void and state.entrants[entrant].status != "disqualified"
    return rows


def add_match(phase: Phase, row: Row, match: Match, side: Side) -> None:
    """Adds a decided match to the row of one of its side."""
    row.matches.append(match)
    row.points += match_points(phase, match, side)
    if match.winner is None:
        row.level += 1
    elif match.winner != side:
        row.lost += 1
    elif match.how == "played" or not phase.declaration.adjust:
        row.won += 1
    if match.how == "played":
        row.played += 1
        row.for_ += match.games[0].scores[side]
        row.against += match.games[0].scores[opponent(match, side)]
        row.twenties += match.games[0].twenties[side]


def keeps_bye(state: State, phase: Phase, match: Match) -> bool:
    """Whether a bye of its round does not count yet."""
    if phase.declaration.format == "partners" and any(state.is_out(entrant) for entrant in match.entrants):
        return False
    return match.state != "decided"


def opponent(match: Match, side: Side) -> Side:
    a, b = match.sides
    other = b if side == a else a
    assert other is not None and other != NOBODY
    return other


def groups_of(phase: Phase) -> list[list[int]]:
    return phase.groups if phase.groups else [phase.order]


def standings(state: State, phase: Phase) -> list[list[Row]]:
    """The rows of each group, best first, with places and reasons."""
    rows = figures(state, phase)
    table = []
    for group in groups_of(phase):
        with_place = sorted((entrant for entrant in group if rows[entrant].has_place), key=phase.seed)
        without = sorted((entrant for entrant in group if not rows[entrant].has_place), key=phase.seed)
        chain = Chain(state, phase, rows)
        parts = chain.rank(with_place, phase.declaration.chain)
        standing: list[Row] = []
        for part in parts:
            place = len(standing) + 1
            for entrant in part:
                rows[entrant].place = place
                standing.append(rows[entrant])
        for above, below in pairwise(standing):
            above.why = chain.why(above.entrant, below.entrant)
        table.append(standing + [rows[entrant] for entrant in without])
    return table


class Chain:
    """Splits a part of the entrants by the items of a chain; remembers each split."""

    def __init__(self, state: State, phase: Phase, rows: dict[int, Row], averages: bool = False) -> None:
        self.state = state
        self.phase = phase
        self.rows = rows
        self.averages = averages  # for a ranking over several groups
        self.adjust = phase.declaration.adjust
        self.splits: list[Split] = []

    def rank(self, part: list[int], chain: list[str]) -> list[list[int]]:
        """The part, by seed when it comes, in parts that stay level, best first."""
        if len(part) < 2 or not chain:
            return [part] if part else []
        item, rest = chain[0], chain[1:]
        if item == "head":
            parts = self.split_by_head(part)
        elif item == "shootout":
            parts = self.split_by_shootouts(part, 0)
        else:
            parts = self.split(part, item, {entrant: self.value(item, entrant) for entrant in part})
        return [level for each in parts for level in self.rank(each, rest)]

    def split(self, part: list[int], by: str, values: dict[int, Value]) -> list[list[int]]:
        if len(set(values.values())) > 1:
            self.splits.append(Split(by, values))
        ranked = sorted(set(values.values()), reverse=by != "lot")
        return [[entrant for entrant in part if values[entrant] == value] for value in ranked]

    def value(self, item: str, entrant: int) -> Value:
        row = self.rows[entrant]
        if item == "lot":
            return self.state.lot("lot", self.phase.number, entrant)
        if item == "buchholz":
            played = [match for match in row.matches if match.how == "played"]
            return sum(self.rows[opponent(match, entrant)].points for match in played)
        if self.adjust or self.averages:
            count = row.adjusted_matches if self.adjust else len(row.matches) + row.byes
            return Fraction(row.total(item), count) if count else Fraction(0)
        return row.total(item)

    def split_by_head(self, part: list[int]) -> list[list[int]]:
        values: dict[int, Value] = {}
        for entrant in part:
            among = [match for match in self.rows[entrant].matches if opponent(match, entrant) in part]
            if self.adjust:
                among = [match for match in among if match.how == "played"]
            if len({opponent(match, entrant) for match in among}) < len(part) - 1:
                return [part]
            values[entrant] = sum(match_points(self.phase, match, entrant) for match in among)
        parts = self.split(part, "head", values)
        if len(parts) == 1:
            return parts
        return [smaller for each in parts for smaller in (self.split_by_head(each) if len(each) > 1 else [each])]

    def split_by_shootouts(self, part: list[int], first: int) -> list[list[int]]:
        for number in range(first, len(self.phase.shootouts)):
            shot = self.phase.shootouts[number]
            if len(part) > 1 and all(entrant in shot for entrant in part):
                parts = self.split(part, "shootout", {entrant: shot[entrant] for entrant in part})
                if len(parts) > 1:
                    return [smaller for each in parts for smaller in self.split_by_shootouts(each, number + 1)]
        return [part]

    def why(self, above: int, below: int) -> dict[str, Any] | None:
        """The one split that parted two neighbours."""
        for split in self.splits:
            if above in split.values and below in split.values and split.values[above] != split.values[below]:
                return {
                    "by": split.by,
                    "values": None if split.by == "lot" else [self.shown(split, each) for each in (above, below)],
                    "among": sorted(split.values) if split.by == "head" else None,
                }
        return None

    def shown(self, split: Split, entrant: int) -> Any:
        """The value of an entrant in a split; of one that is compared per match, the total and the matches."""
        if self.adjust and split.by in COMPARED_A_MATCH:
            return [self.rows[entrant].total(split.by), self.rows[entrant].adjusted_matches]
        return split.values[entrant]
