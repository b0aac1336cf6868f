"""Presets: what clubs and tours play is declared, drawn and played for as many as it is for, and refused for others."""

import random

import pytest

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import READY, members
from tallyboard.desk.presets import PRESETS, lines_of
from tallyboard.text.language import language
from tallyboard.text.tournament.names import phase_names
from tests.host.desk.days import begun, enter

english = language("en")

FIRST = {name: one for name, one in PRESETS.items() if not one.follows}
COUNTS = [*range(4, 24), 29, 32, 33, 40, 44, 45, 53, 60]


def _play(day: Tournament, number: int, lots: random.Random) -> None:
    """Draw the phase, round by round, and play it."""
    phase = day.phases[number - 1]
    while not phase.finished:
        day.enter(f"draw {number}")
        while now := [one for one in phase.matches() if phase.standing(one).state == READY]:
            for match in now:
                a, b = (members(side)[0] for side in phase.standing(match).players or ())
                won, due = lots.randrange(9), phase.standing(match).verdict.due
                enter(day, f"result {match.name}/{due} {a} {won} {b} {8 - won} twenties {won} {lots.randrange(9)}")


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("count", COUNTS)
def test_a_preset_runs_for_whom_it_is_for_and_is_refused_for_others(name: str, count: int) -> None:
    day, preset = begun(count), PRESETS[name]
    if not preset.fewest <= count <= preset.most:
        with pytest.raises(Refusal) as raised:
            lines_of(name, day, 1)
        assert raised.value.code == ("too-few" if count < preset.fewest else "too-many")
        assert f"and {count} are in" in raised.value.cause
        assert all(FIRST[other].fewest <= count for other in raised.value.next_step.split(": ")[1][:-1].split(", "))
        return
    lines = lines_of(name, day, 1)
    enter(day, *lines)
    for number in range(1, len(lines) + 1):
        _play(day, number, random.Random(f"{name} {count} {number}"))
    assert day.finished
    assert sorted(one for _, one in day.placing) == list(range(1, count + 1))
    if len(day.phases[-1].groups) < 2:
        assert day.champion is not None


@pytest.mark.parametrize("count, groups, pools", [
    (22, [11, 11], ["1-11", "12-22"]),
    (28, [10, 9, 9], ["1-10", "11-19", "20-28"]),
    (40, [10, 10, 10, 10], ["1-10", "11-20", "21-30", "31-40"]),
    (44, [11, 11, 11, 11], ["1-11", "12-22", "23-33", "34-44"]),
    (45, [12, 11, 11, 11], ["1-12", "13-23", "24-34", "35-45"]),
    (53, [11, 11, 11, 10, 10], ["1-11", "12-22", "23-33", "34-43", "44-53"]),
])  # fmt: skip
def test_pools_are_as_many_as_tours_have_had(count: int, groups: list[int], pools: list[str]) -> None:
    """As Ontario Singles of 2014, 2010, 2018, 2017 and 2019, Hamilton of 2018; in 2017 one was moved from D to A."""
    day = begun(count)
    lines = lines_of("nca-power-pools", day, 1)
    enter(day, *lines, "draw 1")
    assert sorted(map(len, day.phases[0].groups), reverse=True) == groups
    taken = [line.split("take=")[1].split()[0] for line in lines[1 : 1 + len(groups)]]
    last = f"{pools[-1].partition('-')[0]}-999"  # whoever comes late is in it
    assert taken == [*pools[:-1], last]
    assert [" best=3 " in line for line in lines[1 + len(groups) :]] == [True] + [False] * (len(groups) - 1)


@pytest.mark.parametrize("name, count, called", [
    ("nca-power-pools", 22, ["", "Power pool A", "Power pool B", "Play-off A", "Play-off B"]),
    ("club-evening", 16, ["", "Final A", "Final B"]),
    ("consolation", 8, ["", "Consolation"]),
    ("wcc-2016", 20, ["", "", "", "Final A", "Final B"]),
    ("wcc-2019", 20, ["", "", "Play-off"]),
])  # fmt: skip
def test_what_a_plan_calls_its_phases_is_what_they_are_called_later(name: str, count: int, called: list[str]) -> None:
    day = begun(count)
    enter(day, *lines_of(name, day, 1))
    assert [one.said(english) if one.pattern else "" for one in phase_names(day.phases)] == called


def test_phases_that_were_declared_by_hand_are_called_by_what_they_are() -> None:
    day = begun(20, "phase 1 round-robin groups=2 game washers-ritzenthaler")
    lines = ["round-robin of=1 take=11-20 across=points", "round-robin of=1 take=1-10 across=points", "single of=3",
             "single of=2 take=1-4", "single of=2 take=5-8", "single of=4 take=lost", "round-robin of=1"]  # fmt: skip
    enter(day, *(f"phase {at} {line} game washers-ritzenthaler" for at, line in enumerate(lines, 2)))
    assert [one.said(english) if one.pattern else "" for one in phase_names(day.phases)] == [
        *("", "Power pool B", "Power pool A", "Play-off A", "Play-off B1", "Play-off B2", "Consolation", "")
    ]


def test_the_game_that_is_given_is_played_in_all_of_it() -> None:
    lines = lines_of("wcc-2019", begun(20), 1, "game crokinole-official target=50")
    assert [line.partition(" game ")[2] for line in lines] == ["crokinole-official target=50"] * 3


def test_what_follows_plays_the_game_of_the_phase_before_and_is_of_its_source_where_it_is_beside() -> None:
    day = begun(20)
    with pytest.raises(Refusal) as raised:
        lines_of("best-eight", day, 1)
    assert raised.value.cause == "The preset best-eight comes after another phase."
    enter(day, "phase 1 swiss rounds=3 game washers-ritzenthaler", *lines_of("best-eight", begun(20, _SWISS), 2))
    assert lines_of("next-eight", day, 3) == ["phase 3 single of=1 take=9-16 game washers-ritzenthaler"]


_SWISS = "phase 1 swiss rounds=3 game washers-ritzenthaler"


def test_a_day_stands_in_place_of_what_is_declared_but_leaves_nothing_behind_it() -> None:
    day = begun(20, _SWISS)
    enter(day, *lines_of("wcc-2016", day, 1))
    with pytest.raises(Refusal) as raised:
        lines_of("wcc-2019", day, 1)
    assert (raised.value.code, "5 are declared already" in raised.value.cause) == ("preset", True)
    enter(day, *lines_of("wcc-2016", day, 1), "draw 1")
    with pytest.raises(Refusal) as raised:
        enter(day, *lines_of("wcc-2016", day, 1))
    assert raised.value.code == "drawn"
