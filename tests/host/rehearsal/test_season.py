"""`tallyboard tournament rehearse --season`: evenings with real boards, and the season of them."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tallyboard.desk import as_object
from tallyboard.desk.season import Season, compute_season, evening_of
from tallyboard.rehearsal import checks
from tallyboard.rehearsal.season import SCRIPT, STANDINGS, evening_wrong, standings_wrong
from tests.harness.command_line import Run
from tests.host.desk.test_season import MONTH
from tests.host.json_shapes import schema

_SMALL = ("--players", 8, "--tables", 2, "--format", "swiss", "--speed", 50, "--seed", 3)


@pytest.mark.check("evenings of boards as processes")
def test_five_evenings_are_a_season(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    ran = run("tournament", "rehearse", *_SMALL, "--season", 5, "--keep", folder, "--json")
    made = json.loads(ran.out)
    Draft202012Validator(schema("rehearse", is_strict=True)).validate(made)
    assert (ran.code, [one for one in made["checks"] if not one["holds"]]) == (0, [])
    assert {SCRIPT, STANDINGS} <= {one["what"] for one in made["checks"]}
    assert [len(made["evenings"]), len({evening["seed"] for evening in made["evenings"]})] == [5, 5]
    stored = json.loads(run("season", "standings", "--json", "--db", folder / "tallyboard.db").out)
    assert stored["standings"] == made["standings"]
    assert [night["counts"] for night in stored["nights"]] == [True] * 5


def test_what_does_not_hold_in_an_evening_is_told_with_why() -> None:
    wrong = ["Table 3 says 'DRAW' at the end.", "Table 4 too."]
    evening: Any = {"checks": [checks.check(checks.HUB, []), checks.check(checks.DISPLAYS, wrong)]}
    assert evening_wrong(4, evening) == [f"Evening 4, not so: {checks.DISPLAYS}. {wrong[0]}"]


def test_standings_that_are_not_those_of_the_places_are_found() -> None:
    season = Season("season best=2 points=25,20,16,13")
    for line in ("player Ann = Annie", "player Bob", "player Cid", *(f"night 2026-01-0{n} {n}" for n in (1, 2, 3))):
        season.enter(line)
    found = compute_season(season, {str(n): evening_of(night) for n, night in enumerate(MONTH, 1)})
    days = [as_object(MONTH[0]), as_object(MONTH[2])]
    assert [wrong.split()[1] for wrong in standings_wrong(found, days, 2)] == [
        "2",
        "1",
    ]  # of the night that is left out
    altered = deepcopy(found)
    altered["standings"].reverse()
    assert list(standings_wrong(altered, [as_object(night) for night in MONTH], 2))
