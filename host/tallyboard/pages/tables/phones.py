"""Tables that are opened to phones: their codes on a page and on paper, their keys, and who asks for them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.errors import TallyboardError
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, fills, shows, takes
from tallyboard.pages.desk.papers import can_print, chosen_paper, origin_on_cards, printed, who_comes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.reached import seat_address
from tallyboard.pages.tables import words as table_words
from tallyboard.pages.tables.boards import TABLES, tables_version
from tallyboard.pages.tournaments import NOW
from tallyboard.paper.table_cards import TableCard, code_svg, table_cards
from tallyboard.store import Store, hubs, seats
from tallyboard.store.corrections import standing
from tallyboard.store.hubs import Present
from tallyboard.store.orders import table_name
from tallyboard.store.seats import Seat, is_phone
from tallyboard.store.tables.sql import Sql, among, rows_if_there
from tallyboard.store.tournaments.calls import as_compared

_LAST = 999  # the highest number of a table that the form opens


class LostMatch(NamedTuple):
    """A match of which records are missing: a phone that nobody has any more kept them."""

    table: str
    match: str


class SeatSeen(NamedTuple):
    """`there`: where a hub has its phone, None where none does. `heard`: when that was heard, ms since 1970, `heard_s`
    seconds ago; None where no phone has the keys. `box`: the id of a box that is there under the same name, "" for
    none. `address`: what its code holds."""

    seat: Seat
    there: Present | None
    heard: int | None
    heard_s: float | None
    box: str
    address: str

    @property
    def has_phone(self) -> bool:
        """Whether a phone has its keys, in reach or not."""
        return self.seat.phone is not None

    @property
    def code(self) -> Markup:
        """Its code as an SVG."""
        return Markup(code_svg(self.address))


class SeatsSeen(NamedTuple):
    """`seats`: in the order of their names. `boxes`: how many boards are there that are no phones. `lost`: the matches
    whose records went with a phone."""

    seats: list[SeatSeen]
    boxes: int
    lost: Sequence[LostMatch] = ()

    @property
    def asking(self) -> list[SeatSeen]:
        """Those at which another phone wants to go on."""
        return [one for one in self.seats if one.seat.ask is not None]

    @property
    def next_number(self) -> int:
        """The number behind those that tables have, 1 to 999."""
        names = [as_compared(one.seat.table) for one in self.seats]
        return max((int(name) for name in names if name.isdecimal() and int(name) < _LAST), default=0) + 1

    @property
    def there(self) -> int:
        """How many phones are in reach."""
        return sum(one.there is not None for one in self.seats)


def seats_seen(sql: Sql, origin: str) -> SeatsSeen:
    """How they stand; `origin`: what their addresses begin with."""
    present, now = hubs.present(sql), sql.now_ms()
    phones = {one.board: one for one in present if is_phone(one.board)}
    boxes = {as_compared(one.table): one.board for one in present if one.table and not is_phone(one.board)}
    found = [_seen(seat, phones, boxes, now, origin) for seat in seats.seats(sql)]
    return SeatsSeen(found, sum(not is_phone(one.board) for one in present), lost_matches(sql, found))


def _seen(seat: Seat, phones: Mapping[str, Present], boxes: Mapping[str, str], now: int, origin: str) -> SeatSeen:
    phone = seat.phone
    there = phones.get(phone.board) if phone is not None else None
    heard = there.heard if there is not None else phone.heard if phone is not None else None
    heard_s = None if heard is None else max(0, now - heard) / 1000
    return SeatSeen(
        seat, there, heard, heard_s, boxes.get(as_compared(seat.table), ""), seat_address(origin, seat.secret)
    )


def lost_matches(sql: Sql, found: Sequence[SeatSeen]) -> list[LostMatch]:
    """Those at these tables of which records are missing though the board has gone on since."""
    of_boards = {one.seat.board: one.seat.table for one in found if one.seat.board is not None}
    if not of_boards:
        return []
    of_them, values = among(of_boards)
    newest = "SELECT MAX(first_seq) FROM matches n WHERE n.board = m.board AND n.epoch = m.epoch"
    wanted = (
        f"SELECT board, id FROM matches m WHERE board {of_them} AND status = 'incomplete' AND first_seq < ({newest}) "
        "ORDER BY board, first_seq"
    )
    lost = [LostMatch(of_boards[board], match) for board, match in rows_if_there(sql, "matches", wanted, **values)]
    corrected = standing(sql) if lost else {}
    return [one for one in lost if one.match not in corrected]


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
