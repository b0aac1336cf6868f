"""`tallyboard season`: scripts and stored seasons, nights that are gone, and what is said of them."""

import json
from pathlib import Path

import pytest

from tests.harness.command_line import Run

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
