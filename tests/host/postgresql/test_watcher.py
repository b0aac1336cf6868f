"""A hub hears that somebody has written into the database, again after the server was away, and by SQLite too."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tallyboard.hub import upkeep as watcher
from tallyboard.hub.database import LazyStore
from tallyboard.hub.upkeep import Watcher
from tallyboard.store import open_store
from tallyboard.store.transactions import EVERYTHING, ORDERS, WakeUp, read, written
from tests.harness.postgres import PostgresServer
from tests.host.test_renewing import PAPER, Hub

LIMIT_S = 60


class Ear:
    """Counts wake-ups."""

    def __init__(self) -> None:
        self._heard = 0
        self.news: list[WakeUp] = []
        self._news = threading.Condition()

    def __call__(self, news: WakeUp) -> None:
        with self._news:
            self._heard += 1
            self.news.append(news)
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
        watch = Watcher(lazy.get, ear)
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
    monkeypatch.setattr(watcher, "_LISTEN_S", 0.05)
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


def test_it_is_said_which_board_has_another_score_and_not_to_whoever_says_it(postgres: PostgresServer) -> None:
    url, ear, own = postgres.create(), Ear(), Ear()
    open_store(url).close()
    lazy = LazyStore(url)
    with watching(url, ear), closing(lazy):
        watch = Watcher(lazy.get, own)
        assert own.hears(watch.start)
        hub = Hub(lazy.get(), PAPER)
        assert ear.hears(lambda: hub.press(0, len(PAPER.records) - 1))
        assert ear.hears(lambda: hub.press(len(PAPER.records) - 1, len(PAPER.records)))
        assert hub.renewed == [False, True]
        assert ear.hears(lambda: write(url))
        watch.stop()
    of_scores = [news for news in ear.news if news.scores]
    assert [(news.topics, news.scores) for news in of_scores] == [
        (frozenset(), {"b0": len(PAPER.records) - 1}),
        (frozenset(), {"b0": len(PAPER.records)}),
    ]
    assert not [news for news in own.news if news.scores]


def test_a_notification_of_another_version_is_about_everything() -> None:
    for said in ("", "{", "[]", '{"topics": 1}', '"scores"', '{"topics": [], "scores": null, "by": ""}'):
        assert read(said) == EVERYTHING, said
    assert read(written(WakeUp(frozenset((ORDERS,)), {"b0": 7}, "me"))) == WakeUp(frozenset((ORDERS,)), {"b0": 7}, "me")
    assert written(WakeUp(scores={f"b{number}": number for number in range(2000)})) == "", "more than one can carry"
