"""sync, results and show from the command line, over a pty as over a cable."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from shared_rules.games import catalogue
from shared_rules.link import frame
from tallyboard.link import Patience
from tallyboard.store import Heard, open_store
from tallyboard.store.matches.replayed import match_id
from tallyboard.text import quantities
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import Paper, gone_back, two_matches

_FIRST = match_id("e661640843", 7, 1)


@pytest.fixture
def board() -> BoardHalf:
    return BoardHalf(two_matches())


@pytest.fixture
def plugged(board: BoardHalf) -> Iterator[PtyBoard]:
    with PtyBoard(board, stale=b"\x11stale tail\x00\x22") as served:
        yield served


def test_sync_json_is_one_object(run: Run, plugged: PtyBoard) -> None:
    ran = run("sync", plugged.path, "--json")
    expected = {
        "board": "e661640843",
        "table": "Table 3",
        "firmware": "0.1.0",
        "epoch": 7,
        "received": 28,
        "already_had": 0,
        "damaged": 0,
        "acked": 28,
        "conflicts": [],
        "missing": 0,
        "board_damaged": 0,
    }
    assert (ran.code, json.loads(ran.out), ran.err) == (0, expected, "")
    again = json.loads(run("sync", plugged.path, "--json").out)
    assert again == {**expected, "received": 0, "already_had": 28}


def test_sync_says_what_it_did_and_what_is_wrong_with_the_board(run: Run, board: BoardHalf, plugged: PtyBoard) -> None:
    board.spoil[20] = bytes(8)
    ran = run("sync", plugged.path)
    assert ran.code == 1, "not everything that the board has is stored"
    assert ran.out == "Table 3 (e661640843): 27 records received, 0 here before.\n"
    assert "1 record arrived damaged" in ran.err
    assert "The board reports 1 record damaged" in ran.err


def test_a_conflict_is_an_alarm_and_1(run: Run, board: BoardHalf, plugged: PtyBoard) -> None:
    run("sync", plugged.path)
    del board.paper.records[26:]
    board.paper.press("B 5")
    ran = run("sync", plugged.path)
    assert ran.code == 1
    assert "ALARM" in ran.err
    assert run("verify").code == 1


def test_records_that_another_laptop_took_are_mentioned(run: Run, board: BoardHalf, plugged: PtyBoard) -> None:
    board.oldest = 13
    assert "13 records were freed on the board" in run("sync", plugged.path).err


def test_sync_without_a_board_is_2_with_cause_and_next_step(run: Run, tmp_path: Path) -> None:
    ran = run("sync", tmp_path / "ttyACM9")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"There is no port {tmp_path / 'ttyACM9'}.",
        "Plug the board in and check the name of its port.",
    ]


def test_the_cable_is_pulled_and_nothing_is_lost(run: Run, board: BoardHalf, plugged: PtyBoard) -> None:
    board.on_request = lambda kind: plugged.unplug() if kind == frame.PULL else None
    ran = run("sync", plugged.path)
    assert ran.code == 2
    assert "went away" in ran.err
    board.on_request = lambda kind: None
    with PtyBoard(board) as again:
        assert json.loads(run("sync", again.path, "--json").out)["received"] == 28


def test_killed_between_commit_and_ack_it_has_everything_once(
    run: Run, tmp_path: Path, board: BoardHalf, plugged: PtyBoard
) -> None:
    db = tmp_path / "club.db"
    command = [sys.executable, "-c", "from tallyboard.cli import main; main()", "sync", plugged.path, "--db", str(db)]
    started: list[subprocess.Popen[bytes]] = []

    def kill(kind: int) -> None:
        if kind == frame.ACK:
            os.kill(started[0].pid, signal.SIGKILL)
            started[0].wait()

    board.on_request = kill
    started.append(subprocess.Popen(command))
    assert started[0].wait() == -signal.SIGKILL
    board.on_request = lambda kind: None
    again = json.loads(run("sync", plugged.path, "--db", db, "--json").out)
    assert (again["received"], again["already_had"], again["acked"]) == (0, 28, 28)
    assert run("verify", "--db", db).code == 0


def test_results_json_is_a_match_object_a_line(run: Run, plugged: PtyBoard) -> None:
    assert run("results", "--json").out == ""
    run("sync", plugged.path)
    first, second = (json.loads(line) for line in run("results", "--json").out.splitlines())
    assert {key: first[key] for key in ("match", "board", "epoch", "first_seq", "last_seq", "started", "status")} == {
        "match": _FIRST,
        "board": "e661640843",
        "epoch": 7,
        "first_seq": 1,
        "last_seq": 11,
        "started": None,
        "status": "finished",
    }
    assert second["current"]["counts"] == {"A": {"10": 1, "5": 1}, "B": {"10": 1}}


def test_results_for_people(run: Run, plugged: PtyBoard) -> None:
    assert "no matches yet" in run("results").out
    run("sync", plugged.path)
    head, first, second = (line.split() for line in run("results").out.splitlines())
    assert head == ["Match", "Table", "Started", "Game", "Sides", "Score", "Status"]
    assert first[:1] == [_FIRST[:8]]
    assert " ".join(first[1:]) == "Table 3 crokinole-official A : B 45 : 0 finished, A wins"
    assert " ".join(second[1:]) == "Table 3 crokinole-official A : B 15 : 5 playing"


def test_results_names_the_records_of_two_histories_and_the_match_they_touch(
    run: Run, board: BoardHalf, plugged: PtyBoard
) -> None:
    run("sync", plugged.path)
    assert "ALARM" not in run("results").out + run("results").err
    del board.paper.records[26:]
    board.paper.press("B 5", "undo")
    alarm = "ALARM: board e661640843, epoch 7: record 26 and 1 more came with other bytes than are stored."
    assert alarm in run("sync", plugged.path).err
    ran = run("results")
    assert ran.code == 0
    assert ran.err.startswith(alarm)
    assert ["ALARM" in line for line in ran.out.splitlines()] == [False, False, True]
    first, second = (json.loads(line) for line in run("results", "--json").out.splitlines())
    assert "conflicts" not in first
    assert second["conflicts"] == [26, 27]


def test_every_form_of_a_match_says_that_its_board_tells_two_histories(
    run: Run, board: BoardHalf, plugged: PtyBoard
) -> None:
    run("sync", plugged.path)
    del board.paper.records[26:]
    board.paper.press("B 5", "undo")
    run("sync", plugged.path)
    first, second = (json.loads(line) for line in run("results", "--json").out.splitlines())
    assert "conflicts" not in json.loads(run("show", first["match"], "--json").out)
    assert json.loads(run("show", second["match"], "--json").out)["conflicts"] == [26, 27]
    assert "ALARM" not in run("show", first["match"]).out
    assert run("show", second["match"]).out.endswith(
        "ALARM: records 26, 27 came with other bytes too. The board tells another history now; both are kept.\n"
    )
    for named in ((), (second["match"], first["match"])):
        matches = json.loads(run("export", "--format", "json", *named).out)["matches"]
        assert {match["match"]: match.get("conflicts") for match in matches} == {
            first["match"]: None,
            second["match"]: [26, 27],
        }
        rows = list(csv.DictReader(io.StringIO(run("export", "--format", "csv", *named).out)))
        assert {row["match"]: row["conflicts"] for row in rows} == {first["match"]: "", second["match"]: "26 27"}


def test_a_finished_match_of_two_histories_says_so_in_the_notation(
    run: Run, board: BoardHalf, plugged: PtyBoard
) -> None:
    run("sync", plugged.path)
    del board.paper.records[9:]
    board.paper.press("B 5", "undo")
    run("sync", plugged.path)
    (one,) = json.loads(run("export", "--format", "cmn", "--date", "2026-11-21").out)["matches"]
    assert one["match"]["conflicts"] == [9, 10]


def test_results_say_when_a_match_was_started(run: Run) -> None:
    paper = Paper().boot().time(28_036_800).start("twenties-shootout", ms=5_000).press("A 20")
    with PtyBoard(BoardHalf(paper)) as served:
        run("sync", served.path)
    started = json.loads(run("results", "--json").out)["started"]
    assert started == "2026-11-21T12:00:05Z"
    assert f" {quantities.local_time(started)} " in run("results").out


def test_sync_takes_several_boards_and_a_broken_one_does_not_stop_it(run: Run, tmp_path: Path) -> None:
    other = BoardHalf(two_matches(), board="ffff", table="Table 1")
    with PtyBoard(BoardHalf(two_matches())) as one, PtyBoard(other) as two:
        ran = run("sync", one.path, tmp_path / "nothing", two.path, "--json")
    assert ran.code == 2
    assert [json.loads(line)["board"] for line in ran.out.splitlines()] == ["e661640843", "ffff"]
    assert ran.err.startswith(f"There is no port {tmp_path / 'nothing'}.")
    assert len(run("results").out.splitlines()) == 5


def test_sync_takes_ports_and_patterns_by_option_too(run: Run, tmp_path: Path) -> None:
    other = BoardHalf(two_matches(), board="ffff", table="Table 1")
    with PtyBoard(BoardHalf(two_matches())) as one, PtyBoard(other) as two:
        (tmp_path / "hall").mkdir()
        (tmp_path / "hall" / "port").symlink_to(two.path)
        ran = run("sync", "--port", tmp_path / "*" / "port", one.path, "--json", "--port", one.path)
    assert (ran.code, ran.err) == (0, "")
    assert sorted(json.loads(line)["board"] for line in ran.out.splitlines()) == ["e661640843", "ffff"]


def test_sync_without_a_port_takes_every_board_that_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    ran = run("sync")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("No board is plugged in.")


def test_sync_says_what_it_waits_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallyboard.link.client.Patience", partial(Patience, answers=(0.01,) * 4))
    master, slave = os.openpty()
    path = os.ttyname(slave)
    try:
        ran = run("sync", path)
    finally:
        os.close(master)
        os.close(slave)
    assert ran.code == 2
    assert ran.err.startswith(f"Waiting for {path} to answer; asking again.\nThe device on {path} does not answer")


def test_show_lists_every_press_with_time_and_score(run: Run, plugged: PtyBoard) -> None:
    run("sync", plugged.path)
    lines = [" ".join(line.split()) for line in run("show", _FIRST[:6]).out.splitlines()]
    assert lines[0] == f"crokinole-official, match {_FIRST}"
    assert lines[3:10] == [
        "6 0:01.500 A 20 20 : 0 0 : 0",
        "7 0:02.500 A 20 40 : 0 0 : 0",
        "8 0:03.500 (B 15) 40 : 15 0 : 0 undone",
        "9 0:04.500 undo 40 : 0 0 : 0",
        "10 0:05.500 A 5 45 : 0 0 : 0",
        "11 0:06.500 next 45 : 0 45 : 0 awarded 45 : 0",
        "12 0:00.000 power on",
    ]
    assert lines[-2:] == ["A wins 45 : 0", "twenties: A 2, B 0"]


def test_show_json_has_the_match_and_its_presses(run: Run, plugged: PtyBoard) -> None:
    run("sync", plugged.path)
    shown = json.loads(run("show", match_id("e661640843", 7, 13), "--json").out)
    assert shown["first_seq"] == 13
    assert [press["event"] for press in shown["presses"][:2]] == ["first B", "B 20"]
    assert shown["presses"][2] == {
        "seq": 19,
        "ms": 2500,
        "at": None,
        "event": "A 15",
        "undone": False,
        "cut": False,
        "note": "",
        "totals": {"A": 0, "B": 0},
        "raw": {"A": 15, "B": 20},
    }


def test_show_wants_one_match(run: Run, plugged: PtyBoard) -> None:
    run("sync", plugged.path)
    assert "There is no match zz" in run("show", "zz").err
    assert "There is no match %" in run("show", "%").err
    ran = run("show", "")
    assert (ran.code, ran.out) == (2, "")


def test_show_wants_more_of_an_id_that_is_not_unique(run: Run, tmp_path: Path) -> None:
    paper = Paper()
    for _ in range(17):  # two of which begin with the same of 16 digits
        paper.start("twenties-shootout").press("A 20")
    _shown(run, tmp_path, paper, set())
    ids = [
        json.loads(line)["match"] for line in run("results", "--json", "--db", tmp_path / "club.db").out.splitlines()
    ]
    digits = [one[0] for one in ids]
    common = next(digit for digit in digits if digits.count(digit) > 1)
    ran = run("show", common, "--db", tmp_path / "club.db")
    assert ran.code == 2
    assert ran.err.startswith(f"Several matches begin with {common}: ")
    assert "Give more of the id." in ran.err


def _shown(run: Run, tmp_path: Path, paper: Paper, missing: set[int], untouched: bool = False) -> list[str]:
    store = open_store(str(tmp_path / "club.db"))
    rows = [row for row in enumerate(paper.records) if row[0] not in missing]
    store.add(Heard(board="b0", table="", firmware="", epoch=7, oldest=0, next=len(paper.records)), rows)
    match = store.matches(untouched)[0]["match"]
    store.close()
    return [" ".join(line.split()) for line in run("show", match, "--db", tmp_path / "club.db").out.splitlines()]


def test_show_of_an_incomplete_match_has_presses_and_no_score(run: Run, tmp_path: Path) -> None:
    lines = _shown(run, tmp_path, two_matches(), {8})
    assert lines[3:8] == [
        "6 0:01.500 A 20",
        "7 0:02.500 A 20",
        "8 ? record 8 is missing",
        "9 ? undo not counted",
        "10 ? A 5 not counted",
    ]
    assert lines[-1] == "incomplete: records are missing, so there is no score"


def test_show_of_an_incomplete_match_tells_no_award(run: Run, tmp_path: Path) -> None:
    paper = Paper().boot().start("crokinole-official").press("A 20", "B 5", "next", "A 5", "A 10")
    lines = _shown(run, tmp_path, paper, {len(paper.records) - 2})
    assert any(line.endswith(" next") for line in lines), lines


def test_show_marks_what_a_cut_took_back(run: Run, tmp_path: Path) -> None:
    paper = Paper().boot().start("washers-ritzenthaler washers=2 target=3").press("A 3", "A 2", "undo", "B 2", "B 3")
    paper.boot().cut(3).press("B 3")
    lines = _shown(run, tmp_path, paper, {9})
    assert lines[3:] == [
        "6 0:01.500 A 3 3 : 0 3 : 0",
        "7 0:02.500 (A 2) 5 : 0 1 : 0 undone, bust",
        "8 0:03.500 undo 3 : 0 3 : 0",
        "9 ? record 9 is missing",
        "10 ? (B 3) cut, not counted",
        "11 0:00.000 power on",
        "12 0:00.000 the board found a damaged record and went on from before record 9",
        "13 0:01.000 B 3 0 : 0 0 : 0 cancels",
        "",
        "Round First Side Counted Raw Awarded Total",
        "1 A A 1x3 0 0",
        "B 1x3 0 0",
        "being played",
        "no points yet",
    ]


def test_show_of_a_match_that_went_on_after_another_one_was_taken_back(run: Run, tmp_path: Path) -> None:
    lines = _shown(run, tmp_path, gone_back(), set())
    assert lines[3:11] == [
        "7 0:02.000 B 20 0 : 1 0 : 0",
        "8 0:03.000 (next) 0 : 1 0 : 1 undone, awarded 0 : 1",
        "14 0:03.500 another match was started",
        "15 0:04.500 back to this match",
        "16 0:05.500 undo 0 : 1 0 : 0",
        "17 0:06.500 A 20 1 : 1 0 : 0",
        "18 0:07.500 A 20 2 : 1 0 : 0",
        "19 0:08.500 next 2 : 1 2 : 1 awarded 2 : 1",
    ]
    assert lines[-2:] == ["A wins 2 : 1", "twenties: A 2, B 1"]


def test_show_of_a_rematch_says_who_is_first(run: Run, tmp_path: Path) -> None:
    _shown(run, tmp_path, gone_back(), set())
    last = json.loads(run("results", "--json", "--db", tmp_path / "club.db").out.splitlines()[-1])
    shown = run("show", last["match"], "--db", tmp_path / "club.db").out.splitlines()
    assert [" ".join(line.split()) for line in shown[3:5]] == [
        "25 0:09.000 B is first",
        "26 0:10.000 B 20 0 : 1 0 : 0",
    ]


def test_a_match_without_an_event_is_in_no_report_and_is_shown_when_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    paper = Paper(edition=catalogue.EDITION).boot().start("twenties-shootout", first=1)
    lines = _shown(run, tmp_path, paper, set(), untouched=True)
    told = run("results", "--db", tmp_path / "club.db").out
    assert told == "Nothing was entered yet in the matches that were started.\n"
    assert run("results", "--json", "--db", tmp_path / "club.db").out == ""
    assert lines[3] == "6 0:00.500 B is first"
    assert "1 match: sound" in run("verify", "--db", tmp_path / "club.db").out
