"""One conversation with a board that is followed: what it recorded, what is pressed, and what it is to be told."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from shared_rules.journal.record import SIZE
from shared_rules.link import frame
from tallyboard.hub.astray import Astray
from tallyboard.hub.calling import AtBoard, Calling, Hindrance
from tallyboard.hub.desk import PATIENCE_S, Desk, wait_for
from tallyboard.hub.doing import OrderBook
from tallyboard.hub.fetch import Fetch, silent
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.upload import Upload
from tallyboard.hub.wanted import meet, tell_time, worth_asking
from tallyboard.journal.check import checker
from tallyboard.journal.runs import Run
from tallyboard.journal.spans import Spans
from tallyboard.link.client import BoardRefusedError, Client
from tallyboard.shapes import (
    AlarmEvent,
    BoardState,
    CallEvent,
    ConnectedEvent,
    MatchObject,
    NextMatch,
    ScoreEvent,
    TableEvent,
)
from tallyboard.store.heard import Heard, Stored
from tallyboard.store.match_objects import match_object
from tallyboard.store.orders import Order
from tallyboard.store.tail import Tail
from tallyboard.store.tournaments.calls import NextGame

ASK_S = 1.0  # between two questions while nothing is pressed
POLL_S = 0.1  # between two questions to a board that does not tell by itself what is pressed
TIME_S = 1800  # between two times that the board is told; it writes down one an hour
STORED_S = 0.2  # that a score waits for being stored before it is told as one that is not
ACK_AT_ONCE = 256  # records that are not acknowledged in the middle of play

Tell = Callable[[AlarmEvent | CallEvent | ConnectedEvent | ScoreEvent], None]


class Following:
    """Follows the board that `client` talks to until `stopping` is set.

    `who`: what every event says first. `board` is None until one was heard; `behind`: how many of its records are not
    stored; `upcoming`: the match that waits there, and whether NEXT would start it now (`waits`); `heard_at`: when it
    last answered, by `clock`.
    """

    def __init__(
        self,
        client: Client,
        desk: Desk,
        tell: Tell,
        stopping: threading.Event,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.board: str | None = None
        self.table = ""
        self.behind = 0
        self.waits = False
        self.upcoming: NextMatch | None = None
        self.heard_at: float | None = None
        self._client = client
        self._desk = desk
        self._tell = tell
        self._stopping = stopping
        self._clock = clock
        self._wall = wall
        self._heard: Heard
        self._upload: Upload
        self._live: LiveJournal
        self._orders: OrderBook
        self._calling = Calling(client, self._hindered)
        self._held = Spans()  # stored when the conversation began
        self._given_up = Spans()  # damaged on the board too: it may forget them
        self._seen = Spans()  # arrived whole in this conversation
        self._conflicts: set[int] = set()
        self._board_follows = True
        self._astray = Astray(client.port.name)
        self._is_quiet = True
        self._received_at_once = 0
        self._missing = 0
        self._public: object = None  # what others are to know of it besides its records
        self._told: object = None  # what the last score said

    @property
    def who(self) -> TableEvent:
        """What every event says first."""
        return {"port": self._client.port.name, "board": self.board, "table": self.table, "hub": ""}

    def run(self, on_met: "Callable[[Following], None]") -> None:
        """Until `stopping` is set; `on_met` is called when the board has told its state for the first time.

        Raises TallyboardError when the board goes away.
        """
        self._meet()
        state = self._state()
        on_met(self)
        told_time = self._clock()
        while not self._stopping.is_set():
            self._go_on(state)
            if self._clock() - told_time >= TIME_S:
                told_time = self._clock()
                tell_time(self._client, self._wall())
            if not self._listen():
                self._is_quiet = True
            state = self._state()

    # ---- meeting the board

    def _meet(self) -> None:
        """Have everything that the board holds on its way into the database."""
        client = self._client
        self._heard, fields = meet(client, self._wall())
        heard = self._heard
        self._note(heard)
        tail = self._tail()
        self._held = Spans() if tail is None else tail.held
        self._conflicts = set() if tail is None else set(tail.conflicts)
        self._seen, self._given_up = Spans(), Spans()
        self._upload = self._desk.upload(heard.board, heard.epoch)
        self._upload.was_acknowledged(fields["acked"] if tail is None else 0)
        self._live = LiveJournal(heard.board, heard.epoch, tail)
        self._told = None
        self._orders = OrderBook(client, self._desk, self._stopping)  # another board's are for when it is back
        self._fetch(worth_asking(heard, self._held))
        self._received_at_once = self._see_what_was_stored(PATIENCE_S)
        missing = Spans([(0, max(client.oldest, heard.oldest))]).without(self._held)
        self._missing = 0 if tail is None else len(missing)

    def _note(self, heard: Heard) -> None:
        self.heard_at = self._clock()
        self.board, self.table = heard.board, heard.table

    def _tail(self) -> Tail | None:
        """What the database has of this journal, None where it is away."""
        board, epoch = self._heard.board, self._heard.epoch
        return wait_for(self._desk.do(lambda store: store.tail(board, epoch)), self._stopping)

    # ---- following it

    def _state(self) -> BoardState:
        state = self._client.state()
        self.heard_at = self._clock()
        return state

    def _go_on(self, state: BoardState) -> None:
        """Get what is missing, do what is to be done, and tell."""
        heard = self._heard
        if self._astray.is_another(state, heard):
            self._meet()
        elif state["next"] > heard.next:
            self._fetch_up_to(state["next"])
        else:
            self._acknowledge(state)
        if self._do_orders() or self._do_call(state):
            state = self._state()
            if self._astray.is_another(state, self._heard):
                self._meet()
            else:
                self._fetch_up_to(state["next"])
        self._score(state)
        if self._orders.are_unfinished and not self._desk.is_away and self._upload.wait(STORED_S):
            self._orders.finish(self._heard.board)

    def _fetch_up_to(self, following: int) -> None:
        heard = self._heard
        if following > heard.next:
            self._heard = replace(heard, oldest=max(heard.oldest, self._client.oldest), next=following)
            self._fetch(Spans([(heard.next, following)]))
            self._is_quiet = False

    def _fetch(self, wanted: Spans) -> None:
        fetch = Fetch(self._client, self, self._heard, self._held, silent)
        fetch.run(wanted)
        for first, end in fetch.given_up:
            self._given_up.add(first, end)

    def add(self, heard: Heard, runs: list[Run]) -> Stored:
        """Take sound records for the database; what becomes of them there is not known yet."""
        for first, data in runs:
            self._live.add(first, data)
            self._seen.add(first, first + len(data) // SIZE)
        self._upload.put(heard, runs)
        return Stored(0, ())

    def _listen(self) -> bool:
        """Wait until something is pressed, or there is something else to do; whether records came."""
        if not self._board_follows:
            self._stopping.wait(POLL_S)
            return False
        until = self._clock() + ASK_S
        try:
            for run in self._client.follow(self._heard.epoch, self._heard.next):
                if run is not None:
                    return self._take(*run)
                if self._clock() >= until or self._stopping.is_set() or self._has_work():
                    return False
        except BoardRefusedError as refused:
            if refused.reason == frame.UNKNOWN:
                self._board_follows = False
            elif refused.reason not in (frame.EPOCH, frame.RANGE):
                raise
        return False

    def _take(self, first: int, data: bytes) -> bool:
        """Take what the board told by itself, where nothing is missing before it: else it is asked for."""
        heard = self._heard
        following = first + len(data) // SIZE
        self.heard_at = self._clock()
        if first > heard.next or following <= heard.next or not checker(heard.epoch)(first, data):
            return True
        self._heard = replace(heard, next=following)
        self.add(self._heard, [(heard.next, data[(heard.next - first) * SIZE :])])
        self._is_quiet = False
        return True

    def _has_work(self) -> bool:
        """Whether there is something that must not wait for the next press."""
        if self.behind and not self._upload.waiting:
            return True
        board = self._heard.board
        is_to_tell = bool(self._orders.waiting(board)) or self._calling.has_work(self._desk.wanted_at(board))
        has_work = self._orders.are_unfinished or is_to_tell
        return has_work and not self._desk.is_away and not self._upload.waiting

    def _acknowledge(self, state: BoardState) -> None:
        """When the board is quiet, not at every press."""
        below = self._done_below()
        if state["acked"] < below and (self._is_quiet or below - state["acked"] >= ACK_AT_ONCE):
            self._client.ack(self._heard.epoch, below)

    def _done_below(self) -> int:
        """The number below which the board may forget everything: what is in the database, and what the board itself
        cannot read. What merely did not arrive ends it, and what waits, for the database may have another history."""
        done = Spans(self._held)
        for first, end in (*self._upload.stored(), *self._given_up):
            done.add(first, end)
        end = min(done.end_of(max(self._heard.oldest, self._client.oldest)), self._heard.next)
        waiting = self._upload.first_waiting
        return end if waiting is None else min(end, waiting)

    # ---- what it is to be told

    def _do_orders(self) -> bool:
        """Do what waits, when everything that the board recorded is stored; whether there was anything."""
        did = False
        for order in self._orders.waiting(self._heard.board):
            if self._desk.is_away or not self._upload.wait(STORED_S):
                return did  # scores do not wait for orders that nobody can begin now
            if self._orders.do(order, self._heard):
                did = True
                self._hear_again(order)
        return did

    def _hear_again(self, order: Order) -> None:
        """After an order that changes what the board says of itself."""
        if order.kind != "match":
            fields = self._client.hello()
            if (fields["board"], fields["epoch"]) == (self._heard.board, self._heard.epoch):
                self._heard = replace(self._heard, table=fields["table"])
                self._note(self._heard)
                self._upload.put(self._heard, [])

    def _do_call(self, state: BoardState) -> bool:
        """Have what waits at the board agree with the tournaments, when all that it recorded is known to them; whether
        it was told something."""
        if self._desk.is_away or self._upload.waiting or state["next"] != self._heard.next:
            return False
        wanted = self._desk.wanted_at(self._heard.board)
        if wanted is None:
            return False
        return self._calling.step(wanted, state, lambda: self._at_board(state["key"] or ""))

    def _at_board(self, key: str) -> AtBoard:
        return AtBoard(key, self._live.upcoming(key), self._live.match(self._heard.next))

    def _hindered(self, game: NextGame, state: Hindrance, said: str) -> None:
        tournament, match = game.tournament, game.match
        self._tell(
            {"event": "call", **self.who, "tournament": tournament, "match": match, "state": state, "said": said}
        )

    # ---- what is told

    def _see_what_was_stored(self, timeout_s: float) -> int:
        """Wait so long for it; how many were new. An alarm is told where a number came with other bytes."""
        if not self._desk.is_away:
            self._upload.wait(timeout_s)
        received, conflicts = self._upload.news()
        if not set(conflicts) - self._conflicts:
            return received
        journal = Spans([(self._heard.oldest, self._heard.next)])
        self._fetch(journal.without(self._seen))  # two histories: see where they part
        self._upload.wait(timeout_s)
        more, others = self._upload.news()
        numbers = sorted({*conflicts, *others})
        self._conflicts.update(numbers)
        self._tell({"event": "alarm", **self.who, "epoch": self._heard.epoch, "numbers": numbers})
        return received + more

    def _connect(self) -> None:
        """Tell that the board is there."""
        self._tell(
            {
                "event": "connected",
                **self.who,
                "firmware": self._heard.firmware,
                "epoch": self._heard.epoch,
                "received": self._received_at_once,
                "missing": self._missing,
            }
        )

    def _score(self, state: BoardState) -> None:
        """Tell what the table shows, where that or what is stored of it has changed."""
        received = self._see_what_was_stored(STORED_S)
        self.behind = self._upload.behind + max(0, state["next"] - self._heard.next)
        if self._told is None:
            self._connect()
        seen = {**state, "acked": 0, "behind": self.behind, "table": self.table}
        if seen == self._told:
            return
        self._told = seen
        before = self._public
        self.waits, self.upcoming = state["waits"], self._upcoming(state["key"])
        self._public = self.table, self.waits, self.upcoming
        if before != self._public:
            self._desk.changed()
        self._tell(
            {
                "event": "score",
                **self.who,
                "epoch": state["epoch"],
                "next": state["next"],
                "received": received,
                "behind": self.behind,
                "waits": state["waits"],
                "key": state["key"],
                "upcoming": self.upcoming,
                "live": state["match"],
                "match": self._match(),
            }
        )

    def _upcoming(self, key: str | None) -> NextMatch | None:
        upcoming, names = self._live.upcoming(key), self._desk.names()
        if upcoming is None or names is None:
            return upcoming
        return {**upcoming, "names": names.known(upcoming["key"], upcoming["names"])}

    def _match(self) -> MatchObject | None:
        """The match that is on or was the last, with what the database knows of it."""
        match, names = self._live.match(self._heard.next), self._desk.names()
        if match is None:
            return None
        numbers = sorted(number for number in self._conflicts if number >= match["first_seq"])
        return match_object(match, self.table, match["names"] if names is None else names.of(match), numbers)
