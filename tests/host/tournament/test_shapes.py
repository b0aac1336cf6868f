"""What the commands of a tournament print as JSON is what docs/schema/ says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package of their own

from tests.harness.command_line import Run
from tests.harness.sizes import PRINTS
from tests.host.json_shapes import schema
from tests.host.tournament.conftest import Day


def check(name: str, text: str) -> list[Any]:
    """The objects on these lines, each of which is as the file of this name says, and has no other key."""
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        Draft202012Validator(schema(name, is_strict=True)).validate(one)
    assert found
    return found


def test_what_changes(begun: Callable[..., Day]) -> None:
    day = begun()
    check("tournament", day.said("new Other --json"))
    check("tournament", day.said("list --json"))
    check("tournament", day.said("use Other --json"))
    for line in (
        "add Ann",
        "add Bob",
        "phase single game washers-ritzenthaler",
        "draw",
        "open 1",
        "call --auto off",
        "call",
        "call",
        "result Ann 21 Bob 3 --by Ann --reason because",
        "undo",
    ):
        check("changed", day.said(f"{line} --json"))
    (*_, last) = check("event", day.said("log --json"))
    assert last["line"] == "undo"


def test_what_is_shown(day: Day) -> None:
    day.lines("call", "result 1 21 2 3", "result 1 21 3 3", "result 1 21 4 3", "absent 4", "contest 1 9")
    day.lines("phase single of=1 game washers-ritzenthaler", "phase round-robin game washers-ritzenthaler")
    for command, name in (("standings", "standings"), ("bracket", "standings"), ("schedule", "schedule")):
        check(name, day.said(f"{command} --json"))
    day.said("result 1:1-2 1 25 2 3")
    (flagged,) = check("flags", day("flags --json").out)
    assert [one["match"] for one in flagged["doubts"]] == ["1:1-2"]
    check("changed", day.said("confirm 1:1-2 --json"))
    check("entrant", day.said("entrant --json"))
    check("entrant", day.said("entrant 1 --json"))
    check("entrant", day.said("contest --json"))
    check("why", day.said("why 1 2 --json"))
    check("stats", day.said("stats --json"))
    check("compute", day.said("export --json").replace("\n", ""))


def test_what_is_written(day: Day, tmp_path: Path) -> None:
    script, sheet = (tmp_path / name for name in ("day.txt", "places.csv"))
    (told,) = check("written", day.said("export", "--script", "--json", "--out", script))
    assert told == {"what": "script", "file": str(script), "lines": len(script.read_text().splitlines())}
    (told,) = check("written", day.said("export", "--csv", "--json", "--out", sheet))
    assert told == {"what": "csv", "file": str(sheet), "lines": len(sheet.read_text().splitlines())}
    day.said("end 1")
    (told,) = check("written", day.said("export", "--placements", "--json", "--out", sheet))
    assert told == {"what": "placements", "file": str(sheet), "lines": 5}


@PRINTS
def test_what_is_printed(day: Day, tmp_path: Path) -> None:
    from pypdf import PdfReader

    paper = tmp_path / "paper.pdf"
    size = ("--size", "letter", "--language", "fr")
    (told,) = check("print", day.said("print", "scoresheets", "--json", "--out", paper, *size))
    pages = len(PdfReader(paper).pages)
    assert pages > 1
    assert told == {"kind": "scoresheets", "file": str(paper), "pages": pages, "size": "letter", "language": "fr"}


def test_what_is_computed(run: Run) -> None:
    for script in (b"tournament singles\nadd Ann\n", b"tournament\n"):
        check("compute", run("tournament", "compute", "-", "--json", stdin=script).out)
