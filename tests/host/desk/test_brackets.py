"""Knock-outs: their sizes, who has lost how often in the end, and the places."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyboard.desk import as_object
from tallyboard.desk.bracket import DROPS, positions, shape
from tallyboard.desk.objects import PlaceObject
from tests.harness.campaign import examples
from tests.host.desk.days import WASHERS, begun, play_all

few = settings(max_examples=examples(40))

# brackets-manager.js at 1d0cfc8 (test/single-elimination.spec.js, test/double-elimination.spec.js, src/helpers.ts):
# matches of each round of the winners' bracket and of the losers' bracket. Its "simple" grand final is one match, its
# "double" one two, as `F1` and `F2` here; with the first 16 have 30 matches in all, with the second 8 have 15.
SIZES = {
    4: ([2, 1], [1, 1]),
    8: ([4, 2, 1], [2, 2, 1, 1]),
    16: ([8, 4, 2, 1], [4, 4, 2, 2, 1, 1]),
    32: ([16, 8, 4, 2, 1], [8, 8, 4, 4, 2, 2, 1, 1]),
    64: ([32, 16, 8, 4, 2, 1], [16, 16, 8, 8, 4, 4, 2, 2, 1, 1]),
    128: ([64, 32, 16, 8, 4, 2, 1], [32, 32, 16, 16, 8, 8, 4, 4, 2, 2, 1, 1]),
}
ALL = {16: (False, 30), 8: (True, 15)}


def _in_rounds(names: list[str], bracket: str) -> list[int]:
    counts = Counter(int(name[1:].split(".")[0]) for name in names if name[0] == bracket)
    return [counts[number] for number in sorted(counts)]


@pytest.mark.parametrize("size", SIZES)
def test_rounds_have_as_many_matches_as_another_program_gives_them(size: int) -> None:
    names = [node.name for node in shape("double", size, third=False, reset=True)]
    assert (_in_rounds(names, "W"), _in_rounds(names, "L")) == SIZES[size]
    assert [name for name in names if name[0] == "F"] == ["F1", "F2"]
    assert _in_rounds([node.name for node in shape("single", size, third=True, reset=False)], "W") == SIZES[size][0]


@pytest.mark.parametrize("size", ALL)
def test_a_whole_double_has_as_many_matches(size: int) -> None:
    reset, matches = ALL[size]
    assert len(shape("double", size, third=False, reset=reset)) == matches


@pytest.mark.parametrize("size", DROPS)
def test_the_better_half_of_any_round_meets_the_worse_half(size: int) -> None:
    seeds = positions(size)
    while len(seeds) > 1:
        pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
        assert {a + b for a, b in pairs} == {len(seeds) + 1}
        seeds = [min(pair) for pair in pairs]


@few
@given(entrants=st.integers(2, 40), third=st.sampled_from(["no", "yes"]), seed=st.integers(0, 999))
def test_in_a_single_everybody_but_the_champion_loses_once(entrants: int, third: str, seed: int) -> None:
    day = begun(entrants, f"phase 1 single third={third} {WASHERS}", "draw 1")
    rng = random.Random(seed)
    play_all(day, lambda: rng.random() < 0.5)
    found = as_object(day)
    played = [match for match in found["phases"][0]["matches"] if match["how"] == "played" and match["match"] != "1:T"]
    lost = Counter(x for match in played for x in match["sides"] if x != match["winner"])
    assert lost == {x: 1 for x in range(1, entrants + 1) if x != found["champion"]}
    _check_places(found["phases"][0]["places"], entrants)


@few
@given(entrants=st.integers(2, 40), seed=st.integers(0, 999), upsets=st.sampled_from([0.1, 0.5, 0.9]))
def test_in_a_double_everybody_but_the_champion_loses_twice(entrants: int, seed: int, upsets: float) -> None:
    day = begun(entrants, f"phase 1 double {WASHERS}", "draw 1")
    rng = random.Random(seed)
    play_all(day, lambda: rng.random() > upsets)
    found = as_object(day)
    played = [match for match in found["phases"][0]["matches"] if match["how"] == "played"]
    lost = Counter(x for match in played for x in match["sides"] if x != match["winner"])
    assert lost.pop(found["champion"], 0) <= 1
    assert lost == {x: 2 for x in range(1, entrants + 1) if x != found["champion"]}
    _check_places(found["phases"][0]["places"], entrants)


def _check_places(places: list[PlaceObject], entrants: int) -> None:
    """Everybody once; a place is one more than the number placed better."""
    rows = [(row["place"], row["entrant"]) for row in places]
    assert sorted(x for _, x in rows) == list(range(1, entrants + 1))
    assert [place for place, _ in rows] == [1 + sum(other < place for other, _ in rows) for place, _ in rows]


@pytest.mark.parametrize("size", [8, 16, 32])
def test_who_has_met_in_the_winners_bracket_does_not_meet_again_in_the_first_rounds_of_the_losers(size: int) -> None:
    unmet = {8: 2, 16: 3, 32: 4}[size]
    rng = random.Random(1)
    for _ in range(5):
        day = begun(size, f"phase 1 double {WASHERS}", "draw 1")
        play_all(day, lambda: rng.random() < 0.5)
        met = Counter()  # type: Counter[frozenset[int | None]]
        for match in as_object(day)["phases"][0]["matches"]:
            bracket, number = match["match"][2], match["match"][3:].split(".")[0]
            if bracket == "W" or (bracket == "L" and int(number) <= unmet):
                met[frozenset(match["sides"])] += 1
        assert set(met.values()) == {1}
