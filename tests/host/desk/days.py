"""Tournaments that a test enters line by line."""

from collections.abc import Callable

import pytest

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import READY

WASHERS = "game washers-ritzenthaler"


def begun(entrants: int, *lines: str, first: str = "tournament singles seed=7") -> Tournament:
    """A tournament with so many entrants, in which these lines were entered."""
    day = Tournament(first)
    for number in range(1, entrants + 1):
        day.enter(f"add P{number}" if "singles" in first else f"add P{number} & Q{number}")
    enter(day, *lines)
    return day


def enter(day: Tournament, *lines: str) -> None:
    """Each line is an event; Refusal as the first that is refused."""
    for line in lines:
        day.enter(line)


def refused(day: Tournament, code: str, line: str) -> None:
    """The line is refused with this code."""
    with pytest.raises(Refusal) as raised:
        day.enter(line)
    assert raised.value.code == code


def sides(day: Tournament, phase: int = 1) -> list[tuple[int, int, int]]:
    """(round, A, B) of every match of the phase whose two are known, by round, group and place."""
    drawn = day.phases[phase - 1]
    found = [(match.round, drawn.standing(match).players) for match in drawn.matches()]
    return [(number, *players) for number, players in found if players]


def ready(day: Tournament, phase: int = 1) -> list[tuple[str, int, int]]:
    """(match, A, B) of every match of the phase that can be played now, by round, group and place."""
    drawn = day.phases[phase - 1]
    found = [(match.name, drawn.standing(match)) for match in drawn.matches()]
    return [(name, *standing.players) for name, standing in found if standing.state == READY and standing.players]


def result(match: str, a: int, b: int, a_wins: bool) -> str:
    """The line of a result by hand, 21 to 10."""
    return f"result {match} {a} {21 if a_wins else 10} {b} {10 if a_wins else 21}"


def play_all(day: Tournament, a_wins: Callable[[], bool], phase: int = 1) -> None:
    """Play the phase until nothing of it can be played."""
    while now := ready(day, phase):
        for match, a, b in now:
            day.enter(result(match, a, b, a_wins()))
