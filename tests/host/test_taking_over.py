"""A take-over and records of the phone before it at once: they are in the journal of the next one, or nowhere."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import end_of
from tallyboard.store import Heard, Store, open_store, seats
from tallyboard.store.ingesting import ingest
from tallyboard.store.seats import Admitted, SeatWish, admit
from tallyboard.store.seats.reading import journal_of
from tests.harness.paper import Paper
from tests.harness.postgres import PostgresServer
from tests.harness.sizes import ON_A_SERVER

EPOCH = 7
PATIENCE_S = 60


@pytest.fixture(params=["sqlite", ON_A_SERVER])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()


@pytest.fixture
def stores(url: str) -> Iterator[tuple[Store, Store]]:
    """Those of two hubs."""
    with ExitStack() as stack:
        one, other = (stack.enter_context(closing(open_store(url))) for _ in range(2))
        yield one, other


class Thread(threading.Thread):
    """Does it, and has what came of it."""

    def __init__(self, do: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._do = do
        self.start()

    def run(self) -> None:
        self._made = self._do()

    def made(self) -> Any:
        self.join(PATIENCE_S)
        return self._made


def records(first: str, count: int) -> list[tuple[int, bytes]]:
    """A match of so many records in which a phone presses this alone."""
    paper = Paper(EPOCH).boot().start("crokinole-official target=1000")
    paper.press(*[first, "undo"] * count)
    return list(enumerate(paper.records))[:count]


def heard(who: Admitted, upto: int) -> Heard:
    return Heard(who.board, who.table, "0.1.0", EPOCH, 0, upto, who.check)


def let_in(store: Store, token: str, **more: Any) -> Admitted:
    (seat,) = seats.open_seats(store, ["4"])
    found = admit(store, SeatWish(secret=seat.secret, token=token, **more))
    assert isinstance(found, Admitted)
    return found


def is_silent(store: Store) -> None:
    with store.writing() as sql:
        sql.run("UPDATE phones SET heard = heard - 60000")


def until_somebody_waits(store: Store) -> None:
    """On a server until a lock is waited for; an SQLite file shows nobody who waits for it."""
    with store.reading() as sql:
        if sql.dialect != "postgresql":
            return
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with store.reading() as sql:
            if next(sql.rows("SELECT count(*) FROM pg_locks WHERE NOT granted"))[0]:
                return
    pytest.fail("nobody waits")


def test_records_that_are_being_stored_are_handed_over(stores: tuple[Store, Store]) -> None:
    one, other = stores
    first = let_in(one, "one")
    is_silent(one)
    ours = records("A 20", 20)
    with one.writing() as sql:
        assert not ingest(sql, heard(first, 20), ours).is_void
        taking = Thread(lambda: let_in(other, "two", takes_over=True))
        until_somebody_waits(one)
    journal = taking.made().journal
    assert (journal.next, journal.is_whole) == (20, True)
    assert journal.records == b"".join(data for _, data in ours)[journal.first * SIZE :]


@pytest.mark.parametrize("is_known", [False, True], ids=["the whole way", "the short way"])
def test_records_that_come_while_somebody_takes_over_are_refused(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    one, other = stores
    first = let_in(one, "one")
    ours = records("A 20", 20)
    assert not one.add(heard(first, 10), ours[:10]).is_void
    if not is_known:
        one = other
    is_silent(one)
    reads, goes_on = threading.Event(), threading.Event()

    def slowly(*args: Any) -> Any:
        found = journal_of(*args)
        reads.set()
        goes_on.wait(PATIENCE_S)
        return found

    monkeypatch.setattr("tallyboard.store.seats.admission.journal_of", slowly)
    taking = Thread(lambda: let_in(other, "two", takes_over=True))
    assert reads.wait(PATIENCE_S)
    storing = Thread(lambda: one.ingest([(heard(first, 12), ours[10:12])])[0])
    until_somebody_waits(one)
    goes_on.set()
    assert taking.made().journal.next == 10
    assert storing.made().is_void
    with one.reading() as sql:
        assert next(sql.rows("SELECT count(*) FROM records"))[0] == 10


def test_no_two_phones_ever_write_the_same_number(stores: tuple[Store, Store]) -> None:
    """Each phone records presses of its own: two of a number would be a conflict, one between another's is seen."""
    draw = random.Random(5)
    whose = [records(f"{side} {zone}", 400) for side in "AB" for zone in (20, 15, 10)]
    who = let_in(stores[0], "0")
    writers: list[Thread] = []
    expected: list[tuple[int, bytes]] = []
    upto = 0
    for turn, ours in enumerate(whose):
        since, done = upto, threading.Event()

        def write(who: Admitted = who, since: int = since, done: threading.Event = done, ours: Any = ours) -> int:
            at = since
            while at < since + 60:  # an SQLite file is not given to who waits for it while somebody writes without end
                store = stores[draw.randrange(2)]
                if store.ingest([(heard(who, at + 2), ours[at : at + 2])])[0].is_void:
                    return at
                at += 2
                if at >= since + 10:
                    done.set()
            return at

        writers.append(Thread(write))
        assert done.wait(PATIENCE_S)
        if turn + 1 == len(whose):
            seats.free(stores[0], "4")
            ended = writers[-1].made()
        else:
            is_silent(stores[turn % 2])
            who = let_in(stores[turn % 2], str(turn + 1), takes_over=True)
            assert who.journal is not None
            upto = who.journal.next
            ended = upto
            assert end_of((who.journal.first, who.journal.records)) == upto
        assert writers[-1].made() == ended
        expected += ours[since:ended]
    with stores[0].reading() as sql:
        assert list(sql.rows("SELECT seq, data FROM records ORDER BY seq")) == expected
        assert not list(sql.rows("SELECT seq FROM conflicts"))


def test_of_many_that_come_at_once_one_sits_down(stores: tuple[Store, Store]) -> None:
    (seat,) = seats.open_seats(stores[0], ["4"])
    ready = threading.Barrier(6)

    def comes(number: int) -> Any:
        ready.wait(PATIENCE_S)
        return admit(stores[number % 2], SeatWish(seat.secret, str(number), takes_over=True))

    found = [one.made() for one in [Thread(partial(comes, number)) for number in range(6)]]
    assert sum(isinstance(one, Admitted) for one in found) == 1
    with stores[0].reading() as sql:
        (there,) = seats.seats(sql)
        assert next(sql.rows("SELECT count(*) FROM phones"))[0] == 1
    assert there.board == next(one.board for one in found if isinstance(one, Admitted))


def test_tables_that_are_opened_twice_at_once_have_one_secret(stores: tuple[Store, Store]) -> None:
    ready = threading.Barrier(2)

    def opens(store: Store) -> Any:
        ready.wait(PATIENCE_S)
        return seats.open_seats(store, ["1", "2", "3"])

    one, other = (Thread(partial(opens, store)) for store in stores)
    assert one.made() == other.made()


@pytest.mark.parametrize("url", [ON_A_SERVER], indirect=True)
def test_who_notes_that_a_phone_was_heard_waits_for_no_records(stores: tuple[Store, Store]) -> None:
    one, other = stores
    first = let_in(one, "one")
    with one.writing() as sql:
        assert not ingest(sql, heard(first, 2), records("A 20", 2)).is_void
        seats.heard(other, {first.check: None})
