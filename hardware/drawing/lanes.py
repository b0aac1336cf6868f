"""Where wires run: upright lanes beside a block, each wire in one of its own, so that as few as possible cross."""

from collections.abc import Sequence
from itertools import pairwise, permutations

from hardware.drawing.sheet import Path, Point

LANE = 3.8  # mm from lane to lane
_APART = 1.9  # nearer than this, wires side by side cannot be told apart
_CLOSE = 30  # how many crossings that counts for

Run = tuple[Point, Point]  # where a wire comes into the channel, and where it leaves it


def path(run: Run, lane: float) -> Path:
    """The way of a wire through the channel by the lane at this x."""
    (x, y), (to_x, to_y) = run
    return [(x, y), (lane, y), (lane, to_y), (to_x, to_y)]


def clashes(one: Path, other: Path) -> int:
    """How often two wires cross; many times more where they run too close to each other."""
    return sum(_clash(a, b) for a in pairwise(one) for b in pairwise(other))


def choose(runs: Sequence[Run], lanes: Sequence[float]) -> tuple[list[float], int]:
    """The lane of each run, for the fewest clashes, and how many remain. There may be more lanes than runs."""
    left, right = min(lanes), max(lanes) + LANE
    cost = [[clashes(path(one, left), path(other, right)) for other in runs] for one in runs]
    best: tuple[int, ...] = ()
    least = -1
    for order in permutations(range(len(runs))):
        sum_ = sum(cost[one][other] for place, one in enumerate(order) for other in order[place + 1 :])
        if least < 0 or sum_ < least:
            best, least = order, sum_
        if not least:
            break
    at = dict(zip(best, sorted(lanes), strict=False))
    return [at[number] for number in range(len(runs))], max(least, 0)


def tidy(points: Sequence[Point]) -> Path:
    """The path without points that are there twice or lie on a straight line."""
    kept: Path = []
    for point in points:
        if kept and abs(kept[-1][0] - point[0]) + abs(kept[-1][1] - point[1]) < 0.01:
            continue
        if len(kept) > 1 and any(kept[-2][axis] == kept[-1][axis] == point[axis] for axis in (0, 1)):
            kept.pop()
        kept.append(point)
    return kept


def _clash(one: tuple[Point, Point], other: tuple[Point, Point]) -> int:
    a, b = _box(one), _box(other)
    if one[0] == one[1] or other[0] == other[1]:
        return 0
    upright, also = one[0][0] == one[1][0], other[0][0] == other[1][0]
    if upright != also:
        return int(a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3])
    across = 0 if upright else 1
    along = 1 - across
    beside = abs(a[across] - b[across]) < _APART
    return _CLOSE if beside and a[along] < b[along + 2] and b[along] < a[along + 2] else 0


def _box(line: tuple[Point, Point]) -> tuple[float, float, float, float]:
    (x1, y1), (x2, y2) = line
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
