"""Random seasons, put to the command and to the oracle; and that they have all that they are to have."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.harness.campaign import form
from tests.reference.season import compute
from tests.reference.season.compare import compare
from tests.reference.season.scripts import random_season

SEASONS = form(300, 5_000, 60)
CHUNK = 20  # seasons of one test, so that they are spread over all processors


@pytest.mark.sample
@pytest.mark.parametrize("first", range(0, SEASONS, CHUNK))
def test_the_command_says_what_the_oracle_says(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + CHUNK):
        season = random_season(seed)
        found = compare(season, tmp_path)
        assert found is None, f"seed {seed}: {found}\n\n{season.text}"


def test_random_seasons_reach_all_that_they_are_to_reach() -> None:
    seasons = [random_season(seed) for seed in range(60)]
    assert compute(seasons[7].text, seasons[7].files) == random_season(7).answer
    found: Counter[str] = Counter()
    for answer in (season.answer for season in seasons):
        found.update(answer.get("errors", []))
        found.update(flag["kind"] for flag in answer.get("flags", []))
        for row in answer.get("standings", []):
            found.update(what_stands_in(row))
        rows = [row for night in answer.get("nights", []) for row in night["rows"]]
        found.update(["no place" for row in rows if row["place"] is None])
    wanted = ["points", "nights", "wins", "twenties", "best", "seldom", "nothing", "no place"]
    wanted += ["unfinished", "twice", "guest", "option", "names", "file", "duplicate", "syntax"]
    assert [word for word in wanted if not found[word]] == []


def what_stands_in(row: dict[str, Any]) -> list[str]:
    why = row["why"] or {"by": "-", "values": []}
    words = [why["by"], *("nothing" for value in why["values"] if value is None)]
    words += ["best"] if len(row["counted"]) < row["nights"] else []
    return words + (["seldom"] if row["nights"] and row["place"] is None else [])
