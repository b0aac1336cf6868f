"""What a command says besides what was entered: what became of calls and matches, what is flagged."""

from collections.abc import Callable

import pytest

from tests.harness.clocks import JumpingClock
from tests.harness.fake_hub import FakeHub
from tests.host.tournament.conftest import Day

FLAGGED = "what is not as it should be"


def sentences(day: Day, line: str) -> list[str]:
    """What the command says before the next step."""
    return list(day.told(line)["said"])


def test_who_is_absent_while_called_is_told_how_the_table_gets_free(day: Day) -> None:
    day.lines("call 1:1-2 2")
    assert sentences(day, "absent Bob") == [
        "Bob (2) is absent.",
        "Bob is called to table 2: `tallyboard tournament free 2` frees it.",
    ]
    assert sentences(day, "absent Dee") == ["Dee (4) is absent."]
    assert sentences(day, "absent all")[1:] == [
        "Ann Smith is called to table 2: `tallyboard tournament free 2` frees it.",
        "Bob is called to table 2: `tallyboard tournament free 2` frees it.",
    ]
    assert sentences(day, "in all") == ["Everybody who is not out is in."]


def test_many_calls_of_those_who_are_absent_are_counted(begun: Callable[..., Day]) -> None:
    day = begun().lines(*(f"add P{number}" for number in range(1, 13)))
    day.lines("phase round-robin game washers-ritzenthaler", "draw", "open 1-6", "call")
    assert sentences(day, "absent all")[1:] == [
        "6 matches of theirs are still called; `tallyboard tournament tables` shows where, `free` ends a call."
    ]


def test_who_is_out_is_told_what_becomes_of_the_matches(day: Day) -> None:
    day.lines("call 1:1-2 2", "result Bob 9 Cid 1")
    void = "Fewer than half of the matches were played, so none counts: 3 matches are void now."
    ended = "The call of Ann Smith : Bob to table 2 has ended."
    assert sentences(day, "withdraw Bob")[1:] == [void, ended]
    assert sentences(day, "in Bob")[1:] == ["2 matches are to be played again.", "1 match counts again."]
    day.lines("result Bob 9 Dee 1", "call 1:1-2 2")
    assert sentences(day, "disqualify Bob")[1:] == ["1 match is a walkover now.", ended]
    assert sentences(day, "withdraw Bob") == ["Bob (2) is withdrawn; `tallyboard tournament in` brings back."]


def test_who_is_in_no_match_hears_of_none(begun: Callable[..., Day]) -> None:
    day = begun("doubles").lines("add Ann and Bob", "add Cid and Dee")
    assert sentences(day, "withdraw 1") == ["Ann & Bob (1) are withdrawn; `tallyboard tournament in` brings back."]
    assert sentences(day, "absent Cid Dee 2") == ["Cid & Dee (2) are absent."]


def test_flags_are_told_where_their_number_changes(day: Day) -> None:
    assert FLAGGED not in day.said("note nothing yet")
    assert "1 flag says what is not as it should be: " in day.said("add Eve")
    assert FLAGGED not in day.said("result Ann 21 Bob 3")
    assert "2 flags say what is not as it should be: " in day.said("add Fay")
    assert FLAGGED not in day.said("call --auto off")
    assert "1 flag says what is not as it should be: " in day.said("absent Eve")
    assert FLAGGED not in day.said("absent Fay")


def test_automatic_calls_without_a_hub_are_told(day: Day) -> None:
    alone = day.said("call --auto on").splitlines()
    assert alone[1] == "No hub runs on this database: start `tallyboard serve` or `tallyboard watch`, or nobody calls."
    assert alone[2].startswith(
        "Next: no hub runs on this database: start `tallyboard serve` (or `watch`), which calls "
    )
    assert day.said("note x").splitlines()[1].startswith("Next: no hub runs on this database: ")
    missing = "No hub runs on this database: start `tallyboard serve` or `tallyboard watch`."
    assert missing in day.said("tables").splitlines()
    assert missing in day.said("schedule").splitlines()
    with FakeHub(day.db):
        watched = day.said("call --auto on").splitlines()
        assert missing not in day.said("tables")
    assert len(watched) == 3
    assert watched[1].startswith("Next: the hub calls ")
    assert len(day.said("call --auto off").splitlines()) == 3


def test_a_pair_wins_in_the_plural(begun: Callable[..., Day]) -> None:
    day = begun("doubles").lines("add Ann and Bob", "add Cid and Dee", "phase single game washers-ritzenthaler", "draw")
    said = day.said("result 1 21 2 3")
    assert said.splitlines()[0].endswith("21 : 3: Ann & Bob win.")
    assert said.splitlines()[1].startswith("Next: Ann & Bob are champions.")


def test_a_match_of_one_with_themselves_is_refused(day: Day) -> None:
    assert day.refused("result Ann 9 Ann 3").startswith("Ann Smith stands there twice.")


def test_a_table_that_is_called_table_is_not_told_so_twice(day: Day) -> None:
    day.lines("open Table4", "close 1", "close 2")
    called = day.said("call").splitlines()
    assert called[0].startswith("Table4: ")
    assert called[1].startswith("Next: the results of Table4; ")
    day.lines("open 1", "call")
    assert "the results of table 1 and Table4;" in day.said("note x")
    assert day.said("close Table4 --free").startswith("Table4 is closed.")


def test_a_clock_that_was_set_back_is_told_once(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = JumpingClock(monkeypatch)
    day.lines("call", "result Ann Smith 21 Bob 3")
    clock.jump(-2 * 3_600_000)
    assert "The clock was set back by 2 h 0 min or more. The desk's time goes on" in day.said("note x")
    assert "clock" not in day.said("note y")
