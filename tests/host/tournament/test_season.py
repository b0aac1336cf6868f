"""`tallyboard season`: scripts and stored seasons, nights that are gone, and what is said of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package of their own

from tests.harness.command_line import Ran, Run
from tests.harness.sizes import PRINTS
from tests.host.json_shapes import schema

NIGHT = """\
tournament singles
add Ann
add Zoe
phase 1 round-robin game washers-ritzenthaler
draw 1
result 1:1-2 1 21 2 15
"""


def _script(folder: Path, *lines: str) -> Path:
    (folder / "jan.txt").write_text(NIGHT)
    path = folder / "season.txt"
    path.write_text("\n".join(["season points=10,8", "player Ann", *lines]))
    return path


def test_nights_are_looked_for_beside_the_script(run: Run, tmp_path: Path) -> None:
    path = _script(tmp_path, "night 2026-01-13 jan.txt", "player Bob")
    found = json.loads(run("season", "compute", path, "--json").out)
    assert [(row["player"], row["points"]) for row in found["standings"]] == [(1, 10), (2, 0)]
    told = run("season", "compute", path)
    assert (told.code, told.err) == (0, "")
    assert "2026-01-13 (jan.txt): not in the roster: Zoe." in told.out


@pytest.mark.parametrize(
    ("line", "error", "said"),
    [
        ("night 2026-01-20 gone.txt", "file", "gone.txt cannot be read"),
        ("night 2026-01-20 bad.txt", "file", "bad.txt:2: There is no event foo"),
        ("night 2026-01-20 deadbeef-0000", "file", "There is no database"),
        ("night 2026-13-20 jan.txt", "date", "is no date"),
        ("player ann", "duplicate", "is in the roster already: Ann"),
    ],
)
def test_a_line_that_is_refused_is_told_with_file_and_line(
    run: Run, tmp_path: Path, line: str, error: str, said: str
) -> None:
    (tmp_path / "bad.txt").write_text("tournament singles\nfoo\n")
    path = _script(tmp_path, "night 2026-01-13 jan.txt", line)
    ran = run("season", "compute", path, "--json", "--db", tmp_path / "club.db")
    assert (ran.code, json.loads(ran.out)) == (2, {"file": str(path), "line": 4, "error": error})
    assert ran.err.startswith(f"{path}:4: ") and said in ran.err


@pytest.fixture
def season(run: Run, tmp_path: Path) -> Callable[..., Ran]:
    """`tallyboard season …` in a database with the season Winter, Ann in its roster, and the finished evening `Jan`."""
    (tmp_path / "jan.txt").write_text(NIGHT)
    db = tmp_path / "club.db"
    assert run("tournament", "read", tmp_path / "jan.txt", "Jan", "--db", db).code == 0

    def it(*words: object) -> Ran:
        return run("season", *words, "--db", db)

    for words in (("new", "Winter", "points=10,8"), ("player", "Ann", "=", "Annie")):
        assert it(*words).code == 0
    return it


def _told(ran: Ran, name: str) -> list[Any]:
    """The objects that it printed, as docs/schema/ has them."""
    assert (ran.code, ran.err) == (0, ""), ran
    found = [json.loads(line) for line in ran.out.splitlines()]
    for one in found:
        Draft202012Validator(schema(name, is_strict=True)).validate(one)
    return found


def test_a_stored_season_from_its_roster_to_its_sheet(season: Callable[..., Ran], tmp_path: Path) -> None:
    (changed,) = _told(season("night", "--date", "2026-01-13", "--json"), "season-changed")
    said = "2026-01-13 (Jan): not in the roster: Zoe."
    assert changed["said"] == ["Jan is the night of 2026-01-13: 1 player of the roster.", said]
    _told(season("player", "Zoe", "--by", "Bob", "--reason", "new", "--json"), "season-changed")
    (standings,) = _told(season("standings", "--json"), "season")
    assert [(row["player"], row["points"]) for row in standings["standings"]] == [(1, 10), (2, 8)]
    assert [event["who"] for event in _told(season("log", "--json"), "event")][2] == "Bob"
    assert [one["in_use"] for one in _told(season("list", "--json"), "seasons")] == [True]
    (roster,) = _told(season("player", "--json"), "roster")
    assert [one["names"] for one in roster["players"]] == [["Ann", "Annie"], ["Zoe"]]
    sheet = season("export", "--csv").out.splitlines()
    assert sheet[0] == "place,player,name,points,nights,wins,twenties,counted,2026-01-13 Jan"
    assert sheet[2] == "2,2,Zoe,8,1,0,0,1,8"
    script = tmp_path / "winter.txt"
    _told(season("export", "--script", "--out", script, "--json"), "written")
    assert _told(season("compute", script, "--json"), "season") == [standings]
    assert season("undo").out.startswith("Taken back: player Zoe.\n")
    assert season("night", "jan", "--drop").out.startswith("Jan of 2026-01-13 is no night any more; it stays as it is.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["player", "ANNIE"], "ANNIE is in the roster already: Ann.\nTell them apart"),
        (["player", "Bob", "=", "ann"], "ann is in the roster already: Ann."),
        (["player", "Bob & Cid"], "An entrant here is one player's name, not `Bob & Cid`."),
        (["player", "Bob #2"], "The name has the sign #."),
        (["rename", "Bob", "Rob"], "Bob is not in the roster.\n`tallyboard season player` lists it."),
        (["set", "best=0"], "`best=0` is out of range.\nIt is a whole number from 1 to 99."),
        (["night", "jan", "--date", "13.1.2026"], "`13.1.2026` is no date.\nWrite it as 2026-01-13."),
        (["night", "jan", "--points", "8,10"], "`points=8,10` is not valid."),
        (["night", "no such"], "There is no tournament no such."),
        (["night", "no", "--drop"], "There is no such night.\nThere are none."),
        (["undo", "--season", "Summer"], "There is no season Summer.\n`tallyboard season list` lists them."),
        (["new", "winter"], "There is a season winter already.\nGive it another name, as with its year."),
        (["new", "Other", "best=x"], "`best=x` is out of range."),
    ],
)
def test_what_is_refused_changes_nothing(season: Callable[..., Ran], words: list[str], said: str) -> None:
    before = season("log", "--json").out, season("list").out
    ran = season(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)
    assert (season("log", "--json").out, season("list").out) == before


def test_a_night_whose_script_is_gone_loses_nothing(
    season: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert season("night", "jan.txt").err == "A script has no date.\nSay when it was, as in --date 2026-01-13.\n"
    assert season("night", "jan.txt", "--date", "2026-01-13").code == 0
    stood = season("standings").out
    script = season("export", "--script").out
    (tmp_path / "jan.txt").rename(tmp_path / "away.txt")
    ran = season("standings")
    assert (ran.code, ran.out) == (2, "")
    assert f"The night 2026-01-13 is not to be had: {tmp_path / 'jan.txt'} cannot be read" in ran.err
    assert "take the night out; nothing of the season is lost" in ran.err
    assert season("export", "--script").out == script
    (tmp_path / "away.txt").rename(tmp_path / "jan.txt")
    assert season("standings").out == stood
    folder = tmp_path / "of the club"
    folder.mkdir()
    (folder / "feb.txt").write_text(NIGHT)
    assert "has a blank in it" in season("night", folder / "feb.txt", "--date", "2026-02-03").err


@PRINTS
def test_the_standings_are_printed(season: Callable[..., Ran], tmp_path: Path) -> None:
    season("night", "--date", "2026-01-13")
    (printed,) = _told(season("print", "--out", tmp_path / "season.pdf", "--size", "letter", "--json"), "print")
    assert (printed["kind"], printed["pages"]) == ("season", 1)
    assert (tmp_path / "season.pdf").read_bytes().startswith(b"%PDF")
