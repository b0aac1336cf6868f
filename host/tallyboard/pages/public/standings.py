"""The standings of leagues, with the reason at each place."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.explaining import Ranked
from tallyboard.desk.objects import GroupObject, PhaseObject, RowObject
from tallyboard.pages.public import words
from tallyboard.pages.public.comparing import comparison_of, ranked_reason, row_reason
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.game_words import has_twenties


class StandingLine(NamedTuple):
    """A row of the standings. `walkovers`: matches won or lost without playing. `why`: what puts it above the next,
    `compare`: the address that tells more of that, "" for the last. `line`: what goes on from here, "" where nothing is
    cut off behind the row."""

    row: RowObject
    walkovers: int
    who: Markup
    status: Markup
    why: Markup
    compare: str
    line: Markup


class GroupTable(NamedTuple):
    """The standings of a league, or of one of its groups."""

    title: Markup
    rows: list[StandingLine]
    has_level: bool
    has_walkovers: bool
    has_byes: bool
    has_twenties: bool


class RankedRow(NamedTuple):
    """A row of the ranking over groups. `compare` as in the standings, "" where that would go by the groups."""

    place: int
    who: Markup
    group: Markup
    why: Markup
    compare: str
    line: Markup


class LeaguePart(NamedTuple):
    """A league on the page. `points`: what brings them, as far as it does here."""

    phase: PhaseObject
    title: Markup
    about: Markup
    source: Markup | None
    progress: Markup
    points: list[Markup]
    groups: list[GroupTable]
    rankings: list[tuple[Markup, list[RankedRow]]]


def standings(asked: Asked) -> Page:
    """All leagues of a tournament, and the comparison of two where one is asked for (`why=3,5`)."""
    view = asked.view()
    comparison, refusal = comparison_of(asked, view)
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
            "refusal": refusal,
            "placing": [] if is_alone else placing(view),
            "chosen": (comparison.first, comparison.second) if comparison else _first_two(view),
        },
    )


def placing(view: View) -> list[tuple[int, Markup]]:
    """(place, name) over all phases; none where there is one phase only, which says it, or nobody is placed yet."""
    if len(view.computed["phases"]) < 2:
        return []
    return [(one["place"], view.player(one["entrant"])) for one in view.computed["placing"]]


def _first_two(view: View) -> tuple[int, int]:
    """Whom the form offers to compare: the best two of the first league that has two; (0, 0) where none has."""
    for phase in view.computed["phases"]:
        for group in phase["standings"]:
            if len(group["rows"]) > 1:
                return group["rows"][0]["entrant"], group["rows"][1]["entrant"]
    return 0, 0


def _part(view: View, phase: PhaseObject) -> LeaguePart:
    groups = [_table(view, phase, group) for group in phase["standings"]]
    facts = view.facts_of(phase)
    return LeaguePart(
        phase,
        words.phase_title(view, phase),
        words.phase_about(view, phase),
        words.source_words(view, phase),
        words.progress(view, phase),
        words.points_words(view, phase, any(one.has_walkovers for one in groups), any(one.has_byes for one in groups)),
        groups,
        [
            (title, _ranking(view, phase, ranking, by_figures))
            for title, ranking, by_figures in (
                (view._("Ranking over all groups"), facts.ranking, False),
                (view._("Ranking over all groups, by points alone"), facts.by_figures, True),
            )
            if ranking
        ],
    )


def _table(view: View, phase: PhaseObject, group: GroupObject) -> GroupTable:
    rows = group["rows"]
    lines = {} if len(phase["standings"]) > 1 else _lines(view, phase)
    return GroupTable(
        words.group_title(view, group["group"]) if group["group"] else Markup(""),
        [_row(view, phase, rows, at, lines) for at in range(len(rows))],
        any(row["level"] for row in rows),
        any(map(_walkovers, rows)),
        any(row["byes"] for row in rows),
        has_twenties(view.facts_of(phase).game) or any(row["twenties"] for row in rows),
    )


def _row(view: View, phase: PhaseObject, rows: Sequence[RowObject], at: int, lines: dict[int, Markup]) -> StandingLine:
    row = rows[at]
    after = rows[at + 1]["entrant"] if at + 1 < len(rows) else 0
    return StandingLine(
        row,
        _walkovers(row),
        view.player(row["entrant"]),
        words.status_words(view, view.entrants[row["entrant"]]["status"]),
        row_reason(view, rows, at),
        _compare(view, phase, row["entrant"], after),
        lines.get(row["entrant"], Markup("")),
    )


def _walkovers(row: RowObject) -> int:
    """How many matches were decided without playing: those count as won or lost, not as played."""
    return row["won"] + row["level"] + row["lost"] - row["played"]


def _ranking(view: View, phase: PhaseObject, ranking: Sequence[Ranked], by_figures: bool) -> list[RankedRow]:
    lines = _lines(view, phase, by_figures)
    afters = [row.entrant for row in ranking[1:]] + [0] * bool(ranking)
    return [
        RankedRow(
            row.place,
            view.player(row.entrant),
            view._("place %(place)s in group %(group)s", place=row.place_in_group, group=chr(ord("A") + row.group)),
            ranked_reason(view, row),
            "" if by_figures else _compare(view, phase, row.entrant, after),
            lines.get(row.entrant, Markup("")),
        )
        for row, after in zip(ranking, afters, strict=True)
    ]


def _lines(view: View, phase: PhaseObject, by_figures: bool | None = None) -> dict[int, Markup]:
    """By the last entrant that a later phase takes what is said behind it; of those that take by figures, or do not;
    None: of all."""
    made: dict[int, Markup] = {}
    for later, facts in zip(view.computed["phases"], view.facts.phases, strict=True):
        if by_figures not in (None, facts.across):
            continue
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
