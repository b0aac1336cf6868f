"""Following one port: collects what the board there records as it is played, and comes back after every failure."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from tallyboard.error_log import unforeseen
from tallyboard.errors import TallyboardError
from tallyboard.hub.collected import Collected
from tallyboard.hub.collection import Collection
from tallyboard.link import Client, Port
from tallyboard.link.trace import open_port
from tallyboard.shapes import BoardState, TableEvent, WatchEvent
from tallyboard.store import Store

POLL_S = 0.1  # between two questions for the state: a board answers one within a few milliseconds of its time
TIME_S = 1800  # between two times that the board is told; it writes down one an hour
BACK_OFF_S = (0.5, 1.0, 2.0, 4.0, 5.0)  # between attempts that fail one after the other

Tell = Callable[[WatchEvent], None]
Opener = Callable[[str], AbstractContextManager[Port]]


class Follower:
    """Follows the port `path` in a thread of its own until `stop`.

    `tell` is given what happens, from that thread: every WatchEvent but that of a board without a data port.
    """

    def __init__(
        self,
        path: str,
        store: Store,
        tell: Tell,
        opener: Opener = open_port,
        poll_s: float = POLL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self._store = store
        self._tell = tell
        self._opener = opener
        self._poll_s = poll_s
        self._clock = clock
        self._stopping = threading.Event()
        self._unplugged = False
        self._failures = 0
        self._logged: tuple[str, TallyboardError] | None = None
        self._board: str | None = None  # None where none was heard yet
        self._table = ""
        self._behind = 0
        self._heard_at: float | None = None
        self._thread = threading.Thread(target=self._run, name=f"follow {path}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, unplugged: bool = False) -> None:
        """Let the thread end soon: what has arrived is stored first. `unplugged`: and tell that the port is gone."""
        self._unplugged = unplugged
        self._stopping.set()

    def is_alive(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def join(self, timeout_s: float) -> None:
        """Wait for the end of the thread, so long at most."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._opener(self.path) as port, suppress(_Stopped):
                    self._follow(Client(_Until(self._stopping, port), clock=self._clock))
            except TallyboardError as error:
                self._lost(error)
            except Exception as error:
                self._lost(self._unforeseen(error))
        if self._unplugged:
            self._tell(
                {
                    "event": "unplugged",
                    **self._who(),
                    "behind": self._behind,
                    "silent_s": self._silent_s(),
                }
            )

    def _lost(self, error: TallyboardError) -> None:
        if self._stopping.is_set():
            return
        wait = BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
        self._failures += 1
        self._tell(
            {
                "event": "disconnected",
                **self._who(),
                "behind": self._behind,
                "silent_s": self._silent_s(),
                "cause": error.cause,
                "next_step": error.next_step,
                "again_in_s": wait,
            }
        )
        self._stopping.wait(wait)

    def _unforeseen(self, error: Exception) -> TallyboardError:
        """What to tell; the same failure again and again is logged once."""
        if self._logged is None or self._logged[0] != repr(error):
            self._logged = repr(error), unforeseen(error)
        return self._logged[1]

    def _follow(self, client: Client) -> None:
        collection = Collection(client, self._store)
        collected = collection.run()
        self._met(collected)
        state = client.state()
        self._failures = 0  # not before: a firmware that cannot tell its state would be asked without a pause
        self._connected(collected)
        told_at = self._clock()
        shown = None
        while True:
            self._behind = collection.behind(state)
            followed = collection.catch_up(state)
            if followed is not None:
                collected = followed  # of another board, where one has taken its place on the port
                self._met(followed)
            seen = {**state, "acked": 0}
            if seen != shown:
                shown = seen
                self._score(collected.board, state, followed.received if followed else 0)
            if self._stopping.wait(self._poll_s):
                return
            if self._clock() - told_at >= TIME_S:
                told_at = self._clock()
                collection.tell_time()
            state = client.state()
            self._heard_at = self._clock()

    def _met(self, collected: Collected) -> None:
        self._heard_at = self._clock()
        self._behind = 0
        self._board, self._table = collected.board, collected.table
        if collected.conflicts:
            self._tell(
                {
                    "event": "alarm",
                    **self._who(),
                    "epoch": collected.epoch,
                    "numbers": list(collected.conflicts),
                }
            )

    def _connected(self, collected: Collected) -> None:
        self._tell(
            {
                "event": "connected",
                **self._who(),
                "firmware": collected.firmware,
                "epoch": collected.epoch,
                "received": collected.received,
                "missing": collected.missing,
            }
        )

    def _score(self, board: str, state: BoardState, received: int) -> None:
        self._tell(
            {
                "event": "score",
                **self._who(),
                "epoch": state["epoch"],
                "next": state["next"],
                "received": received,
                "behind": self._behind,
                "waits": state["waits"],
                "key": state["key"],
                "upcoming": None,
                "live": state["match"],
                "match": self._store.last_match(board, state["epoch"]),
            }
        )

    def _who(self) -> TableEvent:
        """What every event says first."""
        return {"port": self.path, "board": self._board, "table": self._table, "hub": ""}

    def _silent_s(self) -> float | None:
        return None if self._heard_at is None else round(self._clock() - self._heard_at, 1)


class _Stopped(Exception):  # noqa: N818 - nothing has gone wrong
    """The follower is to end."""


class _Until:
    """A port that is read until `stopping` is set: the client would wait seconds for a board that is silent."""

    def __init__(self, stopping: threading.Event, port: Port) -> None:
        self.name = port.name
        self._stopping = stopping
        self._port = port

    def read(self) -> bytes:
        if self._stopping.is_set():
            raise _Stopped
        return self._port.read()

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        self._port.close()
