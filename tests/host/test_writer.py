"""Records on their way into the database: each stored once, in order, whatever the database makes of others."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tallyboard.errors import TallyboardError, Told
from tallyboard.hub import writer
from tallyboard.hub.writer import Upload, Writer
from tallyboard.journal.runs import Run, singles
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.ingesting import Heard, Stored
from tests.harness.paper import two_matches

LIMIT_S = 60
RECORDS = two_matches().records
AWAY = UnreachableError(Told("The server is away.", "Wait."))
REFUSED = TallyboardError("It is not a record.", "Report it.")


class Database:
    """A store that only notes what it is given. `trouble(boards)`: what it raises for a batch of these."""

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, list[Run]]]] = []
        self.trouble: Callable[[set[str]], Exception | None] = lambda boards: None
        self.tried = 0
        self.void: set[str] = set()
        self.news = threading.Condition()

    def get(self) -> Any:
        return self

    def ingest(self, batch: Sequence[tuple[Heard, list[Run]]], renewals: Sequence[Any] = ()) -> list[Stored]:
        with self.news:
            self.tried += 1
            self.news.notify_all()
        error = self.trouble({heard.board for heard, _ in batch})
        if error is not None:
            raise error
        self.batches.append([(heard.board, runs) for heard, runs in batch])
        return [
            Stored(0, (), is_void=True)
            if heard.check in self.void
            else Stored(sum(len(data) // 8 for _, data in runs), ())
            for heard, runs in batch
        ]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """A Writer that is told by hand when to write; what it tells."""

    def __init__(self) -> None:
        self.database = Database()
        self.clock = Clock()
        self.stored: list[set[str]] = []
        self.troubles: list[str | None] = []
        self.writer = Writer(self.database.get, self._stored, self._troubled, self.clock)

    def _stored(self, behind: set[str], changed: set[str]) -> None:
        self.stored.append(behind)

    def _troubled(self) -> None:
        trouble = self.writer.trouble
        self.troubles.append(None if trouble is None else trouble.cause)

    def put(self, board: str, first: int, end: int, epoch: int = 7, check: str = "") -> Upload:
        upload = self.writer.upload(board, epoch, check)
        upload.put(replace(heard(board, end), check=check), [(first, b"".join(RECORDS[first:end]))])
        return upload


def heard(board: str, following: int) -> Heard:
    return Heard(board, "Table 3", "0.2.0", 7, 0, following)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_all_boards_said_is_stored_at_once_and_each_is_told(desk: Desk) -> None:
    uploads = [desk.put("a", 0, 5), desk.put("b", 3, 4)]
    assert [upload.waiting for upload in uploads] == [5, 1]
    assert desk.writer.behind == 6
    assert desk.writer.write()
    assert [[board for board, _ in batch] for batch in desk.database.batches] == [["a", "b"]]
    assert desk.stored == [{"a", "b"}]
    assert [upload.news() for upload in uploads] == [(5, ()), (1, ())]
    assert [upload.news() for upload in uploads] == [(0, ()), (0, ())], "told once"
    assert [list(upload.stored()) for upload in uploads] == [[(0, 5)], [(3, 4)]]
    assert all(upload.wait(0) for upload in uploads)
    assert desk.writer.write()
    assert len(desk.database.batches) == 1, "nothing is left"


def test_what_comes_while_the_rest_is_being_stored_is_not_taken_for_stored(desk: Desk) -> None:
    upload = desk.put("a", 0, 5)

    def meanwhile(boards: set[str]) -> None:
        desk.database.trouble = lambda boards: None
        desk.put("a", 5, 6)

    desk.database.trouble = meanwhile
    assert desk.writer.write()
    assert (list(upload.stored()), upload.waiting, upload.wait(0)) == ([(0, 5)], 1, False)
    assert desk.writer.write()
    assert (list(upload.stored()), upload.waiting, upload.wait(0)) == ([(0, 6)], 0, True)


def test_what_a_board_tells_again_while_the_database_is_away_is_stored_once(desk: Desk, store: Store) -> None:
    """Met again, it tells everything again, and after its memory was put back the same numbers with other bytes."""
    upload = desk.put("a", 0, 5)
    desk.put("a", 0, 8)
    other = two_matches(8).records[7]
    upload.put(heard("a", 8), [(7, other)])
    assert upload.waiting == desk.writer.behind == 8
    desk.database.ingest = store.ingest  # type: ignore[method-assign]
    for _ in range(3):
        assert desk.writer.write()
    assert desk.troubles == []
    assert (upload.waiting, upload.wait(0), list(upload.stored())) == (0, True, [(0, 8)])
    assert [data for _, data in store.records("a", 7)] == RECORDS[:8]
    assert upload.news() == (8, (7,))


def test_what_a_board_says_of_itself_is_stored_without_records_too(desk: Desk) -> None:
    upload = desk.writer.upload("a", 7)
    upload.put(heard("a", 5), [])
    assert not upload.wait(0)
    assert desk.writer.write()
    assert desk.database.batches == [[("a", [])]]
    assert upload.wait(0)


def test_a_database_that_is_away_costs_nothing_and_is_told_once(desk: Desk) -> None:
    upload = desk.put("a", 0, 5)
    desk.database.trouble = lambda boards: AWAY
    for _ in range(3):
        assert not desk.writer.write()
    assert desk.database.tried == 3, "nobody is asked alone for what all have"
    assert (upload.waiting, list(upload.stored())) == (5, [])
    assert desk.troubles == ["The server is away."]
    desk.database.trouble = lambda boards: None
    assert desk.writer.write()
    assert desk.troubles == ["The server is away.", None]
    assert list(upload.stored()) == [(0, 5)]


def test_a_journal_that_is_refused_keeps_no_other_from_being_stored(desk: Desk) -> None:
    bad = desk.put("bad", 0, 5)
    desk.database.trouble = lambda boards: REFUSED if "bad" in boards else None
    for number in range(4):
        good = desk.put("good", number, number + 1)
        assert desk.writer.write(), "the others need not wait"
        assert good.wait(0)
    assert desk.troubles == ["It is not a record."], "told once, however often the others are stored"
    assert (bad.waiting, list(bad.stored())) == (5, [])
    assert desk.database.tried == 2 + 1 + 3, "not tried again before its time"


def test_what_is_refused_is_tried_again_less_and_less_often(desk: Desk) -> None:
    desk.put("bad", 0, 5)
    desk.database.trouble = lambda boards: REFUSED
    pauses = []
    desk.writer.write()
    for _ in range(len(writer.BACK_OFF_S) + 1):
        tried = desk.database.tried
        pauses.append(desk.writer._until_next())
        desk.clock.now += (pauses[-1] or 0.0) - 0.01
        desk.writer.write()
        assert desk.database.tried == tried
        desk.clock.now += 0.02
        desk.writer.write()
        assert desk.database.tried == tried + 1
    assert pauses == pytest.approx([*writer.BACK_OFF_S, 2.0])
    desk.database.trouble = lambda boards: None
    desk.clock.now += 2.1
    desk.writer.write()
    assert desk.writer._until_next() is None
    assert desk.troubles == ["It is not a record.", None]


def test_the_thread_tries_again_and_stores_what_is_left_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "BACK_OFF_S", (0.001,))
    desk = Desk()
    desk.database.trouble = lambda boards: AWAY
    desk.writer.start()
    upload = desk.put("a", 0, 5)
    with desk.database.news:
        assert desk.database.news.wait_for(lambda: desk.database.tried > 5, LIMIT_S)
    desk.database.trouble = lambda boards: None
    assert upload.wait(LIMIT_S)
    last = desk.put("a", 5, 6)
    desk.writer.stop(LIMIT_S)
    assert last.wait(0)
    assert not desk.writer.is_alive()


@pytest.mark.parametrize("trouble", [REFUSED, ZeroDivisionError("of all things")])
def test_nobody_waits_for_what_the_database_refuses(trouble: Exception, desk: Desk) -> None:
    desk.database.trouble = lambda boards: trouble if "a" in boards else None
    upload = desk.put("a", 0, 5)
    seen: list[TallyboardError | None] = []

    def wait() -> None:
        assert not upload.wait(threading.TIMEOUT_MAX)
        seen.append(desk.writer.trouble)

    waits = threading.Thread(target=wait, daemon=True)
    waits.start()
    desk.writer.write()
    waits.join(LIMIT_S)
    assert seen == [desk.writer.trouble] != [None], "it is known then why"
    desk.database.trouble = lambda boards: None
    desk.clock.now += 1
    desk.writer.write()
    assert upload.wait(0)
    waits = threading.Thread(target=desk.put("a", 5, 6).wait, args=(LIMIT_S,), daemon=True)
    waits.start()
    desk.writer.write()
    waits.join(LIMIT_S)
    assert not waits.is_alive()


@pytest.mark.parametrize("trouble", [AWAY, REFUSED])
def test_a_thread_that_cannot_store_what_is_left_ends_all_the_same(trouble: TallyboardError, desk: Desk) -> None:
    desk.database.trouble = lambda boards: trouble
    desk.put("a", 0, 5)
    desk.writer.start()
    desk.writer.stop(LIMIT_S)
    assert not desk.writer.is_alive()


def test_one_journal_has_one_upload_and_every_epoch_its_own(desk: Desk) -> None:
    assert desk.writer.upload("a", 7) is desk.writer.upload("a", 7)
    assert desk.writer.upload("a", 7) is not desk.writer.upload("a", 8)


def test_a_board_that_comes_and_goes_while_the_database_is_away_fills_no_memory(desk: Desk) -> None:
    """Each time it tells everything again, not always in the same runs."""
    upload = desk.writer.upload("a", 7)
    for size in (5, 3, 2, 5):
        upload.put(
            heard("a", 6),
            [(first, b"".join(RECORDS[first : first + size][: 6 - first])) for first in range(0, 6, size)],
        )
    looked = upload.look()
    assert looked is not None
    assert [record for run in looked[1] for record in singles(run)] == list(enumerate(RECORDS[:6]))
    assert upload.waiting == 6
    desk.writer.write()
    assert upload.wait(0), "nothing is left for another turn"
    assert len(desk.database.batches) == 1


def test_what_came_by_a_void_token_is_dropped_and_never_tried_again(desk: Desk) -> None:
    old, other = desk.put("a", 0, 5, check="old"), desk.put("b", 0, 3)
    desk.database.void.add("old")
    assert desk.writer.write()
    assert (old.is_void, old.waiting, old.first_waiting, list(old.stored())) == (True, 0, None, [])
    assert (other.is_void, list(other.stored()), desk.stored) == (False, [(0, 3)], [{"b"}])
    assert old.wait(0), "nobody waits for it"
    old.put(replace(heard("a", 6), check="old"), [(5, RECORDS[5])])
    assert (old.waiting, desk.writer.behind) == (0, 0), "nor is what comes after it kept"
    assert desk.writer.write()
    assert desk.database.tried == 1


def test_what_came_of_a_journal_by_two_tokens_is_not_mixed(desk: Desk) -> None:
    """Of one journal in one transaction there is one."""
    old, new = desk.put("a", 0, 5, check="old"), desk.put("a", 3, 4, check="new")
    desk.database.void.add("old")
    assert old is not new
    assert desk.writer.write()
    assert (old.is_void, new.waiting) == (True, 1)
    assert desk.writer.write()
    assert [[board for board, _ in batch] for batch in desk.database.batches] == [["a"], ["a"]]
    assert list(new.stored()) == [(3, 4)]
    assert desk.writer.upload("a", 7, "old") is not old, "who comes by it again is asked about again"
