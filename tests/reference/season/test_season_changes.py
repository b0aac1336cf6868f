"""A season that differs from its rules in one line is found out by the random ones."""

import inspect
from functools import cache
from types import ModuleType

import pytest

from tests.reference.desk.compare import difference
from tests.reference.desk.test_changes import changed
from tests.reference.season import compute, night, season
from tests.reference.season.night import Night
from tests.reference.season.scripts import Season, random_season

WITHIN = 300  # seeds

# What is changed: where, in which function, and what stands there for what.
CHANGES: dict[str, tuple[ModuleType | type, str, str, str]] = {
    "names in capitals": (
        Night,
        "entrants_of",
        "roster[name.lower()] for name in names if name.lower()",
        "roster[name] for name in names if name",
    ),
    "runs of blanks": (night, "one_name", '" ".join(written.split())', "written"),
    "void matches": (night, "played", ' and match["state"] == "decided"', ""),
    "only by games": (night, "played", 'match["how"] == "played" and ', ""),
    "a night that goes on": (Night, "there", "if not self.finished:", "if False:"),
    "guests hold a place": (Night, "rows", "for each in holding if", "for each in self.there() if"),
    "persons hold places": (
        Night,
        "rows",
        "better = [each for each in holding if",
        "better = [each for own in entrants.values() for each in own if",
    ),
    "one in two entrants": (Night, "rows", "len(own) > 1", "False"),
    "one in two keeps the place": (
        Night,
        "rows",
        "for own in entrants.values() for",
        "for own in entrants.values() if len(own) == 1 for",
    ),
    "points by place overall": (Night, "rows", "1 + len(better)", "overall[own[0]]"),
    "the last for all further": (
        Night,
        "figures",
        "self.points[min(place, len(self.points)) - 1]",
        "([*self.points, *[0] * 99])[place - 1]",
    ),
    "unplaced, points of matches": (
        Night,
        "figures",
        "if place is not None and self.points is None:",
        "if self.points is None:",
    ),
    "points of all leagues": (Night, "figures", 'found["points"] += sum', 'found["points"] = sum'),
    "twenties of all games": (Night, "figures", 'for game in match["games"])', 'for game in match["games"][:1])'),
    "wins of both of a side": (Night, "figures", 'match["winner"] == side', 'match["winner"] == entrant'),
    "guests by name": (season, "report", ', each.get("name", "")', ""),
    "flags by kind": (season, "report", 'FLAGS.index(each["kind"]), ', ""),
    "nights by date": (season, "report", "(night.day, night.file)", "night.file"),
    "nights of a day by file": (season, "report", "(night.day, night.file)", "night.day"),
    "points of the night": (season.Season, "night", "self.points if not options else", "self.points if True else"),
    "the best nights": (season, "standings", '-each[1]["points"], each[0]', "each[0]"),
    "of equal nights the earlier": (season, "standings", '-each[1]["points"], each[0]', '-each[1]["points"], -each[0]'),
    "counted in the order of nights": (
        season,
        "standings",
        "sorted(place for place, _ in counted)",
        "[place for place, _ in counted]",
    ),
    "wins of all nights": (season, "standings", 'row["wins"] for _, row in own', 'row["wins"] for _, row in counted'),
    "all nights compared": (
        season,
        "standings",
        'row["points"] for _, row in own)',
        'row["points"] for _, row in counted)',
    ),
    "the best night first": (season, "standings", "for _, row in own), reverse=True)", "for _, row in own))"),
    "least": (season, "standings", "max(season.least, 1)", "1"),
    "never there": (season, "standings", "max(season.least, 1)", "season.least"),
    "level ones share": (season, "standings", "compared(other) > compared(row)", "compared(other) >= compared(row)"),
    "the chain": (season, "standings", "for item in season.chain]", "for item in CHAIN]"),
    "the first that differ": (season, "why", "return {", "if item != 'nights':\n                    return {"),
    "points never rise": (season, "read_points", "one >= other", "True"),
    "a name twice": (season.Season, "player", '"duplicate")', '"duplicate") if False else None'),
    "a file twice": (season.Season, "night", "file != night.file", "True"),
}


@cache
def _season(seed: int) -> Season:
    return random_season(seed)


@pytest.mark.parametrize("change", CHANGES)
def test_one_changed_line_is_found_out(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, old, new = CHANGES[change]
    seasons = [_season(seed) for seed in range(WITHIN)]  # written by the true one
    true = inspect.getattr_static(owner, name)
    for module in (night, season):
        if owner is module or getattr(module, name, None) is true:
            monkeypatch.setattr(module, name, changed(true, old, new))
    monkeypatch.setattr(owner, name, changed(true, old, new))
    assert any(_breaks_or_differs(each) for each in seasons), "they do not notice it"


def _breaks_or_differs(season: Season) -> bool:
    try:
        return difference(season.answer, compute(season.text, season.files)) is not None
    except (LookupError, TypeError):
        return True
