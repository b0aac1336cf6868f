"""The oracle itself: what its rules promise in general, and that random scripts reach everything they are to reach."""

import random
import re
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from tests.reference.desk import compute
from tests.reference.desk.bracket import exchange, positions, size
from tests.reference.desk.compare import compare, difference
from tests.reference.desk.decide import matches
from tests.reference.desk.desk import Desk
from tests.reference.desk.leagues import berger_round, even, has_perfect_matching
from tests.reference.desk.report import report
from tests.reference.desk.scripts import Script, random_script

SEEDS = range(600)  # as many as rare things need, such as a league that ends early
REACHED = [
    *("waiting", "ready", "called", "decided", "void", "cancelled"),
    *("played", "walkover", "double forfeit", "bye"),
    *("round-robin", "swiss", "partners", "single", "double"),
    *("misfit", "surplus", "differs", "wrong-call", "draw-differs", "not-drawn", "tied"),
]
# What the text of a script may have, and the only reason of which a line may be refused.
WRITTEN = {
    "a round by hand": r"draw\s+\d+\s+\d+-\d+",
    "who lost early": r"take=lost",
    "across groups": r"groups=[2-9][^#]*(\n.*)*across=points",
    "beside": r"take=([2-9]|\d\d)-",
    "both gave up": r"forfeit\s+\S+\s+\d+[ \t]+\d+",
    "a zero before the hour": r"at\s+0\d:",
    "a rotation": r"rotation=tables[^#]*(\n.*)*draw",
    "a rotation drawn again": r"rotation=tables[^#]*(\n.*)*redraw\s+1",
    "a comparison per match": r"bye=adjust",
    "partners": r"partners\s[^#]*(\n.*)*draw",
    "partners drawn again": r"partners\s[^#]*(\n.*)*redraw\s+1",
    "one who stands for a side": r"result\s+\S+\+",
    "a side that gave up": r"forfeit\s+\S+\+",
}
REFUSED = [
    "option",
    "format",
    "unfinished",
    "duplicate",
    "not-these",
    "unpaired",
    "not-ready",
    "unknown-table",
    "in-use",
    "over",
    "too-few",
    "full",
]


@pytest.fixture(scope="module")
def scripts() -> list[Script]:
    return [random_script(seed) for seed in SEEDS]


@pytest.fixture(scope="module")
def results(scripts: list[Script]) -> list[dict[str, Any]]:
    return [script.answer for script in scripts]


def test_a_seed_gives_the_same_script() -> None:
    assert random_script(3) == random_script(3)
    assert random_script(3) != random_script(4)


def test_what_is_known_of_a_script_while_it_is_written_follows_from_its_text(scripts: list[Script]) -> None:
    for script in scripts[:100]:
        assert compute(script.text) == script.answer, script.text


def test_some_random_scripts_are_refused(results: list[dict[str, Any]]) -> None:
    refused = sum("errors" in result for result in results)
    assert len(SEEDS) // 10 <= refused <= len(SEEDS) // 3


def test_random_scripts_reach_every_state_and_flag(results: list[dict[str, Any]]) -> None:
    phases = [phase for result in results if "phases" in result for phase in result["phases"]]
    found = Counter(match["state"] for phase in phases for match in phase["matches"])
    found.update(str(match["how"]) for phase in phases for match in phase["matches"])
    found.update(phase["format"] for phase in phases if phase["drawn"])
    found.update(flag["kind"] for result in results for flag in result.get("flags", []))
    assert [word for word in REACHED if not found[word]] == []


@pytest.mark.parametrize("what", WRITTEN)
def test_random_scripts_often_have(what: str, scripts: list[Script]) -> None:
    accepted = [script.text.lower() for script in scripts if "errors" not in script.answer]
    assert sum(bool(re.search(WRITTEN[what], text)) for text in accepted) >= len(SEEDS) // 100


def test_random_scripts_are_refused_for_every_new_reason(results: list[dict[str, Any]]) -> None:
    found = Counter(result["errors"][0] for result in results if len(result.get("errors", [])) == 1)
    assert [code for code in REFUSED if not found[code]] == []


def test_random_scripts_have_champions_and_shared_places_in_the_placing(results: list[dict[str, Any]]) -> None:
    whole = [result for result in results if "placing" in result]
    assert len({result["champion"] for result in whole}) > 5
    assert {result["finished"] for result in whole} == {True, False}
    shared = [result for result in whole if len({row["place"] for row in result["placing"]}) < len(result["placing"])]
    assert len(shared) > len(SEEDS) // 50


@pytest.mark.parametrize("entrants", range(2, 13))
def test_in_a_round_robin_everybody_meets_everybody(entrants: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    byes = []
    for number in range(1, even(entrants)):
        pairs, bye = berger_round(entrants, number)
        met.update(frozenset(pair) for pair in pairs)
        byes += [bye] if bye else []
    assert len(met) == entrants * (entrants - 1) // 2
    assert set(met.values()) == {1}
    assert sorted(byes) == (list(range(1, entrants + 1)) if entrants % 2 else [])


FIDE = {  # from the tables of the handbook
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        *("1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3"),
        *("3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"),
    ],
}


@pytest.mark.parametrize("entrants", FIDE)
def test_the_rounds_are_those_of_the_handbook(entrants: int) -> None:
    for number, line in enumerate(FIDE[entrants], start=1):
        pairs, _ = berger_round(entrants, number)
        assert {f"{a}-{b}" for a, b in pairs} == set(line.split())


@pytest.mark.parametrize(("groups", "places"), [(2, 2), (2, 3), (2, 4), (3, 2), (4, 2), (2, 1), (3, 3)])
def test_seeds_from_groups_are_the_nearest_of_all_exchanges(groups: int, places: int) -> None:
    drawn_at_random = random.Random(groups * 10 + places)
    for _ in range(5):
        rows = [drawn_at_random.sample(range(groups), groups) for _ in range(places)]
        ranking = [place * groups + group for place, row in enumerate(rows) for group in row]
        group = {entrant: entrant % groups for entrant in ranking}
        place = {entrant: entrant // groups + 1 for entrant in ranking}
        assert exchange(ranking, group, place) == first_exchange(ranking, group, place, groups)


def first_exchange(ranking: list[int], group: dict[int, int], place: dict[int, int], groups: int) -> list[int]:
    """All exchanges, tried out one after another in the sequence of the ranking."""
    total = size(len(ranking))
    rows = [ranking[start : start + groups] for start in range(0, len(ranking), groups)]
    orders = [
        [entrant for row in chosen for entrant in row] for chosen in product(*(list(permutations(row)) for row in rows))
    ]

    def apart(order: list[int]) -> bool:
        meetings = [(seed, total - 1 - seed) for seed in range(len(order)) if total - 1 - seed < len(order)]
        return all(group[order[one]] != group[order[other]] for one, other in meetings)

    def in_halves(order: list[int]) -> bool:
        upper = {order[seed - 1] for seed in positions(total)[: total // 2] if seed <= len(order)}
        best = [entrant for entrant in order if place[entrant] <= 2]
        halves = [(group[entrant], entrant in upper) for entrant in best]
        return len(set(halves)) == len(halves)

    for condition in (lambda order: apart(order) and in_halves(order), apart):
        fitting = [order for order in orders if condition(order)]
        if fitting:
            return fitting[0]
    return ranking


def test_seeds_come_first_and_those_away_are_not_drawn() -> None:
    desk = Desk()
    lines = ["tournament singles", "add Ann", "add Bob", "add Cid", "add Dot", "seeds 3 4 1", "absent 4"]
    for line in [*lines, "phase 1 round-robin game crokinole-official", "draw 1"]:
        desk.line(line.split())
    assert desk.state.phases[1].order == [3, 1, 2]


def test_the_places_of_a_bracket_are_its_ranking() -> None:
    desk = drawn(4, "phase 1 single third=yes game washers-ritzenthaler")
    for line in [
        "result 1:W1.1 4 21 1 3",
        "result 1:W1.2 3 21 2 3",
        "result 1:W2.1 4 21 3 3",
        "result 1:T 2 21 1 3",
        "phase 2 round-robin of=1 take=2-3 game washers-ritzenthaler",
        "draw 2",
    ]:
        desk.line(line.split())
    assert report(desk.state)["phases"][0]["ranking"] == [[4], [3], [2], [1]]
    assert desk.state.phases[2].order == [3, 2]


def drawn(entrants: int, declaration: str) -> Desk:
    desk = Desk()
    for line in ["tournament singles", *(f"add P{number}" for number in range(entrants)), declaration, "draw 1"]:
        desk.line(line.split())
    return desk


@pytest.mark.parametrize("entrants", [4, 5, 9, 12])
def test_nobody_meets_twice_in_a_short_swiss(entrants: int) -> None:
    desk = drawn(entrants, f"phase 1 swiss rounds={entrants // 2} game crokinole-championship")
    for round_number in range(1, entrants // 2 + 1):
        for match in matches(desk.state, desk.state.phases[1]):
            if match.state == "ready":
                a, b = match.sides
                desk.line(["result", match.name, str(a), str(round_number * 5 % 9), str(b), "4"])
        if round_number < entrants // 2:
            desk.line(["draw", "1"])
    assert not any("." in match.key for match in matches(desk.state, desk.state.phases[1]))


@pytest.mark.parametrize("format_and_options", ["single", "single third=yes", "double", "double reset=no"])
@pytest.mark.parametrize("entrants", [2, 3, 6, 8, 13])
def test_a_bracket_places_everybody(format_and_options: str, entrants: int) -> None:
    desk = drawn(entrants, f"phase 1 {format_and_options} game washers-ritzenthaler")
    while ready := [match for match in matches(desk.state, desk.state.phases[1]) if match.state == "ready"]:
        a, b = ready[0].sides
        desk.line(["result", ready[0].name, str(a), "21", str(b), str(len(desk.events) % 2 * 21 + 1)])
    phase = report(desk.state)["phases"][0]
    assert phase["finished"]
    assert sorted(row["entrant"] for row in phase["places"]) == phase["order"]


def test_a_perfect_matching_needs_more_than_a_neighbour_for_each() -> None:
    def may_meet(pairs: list[tuple[int, int]], size: int) -> list[list[bool]]:
        return [[(i, j) in pairs or (j, i) in pairs for j in range(size)] for i in range(size)]

    assert has_perfect_matching(may_meet([(0, 1), (1, 2), (2, 3)], 4))
    assert not has_perfect_matching(may_meet([(0, 1), (0, 2), (0, 3)], 4))
    assert not has_perfect_matching(may_meet([(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)], 6))


def test_compare_tells_the_first_difference() -> None:
    text = "tournament singles\nopen 1\n"
    answer = compute(text)
    assert compare(text, answer) is None
    assert compare(text, {**answer, "champion": 1}) == ".champion: the oracle says 1, the desk None"
    refused = {"line": 2, "errors": ["in-use"]}
    assert compare(text, refused) == "the oracle refuses line 2: ['in-use']; the desk refuses none"
    assert compare(text + "draw 1\n", answer) == "the desk refuses line 3: unknown-phase; the oracle refuses none"
    assert compare(text + "draw 1\n", {"line": 3, "errors": ["drawn"]}) is not None
    assert compare(text + "draw 1\n", {"line": 3, "errors": ["drawn", "unknown-phase"]}) is None
    assert difference({"a": [1, 2]}, {"a": [1]}) == ".a: the oracle has 2, the desk 1: [1, 2] / [1]"
    assert difference({"a": 1}, {"a": True}) == ".a: the oracle says 1, the desk True"
