"""Hearing that somebody has written into the database: a wake-up that says where to look, and may be lost."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress

from tallyboard.hub.lazy_store import LazyStore
from tallyboard.store import Store
from tallyboard.store.transactions import CHANNEL, EVERYTHING, WakeUp, read

POLL_S = 0.05  # between two looks at an SQLite file
_AGAIN_S = 1.0


class Watcher:
    """Calls `wake` whenever somebody else has committed, from a thread of its own, until `stop`."""

    def __init__(self, store: LazyStore, wake: Callable[[WakeUp], None]) -> None:
        self._store = store
        self._wake = wake
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end soon."""
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with suppress(Exception):  # whatever it is, the hub looks every two seconds and says what is wrong
                store = self._store.get()
                if store.file is None:
                    self._listen(store)
                else:
                    self._poll(store)
            self._stopping.wait(_AGAIN_S)

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
                for heard in connection.notifies(timeout=_AGAIN_S, stop_after=1):
                    news = read(heard.payload)
                    if news.by != store.id:
                        self._wake(news)
