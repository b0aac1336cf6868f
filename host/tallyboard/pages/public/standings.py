"""The standings of leagues, with the reason at each place: in a word or two, and of two step by step with where the
points of both come from."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.explaining import Brought, Ranked, brought, explained
from tallyboard.desk.league import League
from tallyboard.desk.objects import PhaseObject, RowObject, WhyObject, own_side
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import later
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.reasons import (
    are_per_match,
    compared,
    figures_of,
    is_per_match,
    points_per_match,
    sentences,
)


def standings(asked: Asked) -> Page:
    """All leagues of a tournament, and the comparison of two where one is asked for (`why=3,5`)."""
    view = asked.view()
    comparison, refusal = comparison_of(asked, view)
    is_alone = asked.is_file and comparison is not None  # a file of two has nothing else: there are many
    return view.page(
        "standings",
        leagues=[phase for phase in view.computed["phases"] if is_league(phase) and not is_alone],
        is_alone=is_alone,
        comparison=comparison,
        refusal=refusal,
        placing=[] if is_alone else placing(view),
        chosen=comparison.both if comparison else _first_two(view),
        has_twenties=has_twenties,
        own_side=own_side,
        are_per_match=are_per_match,
        points_per_match=points_per_match,
        row_reason=partial(row_reason, view),
        ranked_reason=partial(ranked_reason, view),
        lines_of=partial(_lines, view),
        compare=partial(_compare, view),
    )


def placing(view: View) -> list[tuple[int, Markup]]:
    """(place, name) over all phases, who is new with a mark; none where there is one phase only, which says it, or
    nobody is placed yet."""
    if len(view.computed["phases"]) < 2:
        return []
    new = Markup(' <span class="status">{}</span>').format(view._("new"))
    return [
        (one["place"], view.player(one["entrant"]) + (new if one["entrant"] in view.facts.new else ""))
        for one in view.computed["placing"]
    ]


def _first_two(view: View) -> tuple[int, int]:
    """Whom the form offers to compare: the best two of the first league that has two; (0, 0) where none has."""
    for phase in view.computed["phases"]:
        for group in phase["standings"]:
            if len(group["rows"]) > 1:
                return group["rows"][0]["entrant"], group["rows"][1]["entrant"]
    return 0, 0


def _lines(view: View, phase: PhaseObject, by_figures: bool | None = None) -> dict[int, Markup]:
    """By the last entrant that a later phase takes what is said behind it; of those that take by figures, or do not;
    None: of all."""
    made: dict[int, Markup] = {}
    for number, facts in enumerate(view.facts.phases, 1):
        options, last = facts.options, facts.last_taken
        if last is None or options.take is None or options.of != phase["phase"]:
            continue
        if by_figures in (None, options.across):
            first, until = options.take
            pattern = later("phase %(number)s takes places %(first)s to %(last)s")
            said = view._(pattern, number=view.numbered(number), first=first, last=min(until, len(phase["order"])))
            made[last] = view._("; ").join(filter(None, [made.get(last), said]))
    return made


def _compare(view: View, phase: PhaseObject, first: int, second: int) -> str:
    """The address that tells more of why the one stands above the other."""
    address = view.url("standings", query={"phase": phase["phase"], "why": f"{first},{second}"})
    return f"{address}#why" if address else ""


# ---- why one stands above another


def row_reason(view: View, rows: Sequence[RowObject], row: RowObject) -> Markup:
    """Why a row of the standings stands above the next; of several on one place that they share it; of a row without a
    place that it has none."""
    if row["place"] is None:
        return view._("does not count: disqualified, or left before half of the matches were played")
    said = [_reason(view, row["why"])] if row["why"] else []
    if sum(other["place"] == row["place"] for other in rows) > 1:
        said.insert(0, view._("level: place %(place)s is shared", place=row["place"]))
    return view._("; ").join(said)


def _reason(view: View, why: WhyObject) -> Markup:
    """`more points: 12 to 10`, `by lot`."""
    if why["values"] is None:
        return view._("by lot")
    better, worse = compared(why)
    among = Markup(", ").join(map(view.name, why["among"] or ()))
    said = view._(_MORE[why["by"]], better=better, worse=worse, names=among)
    return view._("%(reason)s per match", reason=said) if is_per_match(why) else said


def ranked_reason(view: View, row: Ranked) -> Markup:
    """Why somebody stands above the next in the ranking over groups; empty for the last, and where both are level."""
    last = row.steps[-1] if row.steps else None
    if last is None or last.better is None:
        return Markup("")
    if last.values is None:
        return view._("by lot")
    mine, theirs = figures_of(last)
    said = view._(_MORE[last.by], better=mine, worse=theirs)
    return view._("%(reason)s per match", reason=said) if last.matches else said


_MORE = {
    "group": later("better place in the group: %(better)s to %(worse)s"),
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


class Comparison(NamedTuple):
    """Why one of two stands above the other in the league of this number: step by step, by what each match brought
    them, and what that comes to in the standings. `rule`: what brings points."""

    both: tuple[int, int]
    phase: int
    said: list[Markup]
    accounts: list[tuple[int, list[Brought], RowObject]]
    rule: list[Markup]


def comparison_of(asked: Asked, view: View) -> tuple[Comparison | None, Markup]:
    """The comparison of the two of the query (`why=3,5`, `why=3&and=5`) in its phase or the last league that has both;
    None, and why, where they cannot be compared, and without a word where nobody is asked for."""
    if "why" not in asked.query and "and" not in asked.query:
        return None, Markup("")
    words = f"{asked.query.get('why', '')},{asked.query.get('and', '')}".strip(",").split(",")
    both = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 7]
    if len(words) != 2 or len(both) != 2 or both[0] == both[1] or not set(both) <= view.entrants.keys():
        return None, view._("Choose two different entrants to compare.")
    first, second = both
    found = asked.find(view, lambda tournament: _found(view, tournament, (first, second), asked.number("phase")))
    if found is None:
        said = view._("%(first)s and %(second)s are in no league together.", first=view.name(first),
                      second=view.name(second))  # fmt: skip
        return None, Markup(" ").join([said, view._("Choose two of one league.")])
    return found, Markup("")


def _found(view: View, tournament: Tournament, both: tuple[int, int], phase: int) -> Comparison | None:
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
    computed = view.computed["phases"][league.number - 1]
    rows = {row["entrant"]: row for group in computed["standings"] for row in group["rows"]}
    accounts = [(one, brought(league, one), rows[one]) for one in both]
    names = {one.match for _, those, _ in accounts for one in those}
    has_walkovers = any(view.matches[name]["how"] != "played" for name in names if name)
    rule = view.points(computed, has_walkovers, "" in names)
    said = sentences(explained(league, *both), both, view._, view.name, view.listed)
    return Comparison(both, league.number, said, accounts, rule)
