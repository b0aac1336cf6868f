"""A hub without boards: it says that it has some, and ends the orders for them as it is told to.

with FakeHub(db, has("b1", "Table 3")) as hub:
    ...
hub.done    # the orders that it ended
"""

import socket
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tallyboard.store import Heard, Store, hubs, open_store, orders
from tallyboard.store.orders import Order, State

_LOOK_S = 0.02
_LIMIT_S = 60  # until a hub that does not end counts as stuck

Does = Callable[[Order], tuple[State, str] | None]


@dataclass(frozen=True)
class Board:
    """A board that the hub says it has."""

    board: str
    table: str
    port: str = "/dev/ttyACM1"
    behind: int = 0


class FakeHub:
    """`does` says what becomes of an order, None: it waits on. `laptop`: None for this one."""

    def __init__(
        self,
        db: str | Path,
        *boards: Board,
        does: Does = lambda order: ("done", f"{order.kind} was told"),
        laptop: str | None = None,
    ) -> None:
        self.me = hubs.HubProcess(f"hub of {laptop}", laptop or socket.gethostname(), 42, "watch")
        self.done: list[Order] = []
        self.boards = list(boards)
        self._db = str(db)
        self._does = does
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        with closing(open_store(self._db)) as store:
            for one in boards:
                store.add(Heard(one.board, one.table, "0.2.0", 7, 0, 0))
            self._beat(store)

    def __enter__(self) -> "FakeHub":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join(_LIMIT_S)

    def _run(self) -> None:
        with closing(open_store(self._db)) as store:
            while not self._stopping.wait(_LOOK_S):
                self._beat(store)
                with store.reading() as sql:
                    waiting = orders.waiting(sql)
                for order in waiting:
                    if order.board in [one.board for one in self.boards]:
                        self._do(store, order)

    def _do(self, store: Store, order: Order) -> None:
        became = self._does(order)
        if became is not None:
            self.done.append(order)
            orders.end(store, order.id, *became, order.board or "", self.me.id)

    def _beat(self, store: Store) -> None:
        hubs.beat(store, self.me, [hubs.Has(one.board, one.port, one.behind) for one in self.boards])


def gone(order: Order) -> None:
    """What a hub does that never comes to it."""
