"""One conversation with a board: what it recorded comes in, and it is told what waits for it.

`sync` is one that ends (sync.py), a hub's goes on (following.py).
"""

import threading
from collections.abc import Callable

from shared_rules.journal import record
from tallyboard.errors import CoreError
from tallyboard.errors import hub as errors
from tallyboard.hub.calling import AtBoard, Calling, Hindrance
from tallyboard.hub.database import Database, wait_for
from tallyboard.hub.intake import Intake
from tallyboard.link.client import REFUSALS, Client, told
from tallyboard.shapes import BoardState, Welcome
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order
from tallyboard.store.tournaments.calls import NextGame

_ASTRAY = 3  # states in a row that are of another journal than the one that was collected just before
_TIMES = 1 << 29  # seconds from YEAR_ZERO on that a record of the time can say: until 2043


class Visit:
    """What both have in common. `damaged`: how many records the board found broken in its memory."""

    def __init__(
        self, client: Client, database: Database, stopping: threading.Event, wall: Callable[[], float]
    ) -> None:
        """`wall` gives the time (Unix time), which the board is told, for it to date its matches."""
        self.damaged = 0
        self._client = client
        self._database = database
        self._stopping = stopping
        self._wall = wall
        self._intake: Intake
        self._orders: OrderBook
        self._calling = Calling(client, self._hindered)
        self._astray = 0

    # ---- meeting the board

    def _hello(self) -> tuple[Heard, Welcome]:
        """What the board says of itself when it has been told the time, of which it makes a record."""
        self._admit(self._client.hello()["board"])
        self._tell_time()
        fields = self._client.hello()
        self.damaged = fields["damaged"]
        self._orders = OrderBook(self._client, self._database, self._stopping)  # another board's wait for its return
        heard = Heard(
            board=fields["board"],
            table=fields["table"],
            firmware=fields["firmware"],
            epoch=fields["epoch"],
            oldest=fields["oldest"],
            next=fields["next"],
        )
        return heard, fields

    def _tell_time(self) -> None:
        """Unless the laptop's clock was never set or is beyond what a record can say."""
        seconds = round(self._wall())
        if record.YEAR_ZERO < seconds < record.YEAR_ZERO + _TIMES:
            self._client.set_time(seconds)

    def _admit(self, board: str) -> None:
        """Raises TallyboardError where this board is to be told nothing here."""

    def _meet_again(self) -> None:
        """The board tells of another journal than before."""
        raise NotImplementedError

    # ---- what it recorded

    def _is_another(self, state: BoardState) -> bool:
        """Whether the state is of another journal than was heard; raises CoreError where it is so every time."""
        heard = self._intake.heard
        if state["epoch"] == heard.epoch and state["next"] >= heard.next:
            self._astray = 0
            return False
        self._astray += 1
        if self._astray == _ASTRAY:
            raise CoreError(errors.ASTRAY, port=self._client.port.name)
        return True

    def _catch_up(self, state: BoardState) -> None:
        """Get what is new by this state; where nothing is, the board may forget what is stored."""
        if self._is_another(state):
            self._meet_again()
        elif not self._fetch_up_to(state):
            self._acknowledge(state["acked"])

    def _fetch_up_to(self, state: BoardState) -> bool:
        """Ask for what is new by this state; whether anything was."""
        return self._intake.fetch_up_to(state["next"])

    def _acknowledge(self, acked: int) -> int:
        """Tell the board what it may forget, where that is more than it was told; what it then holds acknowledged."""
        below = self._intake.done_below()
        return acked if acked >= below else self._client.ack(self._intake.heard.epoch, below)

    # ---- what it is to be told

    def _do_orders(self) -> bool:
        """Do what waits, when everything that the board recorded is stored; whether there was anything."""
        did = False
        for order in self._orders.waiting(self._intake.heard.board):
            if not self._is_stored():
                return did
            if self._orders.do(order, self._intake.heard):
                did = True
                self._after(order)
        return did

    def _is_stored(self) -> bool:
        """Whether everything is in the database that the board recorded, so that orders can be begun."""
        return True

    def _after(self, order: Order) -> None:
        """The board was told this order."""

    def _do_call(self, state: BoardState) -> bool:
        """Have what waits at the board agree with the tournaments, when all that it recorded is known to them; whether
        it was told something."""
        heard = self._intake.heard
        if state["next"] != heard.next:
            return False
        wanted = self._database.wanted_at(heard.board)
        return wanted is not None and self._calling.step(wanted, state, lambda: self._at_board(state["key"] or ""))

    def _at_board(self, key: str) -> AtBoard:
        live = self._intake.live
        assert live is not None
        return AtBoard(key, live.upcoming(key), live.match(self._intake.heard.next))

    def _hindered(self, game: NextGame, state: Hindrance, said: str) -> None:
        """This keeps the call from being played."""


class OrderBook:
    """The orders of one conversation: each is begun in the database, done at the board, and written down as done when
    its records are stored."""

    def __init__(self, client: Client, database: Database, stopping: threading.Event) -> None:
        self._client = client
        self._database = database
        self._stopping = stopping
        self._unfinished: dict[int, tuple[Order, str]] = {}

    @property
    def are_unfinished(self) -> bool:
        """Whether one is done and not written down so."""
        return bool(self._unfinished)

    def waiting(self, board: str) -> list[Order]:
        """Those that are to be done, in their order."""
        return [order for order in self._database.orders_for(board) if order.id not in self._unfinished]

    def do(self, order: Order, heard: Heard) -> bool:
        """Do one, with everything stored that the board recorded; whether the board was told."""
        begun = wait_for(self._database.begin(order, heard.board, heard.epoch, heard.next), self._stopping)
        if begun is None:
            return False  # ended by somebody else, or the database is away
        state, said = begun
        if state == "waiting":
            try:
                said = told(self._client, order.kind, order.what)
            except REFUSALS as error:
                state, said = "refused", str(error)
            else:
                self._unfinished[order.id] = order, said
                return True
        if state == "done":
            self._unfinished[order.id] = order, said
        else:
            wait_for(self._database.end(order, state, said, heard.board), self._stopping)
        return False

    def finish(self, board: str) -> None:
        """Write down what was done: everything that the board recorded is stored."""
        for order, said in list(self._unfinished.values()):
            if wait_for(self._database.end(order, "done", said, board), self._stopping) is None:
                return
            del self._unfinished[order.id]
