"""Why one stands above another: in a word or two, and step by step with where the points of both come from."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.explaining import Brought, ChainStep, Ranked, brought, explained
from tallyboard.desk.league import League
from tallyboard.desk.objects import RowObject, WhyObject
from tallyboard.pages.public import words
from tallyboard.pages.public.view import Asked, View
from tallyboard.text.language import later
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
    more, (better, worse) = _MORE[why["by"]], why["values"]
    among = Markup(", ").join(map(view.name, why["among"] or ()))
    return view._(more, better=str(better), worse=str(worse), names=among)


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
    said = view._(_MORE[last.by], better=mine, worse=theirs)
    return view._("%(reason)s, a match", reason=said) if last.matches else said


_MORE = {
    "points": later("more points: %(better)s to %(worse)s"),
    "wins": later("more wins: %(better)s to %(worse)s"),
    "twenties": later("more twenties: %(better)s to %(worse)s"),
    "for": later("more points made: %(better)s to %(worse)s"),
    "difference": later("better difference: %(better)s to %(worse)s"),
    "buchholz": later("stronger opponents: %(better)s to %(worse)s"),
    "shootout": later("won the shootout: %(better)s to %(worse)s"),
    "head": later("more points among %(names)s: %(better)s to %(worse)s"),
}


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
    what = view._(_COUNTS[step.by], names=among)
    if step.matches:
        what = view._("%(what)s a match", what=what)
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


class PointsRow(NamedTuple):
    """What a match or a bye brought. `figures`: both scores, of the one whose row it is first; `twenties` likewise;
    "" where it was not played. `note`: that it was a walkover, or a bye."""

    round: int
    other: Markup
    figures: str
    twenties: str
    note: Markup
    points: int


class Account(NamedTuple):
    """All that brought somebody points; `row`: what it comes to in the standings."""

    who: Markup
    name: Markup
    rows: list[PointsRow]
    row: RowObject


class Comparison(NamedTuple):
    """Why one of two stands above the other, step by step; `rule`: what brings points."""

    first: int
    second: int
    phase: int
    title: Markup
    said: list[Markup]
    accounts: list[Account]
    has_twenties: bool
    rule: list[Markup]


class _Found(NamedTuple):
    """What the desk says of two in the league of this number."""

    phase: int
    steps: list[ChainStep]
    brought: list[list[Brought]]


def comparison_of(asked: Asked, view: View) -> tuple[Comparison | None, Markup]:
    """The comparison of the two of the query (`why=3,5`, `why=3&and=5`) in its phase or the last league that has both;
    None, and why, where they cannot be compared, and without a word where nobody is asked for."""
    if "why" not in asked.query and "and" not in asked.query:
        return None, Markup("")
    words_given = f"{asked.query.get('why', '')},{asked.query.get('and', '')}".strip(",").split(",")
    both = [int(word) for word in words_given if word.isascii() and word.isdecimal() and len(word) < 7]
    if len(words_given) != 2 or len(both) != 2 or both[0] == both[1] or not set(both) <= view.entrants.keys():
        return None, view._("Choose two different entrants to compare.")
    found = asked.known.asked(
        asked.store, view.seen.about.id, lambda _, tournament: _found(tournament, both, asked.number("phase"))
    )
    first, second = (view.name(number) for number in both)
    if found is None:
        said = view._("%(first)s and %(second)s are in no league together.", first=first, second=second)
        return None, Markup(" ").join([said, view._("Choose two of one league.")])
    return _comparison(view, both, found), Markup("")


def _found(tournament: Tournament, both: Sequence[int], phase: int) -> _Found | None:
    leagues = [
        league
        for league in tournament.phases
        if isinstance(league, League)
        and phase in (0, league.number)
        and set(both) <= {row.entrant for rows in league.tables() for row in rows}
    ]
    if not leagues:
        return None
    league = leagues[-1]
    return _Found(league.number, explained(league, *both), [brought(league, one) for one in both])


def _comparison(view: View, both: Sequence[int], found: _Found) -> Comparison:
    first, second = (view.name(number) for number in both)
    accounts = [_account(view, found.phase, one, those) for one, those in zip(both, found.brought, strict=True)]
    rows = [row for account in accounts for row in account.rows]
    phase = view.computed["phases"][found.phase - 1]
    are_byes = [one.match == "" for those in found.brought for one in those]
    are_walkovers = [bool(row.note) for row in rows]
    return Comparison(
        both[0],
        both[1],
        found.phase,
        view._("%(first)s and %(second)s, step by step", first=first, second=second),
        sentences(view, found.steps, both),
        accounts,
        any(account.row["twenties"] for account in accounts),
        words.points_words(view, phase, sum(are_walkovers) > sum(are_byes), any(are_byes)),
    )


def _account(view: View, phase: int, entrant: int, those: Sequence[Brought]) -> Account:
    groups = view.computed["phases"][phase - 1]["standings"]
    row = next(row for group in groups for row in group["rows"] if row["entrant"] == entrant)
    return Account(view.player(entrant), view.name(entrant), [_points_row(view, entrant, one) for one in those], row)


def _points_row(view: View, entrant: int, one: Brought) -> PointsRow:
    if not one.match:
        return PointsRow(one.round, Markup(""), "", "", view._("bye"), one.points)
    match = view.matches[one.match]
    at = match["sides"].index(entrant)
    other = view.side(match["sides"][1 - at])
    if match["how"] != "played":
        return PointsRow(one.round, other, "", "", words.outcome(view, match), one.points)
    game = match["games"][0]
    scores, twenties = (f"{of[at]} : {of[1 - at]}" for of in (game["scores"], game["twenties"]))
    return PointsRow(one.round, other, scores, twenties, Markup(""), one.points)
