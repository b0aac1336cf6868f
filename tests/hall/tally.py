"""What came of the hall's campaign, and how it is said."""

from collections import Counter
from collections.abc import Iterable

from tests.hall.schedule import FAULTS, ORDERS
from tests.harness.replays import summed

PROPERTY = "hall"  # of a test's report: [(what, how often), …]


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    faults = ", ".join(f"{fault} {total[fault]:,}" for fault in FAULTS)
    orders = ", ".join(f"{order.removesuffix(' ordered')} {total[order]:,}" for order in ORDERS)
    return (
        f"hall: {total['schedules']:,} schedules, {total['pressed']:,} keys, {total['records']:,} records, "
        f"{sum(total[fault] for fault in FAULTS):,} faults ({faults}), "
        f"{sum(total[order] for order in ORDERS):,} orders ({orders}; {total['orders ended with 0']:,} done, "
        f"{total['orders ended with 1']:,} not, {total['orders ended with 2']:,} not given), "
        f"{total['looks']:,} looks at what was acknowledged: {total['broken']:,} promises broken"
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line)
