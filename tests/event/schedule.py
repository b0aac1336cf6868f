"""What happens on a day, drawn from a number alone: the same number is the same schedule.

How fast each process is that day is not drawn, so two runs of a schedule need not meet the same instant.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

# Faults.
HUB_KILLED = "hub killed"
POWER_CUT = "power cut"
CABLE_MOVED = "cable moved"
DESK_KILLED = "desk killed"
SERVER_KILLED = "server killed"
SERVER_FROZEN = "server frozen"
OF_A_SERVER = (SERVER_KILLED, SERVER_FROZEN)
FAULTS = (HUB_KILLED, POWER_CUT, CABLE_MOVED, DESK_KILLED, *OF_A_SERVER)

# What people at desks do.
HAND_RESULT = "result by hand"
CORRECTION = "board's match corrected"
DESKS_AT_ONCE = "two desks at once"
UNDO = "undo"
AWAY = "absent and back"
FREE = "table freed"
WITHDRAWAL = "withdrawal"
DEEDS = (HAND_RESULT, CORRECTION, DESKS_AT_ONCE, UNDO, AWAY, FREE, WITHDRAWAL)

# How often each is drawn beyond the first.
_WEIGHTS = {
    HUB_KILLED: 2,
    POWER_CUT: 3,
    CABLE_MOVED: 3,
    DESK_KILLED: 3,
    SERVER_KILLED: 2,
    SERVER_FROZEN: 2,
    HAND_RESULT: 3,
    CORRECTION: 3,
    DESKS_AT_ONCE: 3,
    UNDO: 2,
    AWAY: 1,
    FREE: 3,
    WITHDRAWAL: 1,
}
DRAWN = tuple(_WEIGHTS)

FORMATS = ("round-robin", "round-robin", "single", "double")
GAMES = ("crokinole-championship rounds=2 discs=3", "twenties-shootout discs=4", "washers-ritzenthaler target=7")


class Size(NamedTuple):
    """How many of each there are."""

    laptops: int
    tables: int
    players: int
    steps: int


SHORT = Size(2, 2, 5, 16)
LONG = Size(3, 4, 10, 60)


class Step(NamedTuple):
    """After so many `turns` of the tables. `number`: for whoever is to choose among what there is then; `lasts`: turns
    until what is away comes back."""

    turns: int
    what: str
    number: int
    lasts: int

    def __str__(self) -> str:
        return f"after {self.turns} turns: {self.what} ({self.number})"


class Schedule(NamedTuple):
    """A day: `phase` is its line behind the number."""

    seed: int
    size: Size
    phase: str
    steps: tuple[Step, ...]


def drawn(seed: int, size: Size, kinds: Sequence[str] = (), has_server: bool = False) -> Schedule:
    """The schedule of this number; each kind of step comes once at least, if there is room. `kinds`: these alone.

    `has_server`: with what happens to one.
    """
    draw = random.Random(seed)
    of_all = [kind for kind in kinds or DRAWN if has_server or kind not in OF_A_SERVER]
    whats = of_all + draw.choices(of_all, [_WEIGHTS[what] for what in of_all], k=max(0, size.steps - len(of_all)))
    draw.shuffle(whats)
    steps = [Step(draw.randint(1, 14), what, draw.randrange(1 << 16), draw.randint(1, 20)) for what in whats]
    return Schedule(seed, size, f"{draw.choice(FORMATS)} game {draw.choice(GAMES)}", tuple(steps))


def line(total: Counter[str]) -> str:
    """What came of the campaign, in one sentence."""
    faults = ", ".join(f"{fault} {total[fault]:,}" for fault in FAULTS)
    deeds = ", ".join(f"{deed} {total[deed]:,}" for deed in DEEDS)
    return (
        f"event: {total['days']:,} days, {total['pressed']:,} keys, {total['events']:,} events of desks, "
        f"{sum(total[fault] for fault in FAULTS):,} faults ({faults}), "
        f"{sum(total[deed] for deed in DEEDS):,} deeds ({deeds}): {total['broken']:,} promises broken"
    )
