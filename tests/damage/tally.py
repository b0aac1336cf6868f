"""What came of the campaign of damage, and how it is said."""

from collections import Counter
from collections.abc import Iterable

from tests.damage.damage import KINDS
from tests.harness.replays import summed

PROPERTY = "damage"  # of a test's report: [(what, how often), …]


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    kinds = sum(total[kind] for kind in KINDS)
    met = sum(total[kind] > 0 for kind in KINDS)
    broken = f", {total['broken']:,} promises broken" if total["broken"] else ""
    return (
        f"damage: {total['schedules']:,} stores damaged {kinds:,} times in {met} of {len(KINDS)} ways, "
        f"{total['commands']:,} commands, {total['killed']:,} killed, {total['no room']:,} without room: "
        f"{total['lost']:,} records lost{broken}"
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line)
