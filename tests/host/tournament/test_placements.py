"""The final places for the National Crokinole Association."""

import csv
from collections.abc import Callable
from pathlib import Path

from tests.host.tournament.conftest import Day

HEADINGS = "event,date,format,place,player,partner"


def rows(text: str) -> list[list[str]]:
    assert text.count("\n") == text.count("\r\n")
    heading, *found = text.splitlines()
    assert heading == HEADINGS
    return [*csv.reader(found)]


def test_the_places_over_all_phases_once_they_are_final(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee", "seeds 1 2 3 4")
    assert "it has no phase" in day.refused("export --placements")
    day.lines(
        "phase 1 round-robin game washers-ritzenthaler",
        "draw 1",
        *(f"result 1:{x}-{y} {x} 21 {y} 3" for x in (1, 2, 3) for y in range(x + 1, 5)),
        "phase 2 single of=1 take=1-2 game washers-ritzenthaler",
        "phase 3 single of=1 take=3-4 game washers-ritzenthaler",
        "draw 2",
        "draw 3",
        "result 2:W1.1 2 21 1 9",
    )
    assert "phase 3 is still on" in day.refused("export --placements")
    day.lines("result 3:W1.1 4 21 3 9", "disqualify 3")
    began = day.told_lines("log")[0]["at"][:10]
    assert rows(day.said("export --placements")) == [
        ["Club day", began, "singles", place, who, ""] for place, who in (("1", "Bob"), ("2", "Ann"), ("3", "Dee"))
    ]


def test_a_pair_is_a_row_and_its_date_is_the_first_day(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun("doubles")
    script = tmp_path / "old.txt"
    script.write_text(
        "tournament doubles\nadd Ann & =Bob\nadd Cid & Dee, jr.\nphase 1 single game crokinole-championship\n"
        "at 23:30\ndraw 1\nat 24:30\nresult 1:W1.1 1 6 2 2\n"
    )
    day.said("read", script, "Cup, final", "--time-zone", "UTC")
    sheet = tmp_path / "places.csv"
    day.said("export", "--placements", "--out", sheet)
    first, second = rows(sheet.read_bytes().decode("utf-8-sig"))
    assert (first[0], first[2:]) == ("Cup, final", ["doubles", "1", "Ann", "'=Bob"])
    assert second[2:] == ["doubles", "2", "Cid", "Dee, jr."]
    drawn, result = (one["at"][:10] for one in day.told_lines("log")[-2:])
    assert first[1] == second[1] == drawn < result
