"""`tallyboard tournament compute`: what comes out for good scripts, bad scripts and no scripts."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tallyboard.desk import compute_script
from tests.harness.command_line import Run
from tests.host.tournament.conftest import Day

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


READ = b"""\
tournament singles seed=7
add Ann
add Bob
add Cid
add Dee
open 1 2
at 0:00
phase 1 round-robin minutes=9 rest=4 game washers-ritzenthaler
draw 1
call
result 1:1-4 1 21 4 3
at 0:07
call           # nobody is free and rested
undo
free 2
call
undo
note late
"""


def test_a_script_is_read_into_a_new_tournament(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun()
    script = _file(tmp_path, "autumn.txt", READ)
    expected = compute_script(READ.decode())
    assert day.said("read", script).startswith("autumn is read: ")
    assert json.loads(day.said("export --json")) == expected
    exported = day.said("export --script")
    assert compute_script(exported) == expected
    assert exported.count("\nat ") == 1
    moments = [event["at"] for event in day.told_lines("log")]
    assert moments == sorted(moments)
    again = day.said("read", "-", "Again", stdin=exported.encode())
    assert "Again is read" in again
    assert day.said("export --script") == exported
    keys = {call["event"] for call in day.told_lines("log") if call["line"].startswith("call")}
    assert len(keys) == len([line for line in exported.splitlines() if line.startswith("call ")])
    day.said("undo")  # each line is a command of its own
    assert day.said("export --script").count("undo") == exported.count("undo") + 1


def test_times_of_a_script_go_on_where_the_day_is(begun: Callable[..., Day], tmp_path: Path) -> None:
    """The last minute has been already: today, or yesterday where the clock is not so far yet."""
    day = begun()
    late = READ.replace(b"at 0:07", b"at 23:59")
    for name, text in (("early", READ), ("late", late)):
        day.said("read", _file(tmp_path, name, text), "--time-zone", "UTC")
        events = [event for event in day.told_lines("log") if event["minute"]]
        moments = [datetime.fromisoformat(event["at"]) for event in events]
        assert moments[-1] <= datetime.now(UTC)
        assert all(m.hour * 60 + m.minute == event["minute"] for m, event in zip(moments, events, strict=True))


def test_time_goes_on_where_a_script_draws_on_its_second_day(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun()
    text = READ.replace(b"draw 1", b"at 30:00\ndraw 1").replace(b"at 0:07", b"at 30:07")
    day.said("read", _file(tmp_path, "late.txt", text), "--time-zone", "UTC")
    day.said("note", "on")
    *_, last, noted = day.told_lines("log")
    passed = datetime.fromisoformat(noted["at"]) - datetime.fromisoformat(last["at"])
    assert abs(noted["minute"] - last["minute"] - passed.total_seconds() / 60) <= 1


def test_a_league_of_many_evenings_is_read_too(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun()
    season = READ.replace(b"at 0:07", b"at 2207:30")  # three months after the draw
    day.said("read", _file(tmp_path, "league.txt", season))
    exported = day.said("export --script")
    assert "at 2207:30" in exported.splitlines()
    assert "Again is read" in day.said("read", "-", "Again", stdin=exported.encode())
    assert day.said("export --script") == exported


def test_a_script_with_a_refused_line_leaves_nothing(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun()
    bad = _file(tmp_path, "bad.txt", READ + b"add Ann\n")
    said = day.refused("read", bad)
    assert said.startswith(f"{bad}:{READ.count(bytes([10])) + 1}: ")
    good = _file(tmp_path, "Club day.txt", READ)
    assert "There is a tournament Club day already." in day.refused("read", good)
    assert [json.loads(line)["name"] for line in day.said("list --json").splitlines()] == ["Club day"]


def test_nothing_is_made_for_a_script_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    ran = run("tournament", "read", tmp_path / "none", "--db", tmp_path / "new.db")
    assert (ran.code, ran.out) == (2, "")
    assert not (tmp_path / "new.db").exists()
