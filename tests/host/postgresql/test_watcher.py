"""A hub hears that somebody has written into the database, again after the server was away, and by SQLite too."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tallyboard.hub import watcher
from tallyboard.hub.lazy_store import LazyStore
from tallyboard.hub.watcher import Watcher
from tallyboard.store import open_store
from tallyboard.store.wake import News
from tests.harness.postgres import PostgresServer

LIMIT_S = 60


class Ear:
    """Counts wake-ups."""

    def __init__(self) -> None:
        self._heard = 0
        self._news = threading.Condition()

    def __call__(self, news: News) -> None:
        with self._news:
            self._heard += 1
            self._news.notify_all()

    def hears(self, what: Callable[[], object]) -> bool:
        """Whether a wake-up comes after what this does."""
        with self._news:
            before = self._heard
        what()
        with self._news:
            return self._news.wait_for(lambda: self._heard > before, LIMIT_S)


@contextmanager
def watching(url: str, ear: Ear) -> Iterator[None]:
    lazy = LazyStore(url)
    with closing(lazy):
        watch = Watcher(lazy, ear)
        assert ear.hears(watch.start), "at its beginning, for something may have been missed"
        yield
        watch.stop()


def write(url: str) -> None:
    with closing(open_store(url)) as store:
        store.name("key", {("A", "Zoe"): "Zoë"})


def test_what_another_process_writes_is_heard(postgres: PostgresServer) -> None:
    url, ear = postgres.create(), Ear()
    open_store(url).close()
    with watching(url, ear):
        for _ in range(3):
            assert ear.hears(lambda: write(url))


def test_it_is_heard_again_after_the_server_was_away(
    own_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "_AGAIN_S", 0.05)
    url, ear = own_server.create(), Ear()
    open_store(url).close()
    with watching(url, ear):
        own_server.kill()
        assert ear.hears(own_server.start), "it may have missed something"
        assert ear.hears(lambda: write(url))


def test_what_is_written_into_a_file_is_heard(tmp_path: Path) -> None:
    url, ear = str(tmp_path / "club.db"), Ear()
    open_store(url).close()
    with watching(url, ear):
        assert ear.hears(lambda: write(url))
