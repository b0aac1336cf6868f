"""What a hub does with the database besides writing records: each thing by itself, whatever is wrong with another."""

import threading
from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest

from tallyboard.errors import TallyboardError, Told
from tallyboard.hub.upkeep import Upkeep
from tallyboard.store.failures import UnreachableError
from tallyboard.store.transactions import ORDERS, TOPICS, WakeUp

LIMIT_S = 60
AWAY = UnreachableError(Told("The server is away.", "Wait."))
REFUSED = TallyboardError("It is not a match.", "Report it.")


class Database:
    """A store that only notes what it is asked. `trouble()`: what it raises, "derive" when matches are computed."""

    file = "there"  # nobody listens to a server

    def __init__(self) -> None:
        self.trouble: Callable[[str], Exception | None] = lambda what: None
        self.derived: list[set[str]] = []
        self.beats = self.looks = 0
        self.looked: list[frozenset[str]] = []
        self.heard: list[Collection[str] | None] = []
        self.news = threading.Condition()

    def get(self) -> Any:
        self._raise("get")
        return self

    def derive(self, boards: Collection[str]) -> None:
        self._raise("derive")
        with self.news:
            self.derived.append(set(boards))
            self.news.notify_all()

    def beat(self, store: object) -> None:
        self.beats += 1

    def look(self, store: object, topics: frozenset[str]) -> None:
        with self.news:
            self.looks += 1
            self.looked.append(topics)
            self.news.notify_all()

    def hear(self, store: object, boards: Collection[str] | None) -> None:
        with self.news:
            self.heard.append(boards)
            self.news.notify_all()

    def computed(self, store: object, boards: Collection[str]) -> None:
        pass

    def until(self, there: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(there, LIMIT_S)

    def _raise(self, what: str) -> None:
        error = self.trouble(what)
        if error is not None:
            raise error


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
def upkeep(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Upkeep]:
    monkeypatch.setattr("tallyboard.hub.upkeep.BACK_OFF_S", 0.01)
    monkeypatch.setattr("tallyboard.hub.upkeep.Watcher.start", lambda self: None)
    made = Upkeep(database.get, database.beat, database.look, database.hear, database.computed, lambda: None)
    yield made
    made.stop(LIMIT_S)


def test_what_is_wrong_with_one_thing_keeps_nobody_from_another(upkeep: Upkeep, database: Database) -> None:
    def refuse(store: object) -> None:
        raise REFUSED

    failed, done = upkeep.do(refuse), upkeep.do(lambda store: "done")
    upkeep.stored({"b0"})
    upkeep.start()
    assert failed.exception(LIMIT_S) is REFUSED
    assert done.result(LIMIT_S) == "done"
    database.until(lambda: {"b0"} in database.derived and database.looks > 0)
    assert database.beats > 0


def test_nobody_waits_for_a_database_that_is_away(upkeep: Upkeep, database: Database) -> None:
    database.trouble = lambda what: AWAY
    several = [upkeep.do(lambda store: "done") for _ in range(3)]
    upkeep.start()
    assert all(isinstance(one.exception(LIMIT_S), UnreachableError) for one in several)
    database.trouble = lambda what: None
    assert upkeep.do(lambda store: "done").result(LIMIT_S) == "done"


@pytest.mark.parametrize("error", [AWAY, REFUSED])
def test_matches_that_could_not_be_computed_are_computed_later(
    upkeep: Upkeep, database: Database, error: Exception
) -> None:
    failures = [error, error]
    database.trouble = lambda what: failures.pop() if what == "derive" and failures else None
    upkeep.stored({"b0", "b1"})
    upkeep.start()
    database.until(lambda: {"b0", "b1"} in database.derived)
    assert failures == []


def test_others_are_looked_at_while_a_match_cannot_be_computed(upkeep: Upkeep, database: Database) -> None:
    database.trouble = lambda what: REFUSED if what == "derive" else None
    upkeep.stored({"b0"})
    upkeep.start()
    database.until(lambda: database.looks > 1)
    assert upkeep.do(lambda store: upkeep.trouble).result(LIMIT_S) is not None


def test_a_score_is_heard_without_a_look(upkeep: Upkeep, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallyboard.hub.upkeep.BEAT_S", LIMIT_S)
    upkeep.start()
    database.until(lambda: database.looks == 1)
    upkeep.wake(WakeUp(scores={"b0": 7}))
    database.until(lambda: database.heard == [{"b0"}])
    upkeep.wake(WakeUp(scores=None))
    database.until(lambda: database.heard == [{"b0"}, None])
    assert database.looked == [TOPICS], "that of the beginning"
    upkeep.wake(WakeUp(frozenset((ORDERS,))))
    database.until(lambda: database.looks == 2)
    assert database.looked[1] == {ORDERS}
    assert len(database.heard) == 2


def test_a_slower_look_finds_what_a_lost_wake_up_said(
    upkeep: Upkeep, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallyboard.hub.upkeep.BEAT_S", 0.01)
    monkeypatch.setattr("tallyboard.hub.upkeep.LOOK_S", 0.01)
    upkeep.start()
    database.until(lambda: database.looks > 2)
    assert set(database.looked) == {TOPICS}
    assert database.heard == []
