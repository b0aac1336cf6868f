"""What suffices in the last round: as a hall would reckon it, and against every outcome one by one."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallyboard.desk import Tournament
from tallyboard.desk.enough import Cut, Need, group_needs, needs
from tallyboard.desk.league import League
from tallyboard.desk.matches import members, side

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
    _are_reckoned(dict(enumerate(some, 1)), None, 1, Cut(sure, sure + more), _WON)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=4, max_size=9),
    st.sampled_from([1, 2]),
    st.integers(1, 4),
    st.integers(0, 1),
)
@example([(7, 4), (2, 1), (2, 1), (2, 1)], 2, 3, 0)  # first, second or third by every result, and fourth without one
def test_nor_where_the_average_per_match_ranks_and_partners_play(
    some: list[tuple[int, int]], each: int, sure: int, more: int
) -> None:
    points, matches = ({x: one[at] for x, one in enumerate(some, 1)} for at in (0, 1))
    _are_reckoned(points, matches, each, Cut(sure, sure + more), [*_WON, (0, 0)])


def _are_reckoned(
    points: Mapping[int, int],
    matches: Mapping[int, int] | None,
    each: int,
    cut: Cut,
    results: Sequence[tuple[int, int]],
) -> None:
    """So many of each side, who are not met by the last ones."""
    sides = [side(*range(at, at + each)) for at in range(1, len(points) + 2 - each, each)]
    meetings = list(zip(sides[::2], sides[1::2], strict=False))
    walkover = 0 if matches else 2
    found = group_needs(points, meetings, results, walkover, cut, matches)
    for entrant, need in found.items():
        assert need == _reckoned(points, matches, meetings, results, walkover, entrant, cut), (points, entrant)


_WON = [(2, 0), (1, 1), (0, 2)]


def _reckoned(
    points: Mapping[int, int],
    matches: Mapping[int, int] | None,
    meetings: Sequence[tuple[int, int]],
    played: Sequence[tuple[int, int]],
    walkover: int,
    entrant: int,
    cut: Cut,
) -> Need:
    """By all results of each match, one that is lost without playing, and of partners one that is off."""
    counted = 1 if matches else 0
    off = [((0, 0), (0, 0))] if any(len(members(one)) > 1 for both in meetings for one in both) else []
    results = [((a, counted), (b, counted)) for a, b in played]
    without = [((walkover, 0), (0, counted)), ((0, counted), (walkover, 0))]
    mine = next((at for at, both in enumerate(meetings) if entrant in members(*both)), None)
    surely: dict[int | None, bool] = {}
    maybe: dict[int | None, bool] = {}
    for outcome in product(*(results + off + (without if at != mine else []) for at in range(len(meetings)))):
        total = {x: (points[x], matches[x] if matches else 1) for x in points}
        own: int | None = 0
        for both, brought in zip(meetings, outcome, strict=True):
            for one, (more, by) in zip(both, brought, strict=True):
                for x in members(one):
                    total[x] = total[x][0] + more, total[x][1] + by
                    own = own if x != entrant else None if (off and brought == off[0]) else more
        value = {x: Fraction(gained, divided) for x, (gained, divided) in total.items()}
        others = [value[x] for x in value if x != entrant]
        surely[own] = surely.get(own, True) and sum(one >= value[entrant] for one in others) < cut.sure
        maybe[own] = maybe.get(own, False) or sum(one > value[entrant] for one in others) < cut.possible
    if all(surely.values()):
        return Need("through")
    if not any(maybe.values()):
        return Need("out")
    scored = sorted(own for own in surely if own is not None)
    for own in scored:
        if all(surely[one] for one in scored if one >= own):
            return Need("enough", own)
    least = min((own for own in scored if maybe[own]), default=0)
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


@pytest.mark.parametrize(
    "phase", ["partners rounds=2", "round-robin rounds=3 rotation=tables", "swiss rounds=2 bye=adjust"]
)
def test_where_the_average_ranks_every_result_of_the_last_round_bears_it_out(phase: str) -> None:
    made = Tournament("tournament singles")
    said = f"phase 1 {phase} game crokinole-championship rounds=4"
    for line in (
        *(f"add P{x}" for x in range(1, 6)),
        "in all",
        said,
        "phase 2 single of=1 take=1-2 game crokinole-championship",
    ):
        made.enter(line)
    while not needs(made.phases[0], made.phases):
        open_ones = [one for one in made.phases[0].matches() if made.phases[0].standing(one).state == "ready"]
        if not open_ones:
            made.enter("draw 1")
        for match in open_ones[:1]:
            x, y = (members(one)[0] for one in match.drawn)
            made.enter(f"result {match.name} {x} 5 {y} 3")
    found = needs(made.phases[0], made.phases)
    assert sorted(found) == [1, 2, 3, 4, 5]
    league = made.phases[0]
    assert isinstance(league, League)
    last = [one for one in league.matches() if league.standing(one).state == "ready"]
    for scores in product(_EIGHT, repeat=len(last)):
        own: dict[int, int] = {}
        for match, (a, b) in zip(last, scores, strict=True):
            (x, y), both = (members(one)[0] for one in match.drawn), zip(match.drawn, (a, b), strict=True)
            made.enter(f"result {match.name} {x} {a} {y} {b}")
            own |= {one: more for side_, more in both for one in members(side_)}
        figures = {row.entrant: row.figures for row in league.tables()[0]}
        value = {x: Fraction(one.points, one.won + one.level + one.lost or 1) for x, one in figures.items()}
        for x, need in found.items():
            as_good = sum(value[y] >= value[x] for y in value if y != x)
            if need.kind == "through" or (need.kind == "enough" and own[x] >= need.points):
                assert as_good < 2, (x, need, scores)
            if need.kind == "out" or (need.kind == "help" and own[x] < need.points):
                assert sum(value[y] > value[x] for y in value) >= 2, (x, need, scores)
