"""The words of a result as they are typed."""

from collections.abc import Callable

import pytest

from tallyboard.commands.tournament.results import ResultSaid, understood
from tallyboard.errors import TallyboardError
from tests.host.tournament.conftest import Day


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ann 8 Bob 4", ResultSaid(None, ("Ann", "Bob"), ("8", "4"), None, None)),
        ("Ann Smith 8 Bob 4", ResultSaid(None, ("Ann Smith", "Bob"), ("8", "4"), None, None)),
        ("12 8 7 -4", ResultSaid(None, ("12", "7"), ("8", "-4"), None, None)),
        ("1:1-2 Ann 8 Bob 4", ResultSaid("1:1-2", ("Ann", "Bob"), ("8", "4"), None, None)),
        ("1:w1.1/2 1 8 2 4", ResultSaid("1:w1.1/2", ("1", "2"), ("8", "4"), None, None)),
        ("Ann 8 Bob 8 twenties 5 2 won Ann", ResultSaid(None, ("Ann", "Bob"), ("8", "8"), ["5", "2"], "Ann")),
        (
            "Ann 8 Bob 8 won Ann Smith TWENTIES 5 2",
            ResultSaid(None, ("Ann", "Bob"), ("8", "8"), ["5", "2"], "Ann Smith"),
        ),
    ],
)
def test_what_is_understood(line: str, said: ResultSaid) -> None:
    assert understood(line.split(), None, None) == said


def test_options_are_the_same_as_words() -> None:
    assert understood(["A", "8", "B", "8"], ["5", "2"], "A") == understood(
        ["A", "8", "B", "8", "twenties", "5", "2", "won", "A"], None, None
    )


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("", "A result is of two entrants."),
        ("Ann", "The score of Ann is missing."),
        ("Ann 8", "A result is of two entrants."),
        ("Ann 8 Bob", "The score of Bob is missing."),
        ("Ann 8 Bob 4 5", "'5' cannot stand behind the scores."),
        ("Ann 8 Bob 4 twenties 5", "'twenties' cannot stand behind the scores."),
        ("Ann 8 Bob 4 won", "'won' cannot stand behind the scores."),
        ("Ann 8 Bob 4 board x", "'board' cannot stand behind the scores."),
    ],
)
def test_what_is_not_understood_is_told_with_an_example(line: str, cause: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        understood(line.split(), None, None)
    assert refused.value.cause == cause
    assert "`tallyboard tournament result Ann 6 Bob 2`" in refused.value.next_step


def test_a_play_off_that_was_stopped_when_it_was_decided_is_entered_as_it_was_played(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "phase single best=3 game crokinole-championship rounds=4")
    day.lines("phase round-robin game crokinole-championship rounds=4", "draw 1", "draw 2")
    assert "Look again" in day.said("result 2:2-3 Bob 6 Cid 0")
    assert "Look again" not in day.said("result Bob 6 Cid 0") + day.said("result Bob 5 Cid 1")
    assert day.told("bracket")["phases"][0]["matches"][1]["winner"] == 2, "two of three games were enough"
    assert day("flags").out.count("Look again") == 1, "of 2:2-3"
    assert "2 matches are not played" in day.said("end 2")
