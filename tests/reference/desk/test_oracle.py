"""The oracle itself: what its rules promise in general, and that random scripts reach everything they are to reach."""

from collections import Counter
from typing import Any

import pytest

from tests.reference.desk import compute
from tests.reference.desk.compare import compare, difference
from tests.reference.desk.decide import matches
from tests.reference.desk.desk import Desk
from tests.reference.desk.leagues import berger_round, even, has_perfect_matching
from tests.reference.desk.report import report
from tests.reference.desk.scripts import Script, random_script

SEEDS = range(200)
REACHED = [
    *("waiting", "ready", "called", "decided", "void", "cancelled"),
    *("played", "walkover", "double forfeit", "bye"),
    *("round-robin", "swiss", "single", "double"),
    *("misfit", "surplus", "differs", "wrong-call", "draw-differs", "not-drawn", "tied"),
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
