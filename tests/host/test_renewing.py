"""Matches that a hub writes with the records of a press are those of the records, and no record waits for them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from tallyboard.hub.live import LiveJournal
from tallyboard.hub.writer import Upload
from tallyboard.store import Heard, Store, ingesting, open_store
from tallyboard.store.verify import verify
from tests.harness.campaign import examples
from tests.harness.paper import Paper, gone_back
from tests.host.test_live import papers

PAPER = Paper().boot().time(30_000_000).start("crokinole-official").press(*["A 20", "B 15", "next"] * 3)


class Hub:
    """One that has a board, without threads. `renewed`: of each batch whether its matches were written with it."""

    def __init__(self, store: Store, paper: Paper, board: str = "b0") -> None:
        self.store = store
        self.paper = paper
        self.board = board
        self.renewed: list[bool] = []
        self.upload = Upload(lambda: None)
        self.upload.goes_into(LiveJournal(board, paper.epoch, store.tail(board, paper.epoch)))

    def hear(self, first: int, end: int) -> None:
        heard = Heard(self.board, "Table 3", "0", self.paper.epoch, 0, end)
        self.upload.put(heard, [(first, b"".join(self.paper.records[first:end]))])

    def write(self) -> None:
        write([self])

    def press(self, first: int, end: int) -> None:
        self.hear(first, end)
        self.write()


def write(hubs: Sequence[Hub]) -> None:
    """What a Writer does for all of them at once, and the upkeep behind it."""
    items = [item for item in (hub.upload.look() for hub in hubs) if item is not None]
    became = hubs[0].store.ingest([(heard, runs) for heard, runs, _ in items], [renewal for *_, renewal in items])
    for hub, item, stored in zip(hubs, items, became, strict=True):
        hub.upload.done(item, stored)
        hub.renewed.append(stored.are_renewed)
        if not stored.are_renewed:
            hub.store.derive([hub.board])
            hub.upload.goes_on_from(hub.store.end(hub.board, hub.paper.epoch))


def is_computed(store: Store) -> bool:
    with store.reading() as sql:
        waiting = list(sql.rows("SELECT board FROM journals WHERE underived_from IS NOT NULL"))
    return not waiting and verify(store).sound


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """Those that are sent meanwhile, and `COMMIT` for each transaction that SQLAlchemy ends."""
    said: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        said.append(statement)

    def note_commit(connection: Any) -> None:
        said.append("COMMIT")

    event.listen(store._engine, "before_cursor_execute", note)
    event.listen(store._engine, "commit", note_commit)
    try:
        yield said
    finally:
        event.remove(store._engine, "before_cursor_execute", note)
        event.remove(store._engine, "commit", note_commit)


@settings(max_examples=examples(40))
@given(papers(), st.data())
def test_after_every_press_the_matches_are_those_of_the_records(paper: Paper, data: st.DataObject) -> None:
    """Whatever is played: power-ons, words on the time, assignments, matches taken back, several records at once."""
    with open_store("sqlite://") as store:
        hub, at = Hub(store, paper), 0
        while at < len(paper.records):
            end = min(len(paper.records), at + data.draw(st.sampled_from([1, 1, 1, 2, 5, 30])))
            hub.press(at, end)
            assert is_computed(store)
            at = end


def test_a_press_and_its_match_are_one_transaction(store: Store) -> None:
    hub = Hub(store, PAPER)
    for number in range(len(PAPER.records)):
        hub.press(number, number + 1)
        with store.reading() as sql:
            (following,) = next(sql.rows("SELECT next_seq FROM journals WHERE underived_from IS NULL"))
        assert following == number + 1
        assert is_computed(store)
    assert hub.renewed.count(False) == 2, "the first records, and the time, which dates others"


def test_a_match_taken_back_goes_from_the_store_with_the_press(store: Store) -> None:
    paper = gone_back()
    hub = Hub(store, paper)
    for number in range(len(paper.records)):
        hub.press(number, number + 1)
        assert is_computed(store)
    assert hub.renewed.count(False) == 1


def test_presses_of_many_boards_are_one_transaction_and_update_no_board(store: Store) -> None:
    hubs = [Hub(store, PAPER, f"b{number}") for number in range(3)]
    size = len(PAPER.records)
    for hub in hubs:
        hub.press(0, size - 1)
        hub.hear(size - 1, size)
    with statements(store) as said:
        write(hubs)
    assert [hub.renewed[-1] for hub in hubs] == [True] * 3
    assert not [one for one in said if one.startswith(("UPDATE boards", "INSERT INTO boards"))]
    if store._engine.dialect.name == "postgresql":  # one statement, and the hint for others
        assert [one.count("pg_notify") for one in said if one != "COMMIT"] == [0, 1]
    else:
        assert said.count("COMMIT") == 1
    assert is_computed(store)


def test_what_somebody_else_wrote_meanwhile_has_the_matches_computed_from_the_records(store: Store) -> None:
    """The hub's own view of the kept matches no longer holds; the record is stored all the same."""
    size = len(PAPER.records)
    hub = Hub(store, PAPER)
    hub.press(0, size - 3)
    hub.press(size - 3, size - 2)
    with store.writing() as writing:
        ingesting.touch(writing, "board = :board", board="b0")
    hub.press(size - 2, size - 1)
    assert is_computed(store)
    hub.press(size - 1, size)
    assert hub.renewed == [False, True, False, True]
    assert is_computed(store)


def test_a_record_does_not_wait_for_a_match_that_cannot_be_computed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(PAPER.records)
    hub = Hub(store, PAPER)
    hub.press(0, size - 2)

    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("of all things")

    with monkeypatch.context() as patched:
        patched.setattr("tallyboard.hub.live.renewal", fail)
        patched.setattr("tallyboard.system.error_log.unforeseen", lambda error: error)
        hub.press(size - 2, size - 1)
    assert list(store.held("b0", 7)) == [(0, size - 1)]
    hub.press(size - 1, size)
    assert hub.renewed == [False, False, True]
    assert is_computed(store)


def test_a_board_that_was_met_while_the_database_was_away_is_known_when_it_is_back(store: Store) -> None:
    """In memory are only the records that the board still has; those of before stand in the database."""
    size = len(PAPER.records)
    store.add(Heard("b0", "Table 3", "0", 7, 0, size - 2), [(0, b"".join(PAPER.records[: size - 2]))])
    hub = Hub(store, PAPER)
    hub.upload.goes_into(LiveJournal("b0", 7))
    hub.press(size - 2, size - 1)
    assert is_computed(store)
    hub.press(size - 1, size)
    assert hub.renewed == [False, True]
    assert is_computed(store)


def test_two_histories_are_left_to_the_database(store: Store) -> None:
    hub = Hub(store, PAPER)
    size = len(PAPER.records)
    hub.press(0, size - 1)
    hub.paper = Paper().boot().time(30_000_000).start("crokinole-official").press(*["B 20", "A 15", "next"] * 3)
    hub.press(size - 3, size - 1)
    hub.press(size - 1, size)
    assert hub.renewed == [False, False, False]
    assert len(store.conflicts()) == 2
    stands = store.matches(untouched=True)
    store.rebuild()
    assert store.matches(untouched=True) == stands
