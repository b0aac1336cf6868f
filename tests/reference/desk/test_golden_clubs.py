"""The golden examples of rotation, adjusted points and changing partners, and what each rule of theirs refuses."""

from typing import Any

import pytest

from tests.reference.desk.test_golden import (
    CHAMPIONSHIP,
    COMPUTES,
    WASHERS,
    Compute,
    by_name,
    column,
    rounds_drawn,
    rows,
    tournament,
)


@pytest.fixture(params=list(COMPUTES))
def compute(request: pytest.FixtureRequest) -> Compute:
    return COMPUTES[request.param]


def many(entrants: int, *lines: str) -> str:
    """As `tournament`, of more entrants than there are letters."""
    names = "\n".join(f"add P{number}" for number in range(1, entrants + 1))
    head, _, rest = tournament(0, *lines).partition("\n")
    return f"{head}\n{names}\n{rest}"


def drawn(result: dict[str, Any]) -> list[str]:
    """Every round as the page writes it: `1-2 5-6` or `6+8:4+7 1+2:3+5`, A first."""

    def written(side: int | list[int]) -> str:
        return "+".join(map(str, side)) if isinstance(side, list) else str(side)

    found = []
    for matches, _ in rounds_drawn(result["phases"][-1]):
        by_partners = isinstance(matches[0][0], list)
        found.append(" ".join((":" if by_partners else "-").join(written(side) for side in match) for match in matches))
    return found


# --- Rotation -------------------------------------------------------------------------------------------------------

ROTATION = many(8, f"phase 1 round-robin rounds=4 rotation=tables {CHAMPIONSHIP}; draw 1")


def test_rotation_of_eight(compute: Compute) -> None:
    result = compute(ROTATION)
    phase = result["phases"][0]
    assert phase["seats"] == [[1, 5, 3, 7], [2, 6, 4, 8]]
    assert drawn(result) == ["1-2 5-6 3-4 7-8", "6-7 4-1 8-5 2-3", "3-6 7-4 1-8 5-2", "4-5 8-3 2-7 6-1"]
    assert [match["seat"] for match in phase["matches"]] == [1, 2, 3, 4] * 4
    assert phase["byes"] == []


def test_rotation_has_no_more_rounds_than_tables_and_the_last_down_seat_is_empty(compute: Compute) -> None:
    phase = compute(many(5, f"phase 1 round-robin rounds=9 rotation=tables {CHAMPIONSHIP}; draw 1"))["phases"][0]
    assert phase["seats"] == [[1, 5, 3], [2, 0, 4]]
    # Up 3 1 5 and down 0 4 2, then up 5 3 1 and down 4 2 0.
    assert drawn({"phases": [phase]}) == ["1-2 3-4", "4-1 2-5", "5-4 3-2"]
    assert phase["byes"] == [[5, 1], [3, 2], [1, 3]]
    assert {match["round"] for match in phase["matches"]} == {1, 2, 3}


def test_rotation_of_fewer_rounds_spreads_the_strengths(compute: Compute) -> None:
    # Tables in the sequence 1 3 5 2 4 6 are k = 0 1 2 3 4 5; N = 2, so first those with an even k: 1 5 4, then 3 2 6.
    phase = compute(many(12, f"phase 1 round-robin rounds=2 rotation=tables {CHAMPIONSHIP}; draw 1"))["phases"][0]
    assert phase["seats"] == [[1, 9, 7, 5, 3, 11], [2, 10, 8, 6, 4, 12]]


def test_a_rotation_drawn_again_leaves_everybody_in_their_seats(compute: Compute) -> None:
    first = many(7, f"phase 1 round-robin rounds=4 rotation=tables {CHAMPIONSHIP}; draw 1; add Zoe; absent 3; redraw 1")
    phase = compute(first)["phases"][0]
    assert phase["seats"] == [[1, 5, 8, 7], [2, 6, 4, 0]]
    assert phase["order"] == [1, 2, 4, 5, 6, 7, 8]
    played = first.replace("absent 3\n", "result 1:3-4 3 8 4 0\nabsent 3\n")
    assert compute(played)["phases"][0]["seats"] == [[1, 5, 3, 7], [2, 6, 4, 8]]
    full = compute(first + "add Yan\nadd Xia\nredraw 1\n")
    assert full == {"line": 16, "errors": ["full"]}


def called(result: dict[str, Any]) -> list[str]:
    return [f"{each['match']} {each['table']}" for each in result["next"]]


def test_calls_of_a_rotation_go_by_seat_if_there_are_tables_for_all(compute: Compute) -> None:
    assert called(compute(ROTATION + "open a b c d\n")) == ["1:1-2 a", "1:5-6 b", "1:3-4 c", "1:7-8 d"]
    assert called(compute(ROTATION + "open a b c\n")) == ["1:1-2 a", "1:5-6 b", "1:3-4 c"]
    closed = ROTATION + "open a b c d\nclose b\n"
    assert called(compute(closed)) == ["1:1-2 a", "1:3-4 c", "1:7-8 d"], "it waits for its table"
    one = compute(closed + "call 1:5-6 a\n")
    assert called(one) == ["1:3-4 c", "1:7-8 d"]
    assert [row["start"] for row in one["schedule"][:4]] == [0, 0, 0, 12], "the schedule looks at no seats"


# --- Adjusted -------------------------------------------------------------------------------------------------------

ADJUSTED = tournament(
    3,
    f"phase 1 swiss rounds=3 bye=adjust {CHAMPIONSHIP}; draw 1 1-2; result 1:1-2 1 5 2 3",
    "draw 1 3-1; result 1:1-3 1 4 3 4; draw 1 2-3; forfeit 1:2-3 2",
)


def test_adjusted(compute: Compute) -> None:
    found = rows(compute(ADJUSTED))
    assert column(found, "entrant") == [1, 3, 2]
    assert column(found, "points") == [9, 4, 3]
    assert (column(found, "won"), column(found, "lost")) == ([1, 0, 0], [0, 0, 2])
    assert column(found, "byes") == [1, 1, 1]
    assert column(found, "why") == [
        {"by": "points", "values": [[9, 2], [4, 1]], "among": None},
        {"by": "points", "values": [[4, 1], [3, 2]], "among": None},
        None,
    ]


def test_adjusted_head_needs_matches_decided_by_games(compute: Compute) -> None:
    lines = [f"phase 1 round-robin bye=adjust chain=points,head,twenties {WASHERS}; draw 1"]
    level = tournament(2, *lines, "result 1:1-2 1 9 2 9 twenties 1 3")
    assert rows(compute(level))[0]["why"] == {"by": "twenties", "values": [[3, 1], [1, 1]], "among": None}
    three = tournament(3, *lines, "result 1:1-2 1 9 2 3; result 1:2-3 2 9 3 1; result 1:1-3 1 2 3 5")
    assert [row["why"] for row in rows(compute(three))] == [None] * 3
    four = tournament(4, *lines, "result 1:1-3 1 9 3 3; result 1:2-4 2 9 4 1 twenties 4 0; forfeit 1:1-2 2")
    # 1 has 2 in 1, 2 has 2 in 2; 3 and 4 have 0 in 1, and no match.
    assert column(rows(compute(four)), "entrant") == [1, 2, 3, 4]
    assert rows(compute(four))[0]["why"] == {"by": "points", "values": [[2, 1], [2, 2]], "among": None}


def test_of_no_matches_the_comparison_is_of_nothing(compute: Compute) -> None:
    text = tournament(3, f"phase 1 swiss rounds=1 bye=adjust {CHAMPIONSHIP}; draw 1; result 1:1-2 1 5 2 3")
    assert rows(compute(text))[1]["why"] == {"by": "points", "values": [[3, 1], [0, 0]], "among": None}


# --- Partners -------------------------------------------------------------------------------------------------------


def partners(entrants: int, *lines: str, rounds: int = 7) -> str:
    return many(entrants, f"phase 1 partners rounds={rounds} {CHAMPIONSHIP}", *lines)


def test_partners_of_eight(compute: Compute) -> None:
    result = compute(partners(8, "draw 1; draw 1"))
    assert drawn(result) == ["6+8:4+7 1+2:3+5", "7+8:1+5 2+3:4+6"]
    assert list(by_name(result)) == ["1:4+7-6+8", "1:1+2-3+5", "1:1+5-7+8", "1:2+3-4+6"]
    phase = result["phases"][0]
    assert (phase["format"], phase["groups"], phase["seats"]) == ("partners", [], [])


def test_one_of_a_side_stands_for_both(compute: Compute) -> None:
    text = partners(8, "draw 1; open 1; call 1:1+2-3+5 1; at 0:20; result 1:1+2-3+5 5 8 2 3 twenties 2 1")
    result = compute(text)
    match = by_name(result)["1:1+2-3+5"]
    assert (match["winner"], match["games"]) == (
        [3, 5],
        [{"scores": [3, 8], "twenties": [1, 2], "winner": [3, 5]}],
    )
    assert result["tables"][0]["match"] is None
    of = {row["entrant"]: row for row in rows(result)}
    assert [(of[each]["points"], of[each]["twenties"], of[each]["won"]) for each in (1, 2, 3, 5)] == [
        *([(3, 1, 0)] * 2),
        *([(8, 2, 1)] * 2),
    ]
    won = compute(text + "result 1:4+7-6+8 4 4 6 4 won 7\n")
    assert by_name(won)["1:4+7-6+8"]["winner"] == [4, 7]
    forfeited = compute(text + "forfeit 1:4+7-6+8 8\n")
    assert (by_name(forfeited)["1:4+7-6+8"]["how"], by_name(forfeited)["1:4+7-6+8"]["winner"]) == ("walkover", [4, 7])
    assert by_name(compute(text + "clear 1:1+2-3+5 2 5\n"))["1:1+2-3+5"]["state"] == "ready"


def test_a_board_that_names_others_is_a_misfit(compute: Compute) -> None:
    text = partners(8, "draw 1; result 1:1+2-3+5 1 8 2 0 board b; result 1:1+2-3+5 4 8 2 0 board b")
    assert compute(text)["flags"] == [
        {"kind": "misfit", "match": "1:1+2-3+5", "entrants": [1, 2]},
        {"kind": "misfit", "match": "1:1+2-3+5", "entrants": [2, 4]},
    ]
    assert compute(text + "clear 1:1+2-3+5 2 1\nclear 1:1+2-3+5 4 2\n")["flags"] == []
    gone = partners(8, "draw 1; result 1:2+7-4+5 4 8 7 0 board b")
    assert compute(gone)["flags"] == [{"kind": "misfit", "match": "1:2+7-4+5", "entrants": [2, 4, 5, 7]}]


def test_partners_sit_out_by_turns_and_a_match_of_who_left_is_cancelled(compute: Compute) -> None:
    text = partners(6, "draw 1; draw 1")
    phase = compute(text)["phases"][0]
    # w = 8: round 1 has `6 4` of x536 wholly there as places 4+7: no; 1+2:3+5 whole, then the rest 6 4.
    assert drawn({"phases": [phase]})[0] == "1+2:3+5"
    assert phase["byes"][:2] == [[4, 1], [6, 1]]
    gone = compute(text + "withdraw 5\n")
    assert by_name(gone)["1:1+2-3+5"]["state"] == "cancelled"
    assert {row["entrant"]: row["byes"] for row in rows(gone)}[4] == 1, "its bye counts"
    assert {row["entrant"]: row["byes"] for row in rows(compute(text))}[4] == 0


def test_who_meets_often_in_few_rounds_of_few(compute: Compute) -> None:
    phase = compute(partners(4, *["draw 1"] * 4, rounds=4))["phases"][0]
    assert [match["match"] for match in phase["matches"]] == ["1:1+2-3+4", "1:1+4-2+3", "1:1+3-2+4", "1:1+2-3+4.2"]


def test_partners_have_the_game_of_doubles_and_a_chain_without_head(compute: Compute) -> None:
    text = partners(8, "draw 1; open 1; call", rounds=3)
    assert compute(text)["schedule"][1]["start"] == 28, "seven minutes a round of doubles"
    official = partners(8, "draw 1", rounds=1).replace(CHAMPIONSHIP, "game crokinole-official")
    level = compute(official + "result 1:4+7-6+8 4 9 6 9\nresult 1:1+2-3+5 1 9 3 9 twenties 1 0\n")
    assert rows(level)[1]["why"] == {"by": "twenties", "values": [[1, 1], [0, 1]], "among": None}


# --- Refused lines --------------------------------------------------------------------------------------------------

DRAWN = partners(8, "draw 1", rounds=1)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (many(4, f"phase 1 round-robin rotation=tables {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 swiss rounds=2 rotation=tables {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 round-robin rounds=2 rotation=ring {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 round-robin rounds=2 rotation=tables chain=points,buchholz {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 swiss rounds=2 bye=adjust chain=points,buchholz {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 single bye=adjust {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 partners {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 partners rounds=3 chain=points,head {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 partners rounds=3 bye=2 chain=points,buchholz {WASHERS}"), 6, "option"),
        (many(4, f"phase 1 partners rounds=3 {WASHERS} format=singles"), 6, "option"),
        (f"tournament doubles\nphase 1 partners rounds=3 {WASHERS}\n", 2, "option"),
        (many(3, f"phase 1 partners rounds=3 {WASHERS}; draw 1"), 6, "too-few"),
        (DRAWN + "draw 1\n", 12, "over"),
        (DRAWN + "result 1:1+2-3+5 1 8 2 0\n", 12, "not-these"),
        (DRAWN + "result 1:1+2-3+5 1 8 4 0\n", 12, "not-these"),
        (DRAWN + "result 1:1+2-3+5 1 4 3 4 won 4\n", 12, "winner"),
        (DRAWN + "forfeit 1:1+2-3+5 1 2\n", 12, "not-these"),
        (DRAWN + "result 1:2+1-3+5 1 8 3 0\n", 12, "unknown-match"),
        (DRAWN + "result 1:1+2-3+6 1 8 3 0\n", 12, "unknown-match"),
        (DRAWN + "result 1:3+5-1+2 1 8 3 0 board b\n", 12, "unknown-match"),
        (DRAWN + "result 1:1+2-3+9 1 8 3 0 board b\n", 12, "unknown-match"),
        (partners(8, "draw 1 1-2 3-4 5-6 7-8"), 11, "format"),
    ],
)
def test_refused(compute: Compute, text: str, line: int, code: str) -> None:
    result = compute(text)
    assert result.get("line") == line
    assert code in result["errors"]
