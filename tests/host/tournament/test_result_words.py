"""The words of a result as they are typed."""

import pytest

from tallyboard.commands.tournament.results import ResultSaid, understood
from tallyboard.errors import TallyboardError


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
