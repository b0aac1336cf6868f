"""Why a row of the standings stands above the next, in words."""

from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.shapes import WhyObject

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
