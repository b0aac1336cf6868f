"""The day at a glance: what to do next, the tables, who can be called, and what can be taken back."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk.floor import Hindrance
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.pages.desk.asked import Desk, Form, form_about
from tallyboard.pages.desk.entered import find_match
from tallyboard.pages.desk.handlers import framed, shows
from tallyboard.pages.desk.log import Undoable, undoable
from tallyboard.pages.desk.phases import before_the_draw
from tallyboard.pages.desk.subjects import table as subject_of_table
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look, Seen
from tallyboard.store.tournaments import at_tables
from tallyboard.text.tournament.next_step import Step, step

_READY = 40  # matches that are shown of those that can be played
_DAY = 24 * 60  # minutes


class TableCard(NamedTuple):
    """A table: its name, whether it is open, the match that is called there, and what its box makes of it."""

    table: str
    open: bool
    match: DeskMatchObject | None
    called: str | None
    state: str
    said: Markup
    form: Form


class Day(NamedTuple):
    """What stands on the page of the day."""

    seen: Seen
    step: Step
    warnings: list[Markup]
    tables: list[TableCard]
    ready: list[DeskMatchObject]
    waiting: list[tuple[DeskMatchObject, Markup]]
    more: int
    free: list[str]
    undo: Undoable | None


async def day(desk: Desk) -> Response:
    """The page of the day."""
    found = await desk.look(lambda look: _day(desk, look))
    return framed(desk, found.seen, "desk/day.html", "desk_day", day=found, calls=_calls(found))


def _day(desk: Desk, look: Look) -> Day:
    words = desk.words(look.seen)
    computed = look.seen.computed
    seen_now = at_tables(look.sql, look.followed)
    is_open = {one["table"]: one["open"] for one in computed["tables"]}
    tables = [
        TableCard(
            one.table,
            is_open[one.table],
            find_match(look.seen, one.match) if one.match else None,
            one.match,
            one.state,
            state_words(one.state, words),
            form_about(look, subject_of_table(one.table)),
        )
        for one in seen_now
    ]
    ready, waiting = _ready(look, words)
    free = [one.table for one in tables if one.open and one.called is None]
    more = max(0, len(ready) + len(waiting) - _READY)
    main = look.tournament.main_phase
    coming = step(computed, main.number if main else 0)
    warnings = before_the_draw(desk, look.tournament, coming.phase, words) if coming.kind == "draw" else []
    return Day(
        look.seen,
        coming,
        warnings,
        tables,
        ready[:_READY],
        waiting[: max(0, _READY - len(ready))],
        more,
        free,
        undoable(look, words, seen_now),
    )


def _ready(look: Look, words: Words) -> tuple[list[DeskMatchObject], list[tuple[DeskMatchObject, Markup]]]:
    """The matches that can be called, the next ones first; and those that wait for players, each with the reasons."""
    computed = look.seen.computed
    ready, waiting = [], []
    for match in [one for phase in computed["phases"] for one in phase["matches"] if one["state"] == "ready"]:
        hinders = look.tournament.hindrances(match["match"])
        if hinders:
            waiting.append((match, hindrances_said(hinders, words)))
        else:
            ready.append(match)
    coming = [one["match"] for one in computed["next"]]
    ready.sort(key=lambda match: coming.index(match["match"]) if match["match"] in coming else len(coming))
    return ready, waiting


def hindrances_said(hinders: Sequence[Hindrance], words: Words) -> Markup:
    """`Ida is at Table 4, Hal is absent`."""
    return Markup(", ").join(_hindrance_said(one, words) for one in hinders)


def _hindrance_said(one: Hindrance, words: Words) -> Markup:
    who = words.name(one.entrant)
    if one.kind == "away":
        return words._("%(who)s is absent", who=who)
    if one.kind == "table":
        return words._("%(who)s plays at %(table)s", who=who, table=words.table(one.table))
    clock = words._("%(hour)s:%(minute)s", hour=one.minute % _DAY // 60, minute=f"{one.minute % 60:02}")
    return words._("%(who)s rests until %(time)s", who=who, time=clock)


def _calls(day: Day) -> list[tuple[DeskMatchObject, str]]:
    """(match, table) of all that would be called now."""
    found = [(find_match(day.seen, one["match"]), one["table"]) for one in day.seen.computed["next"]]
    return [(match, table) for match, table in found if match is not None]


def state_words(state: str, words: Words) -> Markup:
    """What the boxes make of a call."""
    _ = words._
    return {
        "free": _("free"),
        "paper": _("on paper: no box of this name is there"),
        "several": _("several boxes have this name: none is told"),
        "untold": _("the box is being told"),
        "waits": _("called: hold NEXT at the box to start it"),
        "playing": _("being played"),
        "finished": _("finished: the result is on its way"),
        "other": _("the box plays something else; the call waits"),
        "hand": _("a match that was assigned by hand comes first"),
        "shared": _("another tournament has called this table"),
        "asleep": _("nothing was entered for three days, so no box is told; a note in the log wakes it"),
        "nothing": _("the match has other players now: free the table"),
    }[state]


ROUTES = [shows("/desk/{t}", day, "desk_day")]
