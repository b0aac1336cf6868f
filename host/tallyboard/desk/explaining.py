"""Why one entrant of a league stands above another: the chain from where both are level to where they part."""

from collections.abc import Mapping
from dataclasses import dataclass

from tallyboard.desk.chain import Table
from tallyboard.desk.league import League


@dataclass(frozen=True)
class Step:
    """An item of the chain with what the two have of it.

    `among` are those who were level before it, the two with them. `values` is None where there are no figures: by lot,
    and where the item does not count among these. `better` is who stands above by it, None where it leaves both level.
    `by` is also `place`, where one of them has a place and the other none.
    """

    by: str
    values: tuple[int, int] | None
    among: tuple[int, ...]
    better: int | None


def explained(league: League, x: int, y: int) -> list[Step]:
    """The steps for two entrants of one group; none where neither has a place."""
    rows = next(rows for rows in league.tables() if {x, y} <= {row.entrant for row in rows})
    placed = [row.entrant for row in rows if row.place is not None]
    if x not in placed or y not in placed:
        both = tuple(sorted((x, y)))
        return [Step("place", None, both, z) for z in (x, y) if z in placed]
    table = league.table_of([row.entrant for row in rows])
    chain = _Chain(table, placed, x, y)
    for item in league.options.chain:
        chain.go_on(item)
    return chain.steps


class _Chain:
    """Follows the two and those who are level with them through the items, until the two part."""

    def __init__(self, table: Table, part: list[int], x: int, y: int) -> None:
        self.steps: list[Step] = []
        self._table = table
        self._part = part
        self._both = x, y

    def go_on(self, item: str) -> None:
        """Take the next item of the chain."""
        if self._are_parted():
            return
        if item == "lot":
            better = min(self._both, key=self._table.lots.__getitem__)
            self.steps.append(Step("lot", None, tuple(sorted(self._part)), better))
        elif item == "head":
            self._by_head()
        elif item == "shootout":
            self._by_shootouts()
        else:
            self._take(item, {z: self._table.value(item, z) for z in self._part})

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

    def _take(self, item: str, values: Mapping[int, int] | None) -> None:
        """Note what the two have, and keep who has as much; None: the item does not count among these."""
        self.steps.append(_step(item, values, self._part, *self._both))
        if values is not None:
            self._part = [z for z in self._part if values[z] == values[self._both[0]]]

    def _are_parted(self) -> bool:
        return bool(self.steps) and self.steps[-1].better is not None


def _step(item: str, values: Mapping[int, int] | None, part: list[int], x: int, y: int) -> Step:
    among = tuple(sorted(part))
    if values is None:
        return Step(item, None, among, None)
    better = None if values[x] == values[y] else max(x, y, key=values.__getitem__)
    return Step(item, (values[x], values[y]), among, better)
