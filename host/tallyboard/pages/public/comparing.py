"""Why one of two stands above the other: step by step, and where the points of both come from."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.explaining import Brought, ChainStep, brought, explained
from tallyboard.desk.league import League
from tallyboard.desk.objects import RowObject
from tallyboard.pages.public import reasons, words
from tallyboard.pages.public.asked import Asked
from tallyboard.pages.public.view import View


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
        reasons.sentences(view, found.steps, both),
        accounts,
        any(account.row["twenties"] for account in accounts),
        words.points_words(view, phase, sum(are_walkovers) > sum(are_byes), any(are_byes)),
    )


def _account(view: View, phase: int, entrant: int, those: Sequence[Brought]) -> Account:
    groups = view.computed["phases"][phase - 1]["standings"]
    row = next(row for group in groups for row in group["rows"] if row["entrant"] == entrant)
    return Account(view.player(entrant), view.name(entrant), [_row(view, entrant, one) for one in those], row)


def _row(view: View, entrant: int, one: Brought) -> PointsRow:
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
