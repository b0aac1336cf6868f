"""Round robin: FIDE's tables as they are printed and as another program has them, and what they promise."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from caissify_pairings.engines.round_robin import berger_round
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyboard.desk import as_object, compute_script
from tallyboard.desk.round_robin import berger_rounds
from tests.harness.campaign import examples
from tests.host.desk.days import WASHERS, begun, enter, play_all, sides

few = settings(max_examples=examples(40))

# FIDE Handbook C.05, annex 1: the rounds of each table, white first.
PRINTED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("players", PRINTED)
def test_the_rounds_are_those_that_fide_prints(players: int) -> None:
    found, alone = berger_rounds(players)
    printed = [{tuple(int(x) for x in meeting.split("-")) for meeting in line.split()} for line in PRINTED[players]]
    assert [set(meetings) for meetings in found] == printed
    assert alone == [None] * (players - 1)


@pytest.mark.parametrize("players", range(2, 27))
def test_the_rounds_are_those_of_another_program(players: int) -> None:
    even = players + players % 2
    found, alone = berger_rounds(players)
    for number, meetings in enumerate(found, 1):
        theirs = set(berger_round(even, number))
        if players < even:  # they pair who has the bye with a phantom
            theirs.discard((alone[number - 1] or 0, even))
            theirs.discard((even, alone[number - 1] or 0))
        assert set(meetings) == theirs
        assert [min(pair) for pair in meetings] == sorted(min(pair) for pair in meetings)


@few
@given(players=st.integers(2, 17), times=st.integers(1, 2))
def test_everybody_meets_everybody_and_sits_out_as_often(players: int, times: int) -> None:
    day = begun(players, f"phase 1 round-robin times={times} {WASHERS}", "draw 1")
    found = sides(day)
    meetings = Counter(frozenset((a, b)) for _, a, b in found)
    assert meetings == {frozenset(pair): times for pair in combinations(range(1, players + 1), 2)}
    if times == 2:
        assert Counter((a, b) for _, a, b in found) == Counter((b, a) for _, a, b in found), "sides are exchanged"
    byes = Counter(entrant for entrant, _ in as_object(day)["phases"][0]["byes"])
    assert byes == (dict.fromkeys(range(1, players + 1), times) if players % 2 else {})


@few
@given(players=st.integers(2, 17), groups=st.integers(1, 3), times=st.integers(1, 2))
def test_nobody_plays_twice_in_a_round_and_sides_are_even(players: int, groups: int, times: int) -> None:
    groups = min(groups, players // 2)
    day = begun(players, f"phase 1 round-robin groups={groups} times={times} {WASHERS}", "draw 1")
    found = sides(day)
    for number in {each[0] for each in found}:
        busy = [x for round_number, *pair in found if round_number == number for x in pair]
        assert len(busy) == len(set(busy))
    for x in range(1, players + 1):
        was_a, was_b = sum(a == x for _, a, _ in found), sum(b == x for *_, b in found)
        assert abs(was_a - was_b) == (was_a + was_b) % 2, "as often A as B, or once more"


@few
@given(players=st.integers(3, 17), number=st.integers(1, 20))
def test_a_partial_round_robin_is_the_first_rounds_of_a_full_one(players: int, number: int) -> None:
    whole = sides(begun(players, f"phase 1 round-robin {WASHERS}", "draw 1"))
    part = sides(begun(players, f"phase 1 round-robin rounds={number} {WASHERS}", "draw 1"))
    assert part == [each for each in whole if each[0] <= number]


@few
@given(players=st.integers(4, 9), others=st.integers(1, 3), seed=st.integers(0, 99))
def test_who_comes_late_gets_in_by_a_redraw_and_nobody_leaves_a_group(players: int, others: int, seed: int) -> None:
    day = begun(players, f"phase 1 round-robin groups=2 order=lot {WASHERS}", first=f"tournament singles seed={seed}")
    enter(day, "draw 1")
    before = as_object(day)["phases"][0]["groups"]
    enter(day, *(f"add Late{number}" for number in range(others)), "redraw 1")
    after = as_object(day)["phases"][0]["groups"]
    assert [group[: len(old)] for group, old in zip(after, before, strict=True)] == before
    assert sorted(x for group in after for x in group) == list(range(1, players + others + 1))
    assert abs(len(after[0]) - len(after[1])) <= 1


def test_a_full_round_robin_of_a_hundred_ends() -> None:
    day = begun(100, f"phase 1 round-robin {WASHERS}", "draw 1")
    assert len(sides(day)) == 4950
    play_all(day, lambda: True)
    assert as_object(day)["phases"][0]["finished"]


POOLS = (Path(__file__).parent / "published_pools.txt").read_text(encoding="utf-8").split("\n== ")[1:]


@pytest.mark.parametrize("pool", POOLS, ids=lambda pool: pool.partition("\n")[0])
def test_a_pool_of_a_tour_stands_as_it_was_published(pool: str) -> None:
    script = pool.partition("\n")[2]
    [standings] = compute_script(script)["phases"][0]["standings"]
    places = {row["place"]: (row["entrant"], row["points"], row["twenties"]) for row in standings["rows"]}
    published = re.findall(r"^# (\d) ([A-H]) (\d+) (\d+)(?: \((\d+)\))?$", script, re.M)
    assert len(published) == script.count("\nadd ")
    for place, letter, points, twenties, of_cards in published:
        assert places[int(place)] == ("ABCDEFGH".index(letter) + 1, int(points), int(of_cards or twenties))
