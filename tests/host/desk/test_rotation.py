"""Cards up and down: who sits where, and a bye that gives nothing."""

from itertools import combinations

import pytest

from tallyboard.desk import Tournament, as_object
from tests.host.desk.days import begun, enter, refused

GAME = "game crokinole-championship rounds=4"


def rotation(players: int, rounds: int, *lines: str) -> Tournament:
    """A drawn rotation of so many, P1, P2, …, with these lines after it."""
    return begun(players, f"phase 1 round-robin rounds={rounds} rotation=tables {GAME}", "draw 1", *lines)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 9, 12, 13, 20, 40, 59])
@pytest.mark.parametrize("rounds", [1, 4, 10, 30])
def test_nobody_meets_twice_or_sits_at_a_table_twice_on_the_same_card(players: int, rounds: int) -> None:
    phase = as_object(rotation(players, rounds))["phases"][0]
    tables = (players + 1) // 2
    met = [frozenset(one["sides"]) for one in phase["matches"]]
    assert len(met) == len(set(met)) == min(rounds, tables) * (players // 2)
    assert len(phase["byes"]) == (players % 2) * min(rounds, tables)
    seats = [(x, match["seat"]) for match in phase["matches"] for x in match["sides"][:1] if match["round"] % 2]
    assert len(seats) == len(set(seats))


def test_each_meets_all_strengths() -> None:
    """The sums of the seeds that players meet are near each other."""
    phase = as_object(rotation(40, 10))["phases"][0]
    sums = dict.fromkeys(range(1, 41), 0)
    for a, b in (one["sides"] for one in phase["matches"]):
        sums[a or 0] += b or 0
        sums[b or 0] += a or 0
    assert max(sums.values()) - min(sums.values()) <= 40


def test_a_no_show_is_an_empty_seat_and_a_late_one_gets_it() -> None:
    day = rotation(8, 4, "absent 5", "redraw 1")
    assert as_object(day)["phases"][0]["seats"] == [[1, 0, 3, 7], [2, 6, 4, 8]]
    assert [6, 1] in as_object(day)["phases"][0]["byes"]
    day.enter("add Late")
    day.enter("redraw 1")
    assert as_object(day)["phases"][0]["seats"] == [[1, 9, 3, 7], [2, 6, 4, 8]]
    day.enter("in 5")
    refused(day, "full", "redraw 1")
    assert as_object(day)["phases"][0]["seats"] == [[1, 9, 3, 7], [2, 6, 4, 8]]


def test_a_match_waits_for_its_own_table() -> None:
    day = rotation(8, 4, "open a b c d", "close b", "call")
    calls = {table["table"]: table["match"] for table in as_object(day)["tables"]}
    assert calls == {"a": "1:1-2", "b": None, "c": "1:3-4", "d": "1:7-8"}
    assert as_object(rotation(8, 4, "open a b c", "call"))["tables"][1]["match"] == "1:5-6"  # too few: any will do


def test_a_match_is_compared_where_some_have_one_less() -> None:
    """1 has 9 in 2, 3 has 4 in 1, 2 has 3 in 2."""
    day = begun(3, f"phase 1 swiss rounds=3 bye=adjust {GAME}", "draw 1 1-2", "result 1:1-2 1 5 2 3", "draw 1 3-1")
    enter(day, "result 1:1-3 3 4 1 4", "draw 1 2-3", "forfeit 1:2-3 2")
    rows = as_object(day)["phases"][0]["standings"][0]["rows"]
    assert [(row["entrant"], row["points"], row["won"], row["lost"], row["byes"]) for row in rows] == [
        *[(1, 9, 1, 0, 1), (3, 4, 0, 0, 1)],
        (2, 3, 0, 2, 1),
    ]
    assert [row["why"] and row["why"]["values"] for row in rows] == [[[9, 2], [4, 1]], [[4, 1], [3, 2]], None]


def test_head_needs_a_match_by_games_of_every_two() -> None:
    phase = f"phase 1 swiss rounds=2 bye=adjust points=2,1,0 chain=points,head,lot {GAME}"
    day = begun(2, phase, "draw 1", "forfeit 1:1-2 1 2", "draw 1")
    why = as_object(day)["phases"][0]["standings"][0]["rows"][0]["why"]
    assert why and why["by"] == "lot"


@pytest.mark.parametrize(
    "line",
    [
        f"phase 1 round-robin rotation=tables {GAME}",
        f"phase 1 round-robin rounds=3 rotation=around {GAME}",
        f"phase 1 swiss rounds=3 rotation=tables {GAME}",
        f"phase 1 round-robin rounds=3 bye=adjust chain=points,buchholz {GAME}",
        f"phase 1 single bye=adjust {GAME}",
    ],
)
def test_what_a_rotation_cannot_have_is_refused(line: str) -> None:
    refused(Tournament("tournament singles"), "option", line)


def test_all_of_a_rotation_is_every_two_of_other_cards() -> None:
    phase = as_object(rotation(6, 3))["phases"][0]
    up, down = phase["seats"]
    assert {frozenset(one["sides"]) for one in phase["matches"]} == {frozenset((x, y)) for x in up for y in down}
    assert not {frozenset(two) for two in combinations(up, 2)} & {frozenset(one["sides"]) for one in phase["matches"]}
