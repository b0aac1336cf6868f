"""Standings: the chain of what ranks entrants, item by item, and why each stands above the next."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


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


@dataclass(frozen=True)
class Why:
    """The item that ranks a row above the next, the two values (None by lot), and among whom `head` was taken."""

    by: str
    values: tuple[int, int] | None
    among: tuple[int, ...] | None


@dataclass(frozen=True)
class Row:
    """A row of the standings; `place` is None for who has none."""

    place: int | None
    entrant: int
    figures: LeagueFigures
    why: Why | None = None


@dataclass
class LeagueTable:
    """Everything that ranks: the entrants by seed, and of each the figures, the lot and the decided matches."""

    entrants: list[int]
    figures: dict[int, LeagueFigures]
    lots: dict[int, str]
    shootouts: list[dict[int, int]]
    met: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))  # points from those met
    played: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))  # opponents, one a match

    def add_meeting(self, x: int, y: int, points: int, by_games: bool) -> None:
        """A decided match of x with y gave x these points."""
        self.met[x][y] = self.met[x].get(y, 0) + points
        if by_games:
            self.played[x].append(y)

    def value(self, item: str, x: int) -> int:
        """What the entrant has of a plain item."""
        figures = self.figures[x]
        if item == "wins":
            return figures.won
        if item == "for":
            return figures.scored
        if item == "difference":
            return figures.scored - figures.conceded
        if item == "buchholz":
            return sum(self.figures[y].points for y in self.played[x])
        return int(getattr(figures, item))

    def average(self, item: str, x: int) -> Fraction:
        """The same for each decided match and counted bye; 0 of none."""
        count = self.count(x)
        return Fraction(self.value(item, x), count) if count else Fraction(0)

    def count(self, x: int) -> int:
        """The decided matches and counted byes of the entrant."""
        figures = self.figures[x]
        return figures.won + figures.level + figures.lost + figures.byes

    def head(self, part: list[int]) -> dict[int, int] | None:
        """The points from the matches among these; None where two of them have none that is decided."""
        for x in part:
            if len(self.met[x]) < len(part) - 1:
                return None
        found = {}
        for x in part:
            met = self.met[x]
            others = [met.get(y) for y in part if y != x]
            if None in others:
                return None
            found[x] = sum(points for points in others if points is not None)
        return found


AVERAGED = ("points", "wins", "twenties", "difference", "for")
ACROSS = (*AVERAGED, "shootout", "lot")  # the items that count across groups


@dataclass(frozen=True)
class _Part:
    """Entrants who are level so far, and why the last of them stands above the first of the next part."""

    entrants: list[int]
    below: Why | None = None


def ranked(entrants: list[int], chain: tuple[str, ...], table: LeagueTable, on_average: bool = False) -> list[Row]:
    """The entrants (given by seed) as rows, best first. On average: across groups, where some items do not count."""
    parts = [_Part(entrants)] if entrants else []
    for item in chain:
        if on_average and item not in ACROSS:
            continue
        splitter = _splitter(item, table, on_average)
        parts = [smaller for part in parts for smaller in _with_end(splitter(part.entrants), part.below)]
    rows: list[Row] = []
    for part in parts:
        place = 1 + len(rows)
        for x in part.entrants:
            why = part.below if x == part.entrants[-1] else None
            rows.append(Row(place, x, table.figures[x], why))
    return rows


_Splitter = Callable[[list[int]], list[_Part]]


def _splitter(item: str, table: LeagueTable, on_average: bool) -> _Splitter:
    if item == "head":
        return lambda part: _by_head(part, table)
    if item == "shootout":
        return lambda part: _by_shootout(part, table.shootouts)
    if item == "lot":
        return lambda part: _by_lot(part, table)
    if on_average:
        return lambda part: _split(part, {x: table.average(item, x) for x in part}, item)
    return lambda part: _split(part, {x: table.value(item, x) for x in part}, item)


def _with_end(parts: Iterable[_Part], below: Why | None) -> list[_Part]:
    """The parts, the last of which stands above what came next before."""
    found = list(parts)
    found[-1] = _Part(found[-1].entrants, below)
    return found


def _split(part: list[int], values: Mapping[int, Any], item: str, head: bool = False) -> list[_Part]:
    """The part by these values, more being better; who is level keeps the sequence."""
    if len(part) == 1:
        return [_Part(part)]
    distinct = sorted(set(values.values()), reverse=True)
    among = tuple(sorted(part)) if head else None
    parts = []
    for value, following in zip(distinct, [*distinct[1:], None], strict=True):
        why = None if following is None else Why(item, (int(value), int(following)), among)
        parts.append(_Part([x for x in part if values[x] == value], why))
    return parts


def _by_head(part: list[int], table: LeagueTable) -> list[_Part]:
    """By the matches among them; a smaller part that comes out is split so again, among itself."""
    values = table.head(part) if len(part) > 1 else None
    if values is None:
        return [_Part(part)]
    parts = _split(part, values, "head", head=True)
    if len(parts) == 1:
        return parts
    return [again for smaller in parts for again in _with_end(_by_head(smaller.entrants, table), smaller.below)]


def _by_shootout(part: list[int], shootouts: list[dict[int, int]]) -> list[_Part]:
    """By the first shootout with all of them that splits; a smaller part goes on with those after it."""
    for index, twenties in enumerate(shootouts):
        if len(part) > 1 and twenties.keys() >= set(part):
            parts = _split(part, {x: twenties[x] for x in part}, "shootout")
            if len(parts) > 1:
                rest = shootouts[index + 1 :]
                return [a for smaller in parts for a in _with_end(_by_shootout(smaller.entrants, rest), smaller.below)]
    return [_Part(part)]


def _by_lot(part: list[int], table: LeagueTable) -> list[_Part]:
    """One by one; nobody stays level."""
    by_lot = sorted(part, key=lambda x: table.lots[x])
    return [_Part([x], Why("lot", None, None) if x != by_lot[-1] else None) for x in by_lot]
