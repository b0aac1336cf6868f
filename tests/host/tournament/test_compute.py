"""`tallyboard tournament compute`: what comes out for good scripts, bad scripts and no scripts."""

import json
from pathlib import Path

import pytest

from tests.harness.command_line import Run

SCRIPT = b"""\
tournament singles seed=7
add Ann
add Bob
add Cid
phase 1 round-robin game washers-ritzenthaler
draw 1
result 1:1-2 Ann 21 Bob 15
result 1:1-3 1 21 3 10
result 1:2-3 2 21 3 20
"""
KEYS = ["entrants", "tables", "phases", "next", "schedule", "flags", "champion", "contest", "finished", "placing"]


def _file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_json_is_an_object_a_line_in_the_order_of_the_files(run: Run, tmp_path: Path) -> None:
    good = _file(tmp_path, "good", SCRIPT.replace(b"Ann 21 Bob", b"1 21 2"))
    bad = _file(tmp_path, "bad", b"tournament singles\nadd Ann\nadd ann\n")
    ran = run("tournament", "compute", "--json", bad, good, tmp_path / "none")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert lines[0] == {"file": str(bad), "line": 3, "error": "duplicate"}
    assert list(lines[1]) == KEYS
    assert lines[1]["phases"][0]["ranking"] == [[1], [2], [3]]
    assert lines[1]["champion"] == 1
    assert (lines[2]["file"], lines[2]["line"]) == (str(tmp_path / "none"), None)
    assert "No such file" in lines[2]["error"]
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [f"{bad}:3", str(tmp_path / "none")]


def test_the_script_has_numbers_for_names(run: Run) -> None:
    ran = run("tournament", "compute", "-", "--json", stdin=SCRIPT)
    refused = json.loads(ran.out)
    assert (ran.code, refused["line"], list(refused)) == (2, 7, ["file", "line", "error"])


def test_a_dash_is_standard_input_and_a_byte_order_mark_no_error(run: Run) -> None:
    script = b"\xef\xbb\xbf" + SCRIPT.replace(b"Ann 21 Bob", b"1 21 2").replace(b"\n", b"\r\n")
    ran = run("tournament", "compute", "-", "--json", stdin=script)
    assert (ran.code, json.loads(ran.out)["champion"]) == (0, 1)


def test_errors_for_people_name_file_and_line_cause_and_next_step(run: Run, tmp_path: Path) -> None:
    bad = _file(tmp_path, "bad", b"# a comment\ntournament nothing\n")
    ran = run("tournament", "compute", bad, tmp_path)
    assert (ran.code, ran.out) == (2, "")
    first, second = ran.err.splitlines()
    assert first.startswith(f"{bad}:2: ")
    assert first.count(". ") == 1
    assert second == (
        f"{tmp_path}: cannot be read: Is a directory. Give the path of a script, or - for standard input."
    )


@pytest.mark.parametrize("content", [b"tournament singles\n\xff\n", b"tournament singles\nadd \xe9ric"])
def test_bytes_that_are_no_utf8_have_their_line(run: Run, content: bytes) -> None:
    ran = run("tournament", "compute", "-", "--json", stdin=content)
    assert (ran.code, json.loads(ran.out)) == (2, {"file": "-", "line": 2, "error": "syntax"})
    assert ran.err == "-:2: The line is not UTF-8 text. Save the file as UTF-8.\n"


def test_for_people_it_is_a_summary(run: Run) -> None:
    ran = run("tournament", "compute", "-", stdin=SCRIPT.replace(b"Ann 21 Bob", b"1 21 2"))
    assert ran.code == 0
    assert ran.out.startswith("3 entrants.\n\nPhase 1, round robin, finished\n")
    assert "more points: 4 to 2" in ran.out
    assert ran.out.endswith("\nAnn is champion.\n")
