"""How much is done, counted and not timed: what would grow with the square of a history is found here."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from shared_rules.games.match import Match
from shared_rules.journal import record
from tallyboard.desk import Tournament
from tallyboard.desk.entering import apply
from tallyboard.desk.events import What
from tallyboard.desk.state import State
from tallyboard.hub import intake as fetch
from tallyboard.hub.sync import Collection
from tallyboard.link import Client
from tallyboard.store import Heard, Store, open_store
from tallyboard.store.verify import verify
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import Paper

_ROUND = ("A 20", "A 15", "A 10", "undo", "B 20", "B 5", "next")


class Work:
    """`plays`: events that the rules were given. `statements`: SQL statements. `steps`: hundreds of instructions of
    SQLite's machine."""

    def __init__(self) -> None:
        self.plays = self.statements = self.steps = 0


Count = Callable[..., Work]

# The steps of SQLite's machine are counted.
on_sqlite = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Does something with a store and says what work it was: count(store, do, arguments…)."""
    work = Work()
    play = Match.play

    def playing(match: Match, entered: int) -> None:
        work.plays += 1
        play(match, entered)

    def stating(*_: Any) -> None:
        work.statements += 1

    def stepping() -> None:
        work.steps += 1

    monkeypatch.setattr(Match, "play", playing)

    def count_it(store: Store, do: Callable[..., object], *arguments: object) -> Work:
        nonlocal work
        with store.writing() as writing:
            engine = writing.connection.engine
            assert writing.connection.connection.driver_connection is not None
            writing.connection.connection.driver_connection.set_progress_handler(stepping, 100)
        event.listen(engine, "before_cursor_execute", stating)
        work = Work()
        do(*arguments)
        event.remove(engine, "before_cursor_execute", stating)
        done, work = work, Work()
        return done

    return count_it


def matches(number: int, epoch: int = 7, boots: bool = True) -> Paper:
    """A journal of so many finished matches of 33 records, with a power-on before each, or before the first."""
    paper = Paper(epoch).boot()
    for at in range(number):
        if boots and at:
            paper.boot()
        paper.start("crokinole-official target=40").press(*_ROUND * 4)
    return paper


def synced(paper: Paper, store: Store) -> None:
    port = MemoryPort(BoardHalf(paper))
    Collection(Client(port, clock=port.clock), store).run()


def presses(paper: Paper) -> int:
    return sum(data[0] < record.SETTING for data in paper.records)


def test_a_sync_plays_every_press_once_and_asks_the_database_as_often_for_many_as_for_few(count: Count) -> None:
    works = []
    for number in (5, 100):
        paper, store = matches(number), open_store("sqlite://")
        works.append(count(store, synced, paper, store))
        assert len(store.matches()) == number
        assert works[-1].plays == presses(paper)
        store.close()
    assert works[0].statements == works[1].statements


@on_sqlite
def test_an_endless_match_is_played_a_few_times_however_many_batches_it_comes_in(
    count: Count, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "BATCH", 50)
    paper = Paper().boot().start("crokinole-official target=9999").press(*_ROUND * 600)
    assert count(store, synced, paper, store).plays < 3 * presses(paper)
    assert verify(store).sound


@pytest.mark.parametrize("do", [Store.rebuild, verify])
def test_computing_all_anew_plays_every_press_once_and_asks_the_database_in_proportion(
    count: Count, do: Callable[[Store], object]
) -> None:
    works = []
    for journals in (10, 20, 30):
        store = open_store("sqlite://")
        for epoch in range(journals):
            synced(matches(3, epoch), store)
        works.append(count(store, do, store))
        assert works[-1].plays == journals * presses(matches(3))
        store.close()
    assert works[2].statements - works[1].statements == works[1].statements - works[0].statements
    assert works[2].steps < 4 * works[0].steps


@pytest.mark.parametrize("boots", [True, False])
def test_one_press_more_costs_the_same_whatever_stands_before_it(count: Count, boots: bool) -> None:
    works = []
    for number in (5, 200):
        paper, store = matches(number, boots=boots), open_store("sqlite://")
        synced(paper, store)
        paper.press("undo")
        heard = Heard("e661640843", "Table 3", "0.1.0", 7, 0, len(paper.records))
        works.append(count(store, store.add, heard, [(len(paper.records) - 1, paper.records[-1])]))
        assert len(store.matches()) == number
        assert verify(store).sound
        store.close()
    assert works[1].plays == works[0].plays <= 2 * presses(matches(1)) + 1
    assert works[1].statements == works[0].statements
    assert works[1].steps < 2 * works[0].steps


@on_sqlite
def test_a_new_epoch_costs_the_same_however_many_there_were(count: Count, store: Store) -> None:
    works = [count(store, synced, matches(2, epoch), store) for epoch in range(40)]
    assert works[39].plays == works[2].plays
    assert works[39].statements == works[2].statements


def test_many_conflicts_ask_the_database_as_often_as_few(count: Count) -> None:
    works = []
    for number in (30, 300):
        one, other = (Paper().boot().start("crokinole-official") for _ in range(2))
        store = open_store("sqlite://")
        synced(one.press(*["A 20", "A off 20"] * number, ms=1000), store)
        other.press(*["A 20", "A off 20"] * number, ms=2000)
        works.append(count(store, synced, other, store))
        assert len(verify(store).conflicts) == 2 * number
        store.close()
    assert works[0].statements == works[1].statements
    assert works[1].steps < 20 * works[0].steps


def test_many_events_that_are_taken_back_have_a_tournament_computed_anew_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `call` of all tables is a call each in a store, and its `undo` one each."""
    day = Tournament("tournament singles")
    for line in (*(f"add P{n}" for n in range(40)), "open " + " ".join(map(str, range(20)))):
        day.enter(line)
    for line in ("phase 1 swiss rounds=2 game crokinole-championship", "draw 1"):
        day.enter(line)
    calls = [day.enter(f"call {match} {table}").number for match, table in day.next_calls()]
    day.enter("result 1:1-21 1 5 21 3 board b1")
    applied: list[int] = []

    def applying(state: State, number: int, minute: int, what: What) -> None:
        applied.append(number)
        apply(state, number, minute, what)

    monkeypatch.setattr("tallyboard.desk.tournament.apply", applying)
    for _ in calls:
        day.enter("undo")
    assert len(day.next_calls()) == len(calls) - 1
    assert len(applied) <= len(day.events)
    assert [found.number for number in calls if (found := day.call_of_event(number))] == calls
