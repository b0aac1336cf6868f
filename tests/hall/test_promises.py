"""The hall's oracle sees what is amiss, in what is written by hand here."""

import pytest

from shared_rules.journal import record
from shared_rules.journal.record_text import encode
from tests.hall.journal import assigned, entered, sheets
from tests.hall.promises import Match, differs, keys_amiss, totals_amiss
from tests.hall.table import Key
from tests.harness.paper import Paper

PRESSED = [Key("A 20"), Key("next"), Key("B 5"), Key("B 5"), Key("undo"), Key("A 10", shown=False), Key("A 15")]
ENTERED = ["A 20", "next", "B 5", "B 5", "undo", "A 10", "A 15"]


@pytest.mark.parametrize("left_out", [[], ["next"], ["A 10"], ["next", "A 10"]])
def test_what_may_be_missing_is_not_missed(left_out: list[str]) -> None:
    assert keys_amiss(PRESSED, [event for event in ENTERED if event not in left_out]) == ""


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        (["A 20", "next", "B 5", "undo", "A 10", "A 15"], "key 3, B 5, is not where it was pressed: ['undo', "),
        (ENTERED[1:], "key 0, A 20, is not where it was pressed: ['next', "),
        (ENTERED[:-1], "key 6, A 15, is not where it was pressed: []"),
        ([*ENTERED, "A 15"], "8 events are stored, 7 of them were pressed"),
        (["A 20", *ENTERED], "key 2, B 5, is not where it was pressed: ['A 20', "),
    ],
)
def test_a_key_that_is_lost_doubled_or_strange_is_seen(stored: list[str], said: str) -> None:
    assert keys_amiss(PRESSED, stored).startswith(said)


def journal(*groups: tuple[str, int]) -> dict[int, bytes]:
    """Records of a KEY and what it belongs to."""
    records = []
    for key, what in groups:
        for code, value in encode(record.KEY, key, record.TEXT_BYTES):
            records.append(bytes([code, *value, 0, 0, 0, 0]))
        records.append(bytes([what, 0, 0, 0, 0, 0, 0, 0]))
    return dict(enumerate(records))


def test_every_assignment_in_a_journal_is_found_by_its_key() -> None:
    records = journal(
        ("k1", record.ASSIGN), ("k1", record.GAME), ("a long key 2", record.ASSIGN), ("k1", record.ASSIGN)
    )
    assert list(assigned(records)) == ["k1", "a long key 2", "k1"]


PLAYED = Paper().boot().start("crokinole-official target=60").press("A 20", "undo", "B 15", "next")
MATCH: Match = {
    "game": "crokinole-official",
    "options": {"target": 60},
    "first_seq": 1,
    "last_seq": len(PLAYED.records) - 1,
    "totals": {"A": 0, "B": 15},
    "winners": [],
}


def test_the_keys_of_a_match_are_read_from_its_records() -> None:
    records = dict(enumerate(PLAYED.records))
    assert entered(records) == ["A 20", "undo", "B 15", "next"]
    assert list(sheets(records).values()) == [["A 20", "undo", "B 15", "next"]]
    assert totals_amiss(MATCH, sheets(records)) == ""


@pytest.mark.parametrize("other", [{"totals": {"A": 0, "B": 20}}, {"winners": ["B"]}, {"last_seq": 1}])
def test_a_score_that_is_not_that_of_the_keys_is_seen(other: Match) -> None:
    assert totals_amiss({**MATCH, **other}, sheets(dict(enumerate(PLAYED.records)))) != ""


LAST = {"match": "m2", "first_seq": 20, "last_seq": 30, "rounds": [], "totals": {"A": 20, "B": 0}}
NEXT = {"match": "m3", "first_seq": 31, "last_seq": 31, "rounds": [], "totals": {"A": 0, "B": 0}}
OLDER = {"match": "m1", "first_seq": 1, "last_seq": 19, "rounds": [], "totals": {"A": 60, "B": 0}}


@pytest.mark.parametrize(("shown", "last"), [(LAST, LAST), (NEXT, LAST), (None, None)])
def test_a_hub_that_shows_what_is_stored(shown: Match | None, last: Match | None) -> None:
    assert differs({"match": shown}, last) == ""


@pytest.mark.parametrize(
    ("event", "last"),
    [
        (None, LAST),
        ({"match": None}, LAST),
        ({"match": LAST}, None),
        ({"match": OLDER}, LAST),
        ({"match": {**LAST, "last_seq": 29}}, LAST),
        ({"match": {**NEXT, "rounds": [{}]}}, LAST),
    ],
)
def test_a_hub_that_shows_something_else(event: Match | None, last: Match | None) -> None:
    assert differs(event, last) != ""
