"""The day at a glance: what to do next, the tables and what comes at them, what is flagged, the last results, how far
it is, and what the hall is told."""

from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import events
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.desk.state import minutes_of
from tallyboard.errors import later
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.announcer import announcements
from tallyboard.pages.desk.asked import Desk, Form, form_about, page_of, shows, takes
from tallyboard.pages.desk.flags import flagged
from tallyboard.pages.desk.floor import codes_unused, hindrances_said
from tallyboard.pages.desk.log import PLAYED, undoable
from tallyboard.pages.desk.phases import before_the_draw
from tallyboard.pages.desk.posted import Notice, Posted
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.live.cards import Card
from tallyboard.pages.live.hall import EVERY_TABLE, Noted, Viewing
from tallyboard.pages.public.facts import gathered
from tallyboard.pages.public.view import View
from tallyboard.pages.tables.phones import seats_seen
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.hubs import present
from tallyboard.store.seats import is_phone
from tallyboard.store.tournaments import AtTable, at_tables, hall
from tallyboard.store.tournaments.appending import BOARD
from tallyboard.store.tournaments.hall import MESSAGE_LENGTH, message_of
from tallyboard.store.tournaments.rows import About, find, seasons
from tallyboard.store.tournaments.seasons import seasons_of
from tallyboard.text.quantities import clock, time_of_day
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import NOBODY
from tallyboard.text.tournament.next_step import step

_COMING = 24  # matches that are shown of those that no table has yet
_CLOCK_MIN = 20  # minutes that are offered where nothing is played
_RESULTS = 6  # that are shown, the last ones
# What boxes and phones make of a call.
_STATES = {
    "free": later("free"),
    "paper": later("on paper: no box or phone there"),
    "several": later("several boxes or phones have this name: none is told"),
    "untold": later("called"),
    "waits": later("called: hold NEXT at the table to start it"),
    "playing": later("being played"),
    "finished": later("finished: the result is on its way"),
    "other": later("the table plays something else; the call waits"),
    "hand": later("a match that was assigned by hand comes first"),
    "shared": later("another tournament has called this table"),
    "asleep": later("nothing was entered for three days, so no box is told; a note in the log wakes it"),
    "nothing": later("the match has other players now: free the table"),
}
# The same where the table is a phone, whose keys have other words.
_STATES_BY_PHONE = {**_STATES, "waits": later("called: Start on the phone starts it, or Next match, held")}
# How that looks.
_LOOKS = {"free": "free", "paper": "live", "untold": "called", "waits": "called", "playing": "live", "finished": "won"}


class TableOfDay(NamedTuple):
    """A table, and what is called there. `looks`: free, called, live, won, stale, or "odd" where somebody has to do
    something. `card`: what the hall shows of it, where that is the match; `scores`: what is entered of it. `since`:
    when it was called, "" for free."""

    table: str
    name: str
    match: DeskMatchObject | None
    state: str
    looks: str
    said: Markup
    source: str
    card: Card | None
    scores: list[int]
    since: str
    form: Form | None


class ComingMatch(NamedTuple):
    """A match that no table has yet. `time`: when it is expected, "" where nobody can say; `why` nobody can call it;
    `is_ready`: somebody can."""

    match: DeskMatchObject
    sides: list[Markup]
    where: Markup
    time: str
    why: Markup
    is_ready: bool


class PhaseProgress(NamedTuple):
    """How many of a phase's matches are over, and when the last is expected to be, "" where nobody can say."""

    title: Markup
    over: int
    all: int
    ends: str


class ResultOfDay(NamedTuple):
    """A result that was entered lately; `how`: where, by whom and when."""

    match: DeskMatchObject
    score: str
    how: Markup


async def day(desk: Desk) -> Response:
    """The page of the day. It follows the cards of the hall too, for the scores of its tables."""
    after = desk.site.live.versions.id  # first: what changes from now on is sent once more
    return await page_of(desk, "desk/day.html", "desk_day", lambda look: _day(desk, look), after=after)


def _day(desk: Desk, look: Look) -> dict[str, Any]:
    """What stands on it."""
    words, computed = desk.words(look.seen), look.seen.computed
    view = View(gathered(look), desk.language, desk.links)
    at = at_tables(look.sql, look.followed)
    by_radio = frozenset(one.board for one in present(look.sql) if one.is_by_radio)
    tables = [_table(desk, look, one, view, by_radio) for one in at]
    is_open = {one["table"]: one["open"] for one in computed["tables"]}
    main = look.tournament.main_phase
    coming = step(computed, main.number if main else 0)
    following = _coming(look, view, words)
    played = {one.match for one in at if one.state in PLAYED}
    level = [one for name, one in view.matches.items() if name not in played and view.decider(one)]
    waits = {one["match"] for one in level}
    return {
        **flagged(desk, look, words),
        "seasons": _seasons_without(look) if computed["finished"] else [],
        "follow_url": desk.links.url("stream", {"t": look.seen.id, "desk": "yes", "table": EVERY_TABLE}),
        "step": coming,
        "level": [(one, score(one), view.decider(one)) for one in level],
        "only_level": coming.kind == "played" and waits >= {one.match for one in at if one.match},
        "warnings": before_the_draw(desk, look.tournament, coming.phase, words) if coming.kind == "draw" else [],
        "calls": [(view.matches[one["match"]], one["table"]) for one in computed["next"]],
        "where": view.named,
        "tables": [one for one in tables if one.match or one.name or is_open[one.table]],
        "free": [one.table for one in tables if is_open[one.table] and not one.name],
        "coming": following[:_COMING],
        "more": max(0, len(following) - _COMING),
        "undo": undoable(look, words, at),
        "played": PLAYED,
        "phones": seats_seen(look.sql, ""),
        "codes": codes_unused(look),
        "progress": [_progress(look, view, phase) for phase in computed["phases"]],
        "results": _last_results(look, view, words),
        **_clock(desk, look),
        "to_read": sum(not one.read for one in announcements(look, view)),
        "message": message_of(look.sql, look.seen.about.id),
        "message_length": MESSAGE_LENGTH,
    }


def _clock(desk: Desk, look: Look) -> dict[str, Any]:
    """The round's clock, who still plays, and how long a clock of what is played now would go. `noted`: the notices
    that the page knows."""
    computed, found, now = look.seen.computed, hall.clock_of(look.sql, look.seen.about.id), look.sql.now_ms()
    clock = None if found is None or found.is_over(computed["phases"], now) else found
    rounds = hall.rounds_on(computed["phases"])
    its = minutes_of(look.tournament.phases[rounds[0][0] - 1], look.tournament.state.floor) if rounds else 0
    return {
        "clock": clock,
        "clock_ends": time_of_day(desk.language, look.followed.local(clock.until)) if clock else "",
        "is_up": clock is not None and now >= clock.until,
        "at_table": {one["match"]: one["table"] for one in computed["tables"] if one["match"]},
        "still_on": clock.still_on(computed["phases"]) if clock else [],
        "clock_minutes": its or _CLOCK_MIN,
        "noted": Noted(hall.count(look.sql)),
    }


def _seasons_without(look: Look) -> list[About]:
    """The seasons of which it is no night yet."""
    its = {one.about.id for one in seasons_of(look.sql, look.seen.about.id)}
    return [one for one in seasons(look.sql) if one.id not in its]


def _table(desk: Desk, look: Look, one: AtTable, view: View, by_radio: frozenset[str]) -> TableOfDay:
    """`by_radio`: the boards that hubs have without a cable."""
    words = desk.words(look.seen)
    match = view.matches.get(one.match or "")
    call = look.tournament.tables[one.table].call
    is_by_phone = any(map(is_phone, one.boards))
    card = next(iter(desk.site.live.cards(Viewing(one.table))), None) if one.state in PLAYED else None
    looks = _LOOKS.get(one.state, "odd")
    said = words._((_STATES_BY_PHONE if is_by_phone else _STATES)[one.state])
    level = view.outcome(match) if match and one.state not in PLAYED else Markup("")
    return TableOfDay(
        one.table,
        one.match or "",
        match,
        one.state,
        "stale" if card is not None and card.state == "stale" and looks == "live" else looks,
        said if not level else level if one.state == "untold" else Markup(" · ").join([level, said]),
        "phone" if is_by_phone else "radio" if by_radio.intersection(one.boards) else "box" if one.boards else "paper",
        card,
        view.figures(match) if match else [],
        clock(words.language, call.minute) if call else "",
        form_about(look, subjects.table(one.table)) if one.match else None,
    )


def _coming(look: Look, view: View, words: Words) -> list[ComingMatch]:
    """What no table has and nobody is asked to call: first what can be played, then by the time that is expected."""
    asked = {one["match"] for one in look.seen.computed["next"]}
    found = []
    for one in look.seen.computed["schedule"]:
        match = view.matches[one["match"]]
        if one["table"] is not None or one["match"] in asked or NOBODY in match["sides"]:
            continue
        is_known = match["state"] == "ready"
        why = hindrances_said(look.tournament.hindrances(match["match"]), words) if is_known else Markup("")
        origins = view.sides(match)
        sides = [words.name(side) if side else origin for side, origin in zip(match["sides"], origins, strict=True)]
        time = "" if one["start"] is None else clock(words.language, one["start"])
        row = ComingMatch(match, sides, view.named(match), time, why, is_known and not why)
        found.append((not row.is_ready, one["start"] is None, one["start"] or 0, row))
    return [row for *_, row in sorted(found, key=lambda one: one[:3])]


def _progress(look: Look, view: View, phase: PhaseObject) -> PhaseProgress:
    """An end is told as soon as all rounds of the phase are drawn, and each of its matches has a time."""
    its = view.played(phase)
    known = {one["match"]: one["start"] for one in look.seen.computed["schedule"]}
    starts = [known[match["match"]] for match in its if match["match"] in known]
    options, drawn = view.facts_of(phase).options, max((match["round"] for match in its), default=0)
    title = Markup("{} · {}").format(view.title(phase), view.format(phase))
    ends = ""
    if starts and None not in starts and not (options.rounds and drawn < options.rounds):
        takes_min = minutes_of(look.tournament.phases[phase["phase"] - 1], look.tournament.state.floor)
        last = max(start for start in starts if start is not None) + takes_min
        ends = clock(view.language, max(look.tournament.minute, last))
    return PhaseProgress(title, view.over(phase), len(its), ends)


def _last_results(look: Look, view: View, words: Words) -> list[ResultOfDay]:
    found: dict[str, ResultOfDay] = {}
    both = zip(reversed(look.seen.events), reversed(look.tournament.events), strict=True)
    for stored, its in both:
        if not its.stands or not isinstance(its.what, events.Result | events.Forfeit):
            continue
        match = view.matches.get(its.what.match)
        if match is None or match["match"] in found:
            continue
        table = view.table_of(match["match"])
        by = words._("from the table") if stored.who == BOARD else text(stored.who)
        how = [
            *([words.table(table)] if table else []),
            by,
            time_of_day(words.language, look.followed.local(stored.at)),
        ]
        outcome = score(match) or str(view.outcome(match))
        found[match["match"]] = ResultOfDay(match, outcome, Markup(" · ").join(how))
        if len(found) == _RESULTS:
            break
    return [*found.values()]


async def say(desk: Desk, form: Posted) -> str:
    """Have the hall read a message, or no more."""
    said = "" if form.has("gone") else form.raw("message")

    def work(store: Store) -> Notice:
        _ = desk.words()._
        desk.site.tournaments.note(store, desk.word, lambda sql, of: hall.say(sql, of.about.id, said, desk.who))
        with store.reading() as sql:
            shown, own = find(sql), find(sql, desk.word)
        if shown.id != own.id and said.strip():
            pattern = later("It stands with this tournament; the hall shows %(name)s, which is the one in use.")
            return Notice("warn", [_(pattern, name=text(shown.name))])
        return Notice("good", [_("The hall reads it now.") if said.strip() else _("The hall reads nothing more.")])

    return await desk.do(form, work)


async def clock_of_round(desk: Desk, form: Posted) -> str:
    """Begin a clock of the round that is played, or stop the one that goes."""
    minutes = 0 if form.has("stop") else form.number("minutes", 1, hall.CLOCK_MINUTES)
    form.check()

    def work(store: Store) -> Notice:
        words = desk.words()
        if not minutes:
            desk.site.tournaments.note(store, desk.word, lambda sql, of: hall.stop_clock(sql, of.about.id, desk.who))
            return Notice("good", [words._("The clock is stopped.")])
        desk.site.tournaments.note(store, desk.word, lambda sql, of: hall.begin_clock(sql, of, minutes, desk.who))
        said = words.ngettext("The clock goes: %(num)s minute.", "The clock goes: %(num)s minutes.", minutes)
        return Notice("good", [said])

    return await desk.do(form, work)


ROUTES = [
    shows("/desk/{t}", day, "desk_day"),
    takes("/desk/{t}/say", say, "desk_say", "desk_day"),
    takes("/desk/{t}/clock", clock_of_round, "desk_clock", "desk_day"),
]
