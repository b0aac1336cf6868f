"""The journal that a phone gets which takes over: at each record of an evening the same match goes on with it."""

from collections.abc import Iterable, Iterator

import pytest

from shared_rules.games import catalogue
from shared_rules.games.result import result
from shared_rules.journal.record import BOOT, CHOICE, SIZE
from shared_rules.journal.replay import Replay
from tableside.journal import Journal as OnTheBoard
from tallyboard.journal.runs import singles
from tallyboard.store import Store, open_store
from tallyboard.store.seats.reading import MOST, HandedJournal, journal_of
from tallyboard.virtual.box.journal_image import image
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.paper import Paper

BOARD = "70686f6e6500000000000001"
GAME = "crokinole-official target=40"


def evening() -> Paper:
    """Matches by hand and by the laptop, power-ons, and a match that is taken back."""
    paper = Paper(edition=catalogue.EDITION).boot().time(30_000_000)
    paper.start(GAME).press("A 20", "A 20", "B 15", "undo", "A 5", "next").boot()
    paper.assign(GAME, "m1", "Ann", "Bob", first=1)
    paper.start_assigned(GAME, "m1", "Ann", "Bob", first=1).press("B 20", "A 15", "next", "B 20")
    paper.start(GAME, first=1).back().press("B 5", "next", "B 20", "B 20", "next")
    return paper.start(GAME).press("A 10").boot().press("next", "undo", "undo")


def stored(store: Store, records: Iterable[tuple[int, bytes]], upto: int, epoch: int = 7) -> None:
    with store.writing() as sql:
        for table in ("matches", "records", "journals"):
            sql.run(f"DELETE FROM {table}")
    with store.writing() as sql:
        board = {"id": BOARD, "table_name": "", "firmware": "", "heard": "2026-11-26 12:00:00.000000"}
        sql.insert("boards", [board], "DO NOTHING")
        its = {"board": BOARD, "epoch": epoch}
        sql.insert("journals", [{**its, "oldest_seq": 0, "next_seq": upto}])
        sql.insert("records", [{**its, "seq": seq, "data": data} for seq, data in records])


def handed_over(store: Store) -> HandedJournal:
    with store.reading() as sql:
        found = journal_of(sql, BOARD)
    assert found is not None
    assert len(found.records) == (found.next - found.first) * SIZE
    return found


def as_it_stands(replay: Replay) -> object:
    match = replay.match
    assigned = replay.assigned and (replay.assigned.key, replay.assigned.names)
    return match and result(match), replay.key, replay.names, replay.can_go_back(), assigned, replay.light


def replayed(records: Iterable[tuple[int, bytes]]) -> Replay:
    replay = Replay()
    for seq, data in records:
        replay.feed(seq, data)
    return replay


def switched_on(journal: HandedJournal) -> Replay:
    chip = FramChip(32_768)
    chip.memory[:] = image(journal.epoch, journal.first, journal.next, journal.records)
    on = OnTheBoard(medium_of(chip), lambda: 1)
    on.open()
    assert (on.epoch, on.next, on.acked) == (journal.epoch, journal.next + 1, journal.next)
    return on.replay


@pytest.mark.parametrize("upto", range(1, len(evening().records) + 1))
def test_the_same_match_goes_on(upto: int) -> None:
    with open_store("sqlite://") as store:
        ones = list(enumerate(evening().records[:upto]))
        stored(store, ones, upto)
        journal = handed_over(store)
    assert journal.is_whole
    part = list(singles((journal.first, journal.records)))
    assert part == ones[journal.first :]
    assert as_it_stands(replayed(part)) == as_it_stands(replayed(ones))
    assert as_it_stands(switched_on(journal))[:3] == as_it_stands(replayed(ones))[:3]  # type: ignore[index]


def starts() -> list[int]:
    """The numbers of the first record of each match that is no other's end, and of what is kept with it."""
    kinds = [data[0] for data in evening().records]
    return [seq for seq, kind in enumerate(kinds) if kind == CHOICE]


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store("sqlite://") as opened:
        yield opened


def test_a_record_that_is_missing_before_it_costs_nothing(store: Store) -> None:
    ones = list(enumerate(evening().records))
    last_but_one, last = starts()[-3], starts()[-1]  # between them one that was taken back
    boot = max(seq for seq, data in ones[:last_but_one] if data[0] == BOOT)
    stored(store, [one for one in ones if one[0] != boot - 1], len(ones))
    assert handed_over(store).first == boot + 1  # the records that assign it stand before it
    for missing in (boot, last_but_one, last - 2):
        stored(store, [one for one in ones if one[0] != missing], len(ones))
        journal = handed_over(store)
        assert (journal.first, journal.is_whole) == (last, True)
        assert as_it_stands(switched_on(journal))[0] == as_it_stands(replayed(ones))[0]  # type: ignore[index]


@pytest.mark.parametrize("missing", [-1, -3, -9])
def test_where_one_of_the_match_that_is_on_is_missing_there_is_none(store: Store, missing: int) -> None:
    ones = list(enumerate(evening().records))
    del ones[missing]
    end = len(ones) + 1
    stored(store, ones, end)
    assert handed_over(store) == HandedJournal(7, end, end, b"", False)
    assert switched_on(handed_over(store)).match is None


def test_what_describes_the_match_is_of_it(store: Store) -> None:
    ones = list(enumerate(evening().records))
    assert evening().records[starts()[-1] - 1][0] != CHOICE
    stored(store, ones[starts()[-1] :], len(ones))
    assert not handed_over(store).is_whole  # what is kept with it may be missing
    stored(store, ones[starts()[-1] - 1 :], len(ones))
    assert handed_over(store).first == starts()[-1]


def test_a_damaged_record_is_none(store: Store) -> None:
    ones = list(enumerate(evening().records))
    seq, data = ones[-2]
    stored(store, [*ones[:-2], (seq, bytes([data[0] ^ 1]) + data[1:]), ones[-1]], len(ones))
    assert not handed_over(store).is_whole


@pytest.mark.parametrize(("presses", "is_whole"), [(MOST - 100, True), (MOST, False)])
def test_of_a_long_match_what_fits(store: Store, presses: int, is_whole: bool) -> None:
    paper = Paper(edition=catalogue.EDITION).boot().start(GAME).press(*["A 20", "undo"] * 50, "A 20").start(GAME)
    first = len(paper.records)
    paper.press(*["B 20", "undo"] * (presses // 2))
    stored(store, enumerate(paper.records), len(paper.records))
    journal = handed_over(store)
    assert journal.is_whole is is_whole
    if is_whole:
        assert paper.records[journal.first][0] == CHOICE
        assert first - 20 < journal.first < first


def test_it_is_the_newest_journal_of_the_board(store: Store) -> None:
    stored(store, enumerate(evening().records), len(evening().records))
    with store.writing() as sql:
        newer = {"board": BOARD, "epoch": 8, "oldest_seq": 0, "next_seq": 0, "turn": 1}
        sql.insert("journals", [newer])
    with store.reading() as sql:
        assert journal_of(sql, BOARD) is None
        assert journal_of(sql, "another") is None
    with store.writing() as sql:
        sql.run("UPDATE journals SET next_seq = 1 WHERE epoch = 8")
    assert handed_over(store) == HandedJournal(8, 1, 1, b"", False)
