"""The golden example of a season, worked by hand, and each sentence about it, put to the oracle and to the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reference.season import compute as oracle
from tests.reference.season.compare import found_by_the_command
from tests.reference.season.scripts import Season

Compute = Callable[..., dict[str, Any]]
WASHERS = "game washers-ritzenthaler"
ROSTER = "player Ann = Annie\nplayer Bob\nplayer Cid\n"


@pytest.fixture(params=["oracle", "command"])
def compute(request: pytest.FixtureRequest, tmp_path: Path) -> Compute:
    """What follows from a season's lines and from the scripts of its nights, each under its name with `.txt`."""

    def from_the_command(text: str, **nights: str) -> dict[str, Any]:
        files = {f"{name}.txt": script for name, script in nights.items()}
        if request.param == "oracle":
            return oracle(text, files)
        found = found_by_the_command(Season(text, files, {}), tmp_path)
        return {"line": found["line"], "errors": [found["error"]]} if "error" in found else found

    return from_the_command


def night(*names: str, more: str = "") -> str:
    """A round robin, of which these are the places: everybody beats all who stand behind."""
    lines = ["tournament singles", *(f"add {name}" for name in names), f"phase 1 round-robin {WASHERS}", "draw 1"]
    for winner in range(1, len(names) + 1):
        for loser in range(winner + 1, len(names) + 1):
            lines.append(f"result 1:{winner}-{loser} {winner} 21 {loser} 5 twenties 1 2")
    return "\n".join([*lines, more]) + "\n"


def nights(*names: str) -> str:
    return "".join(f"night 2026-01-{number:02} {name}.txt\n" for number, name in enumerate(names, start=1))


def column(result: dict[str, Any], name: str) -> list[Any]:
    return [row[name] for row in result["standings"]]


def of_night(result: dict[str, Any], number: int) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in result["nights"][number - 1]["rows"]]


def test_the_season_of_the_page(compute: Compute) -> None:
    result = compute(
        f"season best=2 points=10,8,6,5\n{ROSTER}{nights('a', 'b', 'c')}",
        a=night("Ann", "Zoe", "Bob", "Cid"),
        b=night("Bob", "Annie", "Cid"),
        c=night("Cid", "Bob"),
    )
    assert result["players"][0] == {"player": 1, "name": "Ann", "names": ["Ann", "Annie"]}
    # Player, place, points, played, wins, twenties; the guest holds no place.
    assert of_night(result, 1) == [(1, 1, 10, 3, 3, 3), (2, 2, 8, 3, 1, 5), (3, 3, 6, 3, 0, 6)]
    assert of_night(result, 3) == [(3, 1, 10, 1, 1, 1), (2, 2, 8, 1, 0, 2)]
    assert column(result, "player") == [2, 1, 3]
    assert column(result, "place") == [1, 2, 3]
    assert column(result, "points") == [18, 18, 16]
    assert column(result, "nights") == [3, 2, 3]
    assert column(result, "counted") == [[1, 2], [1, 2], [1, 3]], "of equal ones the earlier"
    assert column(result, "why") == [
        {"by": "nights", "values": [8, None]},
        {"by": "points", "values": [18, 16]},
        None,
    ]
    assert result["flags"] == [{"kind": "guest", "night": 1, "name": "Zoe"}]


def test_nights_stand_by_date_then_file_and_one_that_is_not_finished_gives_nothing(compute: Compute) -> None:
    three = "night 2026-02-01 b.txt\nnight 2026-02-01 a.txt points=9,4\nnight 2026-01-31 z.txt\n"
    text = f"season points=3,1\n{three}{ROSTER}"
    result = compute(text, a=night("Bob", "ann"), b=night("ANNIE", "Bob"), z=night("Bob", "Cid", more="clear 1:1-2"))
    assert [(each["night"], each["date"], each["file"], each["counts"]) for each in result["nights"]] == [
        (1, "2026-01-31", "z.txt", False),
        (2, "2026-02-01", "a.txt", True),
        (3, "2026-02-01", "b.txt", True),
    ]
    assert result["nights"][0]["rows"] == []
    assert column(result, "player") == [2, 1, 3]
    assert column(result, "points") == [10, 7, 0]
    assert column(result, "place") == [1, 2, None], "never there"
    assert result["flags"] == [{"kind": "unfinished", "night": 1}]


def test_points_of_matches_are_those_of_all_leagues(compute: Compute) -> None:
    two = f"phase 2 single of=1 {WASHERS}\ndraw 2\nresult 2:W1.1 1 5 2 9 twenties 0 7\n"
    two += f"phase 3 swiss rounds=1 of=1 points=3,1,0 chain=points {WASHERS}\ndraw 3\nresult 3:1-2 1 6 2 6\n"
    result = compute(f"season chain=points,twenties\n{ROSTER}{nights('a')}", a=night("Ann", "Bob", more=two))
    assert of_night(result, 1) == [(1, 1, 3, 3, 1, 1), (2, 1, 1, 3, 1, 9)]
    assert column(result, "wins") == [1, 1, 0]


def test_who_is_disqualified_is_there_without_a_place_and_without_points(compute: Compute) -> None:
    for points in ("points=10,8", "points=match"):
        script = night("Ann", "Bob", "Cid", more="disqualify 1")
        result = compute(f"season {points}\n{ROSTER}{nights('a')}", a=script)
        assert of_night(result, 1)[-1] == (1, None, 0, 2, 2, 2)
        assert [row[1] for row in of_night(result, 1)] == [1, 2, None]


def test_both_of_a_pair_have_all_that_it_has_and_a_guest_beside_one_holds_the_place(compute: Compute) -> None:
    doubles = night("Ann & Zoe", "Bob & Cid", "Yan & Xia").replace("singles", "doubles")
    result = compute(f"season points=10,8,6\n{ROSTER}{nights('a')}", a=doubles)
    assert of_night(result, 1) == [(1, 1, 10, 2, 2, 2), (2, 2, 8, 2, 1, 3), (3, 2, 8, 2, 1, 3)]
    assert [flag["name"] for flag in result["flags"]] == ["Xia", "Yan", "Zoe"]


def test_one_in_two_entrants_has_nothing_and_the_entrants_keep_their_places(compute: Compute) -> None:
    result = compute(f"season points=10,8,6\n{ROSTER}{nights('a')}", a=night("Ann", "Bob", "annie", "Cid"))
    assert of_night(result, 1) == [(2, 2, 8, 3, 2, 4), (3, 4, 6, 3, 0, 6)]
    assert result["flags"] == [{"kind": "twice", "night": 1, "player": 1}]
    assert column(result, "nights") == [1, 1, 0]


def test_only_who_had_a_match_decided_by_games_is_there(compute: Compute) -> None:
    gone = "forfeit 1:1-2 1\nforfeit 1:1-3 1\nforfeit 1:1-4 1"
    result = compute(f"season points=10,8,6\n{ROSTER}{nights('a')}", a=night("Ann", "Bob", "Zoe", "Cid", more=gone))
    assert [row[:3] for row in of_night(result, 1)] == [(2, 1, 10), (3, 2, 8)]


def test_partners_have_what_their_sides_have(compute: Compute) -> None:
    lines = [f"add {name}" for name in ("Ann", "Bob", "Cid", "Zoe")]
    lines += [
        "phase 1 partners rounds=1 chain=points game crokinole-championship",
        "draw 1",
        "result 1:1+2-3+4 1 6 4 2 twenties 3 1",
    ]
    result = compute(f"season\n{ROSTER}{nights('a')}", a="\n".join(["tournament singles", *lines]) + "\n")
    assert of_night(result, 1) == [(1, 1, 6, 1, 1, 3), (2, 1, 6, 1, 1, 3), (3, 3, 2, 1, 0, 1)]


def test_who_was_there_too_seldom_stands_last_in_the_same_order(compute: Compute) -> None:
    scripts = {"a": night("Ann", "Cid"), "b": night("Bob", "Cid")}
    result = compute(f"season least=2 points=9,1\n{ROSTER}player Dot\n{nights('a', 'b')}", **scripts)
    assert column(result, "player") == [3, 1, 2, 4]
    assert column(result, "place") == [1, None, None, None]
    level = compute(f"season chain=points points=9,1\n{ROSTER}{nights('a', 'b')}", **scripts)
    assert list(zip(column(level, "player"), column(level, "place"), strict=True)) == [(1, 1), (2, 1), (3, 3)]
    assert column(level, "why") == [None, {"by": "points", "values": [9, 2]}, None]


GOOD = {"a": night("Ann", "Bob"), "bad": "tournament\n"}


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "first-line"),
        ("player Ann\n", 1, "first-line"),
        ("season\nseason\n", 2, "first-line"),
        ("season best=0\n", 1, "option"),
        ("season best=100\n", 1, "option"),
        ("season least=100\n", 1, "option"),
        ("season best=1 best=2\n", 1, "option"),
        ("season points=8,10\n", 1, "option"),
        ("season points=1000\n", 1, "option"),
        (f"season points={','.join(['1'] * 100)}\n", 1, "option"),
        ("season chain=nights,points\n", 1, "option"),
        ("season chain=points,wins,wins\n", 1, "option"),
        ("season chain=points,lot\n", 1, "option"),
        ("season\nhello\n", 2, "syntax"),
        (f"season\nplayer {'A' * 61}\n", 2, "names"),
        ("season\nplayer Ann & Bob\n", 2, "names"),
        ("season\nplayer Ann = \n", 2, "names"),
        ("season\nplayer Ann = A & B\n", 2, "names"),
        ("season\nplayer Jo Ann\nplayer Bob = jo  ann\n", 3, "duplicate"),
        ("season\nnight 2026-02-29 a.txt\n", 2, "date"),
        ("season\nnight 2026-2-3 a.txt\n", 2, "date"),
        ("season\nnight 2026-02-03 none.txt\n", 2, "file"),
        ("season\nnight 2026-02-03 bad.txt\n", 2, "file"),
        ("season\nnight 2026-02-03 a.txt\nnight 2026-02-04 a.txt\n", 3, "duplicate"),
        ("season\nnight 2026-02-03 a.txt points=1,2\n", 2, "option"),
        ("season\nnight 2026-02-03 a.txt best=1\n", 2, "option"),
    ],
)
def test_refused(compute: Compute, text: str, line: int, code: str) -> None:
    result = compute(text, **GOOD)
    assert (result.get("line"), code in result["errors"]) == (line, True)
