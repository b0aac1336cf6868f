"""The tables and their calls: opened, closed, freed; called to, by hand or by itself."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.state import Hindrance
from tallyboard.errors import CoreError
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, Entry, form_about, page_of, shows, takes
from tallyboard.pages.desk.figures import called_said, options_of, outcome
from tallyboard.pages.desk.log import PLAYED
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, refused_words
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tables.phones import seats_seen
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.store import Store
from tallyboard.store.seats import open_seats, seats
from tallyboard.store.tournaments import at_tables, set_auto
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.text.quantities import clock
from tallyboard.text.tournament.matches import find_match

_TABLES = 500  # at once


def hindrances_said(hinders: Sequence[Hindrance], words: Words) -> Markup:
    """`Ida plays at Table 4, Hal is absent`."""
    return Markup(", ").join(_hindrance_said(one, words) for one in hinders)


def _hindrance_said(one: Hindrance, words: Words) -> Markup:
    who = words.name(one.entrant)
    if one.kind == "away":
        return words._("%(who)s is absent", who=who)
    if one.kind == "table":
        return words._("%(who)s plays at %(table)s", who=who, table=words.table(one.table))
    return words._("%(who)s rests until %(time)s", who=who, time=clock(words.language, one.minute))


def codes_unused(look: Look) -> list[str]:
    """The tables that have a code for phones, and are not open in the tournament."""
    is_open = {as_compared(name) for name, table in look.tournament.tables.items() if table.open}
    return [_as_word(seat.table) for seat in seats(look.sql) if as_compared(seat.table) not in is_open]


async def floor(desk: Desk) -> Response:
    """The page where tables are opened and closed."""

    def forms(look: Look) -> dict[str, Any]:
        forms = {name: form_about(look, subjects.table(name)) for name in look.tournament.tables}
        words = desk.words(look.seen)
        called = {one["table"]: find_match(look.seen.computed, one["match"]) for one in look.seen.computed["tables"]}
        playing = {table: words.match(match) for table, match in called.items() if match is not None}
        return {
            "forms": forms,
            "playing": playing,
            "boxes": seats_seen(look.sql, "").boxes,
            "codes": codes_unused(look),
        }

    return await page_of(desk, "desk/floor.html", "desk_floor", forms)


async def call(desk: Desk, form: Posted) -> str:
    """Call one match to one table, or without a match all that can be called."""
    match, table = form.text("match"), form.text("table")
    if match and not table:
        form.refuse("table", desk.words()._("Say which table."))
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        return [f"call {one} {where}" for one, where in ([(match, table)] if match else tournament.next_calls())]

    try:
        return await desk.enter(form, Entry(decide, called_said))
    except Refusal as refusal:
        if refusal.code != "not-ready" or not match:
            raise
        why = await desk.look(lambda look: _why_not(look, match.upper(), desk.words(look.seen)))
        return desk.site.once.keep(Notice("wrong", [why, desk.words()._("Nothing was entered.")]))


def _why_not(look: Look, name: str, words: Words) -> Markup:
    match = find_match(look.seen.computed, name)
    if match is None or 0 in match["sides"] or None in match["sides"]:
        return words._("Who plays this match is not known now.")
    hinders = look.tournament.hindrances(name)
    why = hindrances_said(hinders, words) if hinders else outcome(match, words, options_of(look.tournament, name))
    return words._("%(match)s cannot be called: %(why)s.", match=words.match(match), why=why)


async def free(desk: Desk, form: Posted) -> Entry:
    """End the call at a table; with `again` call what can be called then."""
    table, again = form.text("table"), form.has("again")
    form.check()
    asks = not again and not form.has("confirmed")  # again: of a flag, whose match nobody plays
    if asks and await desk.look(lambda look: _is_played(look, table, form)):
        words = desk.words()
        why = words._("%(table)s is playing this match now. Confirm it at the button.", table=words.table(table))
        raise FieldError({"confirmed": why})

    def said(after: Entered, words: Words) -> list[Markup]:
        told = words._("%(table)s is free.", table=words.table(table))
        return [told, *(called_said(after, words) if again else [])]

    lines = [f"free {table}", *(["call"] if again else [])]
    return Entry(lambda _: lines, said, subjects.table(table))


def _is_played(look: Look, table: str, form: Posted) -> bool:
    """Whether this table plays now what is called there, and the form knew of the call."""
    if form.raw("basis") != subjects.table(table).basis(look.tournament):
        return False  # the form is refused
    return any(one.table == table and one.state in PLAYED for one in at_tables(look.sql, look.followed))


async def open_tables(desk: Desk, form: Posted) -> str:
    """Open tables: the first so many, those that are named, or with `seats` those that are open to phones; with
    `phones` to phones too."""
    count = form.number("count", 0, _TABLES, 0)
    named = form.text("tables").replace(",", " ").split()
    if form.has("seats"):
        named += [_as_word(seat.table) for seat in await desk.site.read(seats)]
    to_phones = form.has("phones")
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        wanted = [_as_opened(one, tournament) for one in [*map(str, range(1, count + 1)), *named]]
        if not wanted:
            raise FieldError({"tables": desk.words()._("Say which tables: how many, or their names.")})
        return [" ".join(["open", *dict.fromkeys(wanted)])]

    def said(after: Entered, words: Words) -> list[Markup]:
        now = sum(one["open"] for one in after.seen.computed["tables"])
        return [words.ngettext("%(num)s table is open.", "%(num)s tables are open.", now)]

    note = await desk.enter(form, Entry(decide, said))
    if to_phones:
        note = await _also_to_phones(desk, form, note, [*map(str, range(1, count + 1)), *named])
    return note


async def _also_to_phones(desk: Desk, form: Posted, note: str, tables: Sequence[str]) -> str:
    """Open what the tournament has opened to phones too, and go on to the codes where there are new ones."""
    words, before = desk.words(), desk.site.once.notice(note)

    def work(store: Store) -> tuple[int, int]:
        with store.reading() as sql:
            known = len(seats(sql))
        opened = open_seats(store, tables)
        with store.reading() as sql:
            return len(opened), len(seats(sql)) - known

    try:
        count, new = await desk.site.do(work)
    except CoreError as error:  # a name that no board can have, or too many of them
        said = [*(before.said if before else ()), *refused_words(words, error)]
        return desk.site.once.keep(Notice("warn", said))
    if new:
        form.given["next"] = desk.links.url("tables_phones")  # where the codes are
    said = [words.ngettext("%(num)s table is open, to phones too.", "%(num)s tables are open, to phones too.", count)]
    return desk.site.once.keep(Notice("good", said))


def _as_word(table: str) -> str:
    """The name of a board's table as a tournament has it: `1` of `Table 1`, else without blanks."""
    compared = as_compared(table)
    return compared if compared.isdecimal() else "".join(table.split())


def _as_opened(word: str, tournament: Tournament) -> str:
    """The table as the tournament calls it already, where it has it."""
    known = [name for name in tournament.tables if as_compared(name) == as_compared(word)]
    return known[0] if len(known) == 1 else word


async def close(_: Desk, form: Posted) -> Entry:
    """Close a table, its call ended in the same step."""
    table = form.text("table")
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        found = tournament.tables.get(table)
        return [*([f"free {table}"] if found and found.call else []), f"close {table}"]

    def said(_: Entered, words: Words) -> list[Markup]:
        return [words._("%(table)s is closed.", table=words.table(table))]

    return Entry(decide, said, subjects.table(table))


async def auto(desk: Desk, form: Posted) -> str:
    """Have calls made by themselves, or no more."""
    on = form.choice("on", ("yes", "no")) == "yes"
    form.check()
    seen = await desk.site.tournament(desk.word)

    def work(store: Store) -> Notice:
        set_auto(store, seen.about.id, on)
        _ = desk.words()._
        by_itself, by_hand = _("Matches are called by themselves from now on."), _("Matches are called by hand now.")
        return Notice("good", [by_itself if on else by_hand])

    return await desk.do(form, work)


ROUTES = [
    shows("/desk/{t}/floor", floor, "desk_floor"),
    takes("/desk/{t}/call", call, "desk_call", "desk_day"),
    takes("/desk/{t}/free", free, "desk_free", "desk_day"),
    takes("/desk/{t}/open", open_tables, "desk_open", "desk_floor"),
    takes("/desk/{t}/close", close, "desk_close", "desk_floor"),
    takes("/desk/{t}/auto", auto, "desk_auto", "desk_day"),
]
