"""How `watch` says how far a match is."""

from typing import Any

import pytest

from tallyboard.terminal.watch_line import progress, recorded, same
from tests.host.watch_events import played


def changed(told: dict[str, Any], **changes: Any) -> Any:
    return {**told, **changes}


_BOTH_AGREE = ("next", "A agree", "B agree")

PLAYED = [
    ("crokinole-official", [], "100 to go"),
    ("crokinole-official", ["A 20", "next", "B 15", "next"], "80 to go"),
    ("crokinole-official target=20", ["A 20", "next"], "Ann wins"),
    ("crokinole-official target=20", ["B 20", "next"], "Bob wins"),
    ("crokinole-traditional sides=3 scoring=simple target=20", ["A 20", "B 5", "C 20", "next"], "Ann and Cleo draw"),
    ("crokinole-traditional sides=3 scoring=simple target=20", ["A 20", "B 20", "C 20", "next"], "draw"),
    ("crokinole-championship", ["A 20", "next"], "round 2 of 4"),
    ("crokinole-championship rounds=8", ["A 20", "next", "next", "next", "next"], "round 5 of 8"),
    ("crokinole-championship best_of=5", ["A 20", "next"], "round 2 of 5"),
    ("crokinole-championship rounds=1", ["A 20", "B 20", "next"], "draw"),
    ("twenties-shootout", ["A 20"], "round 1"),
    ("pichenotte-southwest", ["A 20"], "game 1 of 8"),
    ("pichenotte-southwest", ["A 20", "next"], "game 1 of 8, review"),
    ("pichenotte-southwest target=500", ["A 50", *_BOTH_AGREE, "B 20"], "450 to go"),
    ("pichenotte-southwest target=20", ["A 20", "B 20", *_BOTH_AGREE], "shootout 1"),
    ("pichenotte-southwest games=1", ["A 20", "B 20", *_BOTH_AGREE, "A 20", *_BOTH_AGREE], "Ann wins"),
    ("pichenotte-southwest games=1", ["A 20", "B 20", *_BOTH_AGREE, *_BOTH_AGREE], "shootout 2"),
    ("pichenottes-quebec", ["A dame"], "31 to go"),
    ("washers-ritzenthaler", ["A 3", "A 2", "B 3"], "19 to go"),
    ("washers-ritzenthaler target=3", ["A 3"], "round 1"),
]


@pytest.mark.parametrize(("line", "events", "words"), PLAYED)
def test_it_is_said_alike_of_what_a_board_tells_and_of_what_is_stored(line: str, events: list[str], words: str) -> None:
    live, match = played(line, *events)
    stored = recorded(match)
    assert stored is not None
    assert (progress(live, match), progress(stored, match)) == (words, words)
    assert same(live, match)
    if not live["finished"]:
        assert stored == live
    assert (stored["finished"], stored["totals"], stored["raw"]) == (live["finished"], live["totals"], live["raw"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("crokinole-official", "round 1"),
        ("crokinole-championship rounds=8", "round 1"),
        ("pichenotte-southwest", "game 1"),
        ("pichenottes-quebec", "manche 1"),
    ],
)
def test_how_long_a_match_is_is_not_guessed_where_it_is_not_stored(line: str, words: str) -> None:
    live, _ = played(line)
    assert progress(live, None) == words
    assert progress(changed(live, finished=True), None) == "finished"


def test_a_round_of_a_game_of_a_newer_version_is_a_round() -> None:
    live, _ = played("crokinole-official")
    assert progress(changed(live, game="game 200", closed=2), None) == "round 3"


@pytest.mark.parametrize("status", ["abandoned", "incomplete", "playing"])
def test_a_match_without_a_score_is_recorded_without_one(status: str) -> None:
    _, match = played("crokinole-official", "A 20")
    match["status"] = status
    match["newer"] = status == "playing"
    assert recorded(match) is None


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({}, True),
        ({"status": "incomplete"}, True),
        ({"status": "finished"}, False),
        ({"status": "abandoned"}, False),
        ({"game": "crokinole-traditional"}, False),
        ({"sides": ["A", "B", "C"]}, False),
    ],
)
def test_the_match_before_lends_its_names_to_no_other(changes: dict[str, Any], is_same: bool) -> None:
    live, match = played("crokinole-official", "A 20")
    assert same(live, changed(match, **changes)) is is_same


def test_a_result_is_that_of_the_match_that_is_not_stored_to_its_end() -> None:
    live, match = played("crokinole-official", "A 20", "next")
    live = changed(live, finished=True)
    assert same(live, match)
    assert progress(live, match) == "finished"


LONG = ("Maximilian", "Bob", "Bartholomew")


@pytest.mark.parametrize(
    ("line", "events", "rooms"),
    [
        ("pichenotte-southwest", ["A 20", "next"], {19: "game 1 of 8, review", 18: "game 1, review", 10: "review"}),
        ("crokinole-official target=20", ["A 20", "next"], {15: "Maximilian wins", 14: "Maximili… wins"}),
        (
            "crokinole-traditional sides=3 scoring=simple target=20",
            ["A 20", "C 20", "next"],
            {31: "Maximilian and Bartholomew draw", 30: "A and C draw", 5: "A and C draw"},
        ),
    ],
)
def test_in_a_narrow_column_it_is_said_shorter(line: str, events: list[str], rooms: dict[int, str]) -> None:
    live, match = played(line, *events, names=LONG)
    assert {room: progress(live, match, room) for room in rooms} == rooms
