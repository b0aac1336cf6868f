"""A store that is opened when it can be: a hub begins without its database, too."""

import threading

from tallyboard.store import Store, open_store


class LazyStore:
    """The store at a database `url`, see open_store."""

    def __init__(self, url: str | None, opened: Store | None = None) -> None:
        self.url = url
        self._store = opened
        self._lock = threading.Lock()

    def get(self) -> Store:
        """The store. Raises TallyboardError where it cannot be opened now; the next time tries again."""
        with self._lock:
            if self._store is None:
                self._store = open_store(self.url)
            return self._store

    def close(self) -> None:
        """Let go of it."""
        with self._lock:
            if self._store is not None:
                self._store.close()
