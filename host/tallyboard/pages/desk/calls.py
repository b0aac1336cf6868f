"""Tables and calls: open, close, call, free, and whether calls are made by themselves."""

from collections.abc import Sequence

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, Entry, form_about
from tallyboard.pages.desk.day import hindrances_said
from tallyboard.pages.desk.entered import called_said, find_match, options_of, outcome
from tallyboard.pages.desk.handlers import framed, sends_back, shows, takes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.tournaments import set_auto
from tallyboard.store.tournaments.calls import as_compared

_MOST = 500  # tables at once


async def floor(desk: Desk) -> Response:
    """The page where tables are opened and closed."""
    seen, forms = await desk.look(
        lambda look: (
            look.seen,
            {name: form_about(look, subjects.table(name)) for name in look.tournament.tables},
        )
    )
    return framed(desk, seen, "desk/floor.html", "desk_day", forms=forms)


@sends_back("desk_day")
async def call(desk: Desk, form: Posted) -> str:
    """Call one match to one table, or without a match all that can be called."""
    match, table = form.text("match"), form.text("table")
    if match and not table:
        form.refuse("table", desk.words()._("Say which table."))
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        if match:
            return [f"call {match} {table}"]
        return [f"call {one} {where}" for one, where in tournament.next_calls()]

    try:
        return await desk.enter(form, Entry(decide, called_said))
    except Refusal as refusal:
        if refusal.code != "not-ready" or not match:
            raise
        why = await desk.look(lambda look: _why_not(look, match.upper(), desk.words(look.seen)))
        return desk.site.once.keep(Notice("wrong", [why, desk.words()._("Nothing was entered.")]))


def _why_not(look: Look, name: str, words: Words) -> Markup:
    """Why the match of this name cannot be called now."""
    match = find_match(look.seen, name)
    if match is None or 0 in match["sides"] or None in match["sides"]:
        return words._("Who plays this match is not known now.")
    hinders = look.tournament.hindrances(name)
    why = hindrances_said(hinders, words) if hinders else outcome(match, words, options_of(look.tournament, name))
    return words._("%(match)s cannot be called: %(why)s.", match=words.match(match), why=why)


@sends_back("desk_day")
async def free(desk: Desk, form: Posted) -> str:
    """End the call at a table; with `again` call what can be called then."""
    table = form.text("table")
    form.check()
    lines = [f"free {table}", *(["call"] if form.has("again") else [])]
    return await desk.enter(
        form,
        Entry(
            lambda _: lines,
            lambda after, words: [
                words._("%(table)s is free.", table=words.table(table)),
                *(called_said(after, words) if form.has("again") else []),
            ],
            subjects.table(table),
        ),
    )


@sends_back("desk_floor")
async def open_tables(desk: Desk, form: Posted) -> str:
    """Open tables: the first so many, or those that are named."""
    words = desk.words()
    count = form.number("count", 0, _MOST, 0)
    named = form.text("tables").replace(",", " ").split()
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        wanted = [_as_opened(one, tournament) for one in [*map(str, range(1, count + 1)), *named]]
        if not wanted:
            raise FieldError({"tables": words._("Say which tables: how many, or their names.")})
        return [" ".join(["open", *dict.fromkeys(wanted)])]

    return await desk.enter(
        form,
        Entry(
            decide,
            lambda after, words: [
                words.ngettext(
                    "%(num)s table is open.",
                    "%(num)s tables are open.",
                    sum(one["open"] for one in after.seen.computed["tables"]),
                )
            ],
        ),
    )


def _as_opened(word: str, tournament: Tournament) -> str:
    """The table as the tournament calls it already, where it has it."""
    known = [name for name in tournament.tables if as_compared(name) == as_compared(word)]
    return known[0] if len(known) == 1 else word


@sends_back("desk_floor")
async def close(desk: Desk, form: Posted) -> str:
    """Close a table, its call ended in the same step."""
    table = form.text("table")
    form.check()

    def decide(tournament: Tournament) -> Sequence[str]:
        found = tournament.tables.get(table)
        called = found is not None and found.call is not None
        return [*([f"free {table}"] if called else []), f"close {table}"]

    return await desk.enter(
        form,
        Entry(
            decide,
            lambda _, words: [words._("%(table)s is closed.", table=words.table(table))],
            subjects.table(table),
        ),
    )


@sends_back("desk_day")
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
