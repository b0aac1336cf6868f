"""What a page is told of a board's match, its keys, its status and its menu."""

import json
from typing import Any

import pytest

from tallyboard.virtual.box.state import state
from tests.firmware.board import Board
from tests.harness.gestures import GAMES
from tests.harness.memory_chips import FramChip


def board(game: str) -> Board:
    on = Board(FramChip(), game, 3 if "sides=3" in game else 2)
    on.switch_on()
    return on


def told(on: Board) -> dict[str, Any]:
    """As a page gets it."""
    answer: dict[str, Any] = json.loads(json.dumps(state(on.table, on.screen, on.now)))
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_keys_are_those_of_the_match(game: str) -> None:
    on = board(game)
    assert told(on)["match"]["untouched"]
    on.tap("A1")
    on.tap("B1")
    match, now = on.table.match, told(on)["match"]
    assert match is not None
    assert [now["totals"], now["counts"]] == [
        match.totals,
        [
            {str(slot): count for slot, count in zip(match.slots, counts, strict=True) if count}
            for counts in match.counts
        ],
    ]
    assert [len(now["keys"]), len(now["offs"])] == [5, 5]
    assert now["keys"][0][0] == (["dame", 0] if "quebec" in game else ["count", match.key_map()[0][0][1]])


def test_a_text_that_moves_is_told_in_whole_and_an_undo_with_what_it_took() -> None:
    on = board("crokinole-official")
    assert on.faces[-1].text == "OFFI"
    assert told(on)["says"] == "OFFICIAL TO 100  A STARTS"
    on.tap("A1")
    assert [told(on)[word] for word in ("says", "undone")] == ["A 20", False]
    on.tap("UNDO")
    assert on.faces[-1].text == "UNDO"
    assert [told(on)[word] for word in ("says", "undone")] == ["A 20", True]
    on.settle()
    assert [told(on)[word] for word in ("says", "undone")] == ["R 1 ", False]


def test_what_next_does_is_told_before_it_is_pressed() -> None:
    on = board("crokinole-official target=40")
    for key, does in (("A1", "early"), ("A1", "early"), ("B3", "close"), ("NEXT", "early")):
        on.tap(key)
        assert told(on)["match"]["next"] == does, key
    for key in ("A1", "A1", "B4", "NEXT"):
        on.tap(key)
    assert [told(on)["match"][word] for word in ("next", "finished", "winners")] == ["rematch", True, [0]]
    quebec = board("pichenottes-quebec dames=2 target=12")
    for key, does in (("A1", "no"), ("A1", "close")):
        quebec.tap(key)
        assert told(quebec)["match"]["next"] == does
    review = board("pichenotte-southwest")
    for key in ("A1", "B1", "NEXT"):
        review.tap(key)
    assert [told(review)["match"][word] for word in ("next", "review")] == ["no", True]
    assert told(review)["match"]["keys"][0] == [["count", 20], ["agree", 0]]


def test_a_match_that_waits_has_its_names_as_they_are_written() -> None:
    on = board("crokinole-official")
    assert on.table.assign("crokinole-official target=50", "k1", ["Zoé", "Bo", ""], on.now) is None
    on.screen.changed()
    on.settle()
    now = told(on)
    assert now["assigned"] == {"game": "crokinole-official", "names": ["Zoé", "Bo", ""], "first": None}
    assert [now["calls"], now["match"]["next"]] == [True, "start"]
    on.tap("NEXT")
    assert [told(on)["names"], told(on)["assigned"]] == [["Zoé", "Bo", ""], None]
    again = Board(on.chip, "crokinole-official")
    again.switch_on()
    assert told(again)["names"] == ["Zoé", "Bo", ""], "behind a power-on too"


def test_a_match_that_waits_for_the_end_of_this_one_is_told_meanwhile() -> None:
    on = board("crokinole-official target=5")
    on.tap("B4")
    assert on.table.assign("crokinole-official", "k1", ["Cid", "Fay", ""], on.now) is None
    assert [told(on)[word] for word in ("upcoming", "assigned")] == [["Cid", "Fay", ""], None]
    on.hold("NEXT")
    assert on.table.match is not None and on.table.match.finished
    assert [told(on)["upcoming"], told(on)["assigned"]["names"]] == [None, ["Cid", "Fay", ""]]


def test_the_menu_tells_its_row() -> None:
    on = board("crokinole-official")
    on.tap("A1")
    on.hold("MENU")
    menu = told(on)["menu"]
    assert [menu[word] for word in ("level", "row", "at", "of", "holds")] == ["Top", "GAME AND OPTIONS", 0, 6, ""]
    on.tap("A2")
    assert [told(on)["menu"][word] for word in ("row", "holds")] == ["NEW MATCH", "HOLD NEXT TO GIVE UP THE MATCH"]
    for key in ("A1", "NEXT", "NEXT", "A2", "A4"):
        on.tap(key)
    menu = told(on)["menu"]
    assert [menu[word] for word in ("level", "row", "word", "numbers")] == [
        "Options",
        "FORMAT",
        "DOUBLES",
        [None, None],
    ]
    on.tap("A2")
    assert told(on)["menu"]["numbers"] == [100, 100]
    on.tap("MENU")
    assert told(on)["menu"] is None


def test_without_its_memory_a_board_tells_no_match() -> None:
    on = board("crokinole-official")
    on.table.lost(on.now)
    on.screen.changed()
    on.screen.step(on.now)
    assert [told(on)[word] for word in ("says", "match")] == ["MEM?", None]
