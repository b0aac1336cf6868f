"""Why one entrant of a league stands above another: the chain from where both are level to where they part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from tallyboard.desk.chain import ACROSS, LeagueTable
from tallyboard.desk.league import League
from tallyboard.desk.matches import DECIDED


@dataclass(frozen=True)
class ChainStep:
    """An item of the chain with what the two have of it.

    `among` are those who were level before it, the two with them. `values` is None where there are no figures: by lot,
    and where the item does not count among these. `better` is who stands above by it, None where it leaves both level.
    `by` is also `place`, where one of them has a place and the other none, and `group`: the places in their groups.
    `matches` are by how many decided matches and byes the values are divided, None where they are not: across groups.
    """

    by: str
    values: tuple[int, int] | None
    among: tuple[int, ...]
    better: int | None
    matches: tuple[int, int] | None = None


@dataclass(frozen=True)
class Ranked:
    """Somebody in the ranking over all groups: the place, the group (0 the first) and the place there, and the steps
    that compare them with the next; none for the last."""

    place: int
    entrant: int
    group: int
    place_in_group: int
    steps: list[ChainStep]


def explained(league: League, x: int, y: int) -> list[ChainStep]:
    """The steps for two entrants of a league; none where neither has a place. Two of different groups are compared as
    the ranking over all groups does."""
    for rows in league.tables():
        group = [row.entrant for row in rows]
        if {x, y} <= set(group):
            placed = [row.entrant for row in rows if row.place is not None]
            if x not in placed or y not in placed:
                return _by_having_a_place(placed, x, y)
            return _Chain(league.table_of(group), placed, x, y).followed(league.options.chain)
    return _across(league, league.table_of(league.order), x, y)


@dataclass(frozen=True)
class Brought:
    """What a decided match, or a bye where `match` is "", brought somebody: its round, and the points."""

    round: int
    match: str
    points: int


def brought(league: League, entrant: int) -> list[Brought]:
    """Where the points of an entrant come from, by round: together they are those of the standings."""
    made = [
        Brought(match.round, match.name, league.points_of(found, entrant))
        for match in league.matches_of(entrant)
        if (found := league.standing(match)).state == DECIDED
    ]
    made += [Brought(round, "", league.options.bye) for x, round in league.counted_byes() if x == entrant]
    return sorted(made, key=lambda one: one.round)


def ranking_rows(league: League, by_figures: bool = False) -> list[Ranked]:
    """The ranking over all groups, best first, and why each stands above the next; by figures: whatever the place in
    the group."""
    table, places = league.table_of(league.order), league.places_in_groups()
    ranking = league.ranking(by_figures)
    place_of = {x: 1 + sum(map(len, ranking[:index])) for index, level in enumerate(ranking) for x in level}
    order = [*place_of]
    return [
        Ranked(place_of[x], x, *places[x], [] if after is None else _across(league, table, x, after, by_figures))
        for x, after in zip_longest(order, order[1:])
    ]


def _by_having_a_place(placed: Sequence[int], x: int, y: int) -> list[ChainStep]:
    both = tuple(sorted((x, y)))
    return [ChainStep("place", None, both, z) for z in (x, y) if z in placed]


def _across(league: League, table: LeagueTable, x: int, y: int, by_figures: bool = False) -> list[ChainStep]:
    """The steps for two of any groups; `table` is of all of them. By figures: whatever the place in the group."""
    places = {z: place for z, (_, place) in league.places_in_groups().items()}
    if x not in places or y not in places:
        return _by_having_a_place([*places], x, y)
    steps = []
    if not by_figures:
        better = None if places[x] == places[y] else min(x, y, key=places.__getitem__)
        steps = [ChainStep("group", (places[x], places[y]), tuple(sorted(places)), better)]
        if better is not None:
            return steps
    level = [z for z in table.entrants if z in places and (by_figures or places[z] == places[x])]
    items = [item for item in league.options.chain if item in ACROSS]
    return steps + _Chain(table, level, x, y, on_average=True).followed(items)


class _Chain:
    """Follows the two and those who are level with them through the items, until the two part."""

    def __init__(self, table: LeagueTable, part: list[int], x: int, y: int, on_average: bool = False) -> None:
        self._steps: list[ChainStep] = []
        self._table = table
        self._part = part
        self._both = x, y
        self._on_average = on_average

    def followed(self, items: Sequence[str]) -> list[ChainStep]:
        """The steps through these items."""
        for item in items:
            if self._are_parted():
                break
            if item == "lot":
                better = min(self._both, key=self._table.lots.__getitem__)
                self._steps.append(ChainStep("lot", None, tuple(sorted(self._part)), better))
            elif item == "head":
                self._by_head()
            elif item == "shootout":
                self._by_shootouts()
            elif self._on_average:
                averages = {z: self._table.average(item, z) for z in self._part}
                x, y = self._both
                totals = self._table.value(item, x), self._table.value(item, y)
                self._take(item, averages, totals, (self._table.count(x), self._table.count(y)))
            else:
                self._take(item, {z: self._table.value(item, z) for z in self._part})
        return self._steps

    def _by_head(self) -> None:
        """Again and again, as long as the part gets smaller and the two are in it."""
        before = 0
        while not self._are_parted() and len(self._part) != before:
            before = len(self._part)
            self._take("head", self._table.head(self._part))

    def _by_shootouts(self) -> None:
        counted = False
        for twenties in self._table.shootouts:
            if not self._are_parted() and twenties.keys() >= set(self._part):
                counted = True
                self._take("shootout", twenties)
        if not counted:
            self._take("shootout", None)

    def _take(
        self,
        item: str,
        values: Mapping[int, int | Fraction] | None,
        shown: tuple[int, int] | None = None,
        matches: tuple[int, int] | None = None,
    ) -> None:
        """Note what the two have, or `shown` for it, and go on with those who have as much; None: the item does not
        count among these."""
        x, y = self._both
        better = None
        if values is not None:
            shown = shown or (int(values[x]), int(values[y]))
            better = None if values[x] == values[y] else max(x, y, key=values.__getitem__)
        self._steps.append(ChainStep(item, shown, tuple(sorted(self._part)), better, matches))
        if values is not None:
            self._part = [z for z in self._part if values[z] == values[x]]

    def _are_parted(self) -> bool:
        return bool(self._steps) and self._steps[-1].better is not None
