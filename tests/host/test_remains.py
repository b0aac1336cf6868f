"""Which rows of a damaged file are believed, and what a new store makes of them."""

from typing import Any

import pytest
from sqlalchemy import text

from tallyboard.store import Store
from tallyboard.store.conflicts import Conflict
from tallyboard.store.rebuilding import Journal, Remains
from tallyboard.store.tables.rows import MOST
from tallyboard.store.tables.sql import NEVER
from tests.harness.paper import Paper, two_matches

PAPER = two_matches()
OTHER = Paper(PAPER.epoch).boot()
while len(OTHER.records) < len(PAPER.records):
    OTHER.press("B 5", ms=7777)

KEY = ("b0", PAPER.epoch)
WHEN = "2026-11-21 12:00:00.000000"


def record(seq: int, paper: Paper = PAPER) -> tuple[Any, ...]:
    return (*KEY, seq, paper.records[seq])


def conflict(seq: int, paper: Paper = OTHER) -> tuple[Any, ...]:
    return (None, *record(seq, paper), WHEN)


def taken(*rows: tuple[Any, ...]) -> Remains:
    """These rows, whose rowids are their places, from 1 on."""
    remains = Remains()
    for rowid, row in enumerate(rows, 1):
        remains.take(rowid, row)
    return remains


@pytest.mark.parametrize(
    "row",
    [
        (*KEY, 4, PAPER.records[3]),
        ("b0", 8, 3, PAPER.records[3]),
        (*KEY, 3, PAPER.records[3][:7]),
        (*KEY, 3, PAPER.records[3].hex()),
        (None, *KEY, 3, PAPER.records[3]),
        (None, *KEY, 4, OTHER.records[3], WHEN),
        (None, *KEY, 5, 3),
        (None, *KEY, 0, 0),
        (None, *KEY, 0, MOST + 1),
        (None, "b0", -1, 0, 3),
        (None, "b0", MOST + 1, 0, 3),
        (None, *KEY, 0, 3, 1, 2),
        (None, *KEY, 0),
        ("b0", "Table", "1.0", "yesterday"),
        ("b0", "Table", "1.0", None),
        ("k", "D", "An", "Ann"),
        ("k", "A", "An", None),
        ("k", "A", "An"),
        (),
    ],
)
def test_what_is_no_row_of_ours_is_passed_over(row: tuple[Any, ...]) -> None:
    remains = taken(row)
    assert remains == Remains()
    assert remains.are_none
    assert remains.count() == 0


def test_a_record_is_known_by_its_own_check() -> None:
    remains = taken(record(3), record(3), record(4), record(3, OTHER), conflict(5))
    assert remains.records == {KEY: {3: PAPER.records[3], 4: PAPER.records[4]}}
    assert remains.others == {KEY: {(3, OTHER.records[3]), (5, OTHER.records[5])}}
    assert (remains.are_none, remains.count()) == (False, 2)


def test_one_of_another_history_too_whatever_else_of_its_row_is_damaged() -> None:
    undated, of_nobody = (None, *KEY, 3, OTHER.records[3], None), (None, None, *conflict(5)[2:])
    remains = taken(record(3), record(4), record(5), undated, of_nobody)
    remains.settle()
    assert remains.others == {KEY: {(3, OTHER.records[3]), (5, OTHER.records[5])}}
    alone = taken(of_nobody)
    alone.settle()
    assert (alone.count(), alone.doubtful) == (0, 1)


@pytest.mark.parametrize(
    ("rows", "journal"),
    [
        ([(None, *KEY, 2, 9)], Journal(2, 9, 0, 1)),
        ([(None, *KEY, 2, 9, 12345)], Journal(2, 9, 0, 1)),
        ([(None, *KEY, 2, 9), (None, *KEY, 4, 12)], Journal(4, 12, 0, 2)),
        ([(None, *KEY, 4, 12), (None, *KEY, 2, 9)], Journal(2, 12, 0, 2)),
        ([(None, *KEY, 0, MOST)], Journal(0, MOST, 0, 1)),
        ([(None, *KEY, 3, 3)], Journal(3, 3, 0, 1)),
    ],
)
def test_of_the_rows_of_a_journal_none_takes_back_how_far_it_went(
    rows: list[tuple[Any, ...]], journal: Journal
) -> None:
    remains = taken(*rows)
    assert remains.journals == {KEY: journal}
    assert (remains.are_none, remains.count()) == (False, 0)


def test_boards_and_names() -> None:
    remains = taken(
        ("b0", "Old", "1", WHEN),
        ("b0", "New", "2", WHEN),
        ("k", "A", "An", "Ann"),
        ("k", "B", "Bo", "Bob"),
        ("k", "C", "Cy", "Cyd"),
    )
    assert remains.boards == {"b0": ("New", "2")}
    assert remains.names == {("k", "A", "An"): "Ann", ("k", "C", "Cy"): "Cyd", ("k", "B", "Bo"): "Bob"}
    assert remains.are_none, "without a record or a journal they tell nothing"


def test_a_record_whose_board_was_changed_is_that_of_its_epoch() -> None:
    epoch = PAPER.epoch
    strange = [(f"b{sign}", epoch, seq, PAPER.records[seq]) for seq, sign in ((4, "\x08"), (5, "1"))]
    remains = taken(*[record(seq) for seq in range(4)], *strange, (None, "b2", epoch, 0, 28, 0, 5, None, 1, 3))
    remains.settle()
    assert remains.records == {KEY: dict(enumerate(PAPER.records[:6]))}
    assert remains.journals == {KEY: Journal(0, 28, 5, 7, 3)}
    assert remains.doubtful == 0


def test_a_record_of_which_nothing_tells_whose_it_is_is_left_and_told() -> None:
    lone, other = Paper(3).boot(), Paper(4).boot()
    remains = taken(*map(record, range(4)), ("b\x08", 3, 0, lone.records[0]), ("b9", 4, 0, other.records[0]))
    remains.settle()
    assert (set(remains.records), remains.doubtful) == ({KEY}, 2)


@pytest.mark.parametrize(
    "witness",
    [
        (None, "b9", 3, 0, 1, 0, 5, None, 1, 0),
        ("b9", "Table 9", "1", WHEN, 3),
        ("b9", 8, 0, Paper(8).boot().records[0]),
    ],
)
def test_one_record_is_enough_of_a_board_that_another_row_speaks_of(witness: tuple[Any, ...]) -> None:
    remains = taken(("b9", 3, 0, Paper(3).boot().records[0]), witness, (None, "b9", 8, 0, 1))
    remains.settle()
    assert remains.records["b9", 3] and remains.doubtful == 0


def test_an_epoch_that_was_changed_in_the_row_of_a_journal_is_no_epoch() -> None:
    remains = taken(*map(record, range(4)), (None, "b0", 8, 0, 28, 0, 5, None, 1, 3), ("b0", "", "", WHEN, 7))
    remains.settle()
    assert (set(remains.records), remains.journals) == ({KEY}, {})


def rows_of(store: Store, statement: str) -> list[tuple[Any, ...]]:
    with store.writing() as writing:
        return [tuple(row) for row in writing.connection.execute(text(statement))]


def test_everything_comes_into_the_new_store(store: Store) -> None:
    """Epochs keep their order, behind those that only records tell of; of a board without a row nothing is made up."""
    other = Paper(9).boot()
    lone = Paper(3).boot().boot()
    remains = taken(
        *[record(seq) for seq in range(len(PAPER.records)) if seq != 7],
        conflict(6),
        conflict(6, PAPER),
        conflict(7),
        (None, "b1", 8, 0, 1),
        (None, "b1", 9, 0, 1),
        ("b1", 9, 0, other.records[0]),
        ("b2", 3, 0, lone.records[0]),
        ("b2", 3, 1, lone.records[1]),
        ("b1", "", "", WHEN),
        (None, *KEY, 1, 28, 5),
        (None, "b1", 8, 0, 4),
        ("b0", "Table 3", "0.9", WHEN),
        ("k", "A", "An", "Ann"),
    )
    with store.writing() as writing:
        remains.fill(writing)
    assert store.journals() == [("b2", "", 3), ("b1", "", 9), ("b0", "Table 3", 7), ("b1", "", 8)]
    assert rows_of(store, "SELECT oldest_seq, next_seq, matches_sum FROM journals ORDER BY id") == [
        (0, 0, 0),
        (0, 1, 0),
        (1, 28, 0),
        (0, 4, 0),
    ]
    assert rows_of(store, "SELECT id, firmware FROM boards ORDER BY id") == [("b0", "0.9"), ("b1", ""), ("b2", "")]
    assert {str(row[0])[:10] for row in rows_of(store, "SELECT heard FROM boards")} == {NEVER.date().isoformat()}
    assert store.records(*KEY) == [
        (seq, OTHER.records[7] if seq == 7 else data) for seq, data in enumerate(PAPER.records)
    ]
    assert store.conflicts() == [Conflict(*KEY, 6, PAPER.records[6], OTHER.records[6])]
    assert store.full_names() == ["Ann"]
    assert rows_of(store, "SELECT key, side, shown, name FROM full_names") == [("k", "A", "An", "Ann")]
