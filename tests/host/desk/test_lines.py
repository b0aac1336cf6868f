"""How a line is read: case, blanks, comments, and what only looks like a number."""

import pytest

from tallyboard.desk import Refusal, Tournament, as_object, read_script
from tests.host.desk.days import WASHERS, begun

RESULT = "result 1:1-2 1 5 2 3"


def _league() -> Tournament:
    return begun(2, f"phase 1 round-robin {WASHERS}", "draw 1")


@pytest.mark.parametrize(
    "line",
    [
        "RESULT 1:1-2 1 5 2 3",
        "  result\t1:1-2  1 5\t2 3  ",
        "result 1:1-2/1 1 5 2 3",
        "result 1:1-2 2 3 1 5",
        "result 1:1-2 1 5 2 3 # a comment",
        "result 1:1-2 1 5 2 3#",
        "result 1:1-2 1 5 2 3 twenties 0 0",
        "Result 1:1-2 1 5 2 3 Twenties 0 0",
    ],
)
def test_case_blanks_and_comments_do_not_matter(line: str) -> None:
    plain, other = _league(), _league()
    plain.enter(RESULT)
    other.enter(line)
    assert as_object(other) == as_object(plain)


def test_the_line_that_is_kept_has_single_blanks_and_no_comment() -> None:
    day = Tournament("tournament  SINGLES seed=7 # today")
    assert day.enter("ADD  Ann \t Smith  # late").line == "ADD Ann Smith"
    assert day.entrants[0].name == "Ann Smith"
    assert day.enter("open Red red").line == "open Red red"
    assert list(day.tables) == ["Red", "red"], "tables keep their case"


def test_a_bracket_match_is_named_in_either_case() -> None:
    day = begun(2, f"phase 1 single {WASHERS}", "draw 1")
    day.enter("result 1:w1.1 1 5 2 3")
    assert day.champion == 1


@pytest.mark.parametrize(
    "number", ["01", "+1", "-1", "1.0", "1e0", "1_0", "0x1", "\u00b9", "\uff11", "\u0967", "1\0", "\0", "", "\u0663"]
)
@pytest.mark.parametrize("form", ["withdraw {}", "contest 1 {}", "draw {}", "result 1:1-2/{} 1 5 2 3"])
def test_what_only_looks_like_a_number_is_none(form: str, number: str) -> None:
    day = _league()
    before = as_object(day)
    with pytest.raises(Refusal) as raised:
        day.enter(form.format(number))
    assert raised.value.code == "syntax"
    assert as_object(day) == before


@pytest.mark.parametrize("score", ["-0", "--1", "\u22121", "00", "05", "-05", "10000", "-10000", "1,5", "9" * 5000])
def test_what_is_no_score_is_refused(score: str) -> None:
    with pytest.raises(Refusal) as raised:
        _league().enter(f"result 1:1-2 1 {score} 2 3")
    assert raised.value.code == "syntax"


@pytest.mark.parametrize(("score", "winner"), [("-9999", 2), ("9999", 1), ("0", 2), ("-1", 2)])
def test_a_score_may_be_below_nothing(score: str, winner: int) -> None:
    day = _league()
    day.enter(f"result 1:1-2 1 {score} 2 3")
    assert day.champion == winner


@pytest.mark.parametrize(
    "name",
    ["1:2-1", "1:1-1", "1:01-2", "1:1-3", "1:1-2.1", "1:1-2.01", "1:1-2.1001", "1:W0.1", "1:W1.01", "1:X1.1", "1:F3",
     "1:", ":1-2", "1-2", "1:1-2-3", "0:1-2", "1001:1-2", "1:T1", "1:\uff11-2", "1:W1.1\0", "1:" + "1" * 5000 + "-2"],
)  # fmt: skip
def test_what_is_no_name_of_a_match_is_refused_from_a_board_too(name: str) -> None:
    for line in (f"result {name} 1 5 2 3 board Ab1", f"forfeit {name} 1", f"clear {name}", f"call {name} 1"):
        with pytest.raises(Refusal) as raised:
            _league().enter(line)
        assert raised.value.code == "unknown-match"


def test_a_name_has_no_characters_that_are_not_seen() -> None:
    for name in ("Ann\0", "Ann\u202e", "\u200b", "A\x1bnn"):
        with pytest.raises(Refusal) as raised:
            Tournament("tournament singles").enter(f"add {name}")
        assert raised.value.code == "names"


def test_a_very_long_line_is_refused_or_kept_like_any_other() -> None:
    day = _league()
    with pytest.raises(Refusal, match="The name has 100000 characters; 60 is the most"):
        day.enter("add " + "x" * 100_000)
    with pytest.raises(Refusal, match="P1 stands there twice"):
        day.enter("seeds" + " 1" * 2)
    day.enter("in" + " 1" * 20_000)
    day.enter("note " + "x" * 100_000)
    assert len(day.events[-1].line) == 100_005


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(ending: str) -> None:
    script = ["tournament singles", "add Ann", "", "  # nothing", "at 9:05", "open 1", ""]
    day = read_script(ending.join(script))
    assert (len(day.events), day.minute) == (2, 9 * 60 + 5)
