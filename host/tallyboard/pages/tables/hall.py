"""Boards and orders, as they stand at one moment."""

from typing import NamedTuple

from tallyboard.pages.site import Site
from tallyboard.pages.tables.boards import BoardSeen, boards_seen
from tallyboard.pages.tables.calls import table_calls
from tallyboard.pages.tables.version import tables_version
from tallyboard.store import Store, hubs, orders
from tallyboard.store.hubs import Present
from tallyboard.store.orders import Order

_ENDED = 12  # orders that wait no more, as many are shown


class Ended(NamedTuple):
    """An order that waits no more, and when it ended: seconds ago."""

    order: Order
    ago_s: float


class HallSeen(NamedTuple):
    """`present`: the boards at hubs. `waiting`: orders that nobody has done yet, with their age in seconds. `hubs`: how
    many laptops talk to boards. `version`: another one where any of it is."""

    boards: list[BoardSeen]
    present: list[Present]
    waiting: list[tuple[Order, float]]
    ended: list[Ended]
    hubs: int
    version: str

    def board(self, board: str) -> BoardSeen | None:
        """The board of this id."""
        return next((one for one in self.boards if one.board == board), None)

    def table_of(self, order: Order) -> str:
        """What the table that an order is for is called now."""
        board = self.board(order.board) if order.board else None
        return board.name if board is not None else order.table or order.board or ""


def look(site: Site, store: Store) -> HallSeen:
    """How they stand now."""
    calls = table_calls(site.tournaments, store)
    with store.reading() as sql:
        now = sql.now_ms()
        return HallSeen(
            boards_seen(sql, calls, site.says()),
            hubs.present(sql),
            [(order, max(0, now - order.given) / 1000) for order in orders.waiting(sql)],
            [Ended(order, max(0, now - ended) / 1000) for order, ended in orders.latest(sql, _ENDED)],
            len(hubs.living(sql)),
            tables_version(sql),
        )
