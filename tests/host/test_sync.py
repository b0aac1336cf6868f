"""Sync: every record arrives, once, whatever happens on the way."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collected, Collection
from tallyboard.link import Client
from tallyboard.store import Store, open_store
from tallyboard.store.verify import verify
from tests.harness.campaign import examples
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import Paper, two_matches


def _sync(board: BoardHalf, store: Store, **port: Any) -> Collected:
    opened = MemoryPort(board, **port)
    return Collection(Client(opened, clock=opened.clock), store).run()


def _held(store: Store, paper: Paper, board: str = "e661640843") -> list[bytes]:
    return [data for _, data in store.records(board, paper.epoch)]


def _statuses(store: Store) -> list[str]:
    return [match["status"] for match in store.matches()]


@pytest.fixture
def board() -> BoardHalf:
    return BoardHalf(two_matches())


def test_a_whole_journal_arrives_and_is_acknowledged(board: BoardHalf, store: Store) -> None:
    report = _sync(board, store)
    assert (report.received, report.already_had, report.damaged, report.acked) == (28, 0, 0, 28)
    assert (report.board, report.epoch, report.conflicts, report.missing) == ("e661640843", 7, (), 0)
    assert _held(store, board.paper) == board.paper.records
    assert board.acked == 28
    first, second = (match for match in store.matches())
    assert (first["status"], first["winners"], first["totals"]) == ("finished", ["A"], {"A": 45, "B": 0})
    assert (second["status"], second["totals"]) == ("playing", {"A": 15, "B": 5})
    assert second["rounds"][0]["first"] == "B"


def test_a_second_sync_receives_nothing(board: BoardHalf, store: Store) -> None:
    _sync(board, store)
    before = store.matches()
    report = _sync(board, store)
    assert (report.received, report.already_had, report.damaged, report.acked) == (0, 28, 0, 28)
    assert store.matches() == before


def test_what_was_played_since_follows(board: BoardHalf, store: Store) -> None:
    board.next = 15
    assert _sync(board, store).received == 15
    board.next = None
    report = _sync(board, store)
    assert (report.received, report.already_had) == (13, 15)
    assert _held(store, board.paper) == board.paper.records


def test_an_empty_journal_is_no_failure(store: Store) -> None:
    report = _sync(BoardHalf(Paper()), store)
    assert (report.received, report.already_had, report.acked) == (0, 0, 0)
    assert store.matches() == []


def test_progress_ends_at_the_total(board: BoardHalf, store: Store) -> None:
    seen: list[tuple[int, int]] = []
    port = MemoryPort(board)
    Collection(Client(port, clock=port.clock), store).run(lambda done, total: seen.append((done, total)))
    assert seen[-1] == (28, 28)


@pytest.mark.parametrize("lives", range(60, 520, 30))
def test_the_cable_is_pulled_at_any_byte_and_every_record_arrives_once(
    board: BoardHalf, store: Store, lives: int
) -> None:
    try:
        first = _sync(board, store, lives=lives).received
    except TallyboardError:
        first = len(_held(store, board.paper))
        assert board.acked in (0, first), "acknowledged before it was stored"
        assert first == 28 or board.acked == 0
    report = _sync(board, store)
    assert first + report.received == 28
    assert report.already_had == first
    assert _held(store, board.paper) == board.paper.records


def test_what_arrived_before_the_cable_was_pulled_is_stored_and_shows_no_score(board: BoardHalf, store: Store) -> None:
    with pytest.raises(TallyboardError):
        _sync(board, store, lives=430)  # three WELCOMEs, a TIMED and the first REC
    assert len(_held(store, board.paper)) == 23
    assert _statuses(store) == ["finished", "incomplete"]  # the second goes on, the board said so


def test_noise_costs_nothing(board: BoardHalf, store: Store) -> None:
    noise = random.Random(3)
    report = _sync(
        board,
        store,
        stale=b"tail of old times\x00",
        line=lambda coded: noise.randbytes(30) + b"\x00" + coded + noise.randbytes(5) + b"\x00",
    )
    assert (report.received, report.damaged) == (28, 0)


def test_a_record_whose_check_does_not_hold_is_counted_and_never_stored(board: BoardHalf, store: Store) -> None:
    board.spoil[9] = bytes(8)
    report = _sync(board, store)
    assert (report.received, report.damaged, report.acked, report.board_damaged) == (27, 1, 28, 1)
    assert board.requests.count(frame.PULL) == 4, "asked for again, then twice alone"
    assert store.held(report.board, 7).take(9, 10) == []
    assert _statuses(store) == ["incomplete", "playing"]
    assert store.matches()[0]["totals"] == {}


def test_a_record_that_was_damaged_once_is_fetched_later(board: BoardHalf, store: Store) -> None:
    board.spoil[9] = bytes(8)
    _sync(board, store)
    board.spoil.clear()
    report = _sync(board, store)
    assert (report.received, report.already_had, report.damaged) == (1, 27, 0)
    assert _statuses(store) == ["finished", "playing"]


def test_a_record_that_is_left_out_counts_as_damaged(board: BoardHalf, store: Store) -> None:
    board.withhold = {20}
    report = _sync(board, store)
    assert (report.received, report.damaged) == (27, 1)


def test_a_cut_explains_a_damaged_record(store: Store) -> None:
    paper = Paper().boot().start("crokinole-official target=40").press("A 20", "B 15", "A 20").boot()
    paper.cut(2).press("B 5", "next")
    board = BoardHalf(paper)
    board.spoil[8] = b"\xff" * 8  # A 20, the last press before the power went
    assert _sync(board, store).damaged == 1
    match = store.matches()[0]
    assert (match["status"], match["totals"]) == ("playing", {"A": 0, "B": 0})
    assert match["rounds"][0]["counts"] == {"A": {"20": 1}, "B": {"15": 1, "5": 1}}


def test_records_freed_before_this_laptop_came_are_noted(board: BoardHalf, store: Store) -> None:
    board.oldest = 13
    report = _sync(board, store)
    assert (report.received, report.missing) == (15, 13)
    assert _statuses(store) == ["playing"]


def test_a_gap_in_a_match_leaves_it_without_a_score(board: BoardHalf, store: Store) -> None:
    board.next = 9
    _sync(board, store)
    board.next, board.oldest = None, 13
    assert _sync(board, store).missing == 4
    assert _statuses(store) == ["incomplete", "playing"]


def test_a_new_epoch_is_another_journal(board: BoardHalf, store: Store) -> None:
    _sync(board, store)
    report = _sync(BoardHalf(two_matches(epoch=8)), store)
    assert (report.epoch, report.received, report.already_had) == (8, 28, 0)
    assert _statuses(store) == ["finished", "abandoned", "finished", "playing"]
    assert len({match["match"] for match in store.matches()}) == 4
    assert verify(store).sound


def test_two_stores_get_everything_and_agree(board: BoardHalf, store: Store) -> None:
    other = open_store("sqlite://")
    _sync(board, store)
    report = _sync(board, other)
    assert (report.received, report.already_had) == (28, 0)
    assert other.matches() == store.matches()


def test_a_kill_between_commit_and_ack_loses_and_doubles_nothing(board: BoardHalf, store: Store) -> None:
    def die(kind: int) -> None:
        if kind == frame.ACK:
            raise KeyboardInterrupt

    board.on_request = die
    with pytest.raises(KeyboardInterrupt):
        _sync(board, store)
    assert board.acked == 0
    board.on_request = lambda kind: None
    report = _sync(board, store)
    assert (report.received, report.already_had, report.acked) == (0, 28, 28)


def _rewritten(from_seq: int, **changes: Any) -> BoardHalf:
    """The same board and epoch, its memory put back to an older state and played on otherwise."""
    paper = two_matches()
    del paper.records[from_seq:]
    paper.press(*changes.get("presses", ["B 20", "B 20", "B 20"]), ms=77)
    return BoardHalf(paper)


@pytest.mark.parametrize("more", [2, 4, 40])
def test_another_history_under_the_same_numbers_raises_the_alarm(board: BoardHalf, store: Store, more: int) -> None:
    _sync(board, store)
    other = _rewritten(24, presses=["B 5", "undo"] * (more // 2))
    report = _sync(other, store)
    clash = min(more, 4)
    assert report.conflicts == tuple(range(24, 24 + clash))
    assert report.received == max(0, more - 4)
    kept = list(store.records(report.board, 7))
    assert [data for _, data in kept[:28]] == board.paper.records, "never overwritten"
    found = verify(store)
    assert not found.sound
    assert [conflict["seq"] for conflict in found.conflicts] == list(report.conflicts)
    assert found.conflicts[0]["other"] == other.paper.records[24].hex()


def test_histories_that_part_early_are_compared_to_where_they_part(board: BoardHalf, store: Store) -> None:
    board.paper.press(*["A 5", "undo"] * 40)
    _sync(board, store)
    other = _rewritten(13, presses=["B 5", "undo"] * 60)
    assert _sync(other, store).conflicts == tuple(range(13, 108))
    assert len(verify(store).conflicts) == 95


def test_the_same_alarm_is_written_down_once(board: BoardHalf, store: Store) -> None:
    _sync(board, store)
    other = _rewritten(24, presses=["B 5", "undo"])
    assert [_sync(other, store).conflicts for _ in range(2)] == [(24, 25), (24, 25)]
    assert len(verify(store).conflicts) == 2


def test_two_boards_do_not_mix(board: BoardHalf, store: Store) -> None:
    _sync(board, store)
    report = _sync(BoardHalf(two_matches(), board="ffff", table="Table 1"), store)
    assert (report.received, report.conflicts) == (28, ())
    assert [match["table"] for match in store.matches()] == ["Table 1"] * 2 + ["Table 3"] * 2


_games = st.sampled_from(["crokinole-official target=30", "pichenotte-southwest games=2", "washers-ritzenthaler"])
_presses = st.lists(
    st.sampled_from(["A 20", "B 5", "next", "undo", "A 3", "B board", "A agree", "B agree"]), max_size=9
)


@st.composite
def _papers(draw: st.DrawFn) -> Paper:
    paper = Paper(draw(st.sampled_from([0, 7, 2**32 - 1]))).boot()
    for _ in range(draw(st.integers(1, 4))):
        paper.start(draw(_games), first=draw(st.integers(0, 1)))
        # Presses that the rules refuse too: a journal with one is not sound, and its match shows without a score.
        paper.press(*draw(_presses))
        if draw(st.booleans()):
            paper.boot()
    return paper


def test_an_epoch_that_was_only_spoken_of_ends_nothing(store: Store) -> None:
    """A WELCOME of an earlier time is believed, by chance; the PULL is then refused."""
    board = BoardHalf(two_matches(9))

    def of_old(coded: bytes) -> bytes:
        decoded = frame.decode(coded[:-1])
        assert decoded is not None
        kind, request, body = decoded
        if kind == frame.WELCOME:
            body = board_half.welcome({**laptop_half.read_welcome(body), "epoch": 7})
        return frame.encode(kind, request, body)

    _sync(board, store)
    with pytest.raises(TallyboardError, match="journal changed"):
        _sync(board, store, line=of_old)
    _sync(board, store)
    assert _statuses(store) == ["finished", "playing"]


@settings(max_examples=examples(25))
@given(_papers(), st.data())
def test_any_split_of_syncs_gives_the_same_matches(paper: Paper, data: st.DataObject) -> None:
    """The journal grows, the cable is pulled anywhere, frames are lost: in the end it is as if synced once."""
    board, split, whole = BoardHalf(paper), open_store("sqlite://"), open_store("sqlite://")
    lost = random.Random(data.draw(st.integers(0, 9)))
    for upto in sorted(data.draw(st.lists(st.integers(0, len(paper.records)), max_size=3))):
        board.next = upto
        lives = data.draw(st.none() | st.integers(0, 600))
        with contextlib.suppress(TallyboardError):
            _sync(board, split, lives=lives, line=lambda coded: coded if lost.random() < 0.9 else coded[1:])
        assert verify(split).sound
    board.next = None
    _sync(board, split)
    _sync(board, whole)
    assert list(split.records("e661640843", paper.epoch)) == list(enumerate(paper.records))
    assert split.matches() == whole.matches()
    assert verify(split).sound
    split.close()
    whole.close()


class ForgedEnd(MemoryPort):
    """A port on which the first END of each conversation says what an older journal's said, its request id by chance
    the one that is waited for."""

    def __init__(self, board: BoardHalf, oldest: int, following: int) -> None:
        super().__init__(board)
        self._said = (oldest, following)
        self._forged = False

    def write(self, data: bytes) -> None:
        ((kind, request, _),) = frame.Decoder().feed(data) or [(0, 0, b"")]
        if kind == frame.PULL and not self._forged:
            self._forged = True
            self._out += frame.encode(frame.END, request, board_half.end(*self._said))
            return  # and the question itself is lost
        super().write(data)


@pytest.mark.parametrize("said", [(25, 28), (0, 9), (300, 400), (0, 0)])
def test_an_end_of_other_times_makes_no_record_pass_for_stored(
    board: BoardHalf, store: Store, said: tuple[int, int]
) -> None:
    port = ForgedEnd(board, *said)
    assert Collection(Client(port, clock=port.clock), store).run().received == 28
    assert board.acked == 28


def test_what_did_not_arrive_is_not_acknowledged(board: BoardHalf, store: Store) -> None:
    board.withhold = {20}
    report = _sync(board, store)
    assert (report.received, report.damaged, report.acked, board.acked) == (27, 1, 20, 20)


def test_the_board_is_told_the_time_before_its_records_are_taken(board: BoardHalf, store: Store) -> None:
    port = MemoryPort(board)
    Collection(Client(port, clock=port.clock), store, lambda: 1_795_262_400.4).run()
    assert board.times == [1_795_262_400]


def test_a_laptop_whose_clock_was_never_set_tells_no_time(board: BoardHalf, store: Store) -> None:
    port = MemoryPort(board)
    assert Collection(Client(port, clock=port.clock), store, lambda: 3600.0).run().received == 28
    assert board.times == []
