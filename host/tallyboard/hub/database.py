"""The database as a conversation with a board needs it: it may be away, and a hub's never answers at once."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from tallyboard.hub.other_tables import OtherTables
from tallyboard.hub.tournaments import HubTournaments, WantedAtBoard, of_no_board
from tallyboard.hub.upkeep import Upkeep
from tallyboard.hub.writer import Upload, UploadAtOnce, Writer
from tallyboard.link.radio import RadioPorts
from tallyboard.shapes import WatchEvent
from tallyboard.store import Store, hubs, open_store, orders, radio
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order, State
from tallyboard.store.reader import FullNames, names_version
from tallyboard.store.transactions import ORDERS, PRESENCE, SEATS, TOURNAMENTS, WakeUp

if TYPE_CHECKING:
    from tallyboard.hub.seats import Seats

PATIENCE_S = 1.5  # that a conversation with a board waits for the database
_STEP_S = 0.05
_FAREWELL_S = 3.0  # for the database, at the end
_OF_TOURNAMENTS = WakeUp(frozenset((TOURNAMENTS,)))
_OF_SEATS = WakeUp(frozenset((SEATS,)))

_Given = TypeVar("_Given")


class LazyStore:
    """The store at a database `url`, see open_store; opened when it can be: a hub begins without it, too."""

    def __init__(self, url: str | None, opened: Store | None = None) -> None:
        self.url = url
        self._store = opened
        self._lock = threading.Lock()

    def get(self) -> Store:
        """The store. Raises TallyboardError where it cannot be opened now; the next time tries again."""
        with self._lock:
            if self._store is None:
                self._store = open_store(self.url)
            return self._store

    def close(self) -> None:
        with self._lock:
            if self._store is not None:
                self._store.close()


class Database:
    """What takes records, which orders wait, and what tournaments want. `me`: who works on it here. This one has no
    threads: what is asked is done at once with the store that `get` gives, and raises what it raises."""

    def __init__(self, get: Callable[[], Store], me: hubs.HubProcess, tell: Callable[[WatchEvent], None]) -> None:
        self.get = get
        self.me = me
        self._tournaments = HubTournaments(tell, self._clocks)
        self._orders: list[Order] = []

    def upload(self, board: str, epoch: int, check: str = "") -> Upload:
        """What takes the records of this journal, from whoever has let it in by the token of this check, see Whose."""
        return UploadAtOnce(self.get())

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        """Have this done with the store, soon; it fails while the database is away."""
        done: Future[_Given] = Future()
        done.set_result(work(self.get()))
        return done

    @property
    def is_away(self) -> bool:
        """Whether the database cannot be reached just now."""
        return False

    def changed(self) -> None:
        """Another board is there, or what others are to know of one has changed."""

    def names(self) -> FullNames | None:
        """The full names, None before the database was read."""
        return None

    def wanted_at(self, board: str) -> WantedAtBoard | None:
        """What the tournaments want at this board; None where it is not known, or not by all that it recorded."""
        return self._tournaments.wanted_at(board)

    def orders_for(self, board: str) -> list[Order]:
        """Those that wait for this board, in the order in which they are to be done."""
        return [order for order in self._orders if order.board == board]

    def look_for_orders(self, heard: Heard) -> None:
        """See what waits for this board."""
        with self.get().reading() as sql:
            waiting = [order for order in orders.waiting(sql) if order.is_for(heard.board, heard.table)]
        self._orders = [order._replace(board=heard.board) for order in waiting]

    def look_for_calls(self, heard: Heard, port: str) -> None:
        """Enter the results of boards into the tournaments, and see what is called at this one."""
        here = hubs.Present(heard.board, heard.table, port, 0, False, None, 0, self.me)
        with self.get().reading() as sql:
            others = [one for one in hubs.present(sql) if one.board != heard.board]
        self._tournaments.look(self.get(), [*others, here], {heard.board})

    def end(self, order: Order, state: State, said: str, board: str) -> "Future[bool]":
        """Write down what became of the order; see orders.end."""

        def write(store: Store) -> bool:
            was_waiting = orders.end(store, order.id, state, said, board, self.me.id)
            self._orders = [one for one in self._orders if one.id != order.id]
            if was_waiting:
                self._ended(order, state, said, board)
            return was_waiting

        return self.do(write)

    def _ended(self, order: Order, state: State, said: str, board: str) -> None:
        """The order was written down as ended here."""

    def _clocks(self, until: Mapping[str, int], now: int) -> None:
        """By table until when its round goes, see HubTournaments."""


class HubDatabase(Database):
    """A hub's: what comes is written, and looked for, by threads of its own. What it hears from there it tells.
    `boards()`: those that the hub has. `seats`: of its hall socket, `radio`: its boards without a cable, None where it
    has none."""

    def __init__(
        self,
        store: LazyStore,
        me: hubs.HubProcess,
        tell: Callable[[WatchEvent], None],
        boards: Callable[[], list[hubs.Has]],
    ) -> None:
        super().__init__(store.get, me, tell)
        self.seats: Seats | None = None
        self.radio: RadioPorts | None = None
        self._tell = tell
        self._boards = boards
        self._upkeep = Upkeep(store.get, self._beat, self._look, self._hear, self._computed, self.tell_trouble)
        self._writer = Writer(store.get, self._stored, self.tell_trouble)
        self._others = OtherTables(tell)
        self._present: list[hubs.Present] = []  # as of the last look
        self._beaten: list[hubs.Has] | None = None  # the boards that this hub last said to have
        self._names: FullNames | None = None
        self._names_version: object = None
        self._telling = threading.Lock()  # three threads see trouble
        self._told: object = None
        self._has_left = False

    def start(self) -> None:
        self._writer.start()
        self._upkeep.start()

    def close(self) -> None:
        """Store what has arrived, and say that this hub is gone; once."""
        if self._has_left:
            return
        self._has_left = True
        self._writer.stop(_FAREWELL_S)
        gone = self.do(self._leave)
        with suppress(Exception):  # whatever it is: the others see that it is silent
            gone.result(0.0 if self.is_away else _FAREWELL_S)
        self._upkeep.stop(_FAREWELL_S)

    def upload(self, board: str, epoch: int, check: str = "") -> Upload:
        return self._writer.upload(board, epoch, check)

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        return self._upkeep.do(work)

    @property
    def is_away(self) -> bool:
        return self._writer.trouble is not None or self._upkeep.trouble is not None

    def changed(self) -> None:
        self._upkeep.beat_soon()

    def look_at_seats(self) -> None:
        """Have the seats looked at: this process has changed them."""
        self._upkeep.wake(_OF_SEATS)

    def names(self) -> FullNames | None:
        return self._names

    # ---- what the threads do

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
        boards, before = self._boards(), self._beaten
        self._beaten = None
        hubs.beat(store, self.me, boards, before)
        self._beaten = boards
        if self.seats is not None:
            self.seats.note(store)
        if self.radio is not None and (notes := self.radio.notes()):
            radio.note(store, notes)
        with store.reading() as sql:
            if self.radio is not None:
                self.radio.know(radio.keys(sql))
            version = names_version(sql)
            if version != self._names_version:
                self._names, self._names_version = FullNames(sql), version
            left = hubs.orphaned(sql)
        if left:
            store.derive(left)

    def _leave(self, store: Store) -> None:
        store.derive([has.board for has in self._boards()])
        hubs.leave(store, self.me)

    def _look(self, store: Store, topics: frozenset[str]) -> None:
        mine = {has.board for has in self._boards()}
        with store.glancing() as sql:
            if SEATS in topics and self.seats is not None and not self.seats.look(sql):
                self.look_at_seats()
            if PRESENCE in topics:
                self._present = hubs.present(sql)
            if topics & {PRESENCE, ORDERS}:
                self._orders = [_for_board(order, self._present) for order in orders.waiting(sql)]
            if PRESENCE in topics:
                others = [one for one in self._present if one.hub.id != self.me.id]
                self._others.look(sql, others, mine, self._names or FullNames(sql))
        if topics & {PRESENCE, TOURNAMENTS}:
            self._tournaments.look(store, self._present, mine)

    def _clocks(self, until: Mapping[str, int], now: int) -> None:
        if self.seats is not None:
            self.seats.clocks(until, now)

    def _hear(self, store: Store, boards: Collection[str] | None) -> None:
        """Somebody has said that the scores of these boards are others."""
        if self._others.knows(boards):
            with store.glancing() as sql:
                self._others.hear(sql, boards, self._names or FullNames(sql))

    # ---- what is told

    def tell_trouble(self) -> None:
        """Tell that the database is away, how much waits for it, and that it is there again."""
        with self._telling:
            trouble = self._writer.trouble or self._upkeep.trouble
            waiting = self._writer.behind if trouble else 0
            said = (trouble and str(trouble), waiting)
            if said == self._told or (self._told is None and trouble is None):
                return
            self._told = said if trouble else None
            self._tell(
                {
                    "event": "database",
                    **of_no_board(),
                    "reachable": trouble is None,
                    "waiting": waiting,
                    "cause": trouble.cause if trouble else "",
                    "next_step": trouble.next_step if trouble else "",
                }
            )

    def _ended(self, order: Order, state: State, said: str, board: str) -> None:
        if state != "waiting" and state != "replaced":
            self._tell(
                {
                    "event": "order",
                    **of_no_board(table=order.table or ""),
                    "board": board,
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


def wait_for(answer: "Future[_Given]", stopping: threading.Event) -> _Given | None:
    """What the database says; None where it is away, or `stopping` is set meanwhile."""
    for _ in range(round(PATIENCE_S / _STEP_S)):
        try:
            return answer.result(_STEP_S)
        except TimeoutError:
            if stopping.is_set():
                return None
        except Exception:  # the hub tells of it
            return None
    return None
