"""Who looks for the pages asks what may be new, and no more."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.pages.live import looker
from tallyboard.pages.live.looker import Looker
from tallyboard.pages.site import Site
from tallyboard.store import Store, hubs, open_store, seats, tournaments
from tallyboard.store.seats import Seat
from tallyboard.store.tables.sql import Sql
from tests.host.pages.live.halls import Hall

PATIENCE_S = 60
HUB = hubs.HubProcess("h", "desk", 1, "serve")


class Asked:
    """How often everything was looked at, and the seats."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.looks = self.seats = 0
        self._news = threading.Condition()
        read, listed = seats.seats, tournaments.listed

        def all_seats(sql: Sql) -> list[Seat]:
            self.seats += 1
            return read(sql)

        def looked(sql: Sql) -> object:
            with self._news:
                self.looks += 1
                self._news.notify_all()
            return listed(sql)

        monkeypatch.setattr(seats, "seats", all_seats)
        monkeypatch.setattr(looker, "listed", looked)

    def another_look(self, count: int = 2) -> None:
        """Some more looks are over, the last but one of which began after this."""
        with self._news:
            upto = self.looks + count
            assert self._news.wait_for(lambda: self.looks >= upto, PATIENCE_S)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    monkeypatch.setattr(looker, "PACE_S", 0.01)
    monkeypatch.setattr(looker, "_AT_LEAST_S", 0.01)
    return Asked(monkeypatch)


@pytest.fixture
def site(tmp_path: Path, asked: Asked) -> Iterator[Site]:
    site = Hall(tmp_path).site
    looks = Looker(site)
    looks.start()
    try:
        yield site
    finally:
        looks.stop()
        looks.join(PATIENCE_S)


@pytest.fixture
def store(site: Site) -> Store:
    return site.store.get()


def test_seats_are_asked_for_when_they_may_have_changed(site: Site, store: Store, asked: Asked) -> None:
    seats.open_seats(store, ["4"])
    hubs.beat(store, HUB, [])
    asked.another_look()
    version, before, looks = site.live.version("tables"), asked.seats, asked.looks
    for _ in range(30):
        hubs.beat(store, HUB, [], [])
        asked.another_look()
    seats.heard(store, {"6c": None})
    asked.another_look()
    # One may see the file before it hears that it was this process that wrote.
    assert 3 * (asked.seats - before) <= asked.looks - looks
    seats.lock(store, "4", True)
    asked.another_look()
    assert site.live.version("tables") != version


def test_and_when_somebody_else_has_written(site: Site, store: Store, asked: Asked, tmp_path: Path) -> None:
    assert store.file is not None
    asked.another_look()
    version = site.live.version("tables")
    with closing(open_store(str(store.file))) as other:
        seats.open_seats(other, ["5"])
    for _ in range(200):
        asked.another_look()
        if site.live.version("tables") != version:
            return
    pytest.fail("nobody has seen the new seat")


def test_and_now_and_then(site: Site, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    asked.another_look()
    before = asked.seats
    monkeypatch.setattr(looker, "_SEATS_S", 0.0)
    asked.another_look(3)
    assert asked.seats >= before + 2
