"""Following one port: collects what the board there records as it is played, and comes back after every failure."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.guard import unforeseen
from tallyboard.link import Client, Port, SerialPort
from tallyboard.link.trace import Traced
from tallyboard.store import Store
from tallyboard.sync import Collection, Report

POLL_S = 0.1  # between two questions for the state: a board answers one within a few milliseconds of its time
TIME_S = 1800  # between two times that the board is told; it writes down one an hour
BACK_OFF_S = (0.5, 1.0, 2.0, 4.0, 5.0)  # between attempts that fail one after the other

Tell = Callable[[dict[str, Any]], None]
Opener = Callable[[str], AbstractContextManager[Port]]


def open_port(path: str) -> AbstractContextManager[Port]:
    """The serial port, its last frames kept for a bug report."""
    return Traced(SerialPort(path))


class Follower:
    """Follows the port `path` in a thread of its own until `stop`.

    `tell` is given what happens, from that thread, as a dict that can be printed as JSON:

        connected     port, board, table, firmware, epoch, received (records just now), missing (see sync.Report)
        score         port, board, table, epoch, next, behind (records not yet here), live (see questions.read_score),
                      match: the match object of the store, or None
        alarm         port, board, table, epoch, numbers: of records that are stored with other bytes
        disconnected  port, board (None when none was heard), table, behind, cause, next_step, again_in_s
    """

    def __init__(self, path: str, store: Store, tell: Tell, opener: Opener = open_port, poll_s: float = POLL_S) -> None:
        self.path = path
        self.heard_at: float | None = None  # time.monotonic() of the board's last answer
        self._store = store
        self._tell = tell
        self._opener = opener
        self._poll_s = poll_s
        self._stopping = threading.Event()
        self._failures = 0
        self._who: dict[str, Any] = {"board": None, "table": ""}
        self._behind = 0
        self._thread = threading.Thread(target=self._run, name=f"follow {path}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end after what it is doing now."""
        self._stopping.set()

    def join(self, timeout_s: float) -> None:
        """Wait for the end of the thread, so long at most."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._opener(self.path) as port:
                    self._follow(Client(port))
            except TallyboardError as error:
                self._lost(error)
            except Exception as error:
                self._lost(unforeseen(error))

    def _lost(self, error: TallyboardError) -> None:
        wait = BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
        self._failures += 1
        self._say("disconnected", behind=self._behind, cause=error.cause, next_step=error.next_step, again_in_s=wait)
        self._stopping.wait(wait)

    def _follow(self, client: Client) -> None:
        collection = Collection(client, self._store)
        report = collection.run()
        self._failures = 0
        self._met(report)
        told_at = time.monotonic()
        shown = None
        while not self._stopping.is_set():
            if time.monotonic() - told_at >= TIME_S:
                told_at = time.monotonic()
                collection.tell_time()
            state = client.state()
            self.heard_at = time.monotonic()
            self._behind = collection.behind(state)
            followed = collection.follow(state)
            if followed is not None:
                self._behind = 0
                self._alarm(followed)
            seen = {**state, "acked": None}
            if seen != shown:
                shown = seen
                self._score(state)
            self._stopping.wait(self._poll_s)

    def _met(self, report: Report) -> None:
        self.heard_at = time.monotonic()
        self._behind = 0
        self._who = {"board": report.board, "table": report.table}
        firmware = self._store.firmware(report.board)
        self._say("connected", firmware=firmware, epoch=report.epoch, received=report.received, missing=report.missing)
        self._alarm(report)

    def _alarm(self, report: Report) -> None:
        if report.conflicts:
            self._say("alarm", epoch=report.epoch, numbers=list(report.conflicts))

    def _score(self, state: dict[str, Any]) -> None:
        epoch = state["epoch"]
        match = self._store.last_match(self._who["board"], epoch)
        live = {**state["match"], "waits": state["waits"]} if state["match"] else None
        self._say("score", epoch=epoch, next=state["next"], behind=self._behind, live=live, match=match)

    def _say(self, event: str, **what: Any) -> None:
        self._tell({"event": event, "port": self.path, **self._who, **what})
