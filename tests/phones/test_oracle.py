"""The phones' oracle sees what is amiss, in databases that are made up here."""

from collections.abc import Callable
from typing import Any

import pytest

from shared_rules.journal import record
from tests.harness.paper import Paper
from tests.harness.schedules import ACKNOWLEDGED
from tests.phones.oracle import (
    HOLE,
    MATCHES,
    ORDERS,
    RECORDS,
    Life,
    boards_amiss,
    orders_amiss,
    presses_amiss,
    records_amiss,
    results_amiss,
    sheets,
    takings_amiss,
    truth_of,
    voids_amiss,
)

BOARD, OTHER = "70686f6e6500000000000001", "70686f6e6500000000000002"
PLAYED = [
    bytes(data) for data in Paper().boot().start("crokinole-official target=60").press("A 20", "next", "B 5").records
]
LATER = [b"later %02d" % number for number in range(4)]

Stored = dict[tuple[str, int], dict[int, bytes]]


def life(phone: str, since: int, records: list[bytes], board: str = BOARD, epoch: int = 7, **more: Any) -> Life:
    made = Life(phone, board, "Table 1", phone, epoch, since=since, until=since + len(records))
    made.records = {since + number: data for number, data in enumerate(records)}
    for name, value in more.items():
        setattr(made, name, value)
    return made


def a_taking_over() -> tuple[list[Life], Stored]:
    """Phone 1 wrote six records, of which four were acknowledged and five came; phone 2 goes on from there."""
    first = life("phone 1", 0, PLAYED[:6], acked=4, heard_at=100.0, told_void="taken", agreed_at=[101.0])
    second = life("phone 2", 5, LATER, acked=9, began_at=102.0, stands=True)
    second.given = {number: PLAYED[number] for number in range(5)}
    other = life("phone 3", 0, PLAYED[:3], OTHER, epoch=8, stands=True)
    stored = {(BOARD, 7): truth_of([first, second]), (OTHER, 8): dict(other.records)}
    return [first, second, other], stored


def amiss(lives: list[Life], stored: Stored) -> list[tuple[str, str]]:
    return [*records_amiss(lives, stored), *takings_amiss(lives, 0.5), *voids_amiss(lives, [lives[1], lives[2]])]


def test_a_taking_over_as_it_should_be() -> None:
    assert amiss(*a_taking_over()) == []


def lose(stored: Stored) -> None:
    del stored[BOARD, 7][8]


def alter(stored: Stored) -> None:
    stored[BOARD, 7][6] = b"otherwis"


def double(stored: Stored) -> None:
    stored[BOARD, 7][9] = LATER[3]


def misplace(stored: Stored) -> None:
    stored[OTHER, 8][3] = stored[BOARD, 7].pop(8)


def strange_epoch(stored: Stored) -> None:
    stored[BOARD, 8] = {0: PLAYED[0]}


def take_late_ones(stored: Stored) -> None:
    stored[BOARD, 7][5] = PLAYED[5]


def lose_acknowledged(stored: Stored) -> None:
    del stored[BOARD, 7][3]


@pytest.mark.parametrize(
    ("does", "promise", "says"),
    [
        (lose, RECORDS, "are not stored: 8"),
        (alter, RECORDS, "are stored otherwise: 6"),
        (double, RECORDS, "are stored 9, which no phone wrote"),
        (misplace, RECORDS, f"of board {OTHER} are stored 3"),
        (strange_epoch, RECORDS, "which no phone wrote"),
        (take_late_ones, RECORDS, "phone 2, board 70686f6e6500000000000001 are stored otherwise: 5"),
        (lose_acknowledged, ACKNOWLEDGED, "are not stored: 3"),
    ],
)
def test_a_wrong_database_is_seen(does: Callable[[Stored], None], promise: str, says: str) -> None:
    lives, stored = a_taking_over()
    does(stored)
    assert [what for broken, what in amiss(lives, stored) if broken == promise and says in what]


def acknowledge_too_much(lives: list[Life]) -> None:
    lives[0].acked = 6


def give_wrong_records(lives: list[Life]) -> None:
    lives[1].given[2] = b"invented"


def give_holes(lives: list[Life]) -> None:
    lives[1].given[2] = HOLE


def give_nothing(lives: list[Life]) -> None:
    lives[1].given = {}


def give_numbers_that_nobody_had(lives: list[Life]) -> None:
    lives[1].since = 7


def agree_to_nothing(lives: list[Life]) -> None:
    lives[0].agreed_at = []


def let_both_in(lives: list[Life]) -> None:
    lives[0].admitted_at = [110.0]


def void_for_nothing(lives: list[Life]) -> None:
    lives[2].told_void = "taken"


@pytest.mark.parametrize(
    "does",
    [
        acknowledge_too_much,
        give_wrong_records,
        give_holes,
        give_nothing,
        give_numbers_that_nobody_had,
        agree_to_nothing,
        let_both_in,
        void_for_nothing,
    ],
)
def test_a_wrong_taking_over_is_seen(does: Callable[[list[Life]], None]) -> None:
    lives, stored = a_taking_over()
    does(lives)
    assert amiss(lives, stored)


def test_what_a_phone_that_is_gone_had_unsent_may_be_missing() -> None:
    lives, stored = a_taking_over()
    del stored[BOARD, 7][4]
    lives[1].given[4] = HOLE
    assert amiss(lives, stored) == []
    lives[1].given = {}  # where a record is missing, nothing may be given as well
    assert amiss(lives, stored) == []


def test_a_press_that_is_another_event_is_seen() -> None:
    _, stored = a_taking_over()
    at = next(seq for seq, data in enumerate(PLAYED) if data[0] < record.SETTING)
    first = life("phone 1", 0, PLAYED, pressed=[(at, "A 20")])
    stored[BOARD, 7] = dict(enumerate(PLAYED))
    assert list(presses_amiss([first], stored)) == []
    first.pressed = [(at, "B 20")]
    assert list(presses_amiss([first], stored)) != []


def test_one_board_at_two_tables_is_seen() -> None:
    lives, _ = a_taking_over()
    assert list(boards_amiss(lives, ["box"])) == []
    assert list(boards_amiss(lives, [BOARD])) != []
    lives[1].table = "Table 2"
    assert list(boards_amiss(lives, ["box"])) != []


START = next(seq for seq, data in enumerate(PLAYED) if data[0] == record.GAME)
MATCH = {
    "match": "m",
    "board": BOARD,
    "epoch": 7,
    "game": "crokinole-official",
    "options": {"target": 60},
    "first_seq": 1,
    "last_seq": len(PLAYED) - 1,
    "status": "unfinished",
    "totals": {"A": 20, "B": 0},
    "winners": [],
}


def test_a_match_is_read_from_its_records() -> None:
    assert sheets(dict(enumerate(PLAYED))) == {START: ["A 20", "next", "B 5"]}


@pytest.mark.parametrize("other", [{"totals": {"A": 25, "B": 0}}, {"winners": ["A"]}, {"status": "incomplete"}, None])
def test_a_result_that_is_not_that_of_the_presses_is_seen(other: dict[str, Any] | None) -> None:
    played = [life("phone 1", 0, PLAYED, stands=True)]
    stored = {(BOARD, 7): dict(enumerate(PLAYED))}
    assert list(results_amiss(played, stored, [MATCH])) == []
    told = [] if other is None else [{**MATCH, **other}]
    assert [promise for promise, _ in results_amiss(played, stored, told)] == [MATCHES]


def test_an_order_that_is_done_twice_or_not_at_all_is_seen() -> None:
    assigned = [bytes(data) for data in Paper().boot().assign("crokinole-official", "k1").records]
    once: Stored = {(BOARD, 7): dict(enumerate(assigned))}
    assert list(orders_amiss({"k1": "done"}, [], once)) == []
    assert [promise for promise, _ in orders_amiss({"k1": "done", "k2": "done"}, [], once)] == [ORDERS]
    assert [promise for promise, _ in orders_amiss({"k1": "void"}, [], once)] == [ORDERS]
    assert [promise for promise, _ in orders_amiss({"k1": "done"}, [], {**once, (OTHER, 8): once[BOARD, 7]})] == [
        ORDERS
    ]
