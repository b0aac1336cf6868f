"""Why somebody stands above another: row by row, and step by step in sentences."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import Names, listed

if TYPE_CHECKING:
    from tallyboard.desk.explaining import ChainStep, Ranked
    from tallyboard.desk.objects import WhyObject


def sentences(steps: "Sequence[ChainStep]", both: Sequence[int], names: Sequence[str]) -> list[str]:
    """One for each item of the chain: both level, or what parts them; `names` of all entrants, number 1 first."""
    said = [_sentence(step, both, names) for step in steps]
    last = steps[-1] if steps else None
    if last is None or last.better is None:
        first, second = (names[number - 1] for number in both)
        said.append(f"So {first} and {second} share a place; a shootout can part them.")
    return said


def _sentence(step: "ChainStep", both: Sequence[int], names: Sequence[str]) -> str:
    first, second = (names[number - 1] for number in both)
    among = [names[number - 1] for number in step.among]
    if step.by == "place":
        return (
            f"{first if step.better == both[0] else second} has a place, and the other, void or disqualified, has none."
        )
    if step.by == "group":
        return _by_group(step, first, second)
    if step.by == "lot":
        return f"By lot {first if step.better == both[0] else second} comes first."
    if step.values is None:
        return _does_not_count(step.by, among)
    what = COUNTS[step.by] + (f" among {listed(among)}" if step.by == "head" else "")
    if step.matches:
        what += " a match"
    mine, theirs = figures_of(step)
    if step.better is None:
        return f"Level by {what}: {mine} each."
    if step.better == both[0]:
        return f"{first} stands above by {what}: {mine} to {theirs}."
    return f"{second} stands above by {what}: {theirs} to {mine}."


def _by_group(step: "ChainStep", first: str, second: str) -> str:
    """Two of different groups: a better place there comes before all figures."""
    mine, theirs = figures_of(step)
    if step.better is None:
        return f"{first} and {second} have place {mine} in different groups."
    return f"In their groups {first} has place {mine} and {second} place {theirs}: the better place comes first."


def _does_not_count(by: str, among: Sequence[str]) -> str:
    if by != "head":
        return f"There was no shootout of {listed(among)}."
    have_not = "have not met" if len(among) == 2 else "have not all met"
    return f"Their own matches do not count: {listed(among)} {have_not}."


# What each item of a chain is, as two are compared by it.
COUNTS = {
    "points": "points",
    "wins": "wins",
    "twenties": "twenties",
    "for": "points made",
    "difference": "the difference of points made and given",
    "buchholz": "the points of their opponents",
    "shootout": "the shootout",
    "head": "points",
}

# What each item of a chain counts, as the better one has it.
_MORE = {
    "points": "more points",
    "wins": "more wins",
    "twenties": "more twenties",
    "for": "more points made",
    "difference": "better difference",
    "buchholz": "stronger opponents",
    "shootout": "won the shootout",
}


def reason(why: "WhyObject | None", names: Names) -> str:
    """`more points: 12 to 10`, `more points among Ann, Bob, Cid: 4 to 2`, `by lot`; empty where there is none."""
    if why is None:
        return ""
    if why["values"] is None:
        return "by lot"
    better, worse = why["values"]
    if why["among"] is not None:
        among = ", ".join(names[entrant] for entrant in why["among"])
        return f"more points among {among}: {better} to {worse}"
    return f"{_MORE[why['by']]}: {better} to {worse}"


def ranked_reason(row: "Ranked") -> str:
    """`better place in the group: 1 to 2`, `more points a match: 3 to 2 2/3`, `by lot`; empty where both are level."""
    last = row.steps[-1] if row.steps else None
    if last is None or last.better is None:
        return ""
    if last.values is None:
        return "by lot"
    mine, theirs = figures_of(last)
    if last.by == "group":
        return f"better place in the group: {mine} to {theirs}"
    return f"{_MORE[last.by]}{' a match' if last.matches else ''}: {mine} to {theirs}"


def figures_of(step: "ChainStep") -> tuple[str, str]:
    """What the two have, `3` and `2 2/3` a match; empty where there are no figures."""
    if step.values is None:
        return "", ""
    mine, theirs = step.values
    if step.matches is None:
        return str(mine), str(theirs)
    return _average(mine, step.matches[0]), _average(theirs, step.matches[1])


def _average(total: int, matches: int) -> str:
    """`2 2/3`, `-1/3`, exact; 0 of no matches."""
    share = Fraction(total, matches) if matches else Fraction(0)
    whole, rest = divmod(abs(share.numerator), share.denominator)
    sign = "-" if share < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/{share.denominator}" if whole else f"{sign}{rest}/{share.denominator}"
