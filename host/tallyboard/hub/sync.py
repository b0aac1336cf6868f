"""A conversation with a board: what it recorded comes in, and it is told what waits. `sync` is one that ends."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import cast

from shared_rules.journal import record
from tallyboard.errors import CoreError
from tallyboard.errors import link as errors
from tallyboard.hub.database import Database, wait_for
from tallyboard.hub.intake import Intake, Progress
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.tournaments import SAID, Hindrance, WantedAtBoard, change_of
from tallyboard.link.client import REFUSALS, Client, told
from tallyboard.link.ports import ImpostorError, whose
from tallyboard.link.trace import open_port
from tallyboard.shapes import BoardState, CollectedObject, Welcome
from tallyboard.store import Store, hubs, orders
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order
from tallyboard.store.tournaments.calls import NextGame
from tallyboard.system.laptop import laptop_name
from tallyboard.text.language import _, language

_ASTRAY = 3  # states in a row that are of another journal than the one that was collected just before
STORED_S = 0.2  # that a score waits for being stored before it is told as one that is not
_TIMES = 1 << 29  # seconds from YEAR_ZERO on that a record of the time can say: until 2043


class Visit:
    """What both have in common. `damaged`: how many records the board found broken in its memory."""

    def __init__(
        self, client: Client, database: Database, stopping: threading.Event, wall: Callable[[], float]
    ) -> None:
        """`wall` gives the time (Unix time), which the board is told, for it to date its matches."""
        self.damaged = 0
        self._client = client
        self._whose = whose(client.port)
        self._database = database
        self._stopping = stopping
        self._wall = wall
        self._intake: Intake
        self._done: dict[int, tuple[Order, str]] = {}  # orders that were done and are not written down so, what is said
        self._wanted: WantedAtBoard | None = None  # by the tournaments, the last time
        self._settled: object = None  # what was wanted and what was there when all was done that can be
        self._hindered: object = None  # the call and what hinders it
        self._astray = 0

    # ---- meeting the board

    def _hello(self) -> tuple[Heard, Welcome]:
        """What the board says of itself when it has been told the time, of which it makes a record."""
        self._admit(self._client.hello()["board"])
        self._tell_time()
        fields = self._client.hello()
        self._admit(fields["board"])
        self.damaged = fields["damaged"]
        self._done = {}  # another board's wait for its return
        heard = Heard(
            board=fields["board"],
            table=self._whose.table or fields["table"],
            firmware=fields["firmware"],
            epoch=fields["epoch"],
            oldest=fields["oldest"],
            next=fields["next"],
            check=self._whose.check,
        )
        return heard, fields

    def _tell_time(self) -> None:
        """Unless the laptop's clock was never set or is beyond what a record can say."""
        seconds = round(self._wall())
        if record.YEAR_ZERO < seconds < record.YEAR_ZERO + _TIMES:
            self._client.set_time(seconds)

    def _admit(self, board: str) -> None:
        """Raises TallyboardError where this board is to be told nothing here."""
        if self._whose.board not in ("", board):
            raise ImpostorError(errors.ANOTHER_BOARD, port=self._client.port.name, board=board)

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

    def catch_up(self, state: BoardState) -> None:
        """Get what is new by this state (see Client.state), everything where the journal is another one now. Where
        nothing is new, the board may forget what is stored: not at every press."""
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

    def _is_stored(self) -> bool:
        """Whether everything is in the database that the board recorded; waits for it, unless that is away."""
        return not self._database.is_away and self._intake.upload.wait(STORED_S)

    # ---- orders: begun in the database, done at the board, and written down as done when their records are stored

    def _waiting_orders(self) -> list[Order]:
        """Those that are to be done, in their order."""
        return [one for one in self._database.orders_for(self._intake.heard.board) if one.id not in self._done]

    def _do_orders(self) -> bool:
        """Do what waits; whether there was anything. Scores do not wait for orders that nobody can begin now."""
        did = False
        for order in self._waiting_orders():
            if not self._is_stored():
                return did
            if self._do_order(order):
                did = True
                self._after(order)
        return did

    def _do_order(self, order: Order) -> bool:
        """Do one; whether the board was told."""
        heard, me = self._intake.heard, self._database.me.id
        begun = wait_for(
            self._database.do(lambda store: orders.begin(store, order.id, heard.board, me, heard.epoch, heard.next)),
            self._stopping,
        )
        if begun is None:
            return False  # ended by somebody else, or the database is away
        state, said = begun
        english = language("en")
        is_to_tell = state == "waiting"
        if is_to_tell:
            try:
                said = english(told(self._client, order.kind, order.what))  # as it is stored
            except REFUSALS as error:
                state, said, is_to_tell = "refused", " ".join(error.words(english)), False
        if is_to_tell or state == "done":
            self._done[order.id] = order, said
        else:
            wait_for(self._database.end(order, state, said, heard.board), self._stopping)
        return is_to_tell

    def _after(self, order: Order) -> None:
        raise NotImplementedError

    def _end_orders(self) -> None:
        """Write down what was done, where everything that the board recorded is stored."""
        if self._done and self._is_stored():
            for order, said in list(self._done.values()):
                ended = self._database.end(order, "done", said, self._intake.heard.board)
                if wait_for(ended, self._stopping) is None:
                    return
                del self._done[order.id]

    # ---- calls

    def _do_call(self, state: BoardState) -> bool:
        """Have what waits at the board agree with the tournaments, when all that it recorded is known to them; whether
        it was told something."""
        heard = self._intake.heard
        if self._database.is_away or self._intake.upload.waiting or state["next"] != heard.next:
            return False
        wanted, waiting = self._database.wanted_at(heard.board), state["key"]
        now = wanted, heard.next, waiting, state["epoch"]
        if wanted is None:
            return False
        self._wanted = wanted
        if now == self._settled:
            return False
        if waiting is None:
            self._note_hindrance(wanted.game, "refused")
            return False
        self._settled = now
        live = self._live()
        order, hindered = change_of(wanted, waiting, live.upcoming(waiting), live.match(heard.next))
        try:
            if order is not None:
                told(self._client, "match", order)
        except REFUSALS as refusal:
            self._note_hindrance(wanted.game, "refused", str(refusal))
            return False
        self._note_hindrance(wanted.game, hindered)
        return order is not None

    def _live(self) -> LiveJournal:
        return self._intake.live

    def _note_hindrance(self, game: NextGame | None, hindered: Hindrance | None, said: str = "") -> None:
        """Tell what hinders the call, once; `said`: where it is not what SAID has."""
        before, self._hindered = self._hindered, (game, hindered)
        if game is not None and hindered is not None and before != self._hindered:
            self._tell_hindrance(game, hindered, said or _(SAID[hindered], match=game.match))

    def _tell_hindrance(self, game: NextGame, state: Hindrance, said: str) -> None:
        """This keeps the call from being played."""


@dataclass(frozen=True)
class Collected:
    """What was collected from a board. Counts are of records, from 0."""

    board: str  #: id of the board: of a box the hexadecimal digits of its chip's number
    table: str  #: name of its table, empty where it has none
    firmware: str  #: version of its firmware, as `1.4.0`
    epoch: int  #: number of its journal, 32 bits
    received: int  #: how many were new
    already_had: int  #: how many of its journal were stored before
    damaged: int  #: how many it could not give whole
    acked: int  #: every record below this number is acknowledged
    conflicts: tuple[int, ...]  #: numbers of those that are stored with other bytes: an alarm
    missing: int  #: how many were freed on the board before this store had them
    board_damaged: int  #: how many the board itself found broken

    def as_json(self) -> CollectedObject:
        """The same as a line of `tallyboard sync --json`."""
        return cast(CollectedObject, {**asdict(self), "conflicts": list(self.conflicts)})


def collect(
    port: str, store: Store, on_progress: Progress | None = None, on_wait: Callable[[str], None] | None = None
) -> Collected:
    """Copy everything that the board on this data port recorded into the store, acknowledge it there, do the orders
    that wait for the board, and what a hub does for tournaments.

    `on_progress(records done, all)` is called as they come, `on_wait(sentence)` when an answer is long in coming.
    Raises TallyboardError when no board answers, when it goes away, and when the store fails; what had arrived whole is
    stored then, and the next time asks for the rest.
    """
    with open_port(port) as opened:
        collection = Collection(Client(opened, on_wait=on_wait or (lambda sentence: None)), store)
        collected = collection.run(on_progress or (lambda done, total: None))
        collection.tell()
        return collected


class Collection(Visit):
    """One conversation that fills a store: first everything (`run`), then what is new (`catch_up`), as often as wished.

    All of these raise TallyboardError when the board goes away or the store fails. What had arrived whole is stored
    then; the next run asks for the rest.
    """

    def __init__(self, client: Client, store: Store, wall: Callable[[], float] = time.time) -> None:
        me = hubs.HubProcess(f"sync-{os.getpid()}", laptop_name(), os.getpid(), "sync")
        super().__init__(client, Database(lambda: store, me, lambda event: None), threading.Event(), wall)
        self._store = store
        self._acked = self._received = 0

    def run(self, on_progress: Progress = lambda done, total: None) -> Collected:
        """Collect everything; `on_progress(records done, all)`."""
        heard, fields = self._hello()
        held = self._store.held(heard.board, heard.epoch)
        upload = self._database.upload(heard.board, heard.epoch, heard.check)
        self._intake = Intake(self._client, upload, heard, held, LiveJournal(heard.board, heard.epoch))
        self._received = 0
        self._intake.fetch(on_progress)
        self._note_stored()
        self._acked = self._acknowledge(fields["acked"])
        return self.report()

    def report(self) -> Collected:
        """What was collected since `run` began."""
        heard, intake = self._intake.heard, self._intake
        return Collected(
            board=heard.board,
            table=heard.table,
            firmware=heard.firmware,
            epoch=heard.epoch,
            received=self._received,
            already_had=intake.already_had,
            damaged=intake.lost,
            acked=self._acked,
            conflicts=tuple(sorted(intake.conflicts)),
            missing=intake.missing,
            board_damaged=self.damaged,
        )

    def tell(self) -> None:
        """Do the orders that wait for the board, and what a hub does for tournaments."""
        heard = self._intake.heard
        self._database.look_for_orders(heard)
        self._do_orders()
        self._end_orders()
        self._database.look_for_calls(self._intake.heard, self._client.port.name)
        wanted = self._database.wanted_at(heard.board)
        if wanted is not None and wanted.tournaments:
            state = self._client.state()
            if state["epoch"] == heard.epoch and self._do_call(state):  # else something was pressed: the next time
                self.catch_up(self._client.state())

    def _meet_again(self) -> None:
        self.run()

    def _fetch_up_to(self, state: BoardState) -> bool:
        is_new = super()._fetch_up_to(state)
        self._note_stored()
        return is_new

    def _note_stored(self) -> None:
        received = self._intake.stored(0)[0]
        self._received += received

    def _after(self, order: Order) -> None:
        self.catch_up(self._client.state())  # it is done when its record is stored
        self._end_orders()

    def _live(self) -> LiveJournal:
        heard = self._intake.heard
        return LiveJournal(heard.board, heard.epoch, self._store.tail(heard.board, heard.epoch))
