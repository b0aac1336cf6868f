"""The hub: the one process of a laptop that talks to its boards. A terminal is one face of it.

What it knows lives in the store: any number of hubs work on one database, and any of them may die at any moment. While
the database is away it follows its boards on; what they recorded waits on them.
"""

import os
import secrets
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from tallyboard.hub.calling import Wanted
from tallyboard.hub.desk import Desk
from tallyboard.hub.follower import BoardSays, Follower
from tallyboard.hub.hall import Hall
from tallyboard.hub.lazy_store import LazyStore
from tallyboard.hub.other_tables import OtherTables
from tallyboard.hub.places import Places
from tallyboard.hub.tournaments import Tournaments
from tallyboard.hub.upkeep import Upkeep
from tallyboard.hub.upload import Upload
from tallyboard.hub.writer import Writer
from tallyboard.link.finding import Lister
from tallyboard.shapes import WatchEvent
from tallyboard.store import Store, hubs, orders
from tallyboard.store.match_objects import FullNames, names_version
from tallyboard.store.orders import Begun, Order, State
from tallyboard.store.transactions import ORDERS, PRESENCE, TOURNAMENTS, WakeUp
from tallyboard.system.laptop import laptop_name

_FAREWELL_S = 3.0  # for the database, at the end
_OF_TOURNAMENTS = WakeUp(frozenset((TOURNAMENTS,)))

_Given = TypeVar("_Given")


class Hub:
    """Follows the boards that are plugged in here, stores what they record and does the orders for them.

    `overrides`: ports or patterns instead of looking for boards. `tell` is given what happens, from several threads.
    """

    def __init__(
        self,
        store: LazyStore,
        overrides: Sequence[str],
        tell: Callable[[WatchEvent], None],
        command: str = "watch",
        lister: Lister | None = None,
        follower: Callable[[str, Desk, Callable[[WatchEvent], None]], Follower] = Follower,
    ) -> None:
        self.me = hubs.HubProcess(secrets.token_hex(8), laptop_name(), os.getpid(), command)
        self.places = Places()
        self._store = store
        self._tell = tell
        self._upkeep = Upkeep(store, self._beat, self._look, self._hear, self._computed, self.tell_database)
        self._writer = Writer(store, self._stored, self.tell_database)
        self._others = OtherTables(tell)
        self._tournaments = Tournaments(tell)
        self._hall = Hall(self, overrides, tell, lister, follower)
        self._orders: list[Order] = []
        self._present: list[hubs.Present] = []  # as of the last look
        self._beaten: list[hubs.Has] | None = None  # the boards that this hub last said to have
        self._names: FullNames | None = None
        self._names_version: object = None
        self._telling = threading.Lock()  # three threads see trouble
        self._told: object = None

    def start(self) -> None:
        """Begin with the database."""
        self._writer.start()
        self._upkeep.start()

    def step(self) -> None:
        """Look for boards that have come or gone."""
        self._hall.step()
        self.tell_database()

    def says(self) -> dict[str, BoardSays]:
        """By board what those that are plugged in here say of their memory."""
        return self._hall.says()

    def close(self) -> None:
        """Let go of the boards, store what has arrived, and say that this hub is gone."""
        self._hall.close()
        self._writer.stop(_FAREWELL_S)
        gone = self._upkeep.do(self._leave)
        with suppress(Exception):  # whatever it is: the others see that it is silent
            gone.result(0.0 if self.is_away else _FAREWELL_S)
        self._upkeep.stop(_FAREWELL_S)

    # ---- what followers need of the database, see Desk

    def upload(self, board: str, epoch: int) -> Upload:
        """What takes the records of this journal."""
        return self._writer.upload(board, epoch)

    def changed(self) -> None:
        """Have others know which boards are there, and what waits there."""
        self._upkeep.beat_soon()

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        """Have this done with the store, soon; it fails while the database is away."""
        return self._upkeep.do(work)

    def orders_for(self, board: str) -> list[Order]:
        """Those that wait for this board, in the order in which they are to be done."""
        return [order for order in self._orders if order.board == board]

    def begin(self, order: Order, board: str, epoch: int, following: int) -> "Future[Begun | None]":
        """Write down that the order is begun; see orders.begin."""
        return self.do(lambda store: orders.begin(store, order.id, board, self.me.id, epoch, following))

    def end(self, order: Order, state: State, said: str, board: str) -> "Future[bool]":
        """Write down what became of the order; see orders.end."""

        def write(store: Store) -> bool:
            was_waiting = orders.end(store, order.id, state, said, board, self.me.id)
            self._orders = [one for one in self._orders if one.id != order.id]
            if was_waiting:
                self._tell_order(order, state, said, board)
            return was_waiting

        return self.do(write)

    def wanted_at(self, board: str) -> Wanted | None:
        """What the tournaments want at this board; None where it is not known, or not by all that it recorded."""
        return self._tournaments.wanted_at(board)

    def names(self) -> FullNames | None:
        """The full names, None before the database was read."""
        return self._names

    @property
    def is_away(self) -> bool:
        """Whether the database cannot be reached just now."""
        return self._writer.trouble is not None or self._upkeep.trouble is not None

    # ---- what the upkeep does

    def _stored(self, behind: set[str], changed: set[str]) -> None:
        if behind or changed:
            self._tournaments.stored(behind | changed)
        if behind:
            self._upkeep.stored(behind)
        if changed:
            self._upkeep.wake(_OF_TOURNAMENTS)

    def _computed(self, store: Store, boards: Collection[str]) -> None:
        """From here on the matches of these boards are known again as the database keeps them."""
        for board, epoch, upload in self._writer.uploads(boards):
            if upload.lacks_end:
                upload.goes_on_from(store.end(board, epoch))
        self._upkeep.wake(_OF_TOURNAMENTS)

    def _beat(self, store: Store) -> None:
        boards, before = self._hall.boards(), self._beaten
        self._beaten = None
        hubs.beat(store, self.me, boards, before)
        self._beaten = boards
        with store.reading() as sql:
            version = names_version(sql)
            if version != self._names_version:
                self._names, self._names_version = FullNames(sql), version
            left = hubs.orphaned(sql)
        if left:
            store.derive(left)

    def _leave(self, store: Store) -> None:
        store.derive([has.board for has in self._hall.boards()])
        hubs.leave(store, self.me)

    def _look(self, store: Store, topics: frozenset[str]) -> None:
        mine = {has.board for has in self._hall.boards()}
        with store.glancing() as sql:
            if PRESENCE in topics:
                self._present = hubs.present(sql)
            if topics & {PRESENCE, ORDERS}:
                self._orders = [_for_board(order, self._present) for order in orders.waiting(sql)]
            if PRESENCE in topics:
                others = [one for one in self._present if one.hub.id != self.me.id]
                self._others.look(sql, others, mine, self._names or FullNames(sql))
        if topics & {PRESENCE, TOURNAMENTS}:
            self._tournaments.look(store, self._present, mine)

    def _hear(self, store: Store, boards: Collection[str] | None) -> None:
        """Somebody has said that the scores of these boards are others."""
        if self._others.knows(boards):
            with store.glancing() as sql:
                self._others.hear(sql, boards, self._names or FullNames(sql))

    # ---- what is told

    def tell_database(self) -> None:
        """Tell that the database is away, how much waits for it, and that it is there again."""
        with self._telling:
            self._tell_database()

    def _tell_database(self) -> None:
        trouble = self._writer.trouble or self._upkeep.trouble
        waiting = self._writer.behind if trouble else 0
        said = (trouble and str(trouble), waiting)
        if said == self._told or (self._told is None and trouble is None):
            return
        self._told = said if trouble else None
        self._tell(
            {
                "event": "database",
                "port": "",
                "board": None,
                "table": "",
                "hub": "",
                "reachable": trouble is None,
                "waiting": waiting,
                "cause": trouble.cause if trouble else "",
                "next_step": trouble.next_step if trouble else "",
            }
        )

    def _tell_order(self, order: Order, state: State, said: str, board: str) -> None:
        if state != "waiting" and state != "replaced":
            self._tell(
                {
                    "event": "order",
                    "port": "",
                    "board": board,
                    "table": order.table or "",
                    "hub": "",
                    "id": str(order.id),
                    "kind": order.kind,
                    "state": state,
                    "said": said,
                }
            )


def _for_board(order: Order, present: Sequence[hubs.Present]) -> Order:
    """The order, for the board whose table has the name that it is for, where exactly one is there."""
    if order.board is not None:
        return order
    called = [one.board for one in present if order.is_for(one.board, one.table)]
    return order._replace(board=called[0]) if len(called) == 1 else order
