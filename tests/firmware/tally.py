"""What came of power cuts, and how it is said at the end of a test run."""

from collections import Counter
from collections.abc import Iterable, Sequence

PROPERTY = "power cuts"  # of a test's report: (medium, script, cuts, broken)


class Tally:
    """How many cuts were tried, and after how many of them a promise was broken.

    `lost`: the board showed something else. `missing`: a record was not there, or another in its place. `stuck`: the
    board did not start, or did not go on. `wasted`: a record takes room for nothing. `kinds`: cuts by kind of write,
    and whether it was in a recovery.
    """

    def __init__(self) -> None:
        self.cuts = self.broken = self.lost = self.missing = self.stuck = self.wasted = 0
        self.kinds: Counter[tuple[str, bool]] = Counter()
        self.failures: list[str] = []

    def fail(self, where: str, problems: list[tuple[str, str]]) -> None:
        """Count what was found after one cut: (`lost`, `missing`, `stuck` or `wasted`, a sentence) each."""
        found = {kind for kind, _ in problems}
        self.broken += 1 if found else 0
        self.lost += "lost" in found
        self.missing += "missing" in found
        self.stuck += "stuck" in found
        self.wasted += "wasted" in found
        self.failures += [f"{where}: {text}" for _, text in problems]


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """A line for each script, and one for all, from the properties of all reports."""
    cuts: dict[str, Counter[str]] = {}
    broken: dict[str, Counter[str]] = {}
    for name, value in properties:
        if name == PROPERTY:
            assert isinstance(value, Sequence)
            medium, script, tried, found = value
            for row in (script, ""):  # the empty one is for all
                cuts.setdefault(row, Counter())[medium] += tried
                broken.setdefault(row, Counter())[medium] += found
    return [
        f"power cuts{': ' if row == '' else f', {row}: '}"
        + "; ".join(
            f"{medium} {cuts[row][medium]:,} cuts, {broken[row][medium]:,} states lost" for medium in sorted(cuts[row])
        )
        for row in sorted(cuts, key=lambda row: (row == "", row))
    ]
