"""The list of events itself: the log, a note, and taking back."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import DeskEvent, Refusal, Tournament
from tallyboard.desk.changes import floor_of
from tallyboard.pages.desk.asked import Desk, Entry, Form, StaleError, page_of, shows, takes
from tallyboard.pages.desk.declared import event_words, round_drawn
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, new_number
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.tournaments import AtTable, StoredEvent, at_tables
from tallyboard.store.tournaments.appending import AUTO, BOARD, of_last_command, undone
from tallyboard.text.quantities import time_of_day

_LATEST = 200  # events on the page, unless all are asked for
_NAMED = 4  # events that a sentence names
PLAYED = ("playing", "finished")  # the states of a table that plays what is called there


class Undoable(NamedTuple):
    """What would be taken back: its events in words, who entered it and when, and the form that does it; and the tables
    that play now what would no longer be called there."""

    said: Markup
    who: str
    at: str
    form: Form
    playing: list[str]


def undoable(look: Look, words: Words, tables: Sequence[AtTable] | None = None) -> Undoable | None:
    """What `undo` would take back now; None for nothing. `tables`: as they are seen now, where that is known."""
    gone = of_last_command(look.seen.events, look.tournament, look.seen.about.auto)
    if not gone:
        return None
    stored = look.seen.events[gone[0].number - 1]
    return Undoable(
        _listed(gone, look.tournament, words),
        stored.who,
        time_of_day(words.language, look.followed.local(stored.at)),
        Form(new_number(), _numbers(gone), len(look.seen.events)),
        _interrupted(look, at_tables(look.sql, look.followed) if tables is None else tables),
    )


def _interrupted(look: Look, tables: Sequence[AtTable]) -> list[str]:
    """The tables that play a match whose call would be gone, or be of two others, if the last was taken back."""
    playing = {one.table for one in tables if one.state in PLAYED}
    if not playing:
        return []
    try:
        after = floor_of(undone(look.followed, look.tournament))
    except Refusal:
        return []
    lasting = {
        (call.table, call.match, call.entrants)
        for call in after.calls
        if call.match in after.matches and after.matches[call.match].pair == call.pair
    }
    calls = [call for call in look.tournament.state.floor.calls_now() if call.table in playing]
    return [call.table for call in calls if (call.table, call.match, call.entrants) not in lasting]


def _numbers(gone: Sequence[DeskEvent]) -> str:
    return ",".join(str(event.number) for event in gone)


def _listed(some: Sequence[DeskEvent], tournament: Tournament, words: Words) -> Markup:
    said = words._("; ").join(event_words(one.line, words, round_drawn(one, tournament)) for one in some[:_NAMED])
    more = len(some) - _NAMED
    several = words.ngettext("%(said)s and %(num)s more", "%(said)s and %(num)s more", more, said=said)
    return several if more > 0 else said


async def log(desk: Desk) -> Response:
    """Everything that was entered, the newest first."""
    is_all = "all" in desk.request.query_params

    def found(look: Look) -> dict[str, Any]:
        words, events = desk.words(look.seen), look.seen.events
        shown = events if is_all else events[-_LATEST:]
        rows = [_row(look, event, words) for event in reversed(shown)]
        return {"rows": rows, "undo": undoable(look, words), "more": len(events) - len(shown)}

    return await page_of(desk, "desk/log.html", "desk_log", found)


def _row(look: Look, event: StoredEvent, words: Words) -> dict[str, Any]:
    """An event of the log. `time` by the tournament's time zone."""
    others = {BOARD: words._("a box"), AUTO: words._("by itself")}
    return {
        "number": event.number,
        "time": f"{look.followed.local(event.at):%Y-%m-%d %H:%M}",
        "who": others.get(event.who) or text(event.who),
        "said": event_words(
            event.line, words, round_drawn(look.tournament.events[event.number - 1], look.tournament), True
        ),
        "reason": event.reason,
        "stands": look.seen.stands[event.number] or event.line == "undo",
    }


async def note(desk: Desk, form: Posted) -> Entry:
    said = form.text("note")
    if not said:
        form.refuse("note", desk.words()._("Write the note first."))
    form.check()
    return Entry(lambda _: [f"note {said}"], lambda _, words: [words._("The note stands in the log.")])


async def undo(desk: Desk, form: Posted) -> str:
    """Take back what was entered last."""
    reason = form.text("reason")
    form.check()
    found, stood = await desk.look(lambda look: (undoable(look, desk.words(look.seen)), look.seen.stands))
    if found and found.playing and found.form.basis == form.raw("basis") and not form.has("confirmed"):
        words = desk.words()
        where = Markup(", ").join(map(words.table, found.playing))
        said = words._("What would be taken back is being played: %(tables)s. Confirm it at the button.", tables=where)
        raise FieldError({"confirmed": said})

    def check(gone: Sequence[DeskEvent]) -> None:
        if _numbers(gone) != form.raw("basis"):
            raise StaleError(form)

    def work(store: Store) -> Notice:
        after = desk.site.tournaments.undo(store, desk.word, desk.who, reason, check)
        stands, words = after.seen.stands, desk.words(after.seen)
        gone = [one for one in after.tournament.events if stood.get(one.number) and not stands[one.number]]
        return Notice("good", [words._("Taken back: %(what)s.", what=_listed(gone, after.tournament, words))])

    try:
        return await desk.do(form, work)
    except Refusal as refusal:
        if refusal.code != "nothing":
            raise
        raise FieldError({"": desk.words()._("There is nothing to take back.")}) from None


ROUTES = [
    shows("/desk/{t}/log", log, "desk_log"),
    takes("/desk/{t}/note", note, "desk_note", "desk_log"),
    takes("/desk/{t}/undo", undo, "desk_undo", "desk_log", to="desk_day"),
]
