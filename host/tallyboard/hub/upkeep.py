"""What a hub does with the database besides writing records: computes matches, says it is there, looks for news."""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import closing, suppress
from typing import TypeVar

from tallyboard.errors import CoreError
from tallyboard.errors.link import AWAY
from tallyboard.hub.writer import DatabaseThread
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.transactions import CHANNEL, EVERYTHING, TOPICS, WakeUp, read, together

BEAT_S = 2.0  # between two times that the hub says that it is there
SOON_S = 0.1  # until it says so out of turn: of many boards that are plugged in at once it speaks once
LOOK_S = 0.1  # at least, between two looks at what others have written
HEAR_S = 0.02  # the same of the scores alone, of which it is said where they are
BACK_OFF_S = 1.0

_Given = TypeVar("_Given")
_Job = tuple[Callable[[Store], object], "Future[object]"]


class Upkeep(DatabaseThread):
    """Does there whatever there is to do besides, in a thread of its own.

    `beat(store)` is called every BEAT_S. `look(store, topics)` is called after every wake-up about any, and about all
    of them at least as often; `hear(store, boards)` after one about the scores of these, None: of any. `computed(store,
    boards)` when matches were computed.
    """

    def __init__(
        self,
        store: Callable[[], Store],
        beat: Callable[[Store], None],
        look: Callable[[Store, frozenset[str]], None],
        hear: Callable[[Store, Collection[str] | None], None],
        computed: Callable[[Store, Collection[str]], None],
        on_trouble: Callable[[], None],
    ) -> None:
        super().__init__("upkeep", store, on_trouble)
        self._beat = beat
        self._look = look
        self._hear = hear
        self._computed = computed
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._derive: set[str] = set()  # boards whose records have come
        self._woken = WakeUp()
        self._stopping = False
        self._beat_at = self._look_at = self._hear_at = 0.0
        self._watcher = Watcher(store, self.wake)

    def stop(self, timeout_s: float) -> None:
        """End after what is to be done now, so long from now at the latest."""
        self._watcher.stop()
        with self._news:
            self._stopping = True
            self._news.notify_all()
        self.join(timeout_s)

    def stored(self, boards: set[str]) -> None:
        """Have the matches of these boards computed."""
        with self._news:
            self._derive |= boards
            self._news.notify_all()

    def wake(self, news: WakeUp) -> None:
        """Have it look again: something has changed in the database, or may have."""
        with self._news:
            self._woken = together(self._woken, news)
            self._news.notify_all()

    def beat_soon(self) -> None:
        """Have it say soon which boards it has."""
        with self._news:
            self._beat_at = min(self._beat_at, time.monotonic() + SOON_S)
            self._news.notify_all()

    def do(self, work: Callable[[Store], _Given]) -> "Future[_Given]":
        """Have this done with the store; it fails with a TallyboardError while the database is away."""
        done: Future[_Given] = Future()
        self._jobs.put((work, done))  # type: ignore[arg-type]  # each work with the future of its own kind
        with self._news:
            self._news.notify_all()
        return done

    # ---- the thread

    def run(self) -> None:
        self._watcher.start()
        while not self._stopping:
            with self._news:
                while not self._has_work():
                    self._news.wait(self._idle_s())  # which every wake-up may shorten
                boards, self._derive = self._derive, set()
            try:
                self._work(boards)
            except Exception as error:
                self._say(self._explainer.explain(error))
                while isinstance(error, UnreachableError) and not self._jobs.empty():  # who asked waits no longer
                    self._jobs.get()[1].set_exception(self.trouble or CoreError(AWAY))
                with self._news:
                    self._derive |= boards
                    self._news.wait_for(lambda: self._stopping, BACK_OFF_S)
                    self._beat_at = 0.0
            else:
                self._say(None)

    def _idle_s(self) -> float:
        """Until there is something to do without being asked, or as soon as one may look again."""
        due = self._beat_at
        if self._woken.topics:
            due = min(due, self._look_at)
        if self._woken.scores != {}:
            due = min(due, self._hear_at)
        return max(0.0, due - time.monotonic())

    def _has_work(self) -> bool:
        return self._stopping or bool(self._derive) or not self._jobs.empty() or self._idle_s() == 0.0

    def _work(self, boards: set[str]) -> None:
        """Matches before the look at others, who wait for them; whatever is wrong with one thing, the rest is done."""
        failed = self._work_off()
        store = self._store()
        if time.monotonic() >= self._beat_at:
            self._beat_at = time.monotonic() + BEAT_S
            self._beat(store)
            self.wake(WakeUp(TOPICS))
        try:
            if boards:
                store.derive(boards)
                self._computed(store, boards)
        except UnreachableError:
            raise
        except Exception as error:
            failed = error
        self._look_again(store)
        if failed is not None:
            raise failed

    def _look_again(self, store: Store) -> None:
        """At scores before all else: somebody waits for them, and they are often all that there is."""
        now = time.monotonic()
        with self._news:
            topics, scores = self._woken.topics, self._woken.scores
            hears, looks = scores != {} and now >= self._hear_at, bool(topics) and now >= self._look_at
            self._woken = WakeUp(frozenset() if looks else topics, {} if hears else scores)
        if hears:
            self._hear_at = now + HEAR_S
            self._hear(store, None if scores is None else set(scores))
        if looks:
            self._look_at = now + LOOK_S
            self._look(store, topics)

    def _work_off(self) -> Exception | None:
        """Do what was asked for; what was wrong with the last of it that failed."""
        failed: Exception | None = None
        while not self._jobs.empty():
            work, done = self._jobs.get()
            try:
                done.set_result(work(self._store()))
            except Exception as error:
                done.set_exception(error)
                if isinstance(error, UnreachableError):
                    raise
                failed = error
        return failed


POLL_S = 0.05  # between two looks at an SQLite file
_LISTEN_S = 1.0


class Watcher(threading.Thread):
    """Calls `wake` whenever somebody else has committed, from a thread of its own, until `stop`."""

    def __init__(self, store: Callable[[], Store], wake: Callable[[WakeUp], None]) -> None:
        super().__init__(name="watcher", daemon=True)
        self._store = store
        self._wake = wake
        self._stopping = threading.Event()

    def stop(self) -> None:
        self._stopping.set()

    def run(self) -> None:
        while not self._stopping.is_set():
            with suppress(Exception):  # whatever it is, the hub looks every two seconds and says what is wrong
                store = self._store()
                if store.file is None:
                    self._listen(store)
                else:
                    self._poll(store)
            self._stopping.wait(_LISTEN_S)

    def _poll(self, store: Store) -> None:
        with closing(sqlite3.connect(store.file or "", timeout=0)) as connection:
            before = None
            while not self._stopping.wait(POLL_S):
                version = connection.execute("PRAGMA data_version").fetchone()
                if version != before:
                    before = version
                    self._wake(EVERYTHING)

    def _listen(self, store: Store) -> None:
        with store.driver_connection() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake(EVERYTHING)  # something may have been missed
            while not self._stopping.is_set():
                for heard in connection.notifies(timeout=_LISTEN_S, stop_after=1):
                    news = read(heard.payload)
                    if news.by != store.id:
                        self._wake(news)
