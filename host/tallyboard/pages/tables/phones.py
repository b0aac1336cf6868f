"""Tables that are opened to phones: their codes on a page and on paper, their keys, and who asks for them."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.errors import TallyboardError
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, fills, shows, takes
from tallyboard.pages.desk.papers import can_print, chosen_paper, origin_on_cards, printed, who_comes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tables import words as table_words
from tallyboard.pages.tables.boards import TABLES, tables_version
from tallyboard.pages.tables.seats_seen import SeatsSeen, seats_seen
from tallyboard.pages.tournaments import NOW
from tallyboard.paper.table_cards import TableCard, table_cards
from tallyboard.store import Store, seats
from tallyboard.store.orders import table_name
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.calls import as_compared

_MOST = 240  # tables at once
_NETWORK = 40  # characters of a Wi-Fi's name: the standard has 32 bytes


async def phones(desk: Desk, returned: Returned = BLANK) -> Response:
    """All tables that are open to phones, and the form that opens some."""
    origin = origin_on_cards(desk)

    def found(sql: Sql) -> tuple[SeatsSeen, str]:
        seen = seats_seen(sql, origin)
        for one in seen.seats:
            assert one.code  # drawn in this thread, and kept: a hall has many
        return seen, tables_version(sql)

    seen, version = await desk.site.read(found)
    size, language = chosen_paper(desk)
    return desk.page(
        "tables/phones.html",
        returned.status,
        phones=seen,
        version=version,
        followed=TABLES,
        lasting=desk.site.reached.lasts,
        origin=origin,
        **who_comes(desk),
        wanted=not_open(await tables_wanted(desk), seen),
        size=size,
        paper_language=language,
        can_print=can_print(),
        words=table_words,
        language=desk.language,
        given=returned.given,
        errors=returned.errors,
    )


async def tables_wanted(desk: Desk) -> list[str]:
    """The tables that are open in the tournament in use; none where there is none."""
    try:
        seen = await desk.site.tournament(NOW)
    except TallyboardError:  # there is none, or it is damaged: its own page says so
        return []
    return [one["table"] for one in seen.computed["tables"] if one["open"]]


def not_open(tables: Sequence[str], seen: SeatsSeen) -> list[str]:
    """Those of these tables that are not open to phones yet."""
    there = {as_compared(one.seat.table) for one in seen.seats}
    return [table for table in tables if as_compared(table) not in there]


async def open_tables(desk: Desk, form: Posted) -> str:
    """Open tables: from one number to another, and those that are named."""
    _ = desk.words()._
    first = form.number("first", 1, 999, 1)
    last = form.number("last", 0, 999, 0)
    names = [name for name in (" ".join(one.split()) for one in form.raw("names").split(",")) if name]
    form.check()
    if last and last < first:
        form.refuse("last", _("This is lower than the first one."))
    if not last and not names:
        form.refuse("last", _("Say which tables: how many, or their names."))
    wanted = [*map(str, range(first, last + 1)), *names]
    if len(wanted) > _MOST:
        form.refuse("last", _("These are too many: %(most)s are the most.", most=_MOST))
    for name in names:
        try:
            table_name(name)
        except TallyboardError as error:
            form.refuse("names", Markup("{}").format(table_words.why_not(desk.language, error)))
    form.check()

    def work(store: Store) -> Notice:
        opened = len(seats.open_seats(store, wanted))
        said = desk.words().ngettext("%(num)s table is open to phones.", "%(num)s tables are open to phones.", opened)
        return Notice("good", [said])

    return await desk.do(form, work)


# What can be done to one table, or to all: what is said of it then.
_DONE = ("lock", "unlock", "free", "renew", "close")


async def change(desk: Desk, form: Posted) -> str:
    """Lock or unlock the keys of a table, take them from its phone, give it a new code, close it; the table "*" is all
    of them."""
    words = desk.words()
    what, table = form.choice("do", _DONE), form.raw("table")
    form.check()

    def work(store: Store) -> Notice:
        with store.reading() as sql:
            there = [seat.table for seat in seats.seats(sql)]
        chosen = there if table == "*" else [one for one in there if one == table]
        if not chosen:
            raise FieldError({"table": words._("This table is not open to phones any more.")})
        _do(store, what, chosen)
        return Notice("good", [_said(words, what, chosen)])

    return await desk.do(form, work)


def _do(store: Store, what: str, tables: Sequence[str]) -> None:
    if what == "close":
        seats.close_seats(store, tables)
    elif what == "renew":
        seats.open_seats(store, tables, renew=True)
    else:
        for table in tables:
            if what == "free":
                seats.free(store, table)
            else:
                seats.lock(store, table, what == "lock")


def _said(words: Words, what: str, tables: Sequence[str]) -> Markup:
    names = Markup(", ").join(map(text, tables))
    said = {
        "lock": words._("%(tables)s: the keys are locked.", tables=names),
        "unlock": words._("%(tables)s: the keys count again.", tables=names),
        "free": words._(
            "%(tables)s: the keys were taken from the phone. Who scans the code next goes on.", tables=names
        ),
        "renew": words.ngettext(
            "%(tables)s: the code is a new one. Print it anew: the old one opens nothing.",
            "%(tables)s: the codes are new ones. Print them anew: the old ones open nothing.",
            len(tables),
            tables=names,
        ),
        "close": words._("%(tables)s: closed to phones. What was played is kept.", tables=names),
    }
    return said[what]


async def answer(desk: Desk, form: Posted) -> str:
    """Let the phone that asks take a table over, or refuse it; another one may ask by now."""
    words = desk.words()
    table, phone, agreed = form.raw("table"), form.raw("phone"), form.choice("agreed", ("yes", "no")) == "yes"
    form.check()

    def work(store: Store) -> Notice:
        if not seats.answer(store, table, desk.who, agreed, asker=phone):
            return Notice("warn", [words._("This phone asks for %(table)s no more.", table=text(table))])
        if agreed:
            return Notice("good", [words._("%(table)s: the other phone goes on.", table=text(table))])
        return Notice("good", [words._("%(table)s stays with the phone that has it.", table=text(table))])

    return await desk.do(form, work)


async def cards(desk: Desk) -> Response:
    """The codes as PDF: a card for each table, or all on one sheet; `table`: of this one alone."""
    asked = desk.request.query_params
    origin, only = origin_on_cards(desk), asked.get("table", "")
    seen = await desk.site.read(lambda sql: seats_seen(sql, origin))
    shown = [TableCard(one.seat.table, one.address) for one in seen.seats if only in ("", one.seat.table)]
    size, language = chosen_paper(desk)
    how: dict[str, Any] = {"size": size, "language": language, "on_one_sheet": asked.get("sheet") == "yes"}
    network = " ".join(asked.get("network", "").split())[:_NETWORK]
    return await printed(desk, "tables.pdf", table_cards, shown, network=network, **how)


ROUTES = [
    shows("/tables/phones", phones, "tables_phones"),
    fills("/tables/phones/open", open_tables, "tables_open", "tables_phones", phones),
    takes("/tables/phones/change", change, "tables_change", "tables_phones"),
    takes("/tables/phones/answer", answer, "tables_answer", "tables_phones"),
    shows("/tables/phones/cards.pdf", cards, "tables_cards"),
]
