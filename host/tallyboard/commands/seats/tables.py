"""`tallyboard tables`: the tables that are open to phones, and who is there; opening them, their cards, locking, taking
keys."""

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.pages.reached import Reached, seat_address
from tallyboard.pages.safety.origin import lan_addresses
from tallyboard.paper import LanguageCode, Size, page_count
from tallyboard.paper.table_cards import TableCard, table_cards
from tallyboard.shapes import ChangedSeat, OpenedSeat, PhoneAtSeat, PrintedCards, SeatChange, SeatObject
from tallyboard.store import Store, open_store, seats
from tallyboard.store.hubs import Present, present
from tallyboard.store.opening import find_store, reader_of
from tallyboard.store.seats import Seat, is_phone
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.terminal.tables import TextTable, print_json, print_rows, say
from tallyboard.text.language import _, here, later, ngettext
from tallyboard.text.quantities import age

USUAL_PORT = 8765  # of serve

_RANGE = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


def tables(subcommand: None = None, db: str | None = None, as_json: bool = False) -> None:
    with reader_of(find_store(db)) as store, store.reading() as sql:
        found, here, now = seats.seats(sql), present(sql), sql.now_ms()
    objects = [_object(seat, here, now) for seat in found]
    if as_json:
        for one in objects:
            print_json(one)
        return
    made = TextTable("Table:6 | Who is there:10 | Heard | Battery> | Keys | Note:16+", spared=("Battery", "Keys"))
    for its, one in zip(found, objects, strict=True):
        phone = one["phone"]
        who = _("a phone") if phone else _("nobody")
        heard = "" if phone is None or phone["heard_s"] is None else age(phone["heard_s"])
        battery = "" if phone is None or phone["battery"] is None else f"{phone['battery']} %"
        notes = [_("a box has this name too: %(board)s", board=board) for board in one["boxes"]]
        notes += [_("phone %(number)s asks for it", number=its.ask.number)] if its.ask else []
        made.add(one["table"], who, heard, battery, _("locked") if one["locked"] else "", _("; ").join(notes))
    made.print()
    if not objects:
        say(_("No table is open to phones. `tallyboard tables seat 1-10` opens ten."))


def _object(seat: Seat, here: Sequence[Present], now: int) -> SeatObject:
    there = [one for one in here if as_compared(one.table) == as_compared(seat.table)]
    phone: PhoneAtSeat | None = None
    if seat.phone is not None:
        heard = seat.phone.heard
        phone = {
            "here": any(one.board == seat.phone.board for one in there),
            "heard_s": None if heard is None else max(0, now - heard) / 1000,
            "battery": seat.phone.percent,
            "charging": seat.phone.charging,
        }
    return {
        "table": seat.table,
        "board": seat.board,
        "locked": seat.locked,
        "phone": phone,
        "boxes": [one.board for one in there if not is_phone(one.board)],
        "is_asked_for": seat.ask is not None,
    }


def seat(
    tables: Sequence[str],
    renew: bool = False,
    close: bool = False,
    host: str | None = None,
    listen: int = USUAL_PORT,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    if renew and close:
        raise TallyboardError("--renew and --close cannot both be.", "Leave one of them out.")
    wanted = list(each_table(tables))
    with open_store(db) as store:
        changed = seats.close_seats(store, wanted) if close else seats.open_seats(store, wanted, renew)
    if close:
        _say_changed([one.table for one in changed], "closed", as_json)
    else:
        _print_addresses(changed, host, listen, as_json)


def _print_addresses(opened: Sequence[Seat], host: str | None, listen: int, as_json: bool) -> None:
    at = origin(host, listen)
    told: list[OpenedSeat] = [{"table": one.table, "address": seat_address(at, one.secret)} for one in opened]
    if as_json:
        for one in told:
            print_json(one)
        return
    print_rows("Table:6 | Address", ((one["table"], one["address"]) for one in told))
    print()
    come = later("Phones come there while %(serve)s runs. Whoever has an address can play at that table.")
    say(_(come, serve=served(host, listen)))
    say(
        _(
            "Does it listen elsewhere? Say it here too, with --listen PORT and --host NAME: addresses follow, secrets "
            "stay."
        )
    )
    say(_("`tallyboard tables cards` prints a card with a code for each; say it there as well."))


def origin(host: str | None, listen: int) -> str:
    """With what the addresses begin: `host`, or what this laptop is called in its network."""
    found = [address for address in lan_addresses() if ":" not in address]
    return Reached(listen, [] if host is None else [host], found).origin()


def served(host: str | None, listen: int) -> str:
    """The command that answers at these addresses; by a name that it was not told it answers nobody."""
    words = ["tallyboard", "serve", "--lan", *(["--host", host] if host else [])]
    return f"`{shlex.join(words + (['--listen', str(listen)] if listen != USUAL_PORT else []))}`"


def each_table(words: Sequence[str]) -> Iterator[str]:
    """The tables that these words name; `2-4` is three of them. Raises TallyboardError."""
    for word in words:
        found = _RANGE.fullmatch(word)
        if found is None:
            yield word
            continue
        first, last = int(found[1]), int(found[2])
        if first > last:
            raise TallyboardError(
                "%(word)s has no table: %(first)s is more than %(last)s.",
                "Give the lower number first.",
                word=word,
                first=first,
                last=last,
            )
        yield from map(str, range(first, last + 1))


def lock(table: str, db: str | None = None, as_json: bool = False) -> None:
    _change(table, lambda store: seats.lock(store, table, True), "locked", db, as_json)


def unlock(table: str, db: str | None = None, as_json: bool = False) -> None:
    _change(table, lambda store: seats.lock(store, table, False), "unlocked", db, as_json)


def free(table: str, db: str | None = None, as_json: bool = False) -> None:
    _change(table, lambda store: seats.free(store, table), "freed", db, as_json)


def _change(table: str, change: Callable[[Store], None], done: SeatChange, db: str | None, as_json: bool) -> None:
    with open_store(db) as store:
        change(store)
        with store.reading() as sql:
            name = next(one.table for one in seats.seats(sql) if as_compared(one.table) == as_compared(table))
    _say_changed([name], done, as_json)


def _say_changed(names: Sequence[str], done: SeatChange, as_json: bool) -> None:
    if as_json:
        for name in names:
            print_json(ChangedSeat(table=name, now=done))
    elif len(names) == 1:
        say(_(_DONE[done], table=names[0]))
    else:  # only closing is of several
        say(_("%(count)s tables closed.", count=len(names)))


_DONE: dict[SeatChange, str] = {
    "closed": later("%(table)s: closed."),
    "locked": later("%(table)s: locked."),
    "unlocked": later("%(table)s: unlocked."),
    "freed": later("%(table)s: freed."),
}


def cards(
    tables: Sequence[str] = (),
    sheet: bool = False,
    out: Path | None = None,
    size: str = "a4",
    language: str | None = None,
    network: str = "",
    host: str | None = None,
    listen: int = USUAL_PORT,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    language = language or here().code
    target = output.pdf_file(out or Path("tables.pdf"), as_json)
    wanted = {as_compared(name): name for name in each_table(tables)}
    with open_store(db) as store:
        output.check(target, store.file)
        with store.reading() as sql:
            found = {as_compared(one.table): one for one in seats.seats(sql)}
    if not found:
        raise TallyboardError("No table is open to phones.", "`tallyboard tables seat 1-10` opens ten.")
    for key, name in wanted.items():
        if key not in found:
            raise TallyboardError(
                "The table %(name)s is not open to phones.", "`tallyboard tables seat` opens it.", name=f"{name!r}"
            )
    at = origin(host, listen)
    chosen = [one for key, one in found.items() if not wanted or key in wanted]
    made = table_cards(
        [TableCard(one.table, seat_address(at, one.secret)) for one in chosen],
        on_one_sheet=sheet,
        size=cast("Size", size),
        language=cast("LanguageCode", language),
        network=network,
    )
    output.write_bytes([made], target)
    if as_json:
        print_json(PrintedCards(file=str(target), tables=len(chosen), pages=page_count(made)))
    elif target is not None:
        written = later("%(tables)s in %(file)s. Whoever has a code can play at its table.")
        say(_(written, tables=ngettext("%(num)s table", "%(num)s tables", len(chosen)), file=target))
        say(_("Phones come there while %(serve)s runs.", serve=served(host, listen)))
