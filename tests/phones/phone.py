"""A phone as the contract has it: a WebSocket around a board, of which token and memory outlive a kill.

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
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from shared_rules.journal import record
from tests.harness.memory_chips import FramChip
from tests.phones.oracle import Life
from tests.phones.pocket import GAMES, Pocket, copied

PAUSES_S = (0.25, 0.5, 1.0, 2.0)  # before a phone asks again
QUIET_S = 5.0  # without a byte from the laptop: the socket is dead
_TURN_S = 0.02
_GUARD_S = 60
_FORM = "70686f6e65"  # with which the id of a phone's board begins
_BROKEN = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)  # how a socket ends

# What a phone answers to one that wants its table.
YES, NO, SILENT = "yes", "no", "silent"


class Said(NamedTuple):
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
    pauses_s: tuple[float, ...] = (0.0, 0.0, 0.03, 0.03, 0.1, 0.7)  # between two presses
    goes_on_when_void: bool = False  # it sends until it is cut off
    takes_over: bool = True  # says yes when it is asked "take over?"
    plays: bool = False
    games: Sequence[str] = GAMES
    state: str = "idle"
    table: str = ""
    locked: bool = False
    kept: dict[str, Pocket] = field(default_factory=dict)  # by board id
    current: Pocket | None = None
    said: list[Said] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    is_on: bool = False  # the page is open

    def __post_init__(self) -> None:
        self._draw = random.Random(self.seed)
        self._scanning: tuple[str, str] | None = None  # the seat's secret, and the new token
        self._old = ""  # the token whose place the present one takes
        self._battery: tuple[int, bool] | None = None
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._press_at = 0.0
        self._thread: threading.Thread | None = None
        self._socket: ClientConnection | None = None

    # ---- life

    def switch_on(self) -> None:
        """The page is opened, with what stands on its disk."""
        if self.is_on:
            return
        self.is_on = True
        if self.current is not None:
            self.current.power_on()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """The page is gone, between two bytes of anything; its disk stays."""
        self.is_on = False
        if self._thread is not None:
            self._thread.join(_GUARD_S)
            assert not self._thread.is_alive(), f"{self.name} does not end"
            self._thread = None

    def scan(self, secret: str) -> None:
        """The QR code of a table, from now on."""
        token = secrets.token_urlsafe(32)

        def scan() -> None:
            self._scanning = secret, token
            self.state = "away"
            self._drop()

        self.do(scan)

    def readdress(self) -> None:
        """The page moved to another address and brought its memory along."""

        def readdress() -> None:
            if self.current is not None and not self._old:
                self._old, self.current.token = self.current.token, secrets.token_urlsafe(32)
                self._drop()

        self.do(readdress)

    def copy(self, original: "Phone") -> None:
        """Take its token, its id and its memory as they are now."""
        assert original.current is not None
        self.current = copied(original.current, self.name, self._draw, self.tally)
        self.plays, self.state = False, "away"

    def battery(self, percent: int, charging: bool) -> None:
        """The browser tells."""
        self._battery = percent, charging

    def idle(self) -> None:
        """It connects no more until it scans."""

        def idle() -> None:
            self.state, self._scanning = "idle", None
            self._drop()

        self.do(idle)

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

    def press(self) -> None:
        """One press that the rules allow."""
        assert self.current is not None
        self.do(self.current.press)

    def owes(self) -> int:
        """How many of its records are not acknowledged."""
        return 0 if self.current is None else self.current.owes()

    def rests(self) -> bool:
        """Whether it is admitted, and everything is acknowledged."""
        return self.state == "admitted" and not self.owes()

    # ---- the thread

    def _run(self) -> None:
        try:
            self._live()
        except BaseException as failure:  # for whoever looks
            self.broken("manners", f"{self.name} fails: {failure!r}")
            raise
        finally:
            self._drop()

    def _live(self) -> None:
        failed = 0
        while self.is_on:
            if self._is_at_rest():
                self._alone(_TURN_S)
                failed = 0
                continue
            try:
                self._session()
            except _BROKEN:
                self.tally["reconnected"] += 1
            self._drop()
            if not self._is_at_rest():
                failed = 0 if self.state == "admitted" else failed
                self.state = "away"
                self._alone(PAUSES_S[min(failed, len(PAUSES_S) - 1)])
                failed += 1

    def _is_at_rest(self) -> bool:
        """Whether it waits for somebody who scans."""
        return self.state == "idle" or self.state.startswith(("void", "refused"))

    def _alone(self, seconds: float) -> None:
        """This time without a socket."""
        until = time.monotonic() + seconds
        while self.is_on and self._tasks.empty() and (left := until - time.monotonic()) > 0:
            if self.current is not None:
                self.current.step(self._presses())
                self.current.hang_up()
            time.sleep(min(left, _TURN_S))
        self._do_tasks()

    def _do_tasks(self) -> None:
        while not self._tasks.empty():
            self._tasks.get()()

    def _presses(self) -> bool:
        """Whether somebody presses something now."""
        if not self.plays or self.locked or time.monotonic() < self._press_at:
            return False
        self._press_at = time.monotonic() + self._draw.choice(self.pauses_s)
        return True

    # ---- the socket

    def _drop(self) -> None:
        """End the socket as a phone does that is switched off: nobody says goodbye."""
        socket, self._socket = self._socket, None
        if socket is not None:
            # Closed in the end of `_session`: before, its reader would read from whatever gets its number next.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(SHUT_RDWR)

    def _session(self) -> None:
        if self._scanning is None and self.current is None:
            self.state = "idle"
            return
        place = f"ws://127.0.0.1:{self.where()}/link"
        with connect(
            place, compression=None, proxy=None, open_timeout=5, ping_interval=None, close_timeout=0.1, max_size=None
        ) as socket:
            self._socket = socket
            self.state = "asking"
            self._say(self._admission())
            try:
                self._talk(socket)
            finally:
                self._drop()

    def _talk(self, socket: ClientConnection) -> None:
        heard = time.monotonic()
        while self.is_on:
            self._do_tasks()
            if self._socket is not socket:
                return
            if self.current is not None:
                self.current.step(self._presses())
                self._hand_on(socket)
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
                if self._is_at_rest() and not self.goes_on_when_void:
                    return
            elif self.state != "admitted" and not self.state.startswith("void"):
                self.broken("protocol", f"{self.name} gets bytes of the link while it is {self.state}")
            elif self.current is not None:
                self.current.take(message)

    def _hand_on(self, socket: ClientConnection) -> None:
        assert self.current is not None
        if self.state != "admitted" and not (self.goes_on_when_void and self.state.startswith("void")):
            self.current.hang_up()
            return
        for message in self.current.messages():
            socket.send(message)
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
            "clock": lambda left: None,
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
            is_new, self.state = self.state != "taken", "taken"
            if is_new and self.takes_over:
                self._say({"take over": "ask"})
        elif state in ("asked", "refused"):
            self.state = state
        elif state == "wanted":
            if self.answers == YES and self.current is not None:
                self.current.life.agreed_at.append(time.monotonic())
            if self.answers != SILENT:
                self._say({"take over": self.answers})
        elif state != "gone":
            self.broken("protocol", f"{self.name} is told {told}")

    def _admitted(self, told: dict[str, Any]) -> None:
        token, board, self.locked = told["token"], told["board"], told["locked"]
        known = next((kept for kept in self._mine() if kept.token == token), None)
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
            self.current = known
            known.power_on()
        known.hang_up()
        self.state = "admitted"

    def _mine(self) -> list[Pocket]:
        return [*self.kept.values(), *([self.current] if self.current is not None else [])]

    def _begins(self, token: str, board: str, told: dict[str, Any]) -> Pocket:
        """A memory for a board that this phone was not before."""
        chip, journal = FramChip(), told["journal"]
        game = self._draw.choice(self.games)
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
        kept = self.kept[board] = Pocket(token, board, chip, life, self._draw, self.tally)
        self.lives.append(life)
        return kept


def image(epoch: int, first: int, end: int, records: bytes) -> bytes:
    """A memory with this journal in it, as the page makes it."""
    from tallyboard.virtual.box.journal_image import image as made

    return bytes(made(epoch, first, end, records))


def first_answer(port: int, messages: Sequence[dict[str, Any]], count: int = 1) -> list[Any]:
    """What somebody without a board is told who says this: `count` texts, fewer where the socket ends before."""
    answers: list[Any] = []
    with (
        contextlib.suppress(*_BROKEN),
        connect(f"ws://127.0.0.1:{port}/link", compression=None, proxy=None, close_timeout=0.1) as socket,
    ):
        for message in messages:
            socket.send(json.dumps(message))
        while len(answers) < count:
            said = socket.recv(timeout=5)
            if isinstance(said, str):
                answers.append(json.loads(said))
    return answers
