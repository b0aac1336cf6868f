"""What is played now, what comes, and what has been."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject, own_side
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.pages.public.view import OVER, Asked, MatchRow, Page, View, match_rows
from tallyboard.text.board_names import natural
from tallyboard.text.quantities import clock

_FEW = 40  # matches that nobody has to scroll for long to see all


class Agenda(NamedTuple):
    """What is not decided: called, by table; about to be called (the rows have the tables), and what comes later, both
    by time; `coming`: these two together."""

    now: list[MatchRow]
    next: list[MatchRow]
    later: list[MatchRow]
    coming: list[MatchRow]


class RoundPart(NamedTuple):
    """Decided matches that stand under one title, and who has a bye there."""

    title: Markup
    rows: list[MatchRow]
    byes: list[Markup]


def schedule(asked: Asked) -> Page:
    """The schedule, of one player where one is asked for (`player=3`)."""
    view = asked.view()
    player = asked.player(view)
    listed, over = agenda(view, player), _decided(view, player)
    return view.page(
        "schedule",
        agenda=listed,
        later=by_title(listed.later, partial(_title, view)),
        rounds=over,
        are_all_open=bool(player) or len(listed.later) + sum(len(part.rows) for part in over) <= _FEW,
        player=player,
        are_drawn=any(phase["drawn"] for phase in view.computed["phases"]),
    )


def agenda(view: View, player: int = 0) -> Agenda:
    """What is to be played; `player`: what this one plays only."""
    tables = {one["match"]: one["table"] for one in view.computed["next"]}
    in_order = {match: place for place, match in enumerate(tables)}
    known = [
        one
        for one in view.computed["schedule"]
        if not player or own_side(view.matches[one["match"]], player) is not None
    ]
    now = sorted((one for one in known if one["table"] is not None), key=lambda one: natural(one["table"] or ""))
    coming = sorted(
        (one for one in known if one["table"] is None),
        key=lambda one: (one["start"] is None, one["start"] or 0, in_order.get(one["match"], len(in_order))),
    )
    rows = []
    for one in (*now, *coming):
        name, start = one["match"], one["start"]
        time = "" if start is None else clock(view.language, start)
        rows.append(MatchRow(view.matches[name], tables.get(name) or view.table_of(name), time))
    later = rows[len(now) :]
    return Agenda(
        rows[: len(now)],
        [row for row in later if row.match["match"] in tables],
        [row for row in later if row.match["match"] not in tables],
        later,
    )


def by_title(rows: Iterable[MatchRow], title: Callable[[DeskMatchObject], Markup]) -> dict[Markup, list[MatchRow]]:
    """The rows under the titles of their rounds, the round of the first of them first."""
    found: dict[Markup, list[MatchRow]] = {}
    for row in rows:
        found.setdefault(title(row.match), []).append(row)
    return found


def _decided(view: View, player: int) -> list[RoundPart]:
    """The rounds with their decided matches, the latest first."""
    parts = []
    for phase in view.computed["phases"]:
        over = [
            one
            for one in view.played(phase)
            if one["state"] in OVER and (not player or own_side(one, player) is not None)
        ]
        rows = by_title(match_rows(view, over), partial(_title, view))
        byes: dict[Markup, list[Markup]] = {}
        for entrant, at in phase["byes"] if phase["format"] in IN_ROUNDS else ():
            if player in (0, entrant):
                title = _of_phase(view, phase, view._("Round %(round)s", round=at))
                byes.setdefault(title, []).append(view.player(entrant))
        parts += [RoundPart(title, rows.get(title, []), byes.get(title, [])) for title in {**rows, **byes}]
    return parts[::-1]


def _title(view: View, match: DeskMatchObject) -> Markup:
    return _of_phase(view, view.phase_of(match), view.round(match))


def _of_phase(view: View, phase: PhaseObject, title: Markup) -> Markup:
    return title if len(view.computed["phases"]) < 2 else Markup(" · ").join([view.title(phase), title])
