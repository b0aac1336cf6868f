"""What happens in the hall, drawn from a number alone: the same number is the same schedule.

How fast each process is that day is not drawn, so two runs of a schedule need not meet the same instant.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

# Faults.
HUB_KILLED = "hub killed"
HUB_FROZEN = "hub frozen"
HUB_LATE = "hub late"
POWER_CUT = "power cut"
SERVER_KILLED = "server killed"
SERVER_FROZEN = "server frozen"
LINE_SLOW = "line slow"
LINE_HANGS = "line hangs"
LINE_CUT = "line cut"
CABLE_MOVED = "cable moved"
FAULTS = (
    HUB_KILLED,
    HUB_FROZEN,
    HUB_LATE,
    POWER_CUT,
    CABLE_MOVED,
    SERVER_KILLED,
    SERVER_FROZEN,
    LINE_SLOW,
    LINE_HANGS,
    LINE_CUT,
)

# Orders.
MATCH = "match ordered"
CANCEL = "cancel ordered"
NAME = "name ordered"
LIGHT = "light ordered"
ORDERS = (MATCH, CANCEL, NAME, LIGHT)

# How a command is told which table is meant.
BY_TABLE, BY_BOARD, BY_PORT = "--table", "--board", "--port"

_FIRST_MS = 500
_PAUSES_MS = (50, 200, 500, 900)  # between two steps


class Size(NamedTuple):
    """How many of each there are; `frozen_ms`: the longest that the server or a hub is frozen."""

    laptops: int
    tables: int
    steps: int
    frozen_ms: int


SHORT = Size(2, 4, 24, 2500)
FEW = Size(2, 3, 8, 1500)  # enough for a cheat, with steps of its own kinds
LONG = Size(6, 12, 80, 8000)


class Step(NamedTuple):
    """`at_ms` after the beginning. `laptop` and `table` count from 0, where they are meant; `for_ms` it lasts.

    `number`: of a slow line the milliseconds each way; of a light how bright. `address`: of an order, one of the BY_.
    `is_cut`: whether a cable that is moved takes the board's power with it.
    """

    at_ms: int
    what: str
    laptop: int = 0
    table: int = 0
    for_ms: int = 0
    number: int = 0
    address: str = ""
    is_cut: bool = False

    def __str__(self) -> str:
        return f"{self.at_ms / 1000:6.2f} s  {_SENTENCES[self.what].format(**self._words())}"

    def _words(self) -> dict[str, object]:
        back = f", for {self.for_ms} ms"
        cut = " and cuts its power" if self.is_cut else ""
        words: dict[str, object] = {"laptop": f"laptop {self.laptop + 1}", "table": f"table {self.table + 1}"}
        return {**words, "back": back, "cut": cut, "number": self.number, "address": self.address}


_SENTENCES = {
    HUB_KILLED: "the hub of {laptop} is killed{back}",
    HUB_FROZEN: "the hub of {laptop} is frozen{back}",
    HUB_LATE: "the hub of {laptop} starts only now",
    POWER_CUT: "the power of {table} fails{back}",
    SERVER_KILLED: "the server is killed{back}",
    SERVER_FROZEN: "the server is frozen{back}",
    LINE_SLOW: "the line of {laptop} takes {number} ms each way{back}",
    LINE_HANGS: "all lines hang{back}",
    LINE_CUT: "the line of {laptop} breaks",
    CABLE_MOVED: "the cable of {table} is moved to {laptop}{back}{cut}",
    MATCH: "{laptop} orders a match at {table} by {address}",
    CANCEL: "{laptop} orders to cancel at {table} by {address}",
    NAME: "{laptop} orders a name for {table} by {address}",
    LIGHT: "{laptop} orders light {number} at {table} by {address}",
}

# How often which kind of step is drawn beyond the first. A late hub is drawn by itself.
_WEIGHTS = {
    HUB_KILLED: 4,
    HUB_FROZEN: 1,
    POWER_CUT: 3,
    SERVER_KILLED: 2,
    SERVER_FROZEN: 1,
    LINE_SLOW: 2,
    LINE_HANGS: 2,
    LINE_CUT: 2,
    CABLE_MOVED: 4,
    MATCH: 4,
    CANCEL: 1,
    NAME: 2,
    LIGHT: 1,
}
DRAWN = tuple(_WEIGHTS)


class Schedule(NamedTuple):
    """`late`: which laptops have no hub at first. `places`: into which laptop each table is plugged at first."""

    seed: int
    size: Size
    late: frozenset[int]
    places: tuple[int, ...]
    steps: tuple[Step, ...]


def drawn(seed: int, size: Size, kinds: Sequence[str] = ()) -> Schedule:
    """The schedule of this number; each kind of step comes once at least, if there is room. `kinds`: these alone."""
    draw = random.Random(seed)
    late = frozenset(laptop for laptop in range(1, size.laptops) if not kinds and draw.random() < 0.5)
    places = tuple(draw.randrange(size.laptops) for _ in range(size.tables))
    of_all = list(kinds or DRAWN)
    whats = of_all + draw.choices(of_all, [_WEIGHTS[what] for what in of_all], k=max(0, size.steps - len(of_all)))
    draw.shuffle(whats)
    steps = []
    at_ms = _FIRST_MS
    for what in whats:
        steps.append(_step(draw, size, at_ms, what))
        at_ms += draw.choice(_PAUSES_MS)
    steps += [Step(draw.randrange(at_ms), HUB_LATE, laptop) for laptop in sorted(late)]
    return Schedule(seed, size, late, places, tuple(sorted(steps, key=lambda step: step.at_ms)))


def _step(draw: random.Random, size: Size, at_ms: int, what: str) -> Step:
    laptop, table = draw.randrange(size.laptops), draw.randrange(size.tables)
    for_ms, number, address, is_cut = 0, 0, "", False
    if what in ORDERS:
        address = draw.choice((BY_TABLE, BY_BOARD, BY_PORT))
        number = draw.randint(1, 16)
    elif what in (SERVER_FROZEN, HUB_FROZEN):
        for_ms = draw.randint(1000, size.frozen_ms)
    elif what == LINE_SLOW:
        for_ms, number = draw.randint(500, 4000), draw.choice((10, 20, 40, 100))
    elif what == CABLE_MOVED:
        for_ms, is_cut = draw.choice((0, 0, 300, 2000)), draw.random() < 0.3
    elif what == HUB_KILLED:
        for_ms = draw.choice((0, 500, 3000))
    elif what in (POWER_CUT, SERVER_KILLED, LINE_HANGS):
        for_ms = draw.choice((100, 500, 2000))
    return Step(at_ms, what, laptop, table, for_ms, number, address, is_cut)


def line(total: Counter[str]) -> str:
    """What came of the campaign, in one sentence."""
    faults = ", ".join(f"{fault} {total[fault]:,}" for fault in FAULTS)
    orders = ", ".join(f"{order.removesuffix(' ordered')} {total[order]:,}" for order in ORDERS)
    return (
        f"hall: {total['schedules']:,} schedules, {total['pressed']:,} keys, {total['records']:,} records, "
        f"{sum(total[fault] for fault in FAULTS):,} faults ({faults}), "
        f"{sum(total[order] for order in ORDERS):,} orders ({orders}; {total['orders ended with 0']:,} done, "
        f"{total['orders ended with 1']:,} not, {total['orders ended with 2']:,} not given), "
        f"{total['looks']:,} looks at what was acknowledged: {total['broken']:,} promises broken"
    )
