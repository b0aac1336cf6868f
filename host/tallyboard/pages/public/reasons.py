"""Why somebody stands above another, in the words of a page."""

from collections.abc import Sequence

from markupsafe import Markup

from tallyboard.desk.explaining import ChainStep, Ranked
from tallyboard.desk.objects import RowObject, WhyObject
from tallyboard.pages.public.view import View
from tallyboard.text.tournament.reasons import figures_of


def row_reason(view: View, rows: Sequence[RowObject], at: int) -> Markup:
    """Why a row of the standings stands above the next; of several on one place that they share it; of a row without a
    place that it has none."""
    row = rows[at]
    if row["place"] is None:
        return view._("does not count: disqualified, or left before half of the matches were played")
    said = [reason(view, row["why"])] if row["why"] else []
    if sum(other["place"] == row["place"] for other in rows) > 1:
        said.insert(0, view._("level: place %(place)s is shared", place=row["place"]))
    return Markup("; ").join(said)


def reason(view: View, why: WhyObject) -> Markup:
    """`more points: 12 to 10`, `by lot`."""
    if why["values"] is None:
        return view._("by lot")
    better, worse = why["values"]
    among = [view.name(entrant) for entrant in why["among"]] if why["among"] else []
    return _more(view, why["by"], str(better), str(worse), among)


def ranked_reason(view: View, row: Ranked) -> Markup:
    """Why somebody stands above the next in the ranking over groups; empty for the last, and where both are level."""
    last = row.steps[-1] if row.steps else None
    if last is None or last.better is None:
        return Markup("")
    if last.values is None:
        return view._("by lot")
    mine, theirs = figures_of(last)
    if last.by == "group":
        return view._("better place in the group: %(better)s to %(worse)s", better=mine, worse=theirs)
    said = _more(view, last.by, mine, theirs, [])
    return view._("%(reason)s, a match", reason=said) if last.matches else said


def _more(view: View, by: str, better: str, worse: str, among: list[Markup]) -> Markup:
    figures = {"better": better, "worse": worse}
    if by == "head":
        return view._("more points among %(names)s: %(better)s to %(worse)s", names=Markup(", ").join(among), **figures)
    return {
        "points": lambda: view._("more points: %(better)s to %(worse)s", **figures),
        "wins": lambda: view._("more wins: %(better)s to %(worse)s", **figures),
        "twenties": lambda: view._("more twenties: %(better)s to %(worse)s", **figures),
        "for": lambda: view._("more points made: %(better)s to %(worse)s", **figures),
        "difference": lambda: view._("better difference: %(better)s to %(worse)s", **figures),
        "buchholz": lambda: view._("stronger opponents: %(better)s to %(worse)s", **figures),
        "shootout": lambda: view._("won the shootout: %(better)s to %(worse)s", **figures),
    }[by]()


# ---- step by step


def sentences(view: View, steps: Sequence[ChainStep], both: Sequence[int]) -> list[Markup]:
    """One for each item of the chain: both level, or what parts them."""
    said = [_sentence(view, step, both) for step in steps]
    if not steps or steps[-1].better is None:
        first, second = (view.name(number) for number in both)
        said.append(view._("So %(first)s and %(second)s share a place.", first=first, second=second))
    return said


def _sentence(view: View, step: ChainStep, both: Sequence[int]) -> Markup:
    better = view.name(step.better) if step.better is not None else Markup("")
    if step.by == "place":
        return view._("%(name)s has a place; the other does not count, and has none.", name=better)
    if step.by == "lot":
        return view._("By lot %(name)s comes first.", name=better)
    if step.by == "group":
        return _by_group(view, step, both)
    among = view.listed([view.name(number) for number in step.among])
    if step.values is None and step.by == "head":
        return view._("Their own matches do not count: not all of %(names)s have met.", names=among)
    if step.values is None:
        return view._("There was no shootout of %(names)s.", names=among)
    mine, theirs = figures_of(step)
    what = _counted(view, step, among)
    if step.better is None:
        return view._("Level by %(what)s: %(number)s each.", what=what, number=mine)
    if step.better != both[0]:
        mine, theirs = theirs, mine
    return view._("%(name)s stands above by %(what)s: %(better)s to %(worse)s.", name=better, what=what, better=mine,
                  worse=theirs)  # fmt: skip


def _by_group(view: View, step: ChainStep, both: Sequence[int]) -> Markup:
    first, second = (view.name(number) for number in both)
    mine, theirs = figures_of(step)
    if step.better is None:
        return view._(
            "%(first)s and %(second)s have place %(place)s in different groups.",
            first=first, second=second, place=mine,
        )  # fmt: skip
    return view._(
        "In their groups %(first)s has place %(place)s and %(second)s place %(other)s: the better place comes first.",
        first=first, second=second, place=mine, other=theirs,
    )  # fmt: skip


def _counted(view: View, step: ChainStep, among: Markup) -> Markup:
    """What an item of a chain counts."""
    what = {
        "points": lambda: view._("points"),
        "wins": lambda: view._("wins"),
        "twenties": lambda: view._("twenties"),
        "for": lambda: view._("points made"),
        "difference": lambda: view._("the difference of points made and given"),
        "buchholz": lambda: view._("the points of their opponents"),
        "shootout": lambda: view._("the shootout"),
        "head": lambda: view._("points among %(names)s", names=among),
    }[step.by]()
    return view._("%(what)s a match", what=what) if step.matches else what
