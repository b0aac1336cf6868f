"""Following one port: comes back to the board there after every failure."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import NamedTuple

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors.link import RESTLESS
from tallyboard.hub.database import Database
from tallyboard.hub.following import Following, KnownPorts, Tell
from tallyboard.hub.tournaments import of_no_board
from tallyboard.link import Client, Port
from tallyboard.link.conversation import StoppedError
from tallyboard.link.finding import CABLE, Pace
from tallyboard.link.ports import GoneError, PtyBehind, pty_behind, refuse_stale
from tallyboard.link.trace import open_port
from tallyboard.shapes import TableEvent, WatchEvent
from tallyboard.store.hubs import Has
from tallyboard.system.error_log import Explainer


class BoardSays(NamedTuple):
    """How many records a board holds that no laptop has acknowledged, and how many it found damaged in its memory."""

    not_acknowledged: int
    damaged: int


Opener = Callable[[str], AbstractContextManager[Port]]


class Follower(threading.Thread):
    """Follows the port `path` in a thread of its own until `stop`. `tell` is given what happens, from that thread:
    every WatchEvent but those of the database and of a board without a data port."""

    def __init__(
        self,
        path: str,
        database: Database,
        tell: Tell,
        ports: KnownPorts | None = None,
        opener: Opener = open_port,
        clock: Callable[[], float] = time.monotonic,
        client: type[Client] = Client,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(name=f"follow {path}", daemon=True)
        self.path = path
        self._database = database
        self._tell = tell
        self._opener = opener
        self._clock = clock
        self._client = client
        self._pace = pace or CABLE
        self._stopping = threading.Event()
        self._news = threading.Event()  # another port is there under this path, or it is to end
        self._unplugged = False
        self._failures = 0
        self._explainer = Explainer()
        self._following: Following | None = None  # the present conversation or the last one in which a board was heard
        self._is_there = False
        self._known = (ports or KnownPorts()).at(path, self._pace)
        self._led_to: PtyBehind | None = None  # what the path led to, where that is a link, when it was opened last

    def has(self) -> Has | None:
        """The board that is there, None where none answers just now."""
        following = self._following
        if not self._is_there or following is None or following.board is None:
            return None
        path = os.path.abspath(self.path) if os.path.exists(self.path) else self.path  # others are in other folders
        return Has(following.board, path, following.behind, following.waits, following.upcoming)

    def says(self) -> tuple[str, BoardSays] | None:
        """The board that is there, and what it says of its memory."""
        has, following = self.has(), self._following
        if has is None or following is None:
            return None
        return has.board, BoardSays(following.not_acknowledged, following.damaged)

    def stop(self, unplugged: bool = False) -> None:
        """Let the thread end soon: what has arrived is stored first. `unplugged`: and tell that the port is gone."""
        self._unplugged = unplugged
        self._stopping.set()
        self._news.set()

    def come(self) -> None:
        """Another port is there under this path now: wait no longer."""
        self._news.set()

    def run(self) -> None:
        self._stopping.wait(self._known.pause_s(self._clock()))  # another follower may have met boards here
        while not self._stopping.is_set():
            self._news.clear()
            try:
                refuse_stale(self.path, self._led_to)
                with self._opener(self.path) as port, suppress(StoppedError):
                    self._led_to = pty_behind(self.path)
                    self._follow(self._client(port, clock=self._clock, is_over=self._stopping.is_set))
            except Exception as error:
                self._known.leave()
                if isinstance(error, GoneError) and self._pace.comes_back:
                    # It is there again, or given up by whoever looks for it: nobody needs to hear of it before.
                    self._news.wait()
                    self._stopping.wait(self._known.pause_s(self._clock()))
                else:
                    self._lost(self._explainer.explain(error))
        self._known.leave()
        self._is_there = False
        if self._unplugged and not (self._known.restless(self._clock()) and self._known.is_told):
            who, behind, silent_s = self._last()
            self._known.connected = None
            self._tell({"event": "unplugged", **who, "behind": behind, "silent_s": silent_s})

    def _follow(self, client: Client) -> None:
        following = Following(client, self._database, self._say, self._stopping, self._clock, known=self._known)
        try:
            following.run(self._met)
        finally:
            if following.board is not None:
                self._following = following

    def _say(self, event: WatchEvent) -> None:
        self._known.is_told = False
        self._tell(event)

    def _met(self, following: Following) -> None:
        """A board is there and tells its state: a firmware that cannot would else be asked without a pause."""
        self._failures = 0
        self._following = following
        self._is_there = True
        self._database.changed()

    def _lost(self, error: TallyboardError) -> None:
        if self._is_there:
            self._is_there = False
            self._database.changed()
        if self._stopping.is_set():
            return
        now = self._clock()
        back_off_s = self._pace.back_off_s
        wait = max(back_off_s[min(self._failures, len(back_off_s) - 1)], self._known.pause_s(now))
        self._failures += 1
        if times := self._known.restless(now):
            fields = {"times": times, "cause": error.cause, "next_step": error.next_step}
            error = CoreError(RESTLESS, port=self.path, **fields)
        was_told, self._known.is_told = self._known.is_told, bool(times)
        if not was_told:
            who, behind, silent_s = self._last()
            self._tell(
                {
                    "event": "disconnected",
                    **who,
                    "behind": behind,
                    "silent_s": silent_s,
                    "cause": error.cause,
                    "next_step": error.next_step,
                    "again_in_s": wait,
                }
            )
        self._known.connected = None
        self._news.wait(wait)

    def _last(self) -> tuple[TableEvent, int, float | None]:
        """Of the last board: what every event says first, how much of it is not stored, how long nothing was heard."""
        last = self._following
        if last is None:
            return of_no_board(self.path), 0, None
        return last.who, last.behind, None if last.heard_at is None else round(self._clock() - last.heard_at, 1)
