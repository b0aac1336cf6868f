"""One conversation that goes on: what is new by a state is taken, and acknowledged once there is nothing new."""

from typing import cast

import pytest

from shared_rules.link import board_half, frame
from tallyboard.errors import TallyboardError
from tallyboard.hub.collection import Collection
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
    assert collection.behind(state(board)) == 0
    assert collection.catch_up(state(board)) is None
    assert board.requests == []


def test_what_is_new_is_taken_and_acknowledged_at_the_next_look(
    board: BoardHalf, collection: Collection, store: Store
) -> None:
    for upto, new in ((21, 1), (23, 2), (28, 5)):
        board.next = upto
        assert collection.behind(state(board)) == new
        report = collection.catch_up(state(board))
        assert report is not None
        assert (report.received, report.conflicts, report.damaged, report.missing) == (new, (), 0, 0)
        assert collection.behind(state(board)) == 0
    assert held(store) == board.paper.records
    assert board.requests == [frame.PULL] * 3
    assert board.acked == 20
    assert collection.catch_up(state(board)) is None
    assert board.acked == 28
    assert collection.catch_up(state(board)) is None
    assert board.requests == [frame.PULL] * 3 + [frame.ACK]


def test_a_record_that_does_not_come_ends_what_is_acknowledged(board: BoardHalf, collection: Collection) -> None:
    board.withhold, board.next = {22}, 28
    report = collection.catch_up(state(board))
    assert report is not None
    assert (report.received, report.damaged) == (7, 1)
    collection.catch_up(state(board))
    assert board.acked == 22


def test_a_record_that_is_damaged_on_the_board_does_not(board: BoardHalf, collection: Collection, store: Store) -> None:
    board.spoil, board.next = {22: bytes(8)}, 28
    report = collection.catch_up(state(board))
    assert report is not None
    assert (report.received, report.damaged) == (7, 1)
    collection.catch_up(state(board))
    assert board.acked == 28
    assert held(store) == [*board.paper.records[:22], *board.paper.records[23:]]


def test_what_the_board_has_freed_meanwhile_is_not_waited_for(board: BoardHalf, collection: Collection) -> None:
    board.next, board.oldest = 27, 24
    report = collection.catch_up(state(board))
    assert report is not None
    assert (report.received, report.missing) == (3, 4)
    board.next = 28
    report = collection.catch_up(state(board))
    assert report is not None
    assert (report.received, report.already_had) == (1, 3)
    collection.catch_up(state(board))
    assert board.acked == 28


def test_another_epoch_is_collected_whole(board: BoardHalf, collection: Collection, store: Store) -> None:
    board.paper, board.next, board.acked = two_matches(epoch=8), 25, 0
    assert collection.behind(state(board)) == 25
    report = collection.catch_up(state(board))
    assert report is not None
    assert (report.epoch, report.received) == (8, 25)
    assert board.times, "it is told the time"
    board.next = 28
    assert collection.behind(state(board)) == 3
    collection.catch_up(state(board))
    assert [data for _, data in store.records("e661640843", 8)] == board.paper.records


def test_a_journal_that_is_shorter_than_it_was_is_compared_whole(board: BoardHalf, collection: Collection) -> None:
    del board.paper.records[13:]
    board.paper.press("B 20", ms=77)
    board.next = None
    assert collection.behind(state(board)) == 14
    report = collection.catch_up(state(board))
    assert report is not None
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


class Follows(BoardHalf):
    """Sends these runs when it is asked to follow, and ends."""

    runs: tuple[tuple[int, int], ...] = ()
    refusal: int | None = None

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        if kind != frame.FOLLOW:
            return super()._answer(kind, body)
        if self.refusal is not None:
            return [(frame.NO, board_half.no(self.refusal, "no"))]
        records = self.paper.records
        sent = [(first, b"".join(self.spoil.get(n, records[n]) for n in range(first, end))) for first, end in self.runs]
        return [*[(frame.REC, board_half.rec(*run)) for run in sent], (frame.END, board_half.end(0, self.end))]


@pytest.fixture
def following(store: Store) -> tuple[Follows, Collection]:
    """A board of 28 records, of which 20 are here."""
    half = Follows(two_matches())
    half.next = 20
    port = MemoryPort(half)
    made = Collection(Client(port, clock=port.clock), store)
    made.run()
    half.next = 28
    half.requests.clear()
    return half, made


def listened(collection: Collection) -> list[int]:
    """How many records came, run by run."""
    return [report.received for report in collection.listen() if report is not None]


def test_what_is_pressed_is_stored_as_it_comes_and_acknowledged_when_the_board_is_quiet(
    following: tuple[Follows, Collection], store: Store
) -> None:
    board, collection = following
    board.runs = ((20, 21), (21, 23), (21, 23), (22, 28))  # one run twice, one that overlaps
    assert listened(collection) == [1, 2, 5]
    assert held(store) == board.paper.records
    assert board.requests == [frame.FOLLOW]
    assert collection.behind(state(board)) == 0
    assert collection.catch_up(state(board)) is None
    assert (board.requests[1:], board.acked) == ([frame.ACK], 28)


@pytest.mark.parametrize("runs", [((20, 21), (22, 28)), ((21, 28),)])
def test_a_run_that_is_missing_ends_it_and_is_asked_for(
    following: tuple[Follows, Collection], store: Store, runs: tuple[tuple[int, int], ...]
) -> None:
    board, collection = following
    board.runs = runs
    listened(collection)
    assert len(held(store)) == (21 if runs[0][0] == 20 else 20)
    assert collection.catch_up(state(board)) is not None
    assert held(store) == board.paper.records
    assert frame.PULL in board.requests


def test_a_damaged_run_is_not_stored_and_is_asked_for(following: tuple[Follows, Collection], store: Store) -> None:
    board, collection = following
    board.runs = ((20, 23), (23, 28))
    board.spoil = {21: b"\x00" + board.paper.records[21][1:]}
    assert listened(collection) == []
    assert len(held(store)) == 20
    board.spoil = {}
    collection.catch_up(state(board))
    assert held(store) == board.paper.records


def test_where_the_journal_is_another_one_listening_ends_and_a_board_that_cannot_says_so(
    following: tuple[Follows, Collection],
) -> None:
    board, collection = following
    for reason in (frame.EPOCH, frame.RANGE):
        board.refusal = reason
        assert listened(collection) == []
    board.refusal = frame.UNKNOWN
    with pytest.raises(TallyboardError, match="does not know what was asked"):
        listened(collection)
