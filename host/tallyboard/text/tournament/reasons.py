"""Why somebody stands above another: row by row, and step by step in sentences."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from tallyboard.text.language import _, later
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.explaining import ChainStep, Ranked
    from tallyboard.desk.objects import RowObject, WhyObject

_Said = TypeVar("_Said")

# What each item of a chain is, as two are compared by it.
_COUNTS = {
    "points": later("points"),
    "wins": later("wins"),
    "twenties": later("twenties"),
    "for": later("points made"),
    "difference": later("the difference of points made and given"),
    "buchholz": later("the points of their opponents"),
    "shootout": later("the shootout"),
    "head": later("points among %(names)s"),
}
# What the better one has of it; in all, and per match.
_MORE = {
    "group": (later("better place in the group: %(better)s to %(worse)s"), ""),
    "points": (
        later("more points: %(better)s to %(worse)s"),
        later("more points per match: %(better)s to %(worse)s"),
    ),
    "wins": (later("more wins: %(better)s to %(worse)s"), later("more wins per match: %(better)s to %(worse)s")),
    "twenties": (
        later("more twenties: %(better)s to %(worse)s"),
        later("more twenties per match: %(better)s to %(worse)s"),
    ),
    "for": (
        later("more points made: %(better)s to %(worse)s"),
        later("more points made per match: %(better)s to %(worse)s"),
    ),
    "difference": (
        later("better difference: %(better)s to %(worse)s"),
        later("better difference per match: %(better)s to %(worse)s"),
    ),
    "buchholz": (
        later("stronger opponents: %(better)s to %(worse)s"),
        later("stronger opponents per match: %(better)s to %(worse)s"),
    ),
    "shootout": (later("won the shootout: %(better)s to %(worse)s"), ""),
}


def sentences(
    steps: "Sequence[ChainStep]",
    both: Sequence[int],
    _: "Callable[..., _Said]",
    name: "Callable[[int], _Said]",
    listed: "Callable[[list[_Said]], _Said]",
) -> "list[_Said]":
    """One for each item of the chain: both level, or what parts them. `_`, `name` and `listed` are how a face says
    a sentence, an entrant, and several of them."""
    said = [_sentence(step, both, _, name, listed) for step in steps]
    if not steps or steps[-1].better is None:
        first, second = map(name, both)
        said.append(
            _("So %(first)s and %(second)s share a place; a shootout can part them.", first=first, second=second)
        )
    return said


def _sentence(
    step: "ChainStep",
    both: Sequence[int],
    _: "Callable[..., _Said]",
    name: "Callable[[int], _Said]",
    listed: "Callable[[list[_Said]], _Said]",
) -> "_Said":
    first, second = map(name, both)
    better = first if step.better == both[0] else second
    if step.by == "place":
        return _("%(name)s has a place, and the other, void or disqualified, has none.", name=better)
    mine, theirs = figures_of(step)
    if step.by == "group":  # a better place in different groups comes before all figures
        said = _LEVEL_GROUPS if step.better is None else _GROUPS
        return _(said, first=first, second=second, place=mine, other=theirs)
    if step.by == "lot":
        return _("By lot %(name)s comes first.", name=better)
    among = listed([name(number) for number in step.among])
    if step.values is None and step.by != "head":
        return _("There was no shootout of %(names)s.", names=among)
    if step.values is None:
        return _(_NOT_MET if len(step.among) == 2 else _NOT_ALL_MET, names=among)
    what = _(_COUNTS[step.by], names=among)
    if step.matches:
        what = _("%(what)s per match", what=what)
    if step.better is None:
        return _("Level by %(what)s: %(number)s each.", what=what, number=mine)
    if step.better != both[0]:
        mine, theirs = theirs, mine
    return _(
        "%(name)s stands above by %(what)s: %(better)s to %(worse)s.", name=better, what=what, better=mine, worse=theirs
    )


_GROUPS = later(
    "In their groups %(first)s has place %(place)s and %(second)s place %(other)s: the better place comes first."
)
_LEVEL_GROUPS = later("%(first)s and %(second)s have place %(place)s in different groups.")
_NOT_MET = later("Their own matches do not count: %(names)s have not met.")
_NOT_ALL_MET = later("Their own matches do not count: %(names)s have not all met.")


def reason(why: "WhyObject | None", names: Names) -> str:
    """`more points: 12 to 10`, `more points among Ann, Bob, Cid: 4 to 2`, `by lot`; empty where there is none."""
    if why is None:
        return ""
    if why["values"] is None:
        return _("by lot")
    better, worse = compared(why)
    if why["among"] is not None:
        among = ", ".join(names[entrant] for entrant in why["among"])
        said = later("more points among %(names)s: %(better)s to %(worse)s")
        return _(said, names=among, better=better, worse=worse)
    return _(_MORE[why["by"]][is_per_match(why)], better=better, worse=worse)


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
        return _("by lot")
    mine, theirs = figures_of(last)
    return _(_MORE[last.by][bool(last.matches)], better=mine, worse=theirs)


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
