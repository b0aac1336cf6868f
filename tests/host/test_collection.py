"""One conversation that goes on: what is new by a state is taken, and acknowledged once there is nothing new."""

from typing import cast

import pytest

from shared_rules.link import frame
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collection
from tallyboard.link import Client
from tallyboard.shapes import BoardState
from tallyboard.store import Store
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import two_matches


@pytest.fixture
def board() -> BoardHalf:
    """It holds 28 records; of these the laptop sees 20 at first."""
    half = BoardHalf(two_matches())
    half.next = 20
    return half


@pytest.fixture
def collection(board: BoardHalf, store: Store) -> Collection:
    port = MemoryPort(board)
    made = Collection(Client(port, clock=port.clock), store)
    assert made.run().received == 20
    board.requests.clear()
    return made


def state(board: BoardHalf) -> BoardState:
    """What the board would say of itself now."""
    return cast(BoardState, {"epoch": board.paper.epoch, "next": board.end, "acked": board.acked})


def held(store: Store) -> list[bytes]:
    return [data for _, data in store.records("e661640843", 7)]


def test_where_nothing_is_new_nothing_is_asked(board: BoardHalf, collection: Collection) -> None:
    collection.catch_up(state(board))
    assert board.requests == []


def test_what_is_new_is_taken_and_acknowledged_at_the_next_look(
    board: BoardHalf, collection: Collection, store: Store
) -> None:
    for upto in (21, 23, 28):
        board.next = upto
        collection.catch_up(state(board))
        report = collection.report()
        assert (report.received, report.conflicts, report.damaged, report.missing) == (upto, (), 0, 0)
    assert held(store) == board.paper.records
    assert board.requests == [frame.PULL] * 3
    assert board.acked == 20
    collection.catch_up(state(board))
    assert board.acked == 28
    collection.catch_up(state(board))
    assert board.requests == [frame.PULL] * 3 + [frame.ACK]


def test_a_record_that_does_not_come_ends_what_is_acknowledged(board: BoardHalf, collection: Collection) -> None:
    board.withhold, board.next = {22}, 28
    collection.catch_up(state(board))
    report = collection.report()
    assert (report.received, report.damaged) == (27, 1)
    collection.catch_up(state(board))
    assert board.acked == 22


def test_a_record_that_is_damaged_on_the_board_does_not(board: BoardHalf, collection: Collection, store: Store) -> None:
    board.spoil, board.next = {22: bytes(8)}, 28
    collection.catch_up(state(board))
    report = collection.report()
    assert (report.received, report.damaged) == (27, 1)
    collection.catch_up(state(board))
    assert board.acked == 28
    assert held(store) == [*board.paper.records[:22], *board.paper.records[23:]]


def test_what_the_board_has_freed_meanwhile_is_not_waited_for(board: BoardHalf, collection: Collection) -> None:
    board.next, board.oldest = 27, 24
    collection.catch_up(state(board))
    report = collection.report()
    assert (report.received, report.missing) == (23, 4)
    board.next = 28
    collection.catch_up(state(board))
    report = collection.report()
    assert report.received == 24
    collection.catch_up(state(board))
    assert board.acked == 28


def test_another_epoch_is_collected_whole(board: BoardHalf, collection: Collection, store: Store) -> None:
    board.paper, board.next, board.acked = two_matches(epoch=8), 25, 0
    collection.catch_up(state(board))
    report = collection.report()
    assert (report.epoch, report.received) == (8, 25)
    assert board.times, "it is told the time"
    board.next = 28
    collection.catch_up(state(board))
    assert [data for _, data in store.records("e661640843", 8)] == board.paper.records


def test_a_journal_that_is_shorter_than_it_was_is_compared_whole(board: BoardHalf, collection: Collection) -> None:
    del board.paper.records[13:]
    board.paper.press("B 20", ms=77)
    board.next = None
    collection.catch_up(state(board))
    report = collection.report()
    assert report.conflicts == (13,)


def test_what_fails_in_between_is_for_the_next_conversation(
    board: BoardHalf, collection: Collection, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise TallyboardError("There is no room left.", "Free some space.")

    board.next = 28
    with monkeypatch.context() as full:
        full.setattr(store, "add", fail)
        with pytest.raises(TallyboardError):
            collection.catch_up(state(board))
    collection.catch_up(state(board))
    assert board.acked <= 20, "what was not stored is not acknowledged"
    port = MemoryPort(board)
    report = Collection(Client(port, clock=port.clock), store).run()
    assert (report.received, report.acked) == (8, 28)
    assert held(store) == board.paper.records
