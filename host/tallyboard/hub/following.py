"""A board that is followed: what it recorded, what is pressed, and what it is to be told."""

import threading
import time
from collections import deque
from collections.abc import Callable

from shared_rules.link import frame
from tallyboard.errors import CoreError
from tallyboard.errors import link as link_errors
from tallyboard.errors.link import TWO_PORTS
from tallyboard.hub.database import PATIENCE_S, Database, wait_for
from tallyboard.hub.intake import Intake, PortAllowance
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.sync import STORED_S, Visit
from tallyboard.hub.tournaments import Hindrance
from tallyboard.journal.runs import Spans
from tallyboard.link.client import BoardRefusedError, Client
from tallyboard.link.finding import CABLE, Pace
from tallyboard.link.ports import GoneError, VoidError
from tallyboard.shapes import BoardState, MatchObject, NextMatch, TableEvent, WatchEvent
from tallyboard.store.ingesting import Heard
from tallyboard.store.orders import Order
from tallyboard.store.reader import match_object
from tallyboard.store.tournaments.calls import NextGame

RECENTLY_S = 60.0
_HEARD_S = 5.0  # without a byte until a board may have gone to another port


class KnownPort:
    """One port of a hub. `is_told`: somebody knows that it is restless, and nothing was told of it since. `connected`:
    the board that was told to be here, and no end of it since. `allowance`: of records from here, `journals`: of
    journals; `told_held`: how many records are known to wait for them."""

    def __init__(self, port: str, others: "KnownPorts", pace: Pace) -> None:
        self.is_told = False
        self.connected: str | None = None
        self.allowance = PortAllowance(pace.burst, pace.a_second)
        self.journals = PortAllowance(pace.journals, pace.journals_a_second)
        self.told_held = 0
        self._port = port
        self._others = others
        self.pace = pace
        self._met: deque[float] = deque()
        self._begun: set[tuple[str, int]] = set()  # boards and epochs: no more than `journals` let in

    def may_begin(self, board: str, epoch: int, now: float) -> bool:
        """Whether this journal may come now. One that did may again: each is a row of the database, whatever is in it,
        and a place in the memory of this process."""
        if (board, epoch) not in self._begun:
            if not self.journals.may_bring(1, now):
                return False
            self.journals.bring(1)
            self._begun.add((board, epoch))
        return True

    def met(self, now: float) -> float:
        """A board was met here; the seconds that it has to stay until that is told."""
        self._met.append(now)
        return self.pace.settled_s if self.restless(now) else 0.0

    def restless(self, now: float) -> int:
        """How many times a board was met here in the last minute, 0 where that is not too often."""
        while self._met and self._met[0] <= now - RECENTLY_S:
            self._met.popleft()
        return len(self._met) if len(self._met) > self.pace.often else 0

    def pause_s(self, now: float) -> float:
        """How long to wait before a board is met here again."""
        times = self.restless(now)
        pauses = self.pace.pauses_s
        return pauses[min(times - self.pace.often, len(pauses)) - 1] if times else 0.0

    def admit(self, board: str, silent_s: Callable[[], float]) -> None:
        """Have the board be on this port; `silent_s()`: for how long nothing has been heard here.

        Raises TallyboardError where it is on another port: which of the two is the board nobody knows here, and the
        records of the two would be one journal. A port that yields does so: GoneError.
        """
        with self._others.lock:
            other, silence = self._others.have.get(board, (self._port, silent_s))
            if other != self._port and silence() < _HEARD_S and not self._others.yields(other):
                if self.pace.yields:
                    raise GoneError(link_errors.BY_CABLE, port=self._port)
                raise CoreError(TWO_PORTS, port=self._port, board=board, other=other)
            self._others.have[board] = self._port, silent_s

    def leave(self) -> None:
        """Nobody talks to a board here any more: it may be on another port."""
        with self._others.lock:
            self._others.have = {board: at for board, at in self._others.have.items() if at[0] != self._port}


class KnownPorts:
    """The ports of a hub, whatever becomes of those who follow them. `have`: by board its port, and how long that is
    silent; who uses it has the `lock`."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.have: dict[str, tuple[str, Callable[[], float]]] = {}
        self._ports: dict[str, KnownPort] = {}

    def yields(self, port: str) -> bool:
        """Whether a board that is on this port too is rather there than here."""
        return self._ports[port].pace.yields

    def at(self, port: str, pace: Pace = CABLE) -> KnownPort:
        """What is known of this port."""
        with self.lock:
            return self._ports.setdefault(port, KnownPort(port, self, pace))


ASK_S = 1.0  # between two questions while nothing is pressed
POLL_S = 0.1  # between two questions to a board that does not tell by itself what is pressed
TIME_S = 1800  # between two times that the board is told; it writes down one an hour
ACK_AT_ONCE = 256  # records that are not acknowledged in the middle of play
HELD_S = 60.0  # that records have to wait until that is told
_LOOK_S = 0.5  # between two times that some of them may come
_ALONE = 16  # records that came damaged and are asked for alone, at once: nobody's press waits for more

Tell = Callable[[WatchEvent], None]


class Following(Visit):
    """Follows the board that `client` talks to until `stopping` is set. `known`: what is known
    of the port, None for nothing.

    `who`: what every event says first. `board` is None until one was heard; how many of its records are not stored
    (`behind`), `not_acknowledged`, or `damaged` in its memory; `upcoming`: the match that waits there, and whether NEXT
    would start it now (`waits`); `heard_at`: when it last answered, by `clock`.
    """

    def __init__(
        self,
        client: Client,
        database: Database,
        tell: Tell,
        stopping: threading.Event,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        known: KnownPort | None = None,
    ) -> None:
        super().__init__(client, database, stopping, wall)
        self.board: str | None = None
        self.table = ""
        self.behind = self.not_acknowledged = 0
        self.waits = False
        self.upcoming: NextMatch | None = None
        self.heard_at: float | None = None
        self._tell = tell
        self._clock = clock
        self._board_follows = True
        self._is_quiet = True
        self._received_at_once = self._missing = 0
        self._public: object = None  # what others are to know of it besides its records
        self._told: object = None  # what the last score said
        self._told_damaged = 0
        self._known = known or KnownPorts().at(client.port.name)
        self._silent_until = 0.0  # by the clock: nothing is told before

    @property
    def who(self) -> TableEvent:
        """What every event says first."""
        return {"port": self._client.port.name, "board": self.board, "table": self.table, "hub": ""}

    def run(self, on_met: "Callable[[Following], None]") -> None:
        """Until `stopping` is set; `on_met` is called when the board has told its state for the first time. Raises
        TallyboardError when the board goes away."""
        self._meet()
        state = self._state()
        self._settle()
        on_met(self)
        told_time = self._clock()
        while not self._stopping.is_set():
            self._admit(self._intake.heard.board)
            if self._intake.upload.is_void:
                raise VoidError(link_errors.NOT_TAKEN, port=self._client.port.name)
            self._go_on(state)
            if self._clock() - told_time >= TIME_S:
                told_time = self._clock()
                self._tell_time()
            if not self._listen():
                self._is_quiet = True
                self._intake.ask_alone()
            state = self._state()

    # ---- meeting the board

    def _meet(self) -> None:
        """Have everything that the board holds on its way into the database."""
        heard, fields = self._hello()
        self._note(heard)
        while not self._known.may_begin(heard.board, heard.epoch, self._clock()):
            self._tell_held(heard.next - heard.oldest, self._known.journals.held_s(self._clock()))
            self._stopping.wait(_LOOK_S)
            heard, fields = self._hello()  # it may have gone, or be of another journal
        # What the database has of this journal, None where it is away.
        tail = wait_for(self._database.do(lambda store: store.tail(heard.board, heard.epoch)), self._stopping)
        live = LiveJournal(heard.board, heard.epoch, tail)
        upload = self._database.upload(heard.board, heard.epoch, heard.check)
        upload.goes_into(live, fields["acked"] if tail is None else 0)
        held, conflicts = (Spans(), ()) if tail is None else (tail.held, tail.conflicts)
        self._intake = Intake(self._client, upload, heard, held, live, _ALONE, conflicts, self._known.allowance)
        self._intake.fetch()
        self._missing = 0 if tail is None else self._intake.missing
        self._told = None
        self._told_damaged = 0
        self._received_at_once = self._see_what_was_stored(PATIENCE_S)

    def _meet_again(self) -> None:
        if pause := self._known.pause_s(self._clock()):
            self._stopping.wait(pause)
        self._meet()
        self._settle()

    def _settle(self) -> None:
        """A board that comes and goes is not told before it has stayed for a while."""
        now = self._clock()
        self._silent_until = now + self._known.met(now)

    def _admit(self, board: str) -> None:
        super()._admit(board)
        self._known.admit(board, self._client.silent_s)

    def _note(self, heard: Heard) -> None:
        self.heard_at = self._clock()
        self.board, self.table = heard.board, heard.table

    # ---- following it

    def _state(self) -> BoardState:
        state = self._client.state()
        self.heard_at = self._clock()
        self.not_acknowledged = max(0, state["next"] - max(state["acked"], self._intake.heard.oldest))
        return state

    def _go_on(self, state: BoardState) -> None:
        """Get what is missing, do what is to be done, and tell."""
        self.catch_up(state)
        if self._do_orders() or self._do_call(state):
            state = self._state()
            if self._is_another(state):
                self._meet_again()
            else:
                self._fetch_up_to(state)
        self._score(state)
        self._end_orders()

    def _fetch_up_to(self, state: BoardState) -> bool:
        is_new = super()._fetch_up_to(state)
        if is_new:
            self._is_quiet = False
        return is_new

    def _listen(self) -> bool:
        """Wait until something is pressed, or there is something else to do; whether records came."""
        if not self._board_follows:
            self._stopping.wait(POLL_S)
            return False
        if self._held_s() is not None:
            self._stopping.wait(_LOOK_S)
            return False
        until = self._clock() + ASK_S
        try:
            heard = self._intake.heard
            for run in self._client.follow(heard.epoch, heard.next):
                if run is not None:
                    self.heard_at = self._clock()
                    if self._intake.take(*run):
                        self._is_quiet = False
                    return True
                if self._clock() >= until or self._stopping.is_set() or self._has_work():
                    return False
            self._stopping.wait(POLL_S)  # it ends at once what it is asked for
        except BoardRefusedError as refused:
            if refused.reason == frame.UNKNOWN:
                self._board_follows = False
            elif refused.reason not in (frame.EPOCH, frame.RANGE):
                raise
        return False

    def _has_work(self) -> bool:
        """Whether there is something that must not wait for the next press."""
        if self._intake.upload.waiting:
            return False
        if self.behind:
            return True
        if self._database.is_away:
            return False
        wanted = self._database.wanted_at(self._intake.heard.board)
        return bool(self._done or self._waiting_orders()) or (wanted is not None and wanted != self._wanted)

    def _acknowledge(self, acked: int) -> int:
        """When the board is quiet, not at every press."""
        if self._is_quiet or self._intake.done_below() - acked >= ACK_AT_ONCE:
            return super()._acknowledge(acked)
        return acked

    def _held_s(self) -> float | None:
        return self._known.allowance.held_s(self._clock())

    # ---- what it is to be told

    def _after(self, order: Order) -> None:
        if order.kind != "match":
            fields, heard = self._client.hello(), self._intake.heard
            if (fields["board"], fields["epoch"]) == (heard.board, heard.epoch):
                self._intake.is_called(self._whose.table or fields["table"])
                self._note(self._intake.heard)

    def _tell_hindrance(self, game: NextGame, state: Hindrance, said: str) -> None:
        tournament, match = game.tournament, game.match
        self._tell(
            {"event": "call", **self.who, "tournament": tournament, "match": match, "state": state, "said": said}
        )

    # ---- what is told

    def _see_what_was_stored(self, timeout_s: float) -> int:
        """Wait so long for it; how many were new. An alarm is told where a number came with other bytes."""
        received, numbers = self._intake.stored(0.0 if self._database.is_away else timeout_s)
        if numbers:
            self._tell({"event": "alarm", **self.who, "epoch": self._intake.heard.epoch, "numbers": numbers})
        return received

    def _connect(self) -> None:
        self._known.connected = self.board
        self._tell(
            {
                "event": "connected",
                **self.who,
                "firmware": self._intake.heard.firmware,
                "epoch": self._intake.heard.epoch,
                "received": self._received_at_once,
                "missing": self._missing,
            }
        )

    def _score(self, state: BoardState) -> None:
        """Tell what the table shows, where that or what is stored of it has changed."""
        if self._clock() < self._silent_until:
            return
        received = self._see_what_was_stored(STORED_S)
        self.behind = self._intake.upload.behind + max(0, state["next"] - self._intake.heard.next)
        if self._told is None:
            if self._known.connected != self.board:
                self._connect()
            else:
                received += self._received_at_once
        before, self._told_damaged = self._told_damaged, self._intake.damaged
        if self._told_damaged > before:
            epoch = self._intake.heard.epoch
            self._tell({"event": "damaged", **self.who, "epoch": epoch, "records": self._told_damaged})
        self._tell_held(max(0, state["next"] - self._intake.heard.next), self._held_s())
        upcoming, names = self._intake.live.upcoming(state["key"]), self._database.names()
        if upcoming is not None and names is not None:  # which may come after the match
            upcoming = names.of_next(upcoming)
        seen = {**state, "acked": 0, "behind": self.behind, "table": self.table, "upcoming": upcoming}
        if seen == self._told:
            return
        self._told = seen
        self.waits, self.upcoming = state["waits"], upcoming
        if self._public != (public := (self.table, self.waits, self.upcoming)):
            self._public = public
            self._database.changed()
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

    def _tell_held(self, waiting: int, held_s: float | None) -> None:
        """Tell, once, that so many records have waited for long, as the board brings too many; and that none does."""
        was_told = bool(self._known.told_held)
        if (held_s is None and was_told) or (held_s is not None and held_s >= HELD_S and waiting and not was_told):
            self._known.told_held = 0 if held_s is None else waiting
            self._tell({"event": "held_back", **self.who, "records": self._known.told_held})

    def _match(self) -> MatchObject | None:
        """The match that is on or was the last, with what the database knows of it."""
        match, names = self._intake.live.match(self._intake.heard.next), self._database.names()
        if match is None:
            return None
        numbers = sorted(number for number in self._intake.conflicts if number >= match["first_seq"])
        return match_object(match, self.table, match["names"] if names is None else names.of(match), numbers)
