"""Matches that are computed for all boards at once are those of the records, whatever comes and whoever else writes."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from sqlalchemy import text

from tallyboard.store import Heard, Store, open_store
from tallyboard.store import at_once as shortest
from tallyboard.store.matches import kept
from tallyboard.store.verify import verify
from tests.harness.paper import Paper
from tests.harness.postgres import PostgresServer


@pytest.fixture
def store(postgres: PostgresServer) -> Iterator[Store]:
    with closing(open_store(postgres.create())) as opened:
        yield opened


@pytest.fixture
def url(store: Store) -> str:
    return store.database


def evening(draw: random.Random, epoch: int) -> Paper:
    """Some matches by a board, with power-ons, words on the time, and matches that are taken back."""
    paper = Paper(epoch=epoch).boot()
    for _ in range(draw.randrange(3, 8)):
        paper.start("crokinole-official target=40", first=draw.randrange(2))
        for _ in range(draw.choice((0, 2, 3, 12))):
            paper.press(draw.choice(["A 20", "B 15", "A 5", "next"]))
            if draw.random() < 0.1:
                paper.boot()
        if draw.random() < 0.2:
            paper.back()
        if draw.random() < 0.2:
            paper.time(30_000_000 + draw.randrange(100_000))
    return paper


def waiting(store: Store) -> list[object]:
    with store.reading() as sql:
        return list(sql.rows("SELECT board FROM journals WHERE underived_from IS NOT NULL"))


@pytest.mark.parametrize("seed", range(8))
def test_after_every_batch_the_matches_are_those_of_the_records(
    store: Store, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once: list[bool] = []
    derive = shortest.AtOnce.derive

    def spy(self: shortest.AtOnce, boards: list[str]) -> bool:
        at_once.append(derive(self, boards))
        return at_once[-1]

    monkeypatch.setattr(shortest.AtOnce, "derive", spy)
    draw = random.Random(seed)
    boards = {f"b{number}": [evening(draw, 2 * number + 7), evening(draw, 2 * number + 8)] for number in range(3)}
    sent = dict.fromkeys(boards, 0)
    while any(boards.values()):
        batch = []
        for board, papers in boards.items():
            if not papers:
                continue
            paper = papers[0]
            upto = min(len(paper.records), sent[board] + draw.randrange(4))
            first = sent[board] + (draw.random() < 0.1)  # one that a board could not send
            if upto > first:
                batch.append(
                    (Heard(board, "", "0", paper.epoch, 0, upto), [(first, b"".join(paper.records[first:upto]))])
                )
            sent[board] = upto
            if upto == len(paper.records):  # its chip is another one from now on
                papers.pop(0)
                sent[board] = 0
        if batch:
            store.ingest(batch)
            store.derive(list(boards))
            assert waiting(store) == []
            assert verify(store).sound
    assert all(at_once), "none had to be computed by itself"
    assert {match["board"] for match in store.matches(untouched=True)} == set(boards)


def test_what_comes_while_matches_are_computed_is_computed_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between what was read and what is written another hub stores a record."""
    paper = Paper().boot().start("crokinole-official").press(*["A 20", "B 15"] * 4)
    rows = list(enumerate(paper.records))
    store.add(Heard("b0", "", "0", 7, 0, len(rows) - 2), rows[:-2])
    store.ingest([(Heard("b0", "", "0", 7, 0, len(rows) - 1), [rows[-2]])])
    write = shortest._write

    def late(*given: object) -> object:
        monkeypatch.setattr(shortest, "_write", write)
        store.ingest([(Heard("b0", "", "0", 7, 0, len(rows)), [rows[-1]])])
        return write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(shortest, "_write", late)
    store.derive(["b0"])
    assert waiting(store) == []
    assert verify(store).sound
    assert store.matches()[0]["last_seq"] == rows[-1][0]


def test_whoever_computes_all_at_once_leaves_what_somebody_computes_just_now(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hub has read what was kept of a journal, and another one writes its matches."""
    paper = Paper().boot().start("crokinole-official").press(*["A 20", "B 15"] * 4)
    rows = list(enumerate(paper.records))
    store.add(Heard("b0", "", "0", 7, 0, len(rows) - 1), rows[:-1])
    store.ingest([(Heard("b0", "", "0", 7, 0, len(rows)), [rows[-1]])])
    refresh = kept.refresh

    def late(*given: object) -> None:
        with closing(open_store(url)) as other:
            other._at_once.derive(["b0"])
        refresh(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(kept, "refresh", late)
    monkeypatch.setattr(store._at_once, "derive", lambda boards: False)
    store.derive(["b0"])
    assert waiting(store) == []
    assert verify(store).sound


def test_matches_of_many_boards_and_their_records_are_written_in_one_order(store: Store, url: str) -> None:
    """One that waits for a journal in the middle would else keep the last one from whoever has the first ones."""
    paper = Paper().boot().start("crokinole-official").press(*["A 20", "B 15"] * 4)
    rows = list(enumerate(paper.records))
    boards = ["b2", "b1", "b0"]  # in the order in which they were first heard
    half, full = len(rows) - 2, len(rows) - 1
    for board in boards:
        store.add(Heard(board, "", "0", 7, 0, half), rows[:half])
    store.ingest([(Heard(board, "", "0", 7, 0, full), [rows[half]]) for board in boards])
    failed: list[Exception] = []

    def run(work: Callable[[], object]) -> threading.Thread:
        def guarded() -> None:
            try:
                work()
            except Exception as error:
                failed.append(error)

        thread = threading.Thread(target=guarded)
        thread.start()
        return thread

    def wait_for_lock(count: int) -> None:
        while True:
            with store.reading() as sql:
                if list(sql.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))[count - 1 :]:
                    return

    with closing(open_store(url)) as other:
        with other.writing() as writing:
            writing.connection.execute(text("SELECT id FROM journals WHERE board = 'b1' FOR UPDATE"))
            batch = [(Heard(board, "", "0", 7, 0, len(rows)), [rows[full]]) for board in boards]
            threads = [run(lambda: store.ingest(batch))]
            wait_for_lock(1)
            threads.append(run(lambda: store.derive(boards)))
            wait_for_lock(2)
        for thread in threads:
            thread.join()
    assert failed == []
