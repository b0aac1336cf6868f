"""Why one entrant of a league stands above another: the chain from where both are level to where they part."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tallyboard.desk.chain import DIVIDED, LeagueTable, Split, ranked
from tallyboard.desk.league import League
from tallyboard.desk.matches import DECIDED
from tallyboard.desk.options import LOT


@dataclass(frozen=True)
class ChainStep:
    """An item of the chain with what the two have of it.

    `among` are those who were level before it, the two with them. `values` is None where there are no figures: by lot,
    and where the item does not count among these. `better` is who stands above by it, None where it leaves both level.
    `by` is also `place`, where one of them has a place and the other none, and `group`: the places in their groups.
    `matches` are by how many decided matches and byes the values are divided, None where they are not: across groups,
    and where byes give no points.
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
            table = league.table_of(group)
            ranked(placed, league.options.chain, table)
            return _steps(table, table.splits, x, y)
    return _across(league, league.table_of(league.order), x, y, {})


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
    known: dict[int, list[Split]] = {}
    ranking = league.ranking(by_figures)
    place_of = {x: 1 + sum(map(len, ranking[:index])) for index, level in enumerate(ranking) for x in level}
    order = [*place_of]
    return [
        Ranked(place_of[x], x, *places[x], [] if after is None else _across(league, table, x, after, known, by_figures))
        for x, after in zip_longest(order, order[1:])
    ]


def _by_having_a_place(placed: Sequence[int], x: int, y: int) -> list[ChainStep]:
    both = tuple(sorted((x, y)))
    return [ChainStep("place", None, both, z) for z in (x, y) if z in placed]


def _across(
    league: League, table: LeagueTable, x: int, y: int, known: dict[int, list[Split]], by_figures: bool = False
) -> list[ChainStep]:
    """The steps for two of any groups; `table` is of all of them. By figures: whatever the place in the group. `known`:
    the course of the ranking among those with the same place, as far as it was asked for."""
    places = {z: place for z, (_, place) in league.places_in_groups().items()}
    if x not in places or y not in places:
        return _by_having_a_place([*places], x, y)
    steps = []
    if not by_figures:
        better = None if places[x] == places[y] else min(x, y, key=places.__getitem__)
        steps = [ChainStep("group", (places[x], places[y]), tuple(sorted(places)), better)]
        if better is not None:
            return steps
    place = 0 if by_figures else places[x]
    if place not in known:
        level = [z for z in table.entrants if z in places and place in (0, places[z])]
        ranked(level, league.options.chain, table, on_average=True)
        known[place] = table.splits
    return steps + _steps(table, known[place], x, y, on_average=True)


def _steps(table: LeagueTable, splits: Sequence[Split], x: int, y: int, on_average: bool = False) -> list[ChainStep]:
    """The course of a ranking for two, until they part."""
    return [_step(table, one, x, y, on_average) for one in splits if x in one.part and y in one.part]


def _step(table: LeagueTable, split: Split, x: int, y: int, on_average: bool) -> ChainStep:
    item, part, values = split
    shown = better = matches = None
    if item == LOT:
        better = min(x, y, key=table.lots.__getitem__)
    elif values is not None:
        shown = int(values[x]), int(values[y])
        better = None if values[x] == values[y] else max(x, y, key=values.__getitem__)
        if item in DIVIDED and (on_average or table.adjusted):
            shown, matches = (table.value(item, x), table.value(item, y)), (table.count(x), table.count(y))
    return ChainStep(item, shown, tuple(sorted(part)), better, matches)
