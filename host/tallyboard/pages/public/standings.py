"""The standings of leagues, with the reason at each place."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.explaining import Step, explained
from tallyboard.desk.league import League
from tallyboard.desk.shapes import GroupObject, PhaseObject, RowObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.public import reasons, words
from tallyboard.pages.public.asked import Asked, Page
from tallyboard.pages.public.view import View
from tallyboard.paper.view import has_twenties


class StandingRow(NamedTuple):
    """A row of the standings. `why`: what puts it above the next, `compare`: the address that tells more of that, ""
    for the last. `line`: what goes on from here, "" where nothing is cut off behind the row."""

    row: RowObject
    who: Markup
    status: Markup
    why: Markup
    compare: str
    line: Markup


class GroupTable(NamedTuple):
    """The standings of a league, or of one of its groups."""

    title: Markup
    rows: list[StandingRow]
    has_level: bool
    has_byes: bool
    has_twenties: bool


class RankedRow(NamedTuple):
    """A row of the ranking over groups."""

    place: int
    who: Markup
    group: Markup
    why: Markup
    compare: str
    line: Markup


class LeaguePart(NamedTuple):
    """A league on the page."""

    phase: PhaseObject
    title: Markup
    about: Markup
    source: Markup | None
    progress: Markup
    groups: list[GroupTable]
    ranking: list[RankedRow]


class Comparison(NamedTuple):
    """Why one of two stands above the other, step by step."""

    first: int
    second: int
    phase: int
    title: Markup
    said: list[Markup]


def standings(asked: Asked) -> Page:
    """All leagues of a tournament, and the comparison of two where one is asked for (`why=3,5`)."""
    view = asked.view()
    comparison = _comparison(asked, view) if "why" in asked.query or "and" in asked.query else None
    is_alone = asked.is_file and comparison is not None  # a file of two has nothing else: there are many
    leagues = [_part(view, phase) for phase in view.computed["phases"] if words.is_league(phase) and not is_alone]
    brackets = [phase for phase in view.computed["phases"] if not words.is_league(phase)]
    return Page(
        "public/standings.html",
        {
            "view": view,
            "seen": view.seen,
            "leagues": leagues,
            "is_alone": is_alone,
            "brackets": brackets,
            "comparison": comparison,
        },
    )


def _part(view: View, phase: PhaseObject) -> LeaguePart:
    return LeaguePart(
        phase,
        words.phase_title(view, phase),
        words.phase_about(view, phase),
        words.source_words(view, phase),
        words.progress(view, phase),
        [_table(view, phase, group) for group in phase["standings"]],
        _ranking(view, phase),
    )


def _table(view: View, phase: PhaseObject, group: GroupObject) -> GroupTable:
    rows = group["rows"]
    lines = {} if len(phase["standings"]) > 1 else _lines(view, phase)
    return GroupTable(
        words.group_title(view, group["group"]) if group["group"] else Markup(""),
        [_row(view, phase, rows, at, lines) for at in range(len(rows))],
        any(row["level"] for row in rows),
        any(row["byes"] for row in rows),
        has_twenties(view.facts_of(phase).game) or any(row["twenties"] for row in rows),
    )


def _row(view: View, phase: PhaseObject, rows: Sequence[RowObject], at: int, lines: dict[int, Markup]) -> StandingRow:
    row = rows[at]
    after = rows[at + 1]["entrant"] if at + 1 < len(rows) else 0
    return StandingRow(
        row,
        view.player(row["entrant"]),
        words.status_words(view, view.entrants[row["entrant"]]["status"]),
        reasons.row_reason(view, rows, at),
        _compare(view, phase, row["entrant"], after),
        lines.get(row["entrant"], Markup("")),
    )


def _ranking(view: View, phase: PhaseObject) -> list[RankedRow]:
    lines = _lines(view, phase)
    ranking = view.facts_of(phase).ranking
    afters = [row.entrant for row in ranking[1:]] + [0] * bool(ranking)
    return [
        RankedRow(
            row.place,
            view.player(row.entrant),
            view._("place %(place)s in group %(group)s", place=row.place_in_group, group=chr(ord("A") + row.group)),
            reasons.ranked_reason(view, row),
            _compare(view, phase, row.entrant, after),
            lines.get(row.entrant, Markup("")),
        )
        for row, after in zip(ranking, afters, strict=True)
    ]


def _lines(view: View, phase: PhaseObject) -> dict[int, Markup]:
    """By the last entrant that a later phase takes what is said behind it."""
    made: dict[int, Markup] = {}
    for later, facts in zip(view.computed["phases"], view.facts.phases, strict=True):
        if facts.of == phase["phase"] and facts.last_taken is not None and facts.take is not None:
            said = view._(
                "phase %(number)s takes places %(first)s to %(last)s",
                number=later["phase"], first=facts.take[0], last=facts.take[1],
            )  # fmt: skip
            made[facts.last_taken] = Markup("; ").join(filter(None, [made.get(facts.last_taken), said]))
    return made


def _compare(view: View, phase: PhaseObject, first: int, second: int) -> str:
    if not second:
        return ""
    query = {"phase": phase["phase"], "why": f"{first},{second}"}
    address = view.links.url("standings", t=view.seen.id, query=query)
    return f"{address}#why" if address else ""


# ---- two compared


def _comparison(asked: Asked, view: View) -> Comparison:
    """The comparison of the two of the query, in its phase or the last league that has both. Raises NotFound."""
    words_given = f"{asked.query.get('why', '')},{asked.query.get('and', '')}".strip(",").split(",")
    both = [int(word) for word in words_given if word.isascii() and word.isdecimal() and len(word) < 7]
    if len(words_given) != 2 or len(both) != 2 or both[0] == both[1] or not set(both) <= view.entrants.keys():
        raise NotFound(view._("Two different entrants are compared."), view._("Choose them in the standings."))
    found = asked.known.asked(
        asked.store, view.seen.about.id, lambda _, tournament: _steps(tournament, both, asked.number("phase"))
    )
    first, second = (view.name(number) for number in both)
    if found is None:
        raise NotFound(
            view._("%(first)s and %(second)s are in no league together.", first=first, second=second),
            view._("Choose two of one league."),
        )
    number, steps = found
    title = view._("%(first)s and %(second)s, step by step", first=first, second=second)
    return Comparison(both[0], both[1], number, title, reasons.sentences(view, steps, both))


def _steps(tournament: Tournament, both: Sequence[int], phase: int) -> tuple[int, list[Step]] | None:
    """(number of the league, the steps); None where there is no such league."""
    found = [
        league
        for league in tournament.phases
        if isinstance(league, League)
        and phase in (0, league.number)
        and set(both) <= {row.entrant for rows in league.tables() for row in rows}
    ]
    return (found[-1].number, explained(found[-1], both[0], both[1])) if found else None
