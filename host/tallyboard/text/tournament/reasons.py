"""Why somebody stands above another: row by row, and step by step in sentences."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import Names, listed

if TYPE_CHECKING:
    from tallyboard.desk.explaining import ChainStep, Ranked
    from tallyboard.desk.objects import RowObject, WhyObject

# What each item of a chain is, as two are compared by it.
_COUNTS = {
    "points": "points",
    "wins": "wins",
    "twenties": "twenties",
    "for": "points made",
    "difference": "the difference of points made and given",
    "buchholz": "the points of their opponents",
    "shootout": "the shootout",
    "head": "points",
}
# What the better one has of it, where that is not more of it.
_BETTER = {
    "difference": "better difference",
    "buchholz": "stronger opponents",
    "shootout": "won the shootout",
}


def sentences(steps: "Sequence[ChainStep]", both: Sequence[int], names: Sequence[str]) -> list[str]:
    """One for each item of the chain: both level, or what parts them; `names` of all entrants, number 1 first."""
    first, second = (names[number - 1] for number in both)
    said = [_sentence(step, first, second, step.better == both[0], names) for step in steps]
    if not steps or steps[-1].better is None:
        said.append(f"So {first} and {second} share a place; a shootout can part them.")
    return said


def _sentence(step: "ChainStep", first: str, second: str, is_first: bool, names: Sequence[str]) -> str:
    better = first if is_first else second
    if step.by == "place":
        return f"{better} has a place, and the other, void or disqualified, has none."
    mine, theirs = figures_of(step)
    if step.by == "group":  # a better place in different groups comes before all figures
        if step.better is None:
            return f"{first} and {second} have place {mine} in different groups."
        return f"In their groups {first} has place {mine} and {second} place {theirs}: the better place comes first."
    if step.by == "lot":
        return f"By lot {better} comes first."
    among = listed(names[number - 1] for number in step.among)
    if step.values is None and step.by != "head":
        return f"There was no shootout of {among}."
    if step.values is None:
        have_not = "have not met" if len(step.among) == 2 else "have not all met"
        return f"Their own matches do not count: {among} {have_not}."
    what = _COUNTS[step.by] + (f" among {among}" if step.by == "head" else "") + (" per match" if step.matches else "")
    if step.better is None:
        return f"Level by {what}: {mine} each."
    figures = f"{mine} to {theirs}" if is_first else f"{theirs} to {mine}"
    return f"{better} stands above by {what}: {figures}."


def reason(why: "WhyObject | None", names: Names) -> str:
    """`more points: 12 to 10`, `more points among Ann, Bob, Cid: 4 to 2`, `by lot`; empty where there is none."""
    if why is None:
        return ""
    if why["values"] is None:
        return "by lot"
    better, worse = compared(why)
    if why["among"] is not None:
        among = ", ".join(names[entrant] for entrant in why["among"])
        return f"more points among {among}: {better} to {worse}"
    return f"{_more(why['by'])}{' per match' if is_per_match(why) else ''}: {better} to {worse}"


def is_per_match(why: "WhyObject") -> bool:
    """Whether what two have is compared by its average per match."""
    return any(not isinstance(value, int) for value in why["values"] or ())


def are_per_match(rows: "Sequence[RowObject]") -> bool:
    """Whether rows of standings are compared by their average per match, as far as that parts any of them."""
    return any(row["why"] is not None and is_per_match(row["why"]) for row in rows)


def points_per_match(row: "RowObject") -> str:
    """The points of such a row for each match that counts, `5 1/2`."""
    return _average(row["points"], row["won"] + row["level"] + row["lost"])


def compared(why: "WhyObject") -> tuple[str, str]:
    """The two values as people read them: `12`, or per match `2 2/3`; empty by lot."""
    values = why["values"] or ()
    mine, theirs = [str(one) if isinstance(one, int) else _average(one[0], one[1]) for one in values] or ["", ""]
    return mine, theirs


def ranked_reason(row: "Ranked") -> str:
    """`better place in the group: 1 to 2`, `more points per match: 3 to 2 2/3`, `by lot`; empty where two are level."""
    last = row.steps[-1] if row.steps else None
    if last is None or last.better is None:
        return ""
    if last.values is None:
        return "by lot"
    mine, theirs = figures_of(last)
    what = "better place in the group" if last.by == "group" else _more(last.by)
    return f"{what}{' per match' if last.matches else ''}: {mine} to {theirs}"


def _more(by: str) -> str:
    return _BETTER.get(by) or f"more {_COUNTS[by]}"


def figures_of(step: "ChainStep") -> tuple[str, str]:
    """What the two have, `3` and `2 2/3` per match; empty where there are no figures."""
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
