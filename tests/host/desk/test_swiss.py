"""Swiss: the first of all complete pairings, and what the rounds promise."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyboard.desk import Refusal, Tournament, as_object
from tallyboard.desk.swiss import pairs
from tests.harness.campaign import examples, form
from tests.host.desk.days import WASHERS, begun, enter, play_all, sides

few = settings(max_examples=examples(40))
many = settings(max_examples=examples(300))

Pairs = list[tuple[int, int]]


def _complete_pairings(players: list[int]) -> Iterator[Pairs]:
    """All of them: the top one with the nearest first, and so on."""
    if not players:
        yield []
    for partner in players[1:]:
        rest = [x for x in players[1:] if x != partner]
        for others in _complete_pairings(rest):
            yield [(players[0], partner), *others]


def _first_that_does(players: list[int], met: dict[int, dict[int, int]]) -> Pairs:
    times = 1
    while True:
        for pairing in _complete_pairings(players):
            if all(met[x].get(y, 0) < times for x, y in pairing):
                return pairing
        times += 1


@many
@given(half=st.integers(1, 5), weights=st.lists(st.integers(0, 6), min_size=4, max_size=4), seed=st.integers(0, 10**6))
def test_the_pairing_is_the_first_of_all_that_do(half: int, weights: list[int], seed: int) -> None:
    rng = random.Random(seed)
    players = rng.sample(range(1, 30), 2 * half)
    met: dict[int, dict[int, int]] = {x: {} for x in players}
    for index, x in enumerate(players):
        for y in players[index + 1 :]:
            times = rng.choices(range(4), [weights[0] + 1, *weights[1:]])[0]
            if times:
                met[x][y] = met[y][x] = times
    assert pairs(players, met) == _first_that_does(players, met)


def _swiss(players: int, rounds: int, seed: int) -> Tournament:
    rng = random.Random(seed)
    day = begun(players, f"phase 1 swiss rounds={rounds} {WASHERS}")
    for _ in range(rounds):
        enter(day, "draw 1")
        play_all(day, lambda: rng.random() < 0.5)
    return day


@few
@given(players=st.integers(4, 17), seed=st.integers(0, 999))
def test_nobody_meets_twice_in_half_as_many_rounds_as_there_are_players(players: int, seed: int) -> None:
    found = sides(_swiss(players, players // 2, seed))
    assert max(Counter(frozenset((a, b)) for _, a, b in found).values()) == 1


@few
@given(players=st.integers(3, 13), rounds=st.integers(1, 14), seed=st.integers(0, 999))
def test_byes_and_sides_go_round(players: int, rounds: int, seed: int) -> None:
    day = _swiss(players, rounds, seed)
    byes = Counter(entrant for entrant, _ in as_object(day)["phases"][0]["byes"])
    had = [byes[x] for x in range(1, players + 1)]
    assert max(had) - min(had) <= 1
    assert sum(had) == rounds * (players % 2)
    was_a: Counter[int] = Counter()
    for _, a, b in sides(day):
        assert was_a[a] <= was_a[b], "A is who was A less often"
        was_a[a] += 1


@few
@given(players=st.integers(2, 9), rounds=st.integers(2, 14), seed=st.integers(0, 999))
def test_a_pair_meets_again_only_when_there_is_no_other_way(players: int, rounds: int, seed: int) -> None:
    day = _swiss(players, rounds, seed)
    names = {match["match"] for match in as_object(day)["phases"][0]["matches"]}
    found = sides(day)
    met: dict[int, dict[int, int]] = {x: {} for x in range(1, players + 1)}
    for number in range(1, rounds + 1):
        drawn = [(a, b) for round_number, a, b in found if round_number == number]
        if number > 1:
            most = max(met[a].get(b, 0) for a, b in drawn)
            there = sorted(x for pair in drawn for x in pair)
            fewer = _first_that_does(there, met)
            assert most == max(met[a].get(b, 0) for a, b in fewer)
        for a, b in drawn:
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
            low, high = min(a, b), max(a, b)
            assert f"1:{low}-{high}" + (f".{met[a][b]}" if met[a][b] > 1 else "") in names


def test_a_thousand_players_are_paired_ten_times() -> None:
    day = _swiss(1000, 10, seed=1)
    assert max(Counter(frozenset((a, b)) for _, a, b in sides(day)).values()) == 1


def test_most_of_all_possible_rounds_can_be_drawn() -> None:
    players, rounds = form((40, 24), (100, 60))
    assert len(sides(_swiss(players, rounds, seed=1))) == players // 2 * rounds


def _by_hand(*lines: str) -> Tournament:
    return begun(5, f"phase 1 swiss rounds=3 {WASHERS}", *lines)


def test_a_round_is_paired_by_hand_a_first_and_who_is_left_over_has_the_bye() -> None:
    day = _by_hand("draw 1 4-1 2-3")
    assert sides(day) == [(1, 4, 1), (1, 2, 3)]
    assert as_object(day)["phases"][0]["byes"] == [[5, 1]]
    enter(day, "result 1:1-4 1 21 4 3", "result 1:2-3 2 21 3 3", "draw 1 1-4 5-3")
    assert sides(day)[2:] == [(2, 1, 4), (2, 5, 3)], "also who have met"
    assert [match["match"] for match in as_object(day)["phases"][0]["matches"]][2:] == ["1:1-4.2", "1:3-5"]
    enter(day, "result 1:1-4.2 1 21 4 3", "result 1:3-5 5 21 3 3", "draw 1")
    byes = as_object(day)["phases"][0]["byes"]
    assert byes == [[5, 1], [2, 2], [3, 3]], "the rules know the byes of before"
    enter(day, "redraw 1")
    assert as_object(day)["phases"][0]["byes"] == byes


def test_who_is_new_can_be_paired_by_hand_and_who_is_away_cannot() -> None:
    day = _by_hand("draw 1 4-1 2-3", "result 1:1-4 1 21 4 3", "result 1:2-3 2 21 3 3", "add Zoe", "absent 5")
    before = as_object(day)
    for line, code in [
        ("draw 1 1-5 2-6", "not-these"),
        ("draw 1 1-2 3-1 4-6", "duplicate"),
        ("draw 1 1-1 2-3", "duplicate"),
        ("draw 1 1-2", "unpaired"),
        ("draw 1 1-7 2-3", "unknown-entrant"),
        ("draw 1 1-2 3", "syntax"),
        ("draw 1 01-2", "syntax"),
        ("draw 1 1-2-3", "syntax"),
    ]:
        with pytest.raises(Refusal) as raised:
            day.enter(line)
        assert raised.value.code == code, line
        assert as_object(day) == before
    enter(day, "draw 1 6-1 2-4")
    assert sides(day)[2:] == [(2, 6, 1), (2, 2, 4)]
    assert day.phases[0].order == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("format", ["round-robin", "single", "double"])
def test_nothing_else_is_paired_by_hand(format: str) -> None:
    day = begun(4, f"phase 1 {format} {WASHERS}")
    with pytest.raises(Refusal) as raised:
        day.enter("draw 1 1-2 3-4")
    assert raised.value.code == "format"
    assert not day.phases[0].drawn


def test_who_comes_after_the_standings_were_looked_at_plays_the_next_round() -> None:
    day = begun(4, f"phase 1 swiss rounds=3 {WASHERS}")
    enter(day, "draw 1")
    play_all(day, lambda: True)
    assert sorted(x for share in as_object(day)["phases"][0]["ranking"] for x in share) == [1, 2, 3, 4]
    enter(day, "add Eve", "add Fay", "draw 1")
    now = as_object(day)["phases"][0]
    assert sorted(x for match in now["matches"][2:] for x in match["sides"] if x) == [1, 2, 3, 4, 5, 6]
