"""Partners: two against two, a new partner each round; what is promised of every draw, and what results make of it."""

from collections import Counter
from itertools import combinations

import pytest

from tallyboard.desk import Refusal, Tournament, as_object, compute_script
from tallyboard.store.tournaments.statistics import statistics
from tallyboard.text.tournament.names import Names
from tests.host.desk.days import begun, refused

GAME = "game crokinole-championship rounds=4"


def club(players: int, rounds: int, *lines: str) -> Tournament:
    """A club night of so many, P1, P2, …; with these lines after its phase."""
    return begun(players, f"phase 1 partners rounds={rounds} {GAME}", *lines)


def fours(night: Tournament) -> list[tuple[list[int], list[int]]]:
    """The two sides of every match."""
    found = compute_script("\n".join(["tournament singles", *(event.line for event in night.events)]))
    return [tuple(match["sides"]) for match in found["phases"][0]["matches"]]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (5, 5), (8, 7), (9, 9), (12, 11), (13, 13), (16, 15), (17, 17), (20, 19)]
)
def test_each_is_partner_of_each_once_and_opponent_twice(players: int, rounds: int) -> None:
    sides = fours(club(players, rounds, *["draw 1"] * rounds))
    partners = Counter(tuple(side) for match in sides for side in match)
    opponents = Counter(tuple(sorted((x, y))) for one, other in sides for x in one for y in other)
    every = list(combinations(range(1, players + 1), 2))
    assert all(partners[two] == 1 for two in every)
    assert all(opponents[two] in ((1, 2, 3) if players == 9 else (2,)) for two in every)


@pytest.mark.parametrize("players", [6, 7, 9, 10, 11, 14, 15, 18, 19, 21, 22, 26, 31])
def test_nobody_sits_out_twice_before_all_have_and_few_are_partners_twice(players: int) -> None:
    rounds = 6
    night = club(players, rounds, *["draw 1"] * rounds)
    sides = fours(night)
    played = Counter(x for match in sides for side in match for x in side)
    assert len(sides) == rounds * (players // 4)
    assert max(played.values()) - min(played[x] for x in range(1, players + 1)) <= 1
    if players > 8:
        assert max(Counter(tuple(side) for match in sides for side in match).values()) == 1


def test_one_of_each_side_says_the_result_of_all_four() -> None:
    night = club(5, 5, "draw 1", "open 1")
    (match,) = night.phases[0].matches()
    assert match.name == "1:2+5-3+4" and night.phases[0].byes == [(1, 1)]  # type: ignore[attr-defined]
    night.enter("call")
    assert sorted(night.calls[0].everybody) == [2, 3, 4, 5]
    night.enter("result 1:2+5-3+4 4 6 2 2 twenties 4 1")
    rows = {row["entrant"]: row for row in as_object(night)["phases"][0]["standings"][0]["rows"]}
    assert [(rows[x]["points"], rows[x]["twenties"], rows[x]["byes"]) for x in (1, 2, 3, 4, 5)] == [
        *[(0, 0, 1), (2, 1, 0), (6, 4, 0), (6, 4, 0), (2, 1, 0)],
    ]
    assert rows[4]["why"] is None or rows[4]["why"]["by"] != "head"
    refused(night, "not-these", "result 1:2+5-3+4 2 6 5 2")
    refused(night, "unknown-match", "result 1:5+2-3+4 2 6 4 2")


def test_who_is_out_cancels_what_is_open_and_no_bye_waits_for_it() -> None:
    night = club(5, 5, "draw 1", "draw 1", "result 1:2+5-3+4 2 6 4 2", "withdraw 3")
    first, second = as_object(night)["phases"][0]["matches"]
    assert (first["state"], second["state"]) == ("decided", "cancelled")
    rows = as_object(night)["phases"][0]["standings"][0]["rows"]
    assert sorted(row["entrant"] for row in rows if row["byes"]) == [1, *(x for x, r in night.phases[0].byes if r == 2)]  # type: ignore[attr-defined]


def test_a_boards_result_of_two_partners_is_a_misfit_of_these_two() -> None:
    night = club(5, 5, "draw 1")
    night.enter("result 1:2+5-3+4 2 6 5 2 board b1")
    assert as_object(night)["flags"] == [{"kind": "misfit", "match": "1:2+5-3+4", "entrants": [2, 5]}]
    night.enter("clear 1:2+5-3+4 2 5")
    night.enter("result 1:2+4-3+5 2 6 3 2 board b1")
    assert as_object(night)["flags"] == [{"kind": "misfit", "match": "1:2+4-3+5", "entrants": [2, 3, 4, 5]}]


def test_rounds_are_drawn_ahead_and_the_last_is_drawn_again_with_who_has_come() -> None:
    night = club(8, 3, "draw 1", "draw 1", "absent 8", "add Late", "redraw 1")
    second = [match.name for match in night.phases[0].matches() if match.round == 2]
    assert len(second) == 2 and not any("8" in name for name in second) and any("9" in name for name in second)
    night.enter("draw 1")
    refused(night, "over", "draw 1")
    refused(night, "format", "draw 1 1-2 3-4")


@pytest.mark.parametrize(
    "line",
    [
        f"phase 1 partners {GAME}",
        f"phase 1 partners rounds=3 chain=points,head,lot {GAME}",
        f"phase 1 partners rounds=3 bye=2 chain=points,buchholz {GAME}",
        f"phase 1 partners rounds=3 groups=2 {GAME}",
        f"phase 1 partners rounds=3 {GAME} format=singles",
    ],
)
def test_what_partners_cannot_have_is_refused(line: str) -> None:
    refused(Tournament("tournament singles"), "option", line)


def test_pairs_that_stay_have_no_changing_partners() -> None:
    with pytest.raises(Refusal, match="each enters alone"):
        Tournament("tournament doubles").enter(f"phase 1 partners rounds=3 {GAME}")


def test_three_are_too_few() -> None:
    refused(club(3, 2), "too-few", "draw 1")


def test_both_of_a_side_have_its_games_in_the_statistics() -> None:
    night = club(5, 5, "draw 1", "result 1:2+5-3+4 4 6 2 2 twenties 4 1")
    told = {one["entrant"]: (one["score"], one["twenties"]) for one in statistics(night, {})["entrants"]}
    assert told == {1: (None, None), 2: ([2, 6], 1), 3: ([6, 2], 4), 4: ([6, 2], 4), 5: ([2, 6], 1)}


def test_one_name_says_both_of_a_side() -> None:
    night = club(5, 5, "draw 1")
    (match,) = night.phases[0].matches()
    names = Names(as_object(night)["entrants"])
    assert [names[side] for side in match.drawn] == ["P2 & P5", "P3 & P4"]
    assert night.open_matches(4, 5) == [match.name] and night.open_matches(3, 4) == []
