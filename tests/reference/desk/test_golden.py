"""The golden examples of the desk's rules, worked by hand, put to every implementation in `COMPUTES`.

One gives the whole object of a script, or `line` and `errors`, a list of codes, of one with a refused line.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tallyboard.desk import ScriptError, compute_script
from tests.reference.desk import compute as oracle

Compute = Callable[[str], dict[str, Any]]


def desk(text: str) -> dict[str, Any]:
    """What the desk says of a script, in the oracle's form."""
    try:
        return dict(compute_script(text))
    except ScriptError as error:
        return {"line": error.line, "errors": [error.refusal.code]}


COMPUTES: dict[str, Compute] = {"oracle": oracle, "desk": desk}
WASHERS = "game washers-ritzenthaler"
CHAMPIONSHIP = "game crokinole-championship"
LETTERS = ["Ann", "Bob", "Cid", "Dot", "Eva", "Fay"]


@pytest.fixture(params=list(COMPUTES))
def compute(request: pytest.FixtureRequest) -> Compute:
    return COMPUTES[request.param]


def tournament(entrants: int, *lines: str, seed: int = 0) -> str:
    """A script of so many entrants; a line may hold several, parted by semicolons."""
    head = [f"tournament singles seed={seed}", *(f"add {name}" for name in LETTERS[:entrants])]
    return "\n".join([*head, *(part.strip() for line in lines for part in line.split(";"))]) + "\n"


def washers(phase: int, results: str) -> str:
    """`1-2 18` is 1 beats 2 by 21 to 18 in the match of a league named after them."""
    lines = []
    for result in results.split(", "):
        pair, loser_score = result.split()
        winner, loser = (int(word) for word in pair.split("-"))
        name = f"{phase}:{min(winner, loser)}-{max(winner, loser)}"
        lines.append(f"result {name} {winner} 21 {loser} {loser_score}")
    return ";".join(lines)


def beats(match: str, winner: int, loser: int) -> str:
    return f"result {match} {winner} 21 {loser} 10"


def rounds_drawn(phase: dict[str, Any]) -> list[tuple[list[list[int]], list[int]]]:
    """Of every round the sides of its matches, and who has the bye."""
    numbers = sorted({match["round"] for match in phase["matches"]})
    return [
        (
            [match["sides"] for match in phase["matches"] if match["round"] == number],
            [entrant for entrant, round_number in phase["byes"] if round_number == number],
        )
        for number in numbers
    ]


def rows(result: dict[str, Any], phase: int = 1, group: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = result["phases"][phase - 1]["standings"][group]["rows"]
    return found


def column(found: list[dict[str, Any]], name: str) -> list[Any]:
    return [row[name] for row in found]


def by_name(result: dict[str, Any], phase: int = 1) -> dict[str, dict[str, Any]]:
    return {match["match"]: match for match in result["phases"][phase - 1]["matches"]}


def sides(result: dict[str, Any], name: str) -> list[int | None]:
    found: list[int | None] = by_name(result)[name]["sides"]
    return found


def places(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(row["place"], row["entrant"]) for row in result["phases"][-1]["places"]]


# --- Round robin of five --------------------------------------------------------------------------------------------

ROUND_ROBIN = tournament(5, f"phase 1 round-robin {WASHERS}; draw 1")
FIVE_RESULTS = "2-5 15, 3-4 10, 1-2 18, 5-3 12, 3-1 20, 4-5 9, 1-4 7, 2-3 14, 1-5 11, 2-4 16"


def test_round_robin_of_five_rounds(compute: Compute) -> None:
    assert rounds_drawn(compute(ROUND_ROBIN)["phases"][0]) == [
        ([[2, 5], [3, 4]], [1]),
        ([[1, 2], [5, 3]], [4]),
        ([[3, 1], [4, 5]], [2]),
        ([[1, 4], [2, 3]], [5]),
        ([[5, 1], [4, 2]], [3]),
    ]


def test_round_robin_of_five_standings(compute: Compute) -> None:
    result = compute(ROUND_ROBIN + washers(1, FIVE_RESULTS).replace(";", "\n"))
    assert result["phases"][0]["ranking"] == [[1], [2], [3], [4], [5]]
    assert column(rows(result), "points") == [6, 6, 4, 2, 2]
    assert column(rows(result), "played") == [4, 4, 4, 4, 4]
    assert column(rows(result), "byes") == [0, 0, 0, 0, 0]
    assert column(rows(result), "why") == [
        {"by": "head", "values": [2, 0], "among": [1, 2]},
        {"by": "points", "values": [6, 4], "among": None},
        {"by": "points", "values": [4, 2], "among": None},
        {"by": "head", "values": [2, 0], "among": [4, 5]},
        None,
    ]
    assert result["champion"] == 1
    assert result["phases"][0]["finished"] is True
    assert result["flags"] == []


def test_round_robin_of_five_where_4_withdraws(compute: Compute) -> None:
    played = washers(1, "2-5 15, 3-4 10, 1-2 18, 5-3 12").replace(";", "\n")
    result = compute(ROUND_ROBIN + played + "\nwithdraw 4\n")
    matches = by_name(result)
    assert [matches[f"1:{name}"]["state"] for name in ("1-4", "2-4", "3-4", "4-5")] == ["void"] * 4
    assert (matches["1:3-4"]["how"], matches["1:3-4"]["winner"]) == ("played", 3)
    of_3 = next(row for row in rows(result) if row["entrant"] == 3)
    assert (of_3["played"], of_3["won"], of_3["lost"], of_3["points"]) == (1, 0, 1, 0)
    assert (rows(result)[-1]["entrant"], rows(result)[-1]["place"]) == (4, None)
    assert [4] not in result["phases"][0]["ranking"]


# --- Three-way head -------------------------------------------------------------------------------------------------


def test_three_way_head(compute: Compute) -> None:
    played = washers(1, "1-4 10, 2-4 10, 3-4 10, 1-2 5, 2-3 20, 3-1 0")
    result = compute(tournament(4, f"phase 1 round-robin {WASHERS}; draw 1", played))
    found = rows(result)
    assert column(found, "entrant") == [3, 1, 2, 4]
    assert column(found, "points") == [4, 4, 4, 0]
    assert [row["for"] - row["against"] for row in found][:3] == [31, 6, -4]
    assert found[0]["why"] == {"by": "difference", "values": [31, 6], "among": None}
    assert found[1]["why"] == {"by": "difference", "values": [6, -4], "among": None}
    assert found[2]["why"] == {"by": "points", "values": [4, 0], "among": None}


# --- Groups into a bracket ------------------------------------------------------------------------------------------


def test_groups_into_a_bracket(compute: Compute) -> None:
    played = washers(1, "1-4 10, 1-5 10, 4-5 10, 2-3 10, 2-6 10, 3-6 10")
    result = compute(
        tournament(
            6,
            f"phase 1 round-robin groups=2 {WASHERS}; draw 1",
            played,
            f"phase 2 single of=1 take=1-4 {WASHERS}; draw 2",
            seed=6,
        )
    )
    first, second = result["phases"]
    assert first["groups"] == [[1, 4, 5], [2, 3, 6]]
    assert first["ranking"] == [[2], [1], [4], [3], [6], [5]]
    assert second["order"] == [2, 1, 3, 4]
    assert [match["sides"] for match in second["matches"][:2]] == [[2, 4], [1, 3]]


# --- Single of six --------------------------------------------------------------------------------------------------

SINGLE = tournament(
    6,
    f"phase 1 single {WASHERS}; draw 1",
    ";".join([beats("1:W1.2", 5, 4), beats("1:W1.4", 3, 6), beats("1:W2.1", 1, 5), beats("1:W2.2", 3, 2)]),
    beats("1:W3.1", 3, 1),
)


def test_single_of_six(compute: Compute) -> None:
    result = compute(SINGLE)
    assert sides(result, "1:W1.1") == [1, 0]
    assert sides(result, "1:W1.2") == [4, 5]
    assert sides(result, "1:W1.3") == [2, 0]
    assert sides(result, "1:W1.4") == [3, 6]
    assert by_name(result)["1:W1.1"]["how"] == "bye"
    assert places(result) == [(1, 3), (2, 1), (3, 2), (3, 5), (5, 4), (5, 6)]
    assert result["champion"] == 3
    assert result["flags"] == []


def test_single_of_six_corrected(compute: Compute) -> None:
    result = compute(SINGLE + beats("1:W1.2", 4, 5))
    semifinal, final = by_name(result)["1:W2.1"], by_name(result)["1:W3.1"]
    assert (semifinal["sides"], semifinal["state"], semifinal["due"]) == ([1, 4], "ready", 1)
    assert (final["sides"], final["state"], final["games"]) == ([None, 3], "waiting", [])
    assert result["flags"] == [
        {"kind": "misfit", "match": "1:W2.1", "entrants": [1, 5]},
        {"kind": "misfit", "match": "1:W3.1", "entrants": [1, 3]},
    ]
    assert result["champion"] is None


def test_single_of_six_corrected_and_played_on(compute: Compute) -> None:
    result = compute(SINGLE + beats("1:W1.2", 4, 5) + "\n" + beats("1:W2.1", 1, 4))
    assert result["champion"] == 3
    assert places(result) == [(1, 3), (2, 1), (3, 2), (3, 4), (5, 5), (5, 6)]
    assert result["flags"] == [{"kind": "misfit", "match": "1:W2.1", "entrants": [1, 5]}]


# --- Double of five -------------------------------------------------------------------------------------------------


def test_double_of_five(compute: Compute) -> None:
    played = [
        beats("1:W1.2", 5, 4),
        beats("1:W2.1", 1, 5),
        beats("1:W2.2", 3, 2),
        beats("1:L2.1", 2, 4),
        beats("1:L3.1", 2, 5),
        beats("1:W3.1", 3, 1),
        beats("1:L4.1", 1, 2),
        beats("1:F1", 1, 3),
        beats("1:F2", 3, 1),
    ]
    result = compute(tournament(5, f"phase 1 double {WASHERS}; draw 1", *played))
    assert sides(result, "1:W1.1") == [1, 0]
    assert sides(result, "1:W1.2") == [4, 5]
    assert sides(result, "1:W1.3") == [2, 0]
    assert sides(result, "1:W1.4") == [3, 0]
    assert (by_name(result)["1:L1.1"]["winner"], by_name(result)["1:L1.1"]["how"]) == (4, "bye")
    assert "1:L1.2" not in by_name(result)
    assert sides(result, "1:L2.1") == [2, 4]
    assert (by_name(result)["1:L2.2"]["winner"], by_name(result)["1:L2.2"]["how"]) == (5, "bye")
    assert sides(result, "1:L3.1") == [2, 5]
    assert sides(result, "1:L4.1") == [1, 2]
    assert sides(result, "1:F1") == [3, 1]
    assert sides(result, "1:F2") == [3, 1]
    assert places(result) == [(1, 3), (2, 1), (3, 2), (4, 5), (5, 4)]
    assert result["champion"] == 3


# --- Swiss of five --------------------------------------------------------------------------------------------------

SWISS = tournament(5, f"phase 1 swiss rounds=3 {CHAMPIONSHIP}; draw 1; result 1:1-3 1 6 3 2; result 1:2-4 2 5 4 3")


def test_swiss_of_five_round_1(compute: Compute) -> None:
    result = compute(SWISS)
    assert rounds_drawn(result["phases"][0]) == [([[1, 3], [2, 4]], [5])]
    assert [(row["entrant"], row["points"]) for row in rows(result)] == [(5, 8), (1, 6), (2, 5), (4, 3), (3, 2)]


def test_swiss_of_five_to_the_end(compute: Compute) -> None:
    text = SWISS + "draw 1\nresult 1:2-5 5 4 2 4\nresult 1:1-4 4 0 1 8\n"
    result = compute(text)
    assert rounds_drawn(result["phases"][0])[1] == ([[5, 2], [4, 1]], [3])
    assert [(row["entrant"], row["points"]) for row in rows(result)] == [(1, 14), (5, 12), (3, 10), (2, 9), (4, 3)]
    assert rounds_drawn(compute(text + "draw 1\n")["phases"][0])[2] == ([[1, 5], [3, 2]], [4])


# --- Correction and draw --------------------------------------------------------------------------------------------

CORRECTION = "result 1:1-3 1 2 3 6\n"


def test_correction_before_the_draw(compute: Compute) -> None:
    result = compute(SWISS + CORRECTION)
    assert [(row["entrant"], row["points"]) for row in rows(result)] == [(5, 8), (3, 6), (2, 5), (4, 3), (1, 2)]
    drawn = compute(SWISS + CORRECTION + "draw 1\n")["phases"][0]
    assert rounds_drawn(drawn)[1] == ([[5, 2], [3, 4]], [1])


def test_correction_after_the_draw(compute: Compute) -> None:
    result = compute(SWISS + "draw 1\n" + CORRECTION)
    assert rounds_drawn(result["phases"][0])[1] == ([[5, 2], [4, 1]], [3])
    assert [(row["entrant"], row["points"]) for row in rows(result)] == [(5, 8), (3, 6), (2, 5), (4, 3), (1, 2)]


# --- A round by hand -------------------------------------------------------------------------------------------------


def test_a_round_by_hand_stands_as_given(compute: Compute) -> None:
    text = SWISS + "draw 1 4-2 3-5\nresult 1:2-4.2 4 2 2 6\nresult 1:3-5 3 8 5 0\n"
    phase = compute(text)["phases"][0]
    assert [(match["match"], match["sides"]) for match in phase["matches"][2:]] == [
        ("1:2-4.2", [4, 2]),
        ("1:3-5", [3, 5]),
    ]
    assert phase["byes"] == [[5, 1], [1, 2]]
    drawn = compute(text + "draw 1\n")["phases"][0]
    assert rounds_drawn(drawn)[2] == ([[5, 1], [2, 3]], [4]), "with 1-2 there would be left 3-5, who have met"


# --- Across ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("across", "order"), [("place", [1, 2, 4]), ("points", [1, 4, 2])])
def test_across_points_looks_at_no_places(compute: Compute, across: str, order: list[int]) -> None:
    groups = f"phase 1 round-robin groups=2 {CHAMPIONSHIP}; draw 1"
    played = "result 1:1-4 1 8 4 7; result 1:2-3 2 6 3 2"
    taking = f"phase 2 round-robin of=1 take=1-3 across={across} {CHAMPIONSHIP}; draw 2"
    result = compute(tournament(4, groups, played, taking))
    assert result["phases"][1]["order"] == order
    assert result["phases"][0]["ranking"] == [[1], [2], [4], [3]]
    assert result["champion"] is None


# --- Lost early, placing, champion ----------------------------------------------------------------------------------

LOST_EARLY = tournament(
    6,
    f"phase 1 single {WASHERS}; phase 2 single of=1 take=lost {WASHERS}; draw 1",
    ";".join([beats("1:W1.2", 5, 4), beats("1:W1.4", 3, 6), beats("1:W2.1", 1, 5), beats("1:W2.2", 3, 2)]),
)


def placing(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(row["place"], row["entrant"]) for row in result["placing"]]


def test_lost_early(compute: Compute) -> None:
    drawn = LOST_EARLY + "draw 2\n"
    assert compute(drawn)["phases"][1]["order"] == [2, 4, 6]
    played = f"{drawn}{beats('2:W1.2', 6, 4)}\n{beats('2:W2.1', 2, 6)}\n"
    before = compute(played)
    assert (before["champion"], before["finished"], before["placing"]) == (None, False, [])
    after = compute(played + beats("1:W3.1", 3, 1))
    assert placing(after) == [(1, 3), (2, 1), (3, 2), (4, 5), (5, 6), (6, 4)]
    assert (after["champion"], after["finished"], after["flags"]) == (3, True, [])


def test_lost_early_follows_a_correction_with_a_flag(compute: Compute) -> None:
    result = compute(LOST_EARLY + "draw 2\n" + beats("1:W1.2", 4, 5))
    assert {"kind": "draw-differs", "phase": 2} in result["flags"]
    both = compute(LOST_EARLY + "forfeit 1:W1.2 4 5\ndraw 2\n")
    assert both["phases"][1]["order"] == [2, 4, 5, 6], "a double forfeit: both"


def test_lost_early_waits_for_first_matches_only(compute: Compute) -> None:
    without = tournament(6, f"phase 1 single {WASHERS}; phase 2 single of=1 take=lost {WASHERS}; draw 1")
    first = f"{beats('1:W1.2', 5, 4)}\n{beats('1:W1.4', 3, 6)}\n{beats('1:W2.1', 1, 5)}\n"
    assert compute(without + first + "draw 2\n") == {"line": 14, "errors": ["unfinished"]}
    of_a_league = tournament(4, f"phase 1 swiss rounds=1 {WASHERS}; draw 1; forfeit 1:1-3 3; forfeit 1:2-4 4")
    assert compute(f"{of_a_league}phase 2 single of=1 take=lost {WASHERS}\ndraw 2\n") == {
        "line": 11,
        "errors": ["format"],
    }


A_AND_B = tournament(
    4,
    f"phase 1 swiss rounds=1 chain=points,shootout {WASHERS}; draw 1",
    f"{beats('1:1-3', 1, 3)}; {beats('1:2-4', 2, 4)}",
    "shootout 1 1 4 2 3; shootout 1 3 4 4 3",
    f"phase 2 single of=1 take=1-2 {WASHERS}; phase 3 single of=1 take=3-4 {WASHERS}; draw 2; draw 3",
)


def test_the_champion_of_an_a_final_with_a_b_final_beside_it(compute: Compute) -> None:
    only_b = compute(A_AND_B + beats("3:W1.1", 3, 4))
    assert (only_b["champion"], only_b["finished"]) == (None, False)
    assert [entrant for _, entrant in placing(only_b)][2:] == [3, 4]
    both = compute(A_AND_B + f"{beats('3:W1.1', 4, 3)}\n{beats('2:W1.1', 2, 1)}\n")
    assert (both["champion"], both["finished"]) == (2, True)
    assert placing(both) == [(1, 2), (2, 1), (3, 4), (4, 3)]
    disqualified = compute(A_AND_B + f"{beats('3:W1.1', 4, 3)}\n{beats('2:W1.1', 2, 1)}\ndisqualify 1\n")
    assert placing(disqualified) == [(1, 2), (2, 4), (3, 3)]


def test_who_is_new_to_the_placing_comes_last_and_the_disqualified_are_left_out(compute: Compute) -> None:
    result = compute(A_AND_B + f"{beats('3:W1.1', 3, 4)}\ndisqualify 4\n")
    assert placing(result) == [(1, 1), (2, 2), (3, 3)]


def test_who_shares_a_place_shares_it_in_the_placing_if_nobody_stands_between(compute: Compute) -> None:
    single = f"{beats('1:W1.1', 1, 4)}\n{beats('1:W1.2', 2, 3)}\n{beats('1:W2.1', 1, 2)}\n"
    text = tournament(4, f"phase 1 single {WASHERS}; draw 1") + single
    assert placing(compute(text)) == [(1, 1), (2, 2), (3, 3), (3, 4)]
    beside = f"{text}phase 2 round-robin of=1 take=2-4 chain=points {WASHERS}\ndraw 2\n"
    level = compute(beside + "result 2:2-3 2 9 3 9\nresult 2:2-4 2 9 4 9\nresult 2:3-4 3 9 4 9\n")
    assert placing(level) == [(1, 1), (2, 2), (2, 3), (2, 4)]


# --- What the second edition says exactly ---------------------------------------------------------------------------


def test_absent_is_the_status_of_somebody_who_was_out_too(compute: Compute) -> None:
    result = compute(tournament(3, f"phase 1 round-robin {WASHERS}; draw 1; withdraw 3; absent 3"))
    assert [each["status"] for each in result["entrants"]] == ["in", "in", "absent"]
    assert {match["state"] for match in result["phases"][0]["matches"]} == {"ready"}
    everybody = compute(tournament(3, "withdraw 3; absent all; in all"))
    assert [each["status"] for each in everybody["entrants"]] == ["in", "in", "withdrawn"]


BEST_OF_THREE = tournament(2, f"phase 1 single best=3 {WASHERS}; draw 1")


def of_flag(result: dict[str, Any], kind: str) -> list[Any]:
    return [flag["games"] for flag in result["flags"] if flag["kind"] == kind]


def test_surplus_behind_a_gap_while_undecided_and_of_a_match_decided_otherwise(compute: Compute) -> None:
    gap = BEST_OF_THREE + "result 1:W1.1 1 9 2 1\nresult 1:W1.1/3 1 9 2 1 board b\n"
    assert of_flag(compute(gap), "surplus") == [[3]]
    assert [game["scores"] for game in compute(gap)["phases"][0]["matches"][0]["games"]] == [[9, 1]]
    forfeited = compute(gap + "forfeit 1:W1.1 1\n")
    assert of_flag(forfeited, "surplus") == [[1, 3]]
    assert forfeited["phases"][0]["matches"][0]["games"] == []
    decided = compute(gap + "result 1:W1.1/2 1 9 2 1\n")
    assert of_flag(decided, "surplus") == [[3]]
    assert len(decided["phases"][0]["matches"][0]["games"]) == 2


SEMIFINALS = tournament(4, f"phase 1 single {WASHERS}; draw 1; open 1 2")


def test_a_call_lasts_until_its_match_is_decided_by_whomever(compute: Compute) -> None:
    called = SEMIFINALS + f"{beats('1:W1.1', 1, 4)}\n{beats('1:W1.2', 2, 3)}\ncall 1:W2.1 1\n"
    corrected = called + beats("1:W1.2", 3, 2) + "\n"
    assert {"kind": "wrong-call", "table": "1", "match": "1:W2.1"} in compute(corrected)["flags"]
    of_those_called = compute(corrected + "result 1:W2.1 1 9 2 3 board b\n")
    assert of_those_called["tables"][0]["match"] is None
    of_others = compute(corrected + beats("1:W2.1", 3, 1))
    assert of_others["tables"][0]["match"] is None
    forfeited = compute(called + "forfeit 1:W2.1 1\n")
    assert forfeited["tables"][0]["match"] is None


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ("forfeit 1:W2.1 1 2; result 1:T 4 9 3 1", [(2, 1), (2, 2), (3, 4), (4, 3)]),
        ("result 1:W2.1 1 9 2 1; forfeit 1:T 3 4", [(1, 1), (2, 2), (3, 3), (3, 4)]),
        ("forfeit 1:W1.1 1 4; forfeit 1:W1.2 2 3", [(1, 1), (1, 2), (1, 3), (1, 4)]),
        ("forfeit 1:W1.1 1 4", [(1, 2), (2, 1), (2, 3), (2, 4)]),
    ],
)
def test_places_count_those_placed_better(compute: Compute, played: str, expected: list[tuple[int, int]]) -> None:
    lines = [f"phase 1 single third=yes {WASHERS}; draw 1", beats("1:W1.1", 1, 4), beats("1:W1.2", 2, 3), played]
    assert places(compute(tournament(4, *lines))) == expected


def test_a_double_of_two_that_both_gave_up_before_the_final(compute: Compute) -> None:
    result = compute(tournament(2, f"phase 1 double {WASHERS}; draw 1; forfeit 1:W1.1 1 2"))
    assert places(result) == [(2, 1), (2, 2)]
    assert result["champion"] is None


def test_the_parts_of_at_alone_may_have_leading_zeros(compute: Compute) -> None:
    text = tournament(2, f"at 09:05; open 1; phase 1 single {WASHERS}; draw 1; call")
    assert compute(text)["schedule"] == [{"match": "1:W1.1", "table": "1", "start": 545}]
    assert compute(text.replace("09:05", "9:05")) == compute(text)


# --- Refused lines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "first-line"),
        ("# only words\n\n", 2, "first-line"),
        ("add Ann\n", 1, "first-line"),
        ("tournament singles\ntournament singles\n", 2, "first-line"),
        ("tournament singles\nadd Ann\nadd ANN\n", 3, "duplicate"),
        ("tournament doubles\nadd Ann\n", 2, "names"),
        ("tournament singles\nat 1:00\nat 0:59\n", 3, "time"),
        ("tournament singles\nundo\n", 2, "nothing"),
        ("tournament singles\nopen 1\nfree 1\n", 3, "nothing"),
        (SINGLE + "draw 1\n", 15, "drawn"),
        (SINGLE + "result 1:W2.1 1 21 4 3\n", 15, "not-these"),
        (SINGLE + "result 1:W2.1/2 1 21 5 3\n", 15, "game-number"),
        (SINGLE + "end 1\n", 15, "format"),
        (SINGLE + "result 1:W2.1 1 21 5 -0\n", 15, "syntax"),
        (SINGLE + "result 1:W2.1 1 21 5 07\n", 15, "syntax"),
        (SINGLE + "result 1:W2.01 1 21 5 7\n", 15, "unknown-match"),
        (SINGLE + f"phase 2 single take=lost {WASHERS}\n", 15, "option"),
        (SINGLE + f"phase 2 single across=points {WASHERS}\n", 15, "option"),
        (SINGLE + "draw 1 1-2 3-4 5-6\n", 15, "format"),
        (SWISS + "draw 1 1-2\n", 11, "unpaired"),
        (SWISS + "draw 1 1-2 2-3\n", 11, "duplicate"),
        (SWISS + "absent 5\ndraw 1 1-2 3-5\n", 12, "not-these"),
        (SWISS + "draw 1 1-2 3-6\n", 11, "unknown-entrant"),
        (SEMIFINALS + "call 1:W2.1 1\n", 9, "not-ready"),
        (SEMIFINALS + "call 1:W1.1 3\n", 9, "unknown-table"),
        (SEMIFINALS + "close 2\ncall 1:W1.1 2\n", 10, "unknown-table"),
        (SEMIFINALS + "call 1:W1.1 1\ncall 1:W1.2 1\n", 10, "in-use"),
        (ROUND_ROBIN + "add Fay\nresult 1:1-2 1 21 2 5 board x\nundo\nundo\nundo\n", 13, "depends"),
    ],
)
def test_refused(compute: Compute, text: str, line: int, code: str) -> None:
    result = compute(text)
    assert result["line"] == line
    assert code in result["errors"]
