"""What suffices in the last round: as a hall would reckon it, and against every outcome one by one."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallyboard.desk import Tournament
from tallyboard.desk.enough import Cut, Need, group_needs, needs

_EIGHT = [(a, 8 - a) for a in range(9)]
_WORDS = {"through": "through", "out": "out", "enough": "{} enough", "help": "{} and help", "others": "others"}


def told(need: Need) -> str:
    return _WORDS[need.kind].format(need.points)


@pytest.mark.parametrize(
    ("points", "meetings", "expected"),
    [
        (
            [30, 22, 16, 14, 10, 4],
            [(1, 3), (2, 6), (4, 5)],
            ["through", "through", "1 enough", "3 enough", "7 enough", "out"],
        ),
        (
            [21, 20, 17, 13, 13, 12],
            [(1, 4), (2, 3), (5, 6)],
            ["1 enough", "2 enough", "5 enough", "4 and help", "4 and help", "5 and help"],
        ),
        (
            [26, 21, 20, 11, 10, 8],
            [(1, 4), (2, 3), (5, 6)],
            ["through", "through", "through", "8 enough", "3 and help", "5 and help"],
        ),
    ],
)
def test_an_evening_of_four_rounds_of_eight_points(
    points: Sequence[int], meetings: Sequence[tuple[int, int]], expected: Sequence[str]
) -> None:
    found = group_needs(dict(enumerate(points, 1)), meetings, _EIGHT, 8, Cut(4, 4))
    assert [told(found[entrant]) for entrant in range(1, 7)] == expected


@given(st.lists(st.integers(0, 6), min_size=4, max_size=7), st.integers(1, 4), st.integers(0, 1))
def test_nothing_else_comes_of_every_outcome_one_by_one(some: list[int], sure: int, more: int) -> None:
    points = dict(enumerate(some, 1))
    meetings = [(one, one + 1) for one in range(1, len(points), 2)]
    played = [(2, 0), (1, 1), (0, 2)]
    found = group_needs(points, meetings, played, 2, Cut(sure, sure + more))
    for entrant, need in found.items():
        assert need == _reckoned(points, meetings, played, entrant, sure, sure + more), (points, entrant)


def _reckoned(
    points: Mapping[int, int],
    meetings: Sequence[tuple[int, int]],
    played: Sequence[tuple[int, int]],
    entrant: int,
    sure: int,
    possible: int,
) -> Need:
    mine = next((at for at, pair in enumerate(meetings) if entrant in pair), None)
    surely: dict[int, bool] = {}
    maybe: dict[int, bool] = {}
    for outcome in product(played, repeat=len(meetings)):
        total = dict(points)
        for pair, brought in zip(meetings, outcome, strict=True):
            for x, more in zip(pair, brought, strict=True):
                total[x] += more
        own = total[entrant] - points[entrant] if mine is not None else 0
        others = [total[x] for x in total if x != entrant]
        surely[own] = surely.get(own, True) and sum(one >= total[entrant] for one in others) < sure
        maybe[own] = maybe.get(own, False) or sum(one > total[entrant] for one in others) < possible
    if all(surely.values()):
        return Need("through")
    if not any(maybe.values()):
        return Need("out")
    for own in sorted(surely):
        if all(surely[one] for one in surely if one >= own):
            return Need("enough", own)
    least = min(own for own in maybe if maybe[own])
    return Need("help", least) if least else Need("others")


def day(*lines: str) -> Tournament:
    made = Tournament("tournament singles")
    for line in (*(f"add P{number}" for number in range(1, 9)), "in all", *lines):
        made.enter(line)
    return made


_GROUPS = ("phase 1 round-robin groups=2 game crokinole-championship", "draw 1")


def _play(made: Tournament, rounds: int) -> None:
    """The lower number has 6 of the 8 points."""
    for match in made.phases[0].matches():
        if match.round <= rounds:
            low, high = sorted(match.drawn)
            made.enter(f"result {match.name} {low} 6 {high} 2")


def test_it_is_told_before_the_last_round_alone_and_where_somebody_goes_on() -> None:
    made = day(*_GROUPS)
    _play(made, 2)
    assert needs(made.phases[0], made.phases) == {}, "nobody goes on"
    made.enter("phase 2 single of=1 take=1-4 game crokinole-championship")
    found = needs(made.phases[0], made.phases)
    assert [told(found[x]) for x in (1, 4, 5, 8)] == ["3 enough", "7 enough", "7 enough", "6 and help"]
    assert sorted(found) == list(range(1, 9))
    early = day(*_GROUPS, "phase 2 single of=1 take=1-4 game crokinole-championship")
    _play(early, 1)
    assert needs(early.phases[0], early.phases) == {}, "two rounds are to come"
    _play(made, 3)
    assert needs(made.phases[0], made.phases) == {}, "it is over"


def test_the_last_place_that_not_all_groups_have_is_for_others_to_decide() -> None:
    made = day(*_GROUPS, "phase 2 single of=1 take=1-3 game crokinole-championship")
    _play(made, 2)
    found = needs(made.phases[0], made.phases)
    assert [told(found[x]) for x in (1, 4, 5, 8)] == ["5 enough", "2 and help", "2 and help", "6 and help"]


def test_who_has_left_makes_room_for_one_more() -> None:
    made = day(*_GROUPS, "phase 2 single of=1 take=1-2 game crokinole-championship")
    _play(made, 2)
    assert needs(made.phases[0], made.phases)[7] == Need("out")
    made.enter("withdraw 1")
    assert needs(made.phases[0], made.phases)[7] == Need("help", 6)


def test_a_game_of_too_many_results_says_nothing_unless_wins_count() -> None:
    made = day(
        "phase 1 round-robin groups=2 points=score bye=0 game crokinole-official",
        "draw 1",
        "phase 2 single of=1 take=1-4 game crokinole-championship",
    )
    _play(made, 2)
    assert needs(made.phases[0], made.phases) == {}
