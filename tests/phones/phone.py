"""A phone as the contract has it: a WebSocket around the firmware's half of the link, whose memory outlives a kill.

It keeps a token and a memory for each board that it was; what it presses, it presses with the laptop there or away.
"""

import base64
import contextlib
import json
import queue
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from socket import SHUT_RDWR
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from shared_rules.games.events import UNDO, event
from shared_rules.games.scoresheet import to_text
from shared_rules.journal import record
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tableside.table import ACCEPTED
from tests.harness.firmware_link import Port
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.random_matches import STEPS, events_of
from tests.harness.working_table import WorkingTable
from tests.phones.oracle import Life

GAMES = (
    "crokinole-official target=60",
    "crokinole-traditional target=60 discs=3 start=loser",
    "pichenotte-southwest games=1 discs=2",
    "washers-ritzenthaler target=5",
    "crokinole-championship rounds=3 discs=2",
)
PAUSES_S = (0.25, 0.5, 1.0, 2.0)  # before a phone asks again
QUIET_S = 5.0  # without a byte from the laptop: the socket is dead
_TURN_S = 0.02
_GUARD_S = 30
_FORM = "70686f6e65"  # with which the id of a phone's board begins

# What a phone answers to one that wants its table.
YES, NO, SILENT = "yes", "no", "silent"

_EVENTS = {game: [events_of([step], game) for step in STEPS[game]] for game in {line.split()[0] for line in GAMES}}
_UNDO = event(UNDO)


def image(epoch: int, first: int, next_: int, records: bytes) -> bytes:
    """A memory with this journal in it, as the page makes it."""
    from tallyboard.virtual.box.journal_image import image as made

    return bytes(made(epoch, first, next_, records))


@dataclass
class Kept:
    """A board that this phone is or was: what stands on its disk. `life`: what the oracle knows of it."""

    token: str
    board: str
    chip: FramChip
    life: Life


@dataclass(frozen=True)
class Said:
    """A text message that a phone got, and when (s)."""

    at: float
    what: str
    value: Any


@dataclass
class Phone:
    """`where()`: the port of its line. `broken` takes what the protocol does not allow.

    `state`: idle (it does not connect) | away | asking | admitted | taken | asked | refused | void WHY.
    """

    name: str
    seed: str
    where: Callable[[], int]
    broken: Callable[[str, str], None]
    lives: list[Life]  # of all phones, in the order in which they began
    answers: str = YES  # whoever wants its table
    pauses_s: tuple[float, ...] = (0.0, 0.03, 0.1)  # between two presses
    goes_on_when_void: bool = False  # it sends until it is cut off
    takes_over: bool = True  # says yes when it is asked "take over?"
    lies: str = ""  # the board id that it says instead of its own
    plays: bool = False
    state: str = "idle"
    table: str = ""
    locked: bool = False
    kept: dict[str, Kept] = field(default_factory=dict)
    current: Kept | None = None
    said: list[Said] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    failure: BaseException | None = None

    def __post_init__(self) -> None:
        self._draw = random.Random(self.seed)
        self._scanning: tuple[str, str] | None = None  # the seat's secret, and the new token
        self._old = ""  # the token whose place the present one takes
        self._battery: tuple[int, bool] | None = None
        self._is_copy = False
        self._on = False
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._press_at = 0.0
        self._thread: threading.Thread | None = None
        self._socket: ClientConnection | None = None
        self._begun = time.monotonic()

    # ---- life

    def switch_on(self) -> None:
        """The page is opened, with what stands on its disk."""
        self._on = True
        if self.current is not None:
            self._power_on(self.current)
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """The page is gone, between two bytes of anything; its disk stays."""
        self._on = False
        if self._thread is not None:
            self._thread.join(_GUARD_S)
            assert not self._thread.is_alive(), f"{self.name} does not end"
            self._thread = None

    def scan(self, secret: str) -> None:
        """The QR code of a table, from now on."""
        token = secrets.token_urlsafe(32)
        self.do(lambda: self._scan(secret, token))

    def _scan(self, secret: str, token: str) -> None:
        self._scanning = secret, token
        self.state = "away"
        self._drop()

    def readdress(self) -> None:
        """The page moved to another address and brought its memory along."""
        self.do(self._readdress)

    def _readdress(self) -> None:
        if self.current is not None and not self._old:
            kept, self._old = self.current, self.current.token
            kept.token = secrets.token_urlsafe(32)
            self._drop()

    def battery(self, percent: int, charging: bool) -> None:
        """The browser tells."""
        self._battery = percent, charging

    def idle(self) -> None:
        """It connects no more until it scans."""
        self.do(self._idle)

    def _idle(self) -> None:
        self.state, self._scanning = "idle", None
        self._drop()

    def do(self, task: Callable[[], None]) -> None:
        """Have this done by the phone's own thread, where it runs; waits for it."""
        if self._thread is None:
            task()
            return
        done = threading.Event()

        def does() -> None:
            task()
            done.set()

        self._tasks.put(does)
        until = time.monotonic() + _GUARD_S
        while not done.wait(0.05) and self._thread.is_alive():
            assert time.monotonic() < until, f"{self.name} does not come to it"

    def rests(self) -> bool:
        """Whether it is admitted, and everything is acknowledged."""
        return self.state == "admitted" and not self.owes()

    def owes(self) -> int:
        """How many of its records are not acknowledged."""
        return 0 if self.current is None else max(0, self._next - self.current.life.acked)

    @property
    def is_on(self) -> bool:
        """Whether the page is open."""
        return self._on

    def copy(self, original: "Phone") -> None:
        """Take its token, its id and its memory as they are now. Such a one presses nothing and writes nothing."""
        kept = original.current
        assert kept is not None
        life = Life(self.name, kept.board, kept.life.table, kept.token, kept.life.epoch, kept.life.game)
        life.since = life.until = life.acked = original._next
        chip = FramChip()
        chip.memory[:] = kept.chip.memory
        self.kept[kept.board] = self.current = Kept(kept.token, kept.board, chip, life)
        self._is_copy, self.plays, self.state = True, False, "away"

    @property
    def _next(self) -> int:
        return int(self._table.journal.next)

    # ---- the board

    def _power_on(self, kept: Kept) -> None:
        life = kept.life
        self._table = WorkingTable(self._find_journal, 2, life.game, name="Phone")
        self._table.step(self._now_ms())
        if self._is_copy:  # it has power as long as the original has, and knows what time it is
            self._table.journal.next = life.until
            self._table.timed_at = 0
        self._note_acks(life)
        self._cdc = Port()
        self._link = Link(self._cdc, self._table, self._about, Screen(self._table, []))
        self._note()

    def _find_journal(self) -> Journal:
        assert self.current is not None
        epoch = self.current.life.epoch
        return Journal(medium_of(self.current.chip), lambda: epoch)

    def _note_acks(self, life: Life) -> None:
        took = self._table.journal.ack

        def ack(upto: int, result: bool = False) -> None:
            life.acked = max(life.acked, upto)
            took(upto, result)

        self._table.journal.ack = ack  # type: ignore[method-assign]  # noted, then the journal's own

    def _about(self) -> dict[str, Any]:
        assert self.current is not None
        if self.lies:
            self.tally["lies"] += 1
        return {"board": self.lies or self.current.board, "firmware": "0.2.0"}

    def _note(self) -> None:
        """What stands in its memory now, for the oracle."""
        assert self.current is not None
        life, journal = self.current.life, self._table.journal
        for number in range(max(journal.oldest, life.since, life.until), journal.next):
            life.records[number] = bytes(journal.read(number, 1))
        life.until = journal.next

    def _now_ms(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    def _step(self) -> None:
        """Turns of the board's loop until it has nothing to do."""
        now = self._now_ms()
        self._play(now)
        self._link.step(now)
        while self._cdc.arrived or self._link.busy():
            self._link.step(now)
        self._table.make_room(now)
        self._note()

    def _play(self, now: int) -> None:
        if not self.plays or self.locked or time.monotonic() < self._press_at:
            return
        self._press_at = time.monotonic() + self._draw.choice(self.pauses_s)
        table, draw = self._table, self._draw
        match = table.match
        chance = draw.random()
        if table.waits():
            table.start_assigned(now)
        elif match.finished and chance < 0.7:
            table.again(now)
        else:
            for each in (_UNDO,) if chance > 0.9 else draw.choice(_EVENTS.get(match.ID, [[_UNDO]])):
                self._enter(each, now)

    def _enter(self, entered: int, now: int) -> None:
        assert self.current is not None
        number = self._next
        if self._table.enter(entered, now) is ACCEPTED:
            self.current.life.pressed.append((number, to_text(entered)))
            self.tally["pressed"] += 1
        else:
            self.tally["refused"] += 1

    # ---- the socket

    def _run(self) -> None:
        try:
            self._live()
        except BaseException as failure:  # for whoever looks
            self.failure = failure
            self.broken("manners", f"{self.name} fails: {failure!r}")
        finally:
            self._drop()

    def _live(self) -> None:
        failed = 0
        while self._on:
            if self.state == "idle" or self.state.startswith(("void", "refused")):
                self._alone(_TURN_S)
                failed = 0
                continue
            try:
                self._session()
                failed = 0
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                self.tally["reconnected"] += 1
            self._drop()
            if self.state in ("admitted", "asking", "taken", "asked"):
                failed = 0 if self.state == "admitted" else failed
                self.state = "away"
            self._alone(PAUSES_S[min(failed, len(PAUSES_S) - 1)] if self.state == "away" else 0)
            failed += 1

    def _alone(self, seconds: float) -> None:
        """This time without a socket."""
        until = time.monotonic() + seconds
        while self._on and self._tasks.empty() and (left := until - time.monotonic()) > 0:
            if self.current is not None:
                self._step()
                self._cdc.sent.clear()
            time.sleep(min(left, _TURN_S))
        self._do_tasks()

    def _do_tasks(self) -> None:
        while not self._tasks.empty():
            self._tasks.get()()

    def _drop(self) -> None:
        """End the socket as a phone does that is switched off: nobody says goodbye."""
        socket, self._socket = self._socket, None
        if socket is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(SHUT_RDWR)
            socket.socket.close()

    def _session(self) -> None:
        if self._scanning is None and self.current is None:
            self.state = "idle"
            return
        place = f"ws://127.0.0.1:{self.where()}/link"
        self._socket = socket = connect(
            place, compression=None, proxy=None, open_timeout=5, ping_interval=None, close_timeout=0.1, max_size=None
        )
        self.state = "asking"
        self._say(self._admission())
        heard = time.monotonic()
        while self._on and self._socket is socket:
            self._do_tasks()
            if self._socket is not socket:
                return
            if self.current is not None:
                self._step()
                self._hand_on()
            try:
                message = socket.recv(timeout=_TURN_S)
            except TimeoutError:
                if time.monotonic() - heard > QUIET_S:
                    self.tally["quiet"] += 1
                    return
                continue
            heard = time.monotonic()
            if isinstance(message, str):
                self._hear(json.loads(message))
                if self.state.startswith(("void", "refused")) and not self.goes_on_when_void:
                    return
            elif self.state != "admitted" and not self.state.startswith("void"):
                self.broken("protocol", f"{self.name} gets bytes of the link while it is {self.state}")
            else:
                self._arrives(message)

    def _arrives(self, data: bytes) -> None:
        assert self.current is not None
        life = self.current.life
        if life.sent_at:
            life.heard_at = max(life.heard_at, life.sent_at)  # the laptop asks on when it has the answer
        self._cdc.arrived += data

    def _hand_on(self) -> None:
        """What the board said, in messages of any cut."""
        data = bytes(self._cdc.sent)
        self._cdc.sent.clear()
        if not data or self._socket is None or not (self.state == "admitted" or self.goes_on_when_void):
            return
        assert self.current is not None
        cuts = sorted(self._draw.randrange(len(data) + 1) for _ in range(self._draw.choice((0, 0, 0, 1, 2))))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            for at in range(start, end, 4096):
                self._socket.send(data[at : min(end, at + 4096)])
        self.current.life.sent_at = time.monotonic()
        if self._battery is not None:
            percent, charging = self._battery
            self._battery = None
            self._say({"battery": {"percent": percent, "charging": charging}})

    def _say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def _admission(self) -> dict[str, Any]:
        """The first message."""
        if self._scanning is not None:
            secret, token = self._scanning
            has = [kept.token for kept in self.kept.values()][-16:]
            return {"admit": {"seat": secret, "token": token, "has": has, "empty": [token]}}
        assert self.current is not None
        asked: dict[str, Any] = {"token": self.current.token}
        if self._old:
            asked["old"] = self._old
        return {"admit": asked}

    # ---- what the laptop says

    def _hear(self, message: dict[str, Any]) -> None:
        ((what, value),) = message.items()
        self.said.append(Said(time.monotonic(), what, value))
        does: dict[str, Callable[[Any], None]] = {
            "admit": self._admitted,
            "take over": self._asked,
            "void": self._void,
            "lock": self._locked,
        }
        if what not in does:
            self.broken("protocol", f"{self.name} is told {message}")
            return
        does[what](value)

    def _locked(self, locked: bool) -> None:
        self.locked = locked

    def _void(self, why: str) -> None:
        self.tally[f"void {why}"] += 1
        if why in ("away", "full"):
            self.state = "away"
            self._drop()
            return
        if self._scanning is None and self.current is not None and why != "board":
            self.current.life.told_void = why
        self.state = f"void {why}"

    def _asked(self, told: dict[str, Any]) -> None:
        state = told["state"]
        self.tally[f"take over {state}"] += 1
        if state == "taken":
            self.state = "taken"
            if self.takes_over:
                self._say({"take over": "ask"})
        elif state in ("asked", "refused"):
            self.state = state
        elif state == "wanted":
            if self.answers != SILENT:
                if self.answers == YES and self.current is not None:
                    self.current.life.agreed_at.append(time.monotonic())
                self._say({"take over": self.answers})
        elif state != "gone":
            self.broken("protocol", f"{self.name} is told {told}")

    def _admitted(self, told: dict[str, Any]) -> None:
        token, board, self.locked = told["token"], told["board"], told["locked"]
        known = next((kept for kept in self.kept.values() if kept.token == token), None)
        if not (board.startswith(_FORM) and len(board) == 24):
            self.broken("protocol", f"{self.name} is given the board id {board}")
        if known is None:
            if self._scanning is None or token != self._scanning[1]:
                self.broken("protocol", f"{self.name} is admitted with a token that it never had")
                return
            known = self._begins(token, board, told)
        elif known.board != board:
            self.broken("protocol", f"{self.name} was {known.board} by this token, and now is {board}")
        self.table, self._scanning, self._old = told["table"], None, ""
        known.life.admitted_at.append(time.monotonic())
        self.tally["admitted"] += 1
        if self.current is not known:
            if self.current is not None:
                self._note()
            self.current = known
            self._power_on(known)
        self._cdc.sent.clear()
        self._cdc.arrived.clear()
        self.state = "admitted"

    def _begins(self, token: str, board: str, told: dict[str, Any]) -> Kept:
        """A memory for a board that this phone was not before."""
        chip, journal = FramChip(), told["journal"]
        game = self._draw.choice(GAMES)
        life = Life(self.name, board, told["table"], token, self._draw.getrandbits(32), game)
        life.began_at = time.monotonic()
        if journal is not None:
            data = base64.b64decode(journal["records"])
            life.epoch, life.since = journal["epoch"], journal["next"]
            life.until = life.acked = life.since
            first = journal["first"]
            if len(data) != (life.since - first) * record.SIZE:
                self.broken("protocol", f"{self.name} gets {len(data)} bytes as the records {first} to {life.since}")
            life.given = {first + i: data[8 * i : 8 * i + 8] for i in range(len(data) // 8)}
            chip.memory[:] = image(life.epoch, first, life.since, data)
        kept = self.kept[board] = Kept(token, board, chip, life)
        self.lives.append(life)
        return kept


def first_answer(port: int, messages: Sequence[dict[str, Any]], count: int = 1) -> list[Any]:
    """What somebody without a board is told who says this: `count` texts, fewer where the socket ends before."""
    answers: list[Any] = []
    try:
        with connect(f"ws://127.0.0.1:{port}/link", compression=None, proxy=None, close_timeout=0.1) as socket:
            for message in messages:
                socket.send(json.dumps(message))
            while len(answers) < count:
                said = socket.recv(timeout=5)
                if isinstance(said, str):
                    answers.append(json.loads(said))
    except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
        pass
    return answers
