"""Standings: the chain of what ranks entrants, item by item, and why each stands above the next."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple


@dataclass
class LeagueFigures:
    """What an entrant has in a league, over decided matches that are not void; `byes` are those that gave points."""

    played: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    scored: int = 0
    conceded: int = 0
    twenties: int = 0


Value = int | tuple[int, int]  # a figure, or (total, matches) where it is compared per match


@dataclass(frozen=True)
class Why:
    """The item that ranks a row above the next, the two values (None by lot), and among whom `head` was taken."""

    by: str
    values: tuple[Value, Value] | None
    among: tuple[int, ...] | None


@dataclass(frozen=True)
class Row:
    """A row of the standings; `place` is None for who has none."""

    place: int | None
    entrant: int
    figures: LeagueFigures
    why: Why | None = None


class Split(NamedTuple):
    """Entrants who were level when an item came, and what each has of it; None by lot, and where it does not count."""

    item: str
    part: list[int]
    values: Mapping[int, Any] | None


@dataclass
class LeagueTable:
    """Everything that ranks: the entrants by seed, and of each the figures, the lot and the decided matches.
    `adjusted`: what can be divided is compared per match. `splits`: of the last ranking, in its course."""

    entrants: list[int]
    figures: dict[int, LeagueFigures]
    lots: dict[int, str]
    shootouts: list[dict[int, int]]
    adjusted: bool = False
    met: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))  # points from those met
    played: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))  # opponents, one a match
    splits: list[Split] = field(default_factory=list)

    def value(self, item: str, x: int) -> int:
        """What the entrant has of a plain item."""
        figures = self.figures[x]
        if item == "difference":
            return figures.scored - figures.conceded
        if item == "buchholz":
            return sum(self.figures[y].points for y in self.played[x])
        return int(getattr(figures, _FIGURES.get(item, item)))

    def average(self, item: str, x: int) -> Fraction:
        """The same for each decided match, and counted bye where that gives points; 0 of none."""
        return Fraction(self.value(item, x), self.count(x) or 1)

    def count(self, x: int) -> int:
        """The decided matches and counted byes of the entrant; adjusted, its matches: no byes, and none that it won by
        walkover, which is not even `won`."""
        figures = self.figures[x]
        return figures.won + figures.level + figures.lost + (0 if self.adjusted else figures.byes)

    def head(self, part: list[int]) -> dict[int, int] | None:
        """The points from the matches among these; None where two of them have none that is decided."""
        others = len(part) - 1
        if any(len(self.met[x]) < others for x in part):
            return None
        found = {}
        for x in part:
            points = [self.met[x][y] for y in part if y in self.met[x]]
            if len(points) < others:
                return None
            found[x] = sum(points)
        return found


_FIGURES = {"wins": "won", "for": "scored"}  # of an item that is called otherwise
# The items that can be divided by matches, and all that count across groups.
DIVIDED = ("points", "wins", "twenties", "difference", "for")
ACROSS = (*DIVIDED, "shootout", "lot")


@dataclass(frozen=True)
class _Part:
    """Entrants who are level so far, and why the last of them stands above the first of the next part."""

    entrants: list[int]
    below: Why | None = None


def ranked(entrants: list[int], chain: tuple[str, ...], table: LeagueTable, on_average: bool = False) -> list[Row]:
    """The entrants (given by seed) as rows, best first. On average: across groups, where some items do not count."""
    parts = [_Part(entrants)] if entrants else []
    table.splits = []
    for item in chain:
        if not on_average or item in ACROSS:
            parts = _each(parts, partial(_by, item, table, on_average))
    rows: list[Row] = []
    for part in parts:
        place = 1 + len(rows)
        for x in part.entrants:
            why = part.below if x == part.entrants[-1] else None
            rows.append(Row(place, x, table.figures[x], why))
    return _with_matches(rows, table) if table.adjusted else rows


def _with_matches(rows: list[Row], table: LeagueTable) -> list[Row]:
    """The same, where the values of what was divided are the total and the matches of a row and of the next."""
    found = []
    for row, below in zip_longest(rows, rows[1:]):
        why = row.why
        if why and below and why.by in DIVIDED:
            mine, other = ((table.value(why.by, x), table.count(x)) for x in (row.entrant, below.entrant))
            row = replace(row, why=replace(why, values=(mine, other)))
        found.append(row)
    return found


def _each(parts: list[_Part], split: Callable[[list[int]], list[_Part]]) -> list[_Part]:
    """Every part split so; the last that comes of one stands above what came next before."""
    found = []
    for part in parts:
        *others, last = split(part.entrants)
        found += [*others, _Part(last.entrants, part.below)]
    return found


def _by(item: str, table: LeagueTable, on_average: bool, part: list[int]) -> list[_Part]:
    """The part by an item of the chain."""
    if len(part) == 1:
        return [_Part(part)]
    if item == "head":
        return _by_head(table, part)
    if item == "shootout":
        if not any(twenties.keys() >= set(part) for twenties in table.shootouts):
            table.splits.append(Split(item, part, None))
        return _by_shootout(table, table.shootouts, part)
    if item == "lot":  # one by one; nobody stays level
        table.splits.append(Split(item, part, None))
        by_lot = sorted(part, key=table.lots.__getitem__)
        return [_Part([x], Why("lot", None, None) if x != by_lot[-1] else None) for x in by_lot]
    value = table.average if on_average or (table.adjusted and item in DIVIDED) else table.value
    return _split(table, part, {x: value(item, x) for x in part}, item)


def _split(
    table: LeagueTable, part: list[int], values: Mapping[int, Any], item: str, among: tuple[int, ...] | None = None
) -> list[_Part]:
    """The part by these values, more being better; who is level keeps the sequence."""
    table.splits.append(Split(item, part, values))
    distinct = sorted({values[x] for x in part}, reverse=True)
    parts = []
    for value, following in zip(distinct, [*distinct[1:], None], strict=True):
        why = None if following is None else Why(item, (int(value), int(following)), among)
        parts.append(_Part([x for x in part if values[x] == value], why))
    return parts


def _by_head(table: LeagueTable, part: list[int]) -> list[_Part]:
    """By the matches among them; a smaller part that comes out is split so again, among itself."""
    values = table.head(part)
    if values is None:
        table.splits.append(Split("head", part, None))
        return [_Part(part)]
    parts = _split(table, part, values, "head", tuple(sorted(part)))
    return parts if len(parts) == 1 else _each(parts, partial(_by_head, table))


def _by_shootout(table: LeagueTable, shootouts: list[dict[int, int]], part: list[int]) -> list[_Part]:
    """By the first shootout with all of them that splits; a smaller part goes on with those after it."""
    for index, twenties in enumerate(shootouts, 1):
        if twenties.keys() >= set(part):
            parts = _split(table, part, twenties, "shootout")
            if len(parts) > 1:
                return _each(parts, partial(_by_shootout, table, shootouts[index:]))
    return [_Part(part)]
