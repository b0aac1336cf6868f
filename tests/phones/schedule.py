"""What happens among phones, drawn from a number alone: the same number is the same schedule.

How fast each process and thread is that day is not drawn, so two runs of a schedule need not meet the same instant.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

# Faults of laptops, of the database and of the air.
LAPTOP_KILLED = "laptop killed"
DATABASE_AWAY = "database away"
LINE_CUT = "line cut"
LINE_CUT_AT = "line cut at a byte"
LINE_SLOW = "line slow"
LINE_HANGS = "line hangs"
LINE_HALF = "line half closed"
BOX_OFF = "box off"
# A phone's life.
KILLED = "phone killed"
MOVED = "phone moved"
READDRESSED = "page readdressed"
DROPPED = "phone dropped"
TAKEN_OVER = "phone taken over"
SCANNED = "scanned again"
# What the desk does with seats.
RENEWED = "secrets renewed"
CLOSED = "seat closed"
FREED = "keys taken"
LOCKED = "keys locked"
# Who means ill, or is not the only one.
COPIED = "token copied"
LIAR = "another's id"
STRANGER = "stranger"
# Orders.
MATCH = "match ordered"
LIGHT = "light ordered"
CANCEL = "cancel ordered"

ORDERS = (MATCH, LIGHT, CANCEL)

# How a taking over goes: who agrees, or does not.
PHONE_YES, PHONE_NO, DESK_YES, DESK_NO, DEAF, NOBODY = "phone yes", "phone no", "desk yes", "desk no", "deaf", "nobody"
ANSWERS = (PHONE_YES, PHONE_YES, PHONE_NO, DESK_YES, DESK_NO, DEAF, DEAF, NOBODY)
# When another one scans where a phone was dropped: the desk has taken its keys, or nobody has heard it for long, or at
# once, and then it waits until it may.
KEYS_TAKEN, LATER, AT_ONCE = "keys taken", "later", "at once"
# With what a stranger comes.
INVENTED_SECRET, INVENTED_TOKEN, RENEWED_SECRET, VOID_TOKEN = "secret", "token", "renewed secret", "void token"
STRANGERS = (INVENTED_SECRET, INVENTED_TOKEN, RENEWED_SECRET, RENEWED_SECRET, VOID_TOKEN, VOID_TOKEN)

_FIRST_MS = 300
_PAUSES_MS = (20, 100, 300, 600)


class Size(NamedTuple):
    """How many of each there are; `longest_ms`: how long something lasts at most."""

    laptops: int
    seats: int
    boxes: int
    steps: int
    longest_ms: int


SHORT = Size(2, 4, 1, 26, 3000)
FEW = Size(2, 3, 0, 8, 3000)  # enough for a cheat, with steps of its own kinds
LONG = Size(2, 8, 2, 90, 11_000)


class Step(NamedTuple):
    """`at_ms` after the beginning. `seat`, `laptop` and `other` (seat) count from 0; `for_ms` it lasts.

    `number`: of bytes, milliseconds or a light; `how`: which kind of it.
    """

    at_ms: int
    what: str
    seat: int
    laptop: int
    other: int = 0
    for_ms: int = 0
    number: int = 0
    how: str = ""

    def __str__(self) -> str:
        words = [f"seat {self.seat + 1}", f"laptop {self.laptop + 1}", f"other seat {self.other + 1}"]
        words += [f"for {self.for_ms} ms"] * bool(self.for_ms) + [f"number {self.number}"] * bool(self.number)
        return f"{self.at_ms / 1000:6.2f} s  {self.what}: {', '.join([*words, *([self.how] if self.how else [])])}"


_WEIGHTS = {
    LAPTOP_KILLED: 3,
    DATABASE_AWAY: 3,
    LINE_CUT: 3,
    LINE_CUT_AT: 5,
    LINE_SLOW: 2,
    LINE_HANGS: 2,
    LINE_HALF: 2,
    BOX_OFF: 1,
    KILLED: 4,
    MOVED: 3,
    READDRESSED: 2,
    DROPPED: 3,
    TAKEN_OVER: 6,
    SCANNED: 2,
    RENEWED: 2,
    CLOSED: 1,
    FREED: 2,
    LOCKED: 2,
    COPIED: 2,
    LIAR: 2,
    STRANGER: 2,
    MATCH: 3,
    LIGHT: 1,
    CANCEL: 1,
}
KINDS = tuple(_WEIGHTS)

_LASTS_MS = {
    LAPTOP_KILLED: (0, 300, 1500),
    DATABASE_AWAY: (300, 1500, 3000),
    LINE_HANGS: (200, 1000, 6500),
    LINE_SLOW: (1000, 3000),
    BOX_OFF: (100, 800),
    KILLED: (0, 200, 1500),
    LOCKED: (300, 1500),
    COPIED: (600, 2000),
    LIAR: (300, 800),
    TAKEN_OVER: (1500, 2500),
}
_HOW = {
    TAKEN_OVER: ANSWERS,
    STRANGER: STRANGERS,
    DROPPED: (KEYS_TAKEN, LATER, AT_ONCE, AT_ONCE),
    LINE_CUT_AT: ("to the laptop", "to the phone"),
    LINE_HALF: ("to the laptop", "to the phone"),
}
_TAKES_MS = {LATER: 11_000, AT_ONCE: 11_000}
_NUMBERS = {LINE_CUT_AT: (1, 2500), LINE_SLOW: (5, 120), LIGHT: (1, 16)}


class Schedule(NamedTuple):
    """`places`: at which laptop each phone is at first."""

    seed: int
    size: Size
    places: tuple[int, ...]
    steps: tuple[Step, ...]


def drawn(seed: int, size: Size, kinds: Sequence[str] = ()) -> Schedule:
    """The schedule of this number; each kind of step comes once at least, if there is room. `kinds`: these alone."""
    draw = random.Random(seed)
    places = tuple(draw.randrange(size.laptops) for _ in range(size.seats))
    of_all = [kind for kind in (kinds or KINDS) if size.boxes or kind != BOX_OFF]
    draw.shuffle(of_all)
    whats = of_all[: size.steps]
    whats += draw.choices(of_all, [_WEIGHTS[what] for what in of_all], k=size.steps - len(whats))
    draw.shuffle(whats)
    steps = []
    at_ms = _FIRST_MS
    for what in whats:
        steps.append(_step(draw, size, at_ms, what))
        at_ms += draw.choice(_PAUSES_MS)
    return Schedule(seed, size, places, tuple(steps))


def _step(draw: random.Random, size: Size, at_ms: int, what: str) -> Step:
    seat = draw.randrange(size.seats)
    return Step(
        at_ms,
        what,
        seat,
        draw.randrange(size.laptops),
        (seat + 1 + draw.randrange(size.seats - 1)) % size.seats,
        draw.choice([ms for ms in _LASTS_MS.get(what, (0,)) if ms <= size.longest_ms]),
        draw.randint(*_NUMBERS.get(what, (0, 0))),
        draw.choice([how for how in _HOW.get(what, ("",)) if _TAKES_MS.get(how, 0) <= size.longest_ms]),
    )


def line(total: Counter[str]) -> str:
    """What came of the campaign, in one sentence."""
    done = ", ".join(f"{kind} {total[kind]:,}" for kind in KINDS if kind not in ORDERS)
    return (
        f"phones: {total['schedules']:,} schedules, {total['pressed']:,} presses, {total['lives']:,} memories, "
        f"{total['records']:,} records, {sum(total[kind] for kind in KINDS):,} things that happened ({done}), "
        f"{sum(total[kind] for kind in ORDERS):,} orders, {total['admitted']:,} times admitted: "
        f"{total['broken']:,} promises broken"
    )
