"""The tables that are open to phones: how each stands at one moment, its address and its code."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.reached import seat_address
from tallyboard.paper.table_cards import code_svg
from tallyboard.store import hubs, seats
from tallyboard.store.corrections import standing
from tallyboard.store.hubs import Present
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
