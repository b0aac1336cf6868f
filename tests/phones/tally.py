"""What came of the phones' campaign, and how it is said."""

from collections import Counter
from collections.abc import Iterable

from tests.harness.replays import summed
from tests.phones.schedule import KINDS, ORDERS

PROPERTY = "phones"  # of a test's report: [(what, how often), …]


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    done = ", ".join(f"{kind} {total[kind]:,}" for kind in KINDS if kind not in ORDERS)
    return (
        f"phones: {total['schedules']:,} schedules, {total['pressed']:,} presses, {total['lives']:,} memories, "
        f"{total['records']:,} records, {sum(total[kind] for kind in KINDS):,} things that happened ({done}), "
        f"{sum(total[kind] for kind in ORDERS):,} orders, {total['admitted']:,} times admitted: "
        f"{total['broken']:,} promises broken"
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line)
