"""What came of the link's campaign, and how it is said."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tests.harness.replays import summed
from tests.link.channel import KINDS
from tests.link.moments import AWAY, MOMENTS
from tests.link.oracle import ALTERED, EARLY, LOST, RAISED, STUCK, TWICE

PROPERTY = "link"  # of a test's report: [(what, how often), …]

_MOST = ("tries", "longest")  # of these the largest is kept, not the sum


def add(total: Counter[str], more: Mapping[str, int]) -> None:
    """Add what was counted elsewhere."""
    for name, count in more.items():
        total[name] = max(total[name], count) if name in _MOST else total[name] + count


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    faults = ", ".join(f"{kind} {total[kind]:,}" for kind in (*KINDS, "burst"))
    kills = ", ".join(f"{total['killed ' + moment]:,} {moment}" for moment in MOMENTS)
    fails = sum(total[f"database {moment}"] for moment in AWAY)
    more = "".join(f", {total[name]:,} {name}" for name in (EARLY, STUCK, RAISED) if total[name])
    return (
        f"link: {total['schedules']:,} schedules, {total['presses']:,} presses, {total['records']:,} records, "
        f"{total['syncs']:,} syncs ({total['syncs that failed']:,} failed), "
        f"{total['frames hit']:,} frames hit ({faults}), {total['unplugged']:,} cables unplugged, "
        f"{total['cuts']:,} power cuts, {total['killed']:,} laptops killed ({kills}), "
        f"{total['reclaims'] + total['formats']:,} times space reclaimed, {total['blanked']:,} chips emptied, "
        f"{total['gaps']:,} gaps, {total['conflicts']:,} conflicts told, "
        f"{total['backs']:,} matches taken back, {total['assigned'] + total['replaced']:,} assigned "
        f"({total['replaced']:,} replaced, {total['cancelled']:,} cancelled, {total['by hand while one waits']:,} "
        f"passed over by hand), {total['heard at once']:,} records heard as they were pressed "
        f"in {total['hub visits']:,} conversations of hubs whose database failed {fails:,} times "
        f"({total['orders done']:,} orders done), {total['old laptops']:,} syncs of older laptops; "
        f"at most {total['tries']:,} tries and {total['longest']:,} s of the clock a sync: "
        f"{total[LOST]:,} lost, {total[TWICE]:,} twice, {total[ALTERED]:,} altered{more}"
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line, add)
