"""What came of the campaign of days, and how it is said."""

from collections import Counter
from collections.abc import Iterable

from tests.event.schedule import DEEDS, FAULTS
from tests.harness.replays import summed

PROPERTY = "event"  # of a test's report: [(what, how often), …]


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    faults = ", ".join(f"{fault} {total[fault]:,}" for fault in FAULTS)
    deeds = ", ".join(f"{deed} {total[deed]:,}" for deed in DEEDS)
    return (
        f"event: {total['days']:,} days, {total['pressed']:,} keys, {total['events']:,} events of desks, "
        f"{sum(total[fault] for fault in FAULTS):,} faults ({faults}), "
        f"{sum(total[deed] for deed in DEEDS):,} deeds ({deeds}): {total['broken']:,} promises broken"
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line)
