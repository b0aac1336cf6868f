"""A hub's side of the database without threads: what is asked is done at once, records are written at their turn."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar, cast

from tallyboard.errors import Told
from tallyboard.hub.database import Database
from tallyboard.hub.tournaments import WantedAtBoard
from tallyboard.hub.writer import Upload, Writer
from tallyboard.store import Store, hubs, orders
from tallyboard.store.failures import UnreachableError
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order, State
from tallyboard.store.reader import FullNames
from tests.link.moments import AWAY_BEFORE

_Given = TypeVar("_Given")

HUB = "hub"  # the id of every one


class DirectDesk(Database):
    """A Desk over the store that `get` gives. `away()`: whether the database fails now, and when: one of AWAY.

    `has_turn()`: whether what waits is written now. `wait(s)` lets so many seconds pass while somebody waits for that.
    `on_end(order, state)` is called when an order was written down as ended.
    """

    def __init__(self, get: Callable[[], Any], away: Callable[[], str] = lambda: "") -> None:
        super().__init__(get, hubs.HubProcess(HUB, "laptop", 1, "watch"), lambda event: None)
        self._away = away
        self.has_turn: Callable[[], bool] = lambda: True
        self.wait: Callable[[float], None] = lambda seconds: None
        self.on_end: Callable[[Order, State], None] = lambda order, state: None
        self.wanted: WantedAtBoard | None = None
        self.full_names: FullNames | None = None
        self._writer = _Writer(self)

    def write(self) -> None:
        """The Writer's turn, where it has one."""
        if self.has_turn():
            self._writer.write()

    def look(self) -> None:
        """Read which orders wait."""

        def read(store: Store) -> list[Order]:
            with store.reading() as sql:
                return orders.waiting(sql)

        done = self.do(read)
        if done.exception() is None:
            self._orders = done.result()

    # ---- as a Database

    def upload(self, board: str, epoch: int, check: str = "") -> Upload:
        return self._writer.upload(board, epoch, check)

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        done: Future[_Given] = Future()
        away = self._away()
        try:
            said = None if away == AWAY_BEFORE else work(self.get())
        except Exception as error:
            done.set_exception(error)
        else:
            if away:
                done.set_exception(UnreachableError(Told("The database is away.", "Wait.")))
            else:
                done.set_result(cast(_Given, said))
        return done

    def end(self, order: Order, state: State, said: str, board: str) -> "Future[bool]":
        done = super().end(order, state, said, board)
        if done.exception() is None and done.result():
            self.on_end(order, state)
        return done

    def wanted_at(self, board: str) -> WantedAtBoard | None:
        return self.wanted

    def names(self) -> FullNames | None:
        return self.full_names

    @property
    def is_away(self) -> bool:
        return self._writer.trouble is not None


class _Writer(Writer):
    """One without a thread."""

    def __init__(self, desk: DirectDesk) -> None:
        self._desk = desk
        super().__init__(desk.get, self._compute, lambda: None, clock=lambda: 0.0)

    def upload(self, board: str, epoch: int, check: str = "") -> Upload:
        key = board, epoch, check
        if key not in self._uploads:
            self._uploads[key] = _Upload(self._ring, self._desk)
        return self._uploads[key]

    def write(self) -> bool:
        """And what a hub's upkeep does behind it."""
        self._behind: set[str] = set()
        is_written = super().write()
        if self._behind:
            store: Store = self._desk.get()
            store.derive(self._behind)
            for board, epoch, upload in self.uploads(self._behind):
                upload.goes_on_from(store.end(board, epoch))
        return is_written

    def _compute(self, behind: set[str], changed: set[str]) -> None:
        self._behind = behind


class _Upload(Upload):
    """One whose waiting is the world's."""

    def __init__(self, ring: Callable[[], None], desk: DirectDesk) -> None:
        super().__init__(ring)
        self._desk = desk

    def put(self, heard: Heard, runs: Any) -> None:
        super().put(heard, runs)
        self._desk.write()

    def wait(self, timeout_s: float) -> bool:
        self._desk.write()
        if not super().wait(0):
            self._desk.wait(timeout_s)
            self._desk.write()
        return super().wait(0)
