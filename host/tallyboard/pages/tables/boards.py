"""Every board that any hub has now, or that was ever heard, and the orders for them, as they stand at one moment."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from zlib import crc32

from shared_rules import VERSION
from tallyboard.drive import older
from tallyboard.errors import TallyboardError
from tallyboard.hub.follower import BoardSays
from tallyboard.pages.site import Site
from tallyboard.pages.tournaments import Look, SeenTournaments
from tallyboard.shapes import NextMatch
from tallyboard.store import Store, hubs, orders, radio, seats
from tallyboard.store.conflicts import alarms, all_conflicts
from tallyboard.store.hubs import Present
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import KeptMatch
from tallyboard.store.orders import Order
from tallyboard.store.reader import FullNames
from tallyboard.store.seats import Phone, Seat, is_phone
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among, moment_in
from tallyboard.store.tournaments import listed
from tallyboard.store.tournaments.calls import ASLEEP_MS, as_compared
from tallyboard.text.board_names import natural

_SHORT = 6  # digits of a board's id, its last: the first are those of the chip's maker
_ENDED = 12  # orders that wait no more, as many are shown


class TableCall(NamedTuple):
    """A match that is called to a table: of which tournament, and who play."""

    tournament: str
    match: str
    names: tuple[str, ...]


class BoardSeen(NamedTuple):
    """A board. `there`: as a hub has it, None where none does. `missing`: how many records it is known to have had that
    are not stored here. `alarm`: numbers of its records that came with other bytes too. `last`: the match that is on,
    or was the last, and `waiting` the next, both with full names. `heard_s`: seconds since it was heard. `calls`: what
    tournaments want at its table. `says`: of its memory, where it is at this laptop. `phone`: which phone it is,
    or was."""

    board: str
    table: str
    firmware: str
    there: Present | None
    missing: int
    alarm: list[int]
    last: KeptMatch | None
    waiting: NextMatch | None
    heard_s: float | None
    calls: Sequence[TableCall]
    says: BoardSays | None
    phone: Phone | None = None

    @property
    def is_phone(self) -> bool:
        return is_phone(self.board)

    @property
    def is_by_radio(self) -> bool:
        """Whether a hub has it without a cable now."""
        return self.there is not None and self.there.is_by_radio

    @property
    def short(self) -> str:
        """As much of its id as a list shows."""
        return self.board[-_SHORT:]

    @property
    def name(self) -> str:
        """What the table is called; of one without a name the end of the board's id."""
        return self.table or self.short

    @property
    def is_older(self) -> bool:
        """Whether its firmware is older than this tallyboard."""
        return older(self.firmware, VERSION)

    @property
    def is_newer(self) -> bool:
        return older(VERSION, self.firmware)


class HallSeen(NamedTuple):
    """`present`: the boards at hubs. `waiting`: orders that nobody has done yet, with their age in seconds. `ended`:
    those that wait no more, and how many seconds ago they ended. `hubs`: how many laptops talk to boards. `version`:
    another one where any of it is."""

    boards: list[BoardSeen]
    present: list[Present]
    waiting: list[tuple[Order, float]]
    ended: list[tuple[Order, float]]
    hubs: int
    version: str

    def board(self, board: str | None) -> BoardSeen | None:
        return next((one for one in self.boards if one.board == board), None)

    def table_of(self, order: Order) -> str:
        """What the table that an order is for is called now."""
        board = self.board(order.board)
        return board.name if board is not None else order.table or order.board or ""


def look(site: Site, store: Store) -> HallSeen:
    """How they stand now."""
    calls = _table_calls(site.tournaments, store)
    with store.reading() as sql:
        now, there = sql.now_ms(), hubs.present(sql)
        return HallSeen(
            _boards_seen(sql, there, calls, site.says()),
            there,
            [(order, max(0, now - order.given) / 1000) for order in orders.waiting(sql)],
            [(order, max(0, now - ended) / 1000) for order, ended in orders.latest(sql, _ENDED)],
            len(hubs.living(sql)),
            tables_version(sql),
        )


def _table_calls(tournaments: SeenTournaments, store: Store) -> dict[str, list[TableCall]]:
    """The calls of all tournaments that are awake, by the name of the table as it is compared."""
    with store.reading() as sql:
        now = sql.now_ms()
        awake = [about for about in listed(sql) if now - about.active <= ASLEEP_MS]
    found: dict[str, list[TableCall]] = {}
    for about in awake:
        with suppress(TallyboardError):  # it is damaged, which `verify` tells: no hub calls for it either
            for table, call in tournaments.asked(store, about.id, _calls):
                found.setdefault(as_compared(table), []).append(call)
    return found


def _calls(look: Look) -> list[tuple[str, TableCall]]:
    """(table, what is called there)."""
    name = look.tournament.entrant
    return [
        (table.name, TableCall(look.seen.about.name, call.match, tuple(name(x).name for x in call.entrants)))
        for table in look.tournament.tables.values()
        if (call := table.call) is not None
    ]


def _boards_seen(
    sql: Sql, present: Sequence[Present], calls: Mapping[str, Sequence[TableCall]], says: Mapping[str, BoardSays]
) -> list[BoardSeen]:
    """All of them by the name of their tables; `calls`: by the table as it is compared, `says`: by board."""
    at_hubs = {one.board: one for one in present}
    now = sql.now_ms()
    rows = list(sql.rows("SELECT id, table_name, firmware, heard FROM boards"))
    journals = _journals(sql, [board for board, *_ in rows])
    newest = [(board, epoch) for board, (epoch, *_) in journals.items()]
    names = FullNames(sql)
    last = {match["board"]: match for match in kept.last_ones(sql, newest)} if newest else {}
    phones = seats.phones(sql)
    wrong: dict[str, list[int]] = {}
    for alarm in alarms(all_conflicts(sql)):
        wrong.setdefault(alarm.board, []).extend(alarm.numbers)
    found = []
    for board, table, firmware, heard in rows:
        there, match = at_hubs.get(board), last.get(board)
        found.append(
            BoardSeen(
                board,
                table,
                firmware,
                there,
                _missing(sql, board, *journals[board]) if board in journals else 0,
                wrong.get(board, []),
                None if match is None or match.get("untouched") else {**match, "names": names.of(match)},
                names.of_next(there.upcoming) if there is not None and there.upcoming is not None else None,
                _seconds(now, there, heard),
                calls.get(as_compared(table), ()) if table else (),
                says.get(board),
                phones.get(board),
            )
        )
    return sorted(found, key=lambda one: (natural(one.name.casefold()), one.board))


def _journals(sql: Sql, boards: Collection[str]) -> dict[str, tuple[int, int, int]]:
    """By board the epoch of its newest journal, its oldest record and its next."""
    if not boards:
        return {}
    of_them, values = among(boards)
    wanted = "SELECT board, epoch, oldest_seq, next_seq FROM journals"
    rows = sql.rows(f"{wanted} WHERE board {of_them} ORDER BY {in_turn(sql)}", **values)
    return {board: (epoch, oldest, end) for board, epoch, oldest, end in rows}


def _missing(sql: Sql, board: str, epoch: int, oldest: int, end: int) -> int:
    wanted = "SELECT COUNT(*) FROM records WHERE board = :board AND epoch = :epoch AND seq >= :oldest AND seq < :next"
    ((held,),) = sql.rows(wanted, board=board, epoch=epoch, oldest=oldest, next=end)
    return max(0, end - oldest - int(held))


def _seconds(now: int, there: Present | None, heard: Any) -> float | None:
    """Since it was heard."""
    if there is not None:
        return max(0, now - there.heard) / 1000
    moment = moment_in(heard)
    return None if moment is None else max(0.0, now / 1000 - moment.timestamp())


TABLES = "tables"  # in place of a tournament, for whoever follows


def tables_version(sql: Sql, open_to_phones: Sequence[Seat] | None = None) -> str:
    """Another one where an order was given or has ended, a board has come or gone, or is called or waits for something
    else. Not with each press: scores are for the hall. It has the parts of a tournament's version.
    `open_to_phones`: where these were read already."""
    in_all = "SELECT COUNT(*), MAX(ended), SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) FROM orders"
    given = next(sql.rows(in_all))
    alarms = next(sql.rows("SELECT COUNT(*) FROM conflicts"))
    boards = list(sql.rows("SELECT id, table_name, firmware FROM boards ORDER BY id"))
    there = [
        (one.board, one.hub.id, one.port, one.waits, None if one.upcoming is None else one.upcoming["key"])
        for one in hubs.present(sql)
    ]
    of_phones = [
        (
            seat.table,
            seat.secret,
            seat.locked,
            seat.phone and (seat.phone.check, seat.phone.percent, seat.phone.charging),
            seat.ask,
        )
        for seat in (seats.seats(sql) if open_to_phones is None else open_to_phones)
    ]
    air = radio.paired(sql), [(one.board, one.what) for one in radio.notes(sql)]
    return f"{TABLES}-0-{crc32(repr((given, alarms, boards, there, of_phones, air)).encode()):08x}"
