"""`tallyboard score`: what comes out for good sheets, bad sheets and no sheets."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.command_line import Run

ANN = b"game crokinole-official target=40\nname A Ann\nA 20\nA 20\nB 15\nnext\nA 20\nnext\n"


def _file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_json_is_an_object_a_line_in_the_order_of_the_files(run: Run, tmp_path: Path) -> None:
    good = _file(tmp_path, "good", ANN)
    bad = _file(tmp_path, "bad", b"game crokinole-official\nA 21\n")
    ran = run("score", "--json", bad, good, tmp_path / "none")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert ran.err == ""
    assert lines[0] == {"file": str(bad), "line": 2, "error": "unknown zone 21; the zones are 20, 15, 10, 5"}
    assert list(lines[1]) == [
        *("game", "options", "sides", "names", "status", "winners", "totals", "twenties", "rounds", "current")
    ]
    assert (lines[1]["names"], lines[1]["totals"]) == ({"A": "Ann", "B": None}, {"A": 45, "B": 0})
    assert (lines[2]["file"], lines[2]["line"]) == (str(tmp_path / "none"), None)
    assert "No such file" in lines[2]["error"]


def test_a_dash_is_standard_input(run: Run) -> None:
    ran = run("score", "-", "--json", stdin=ANN)
    assert (ran.code, json.loads(ran.out)["winners"]) == (0, ["A"])
    assert run("score", "-", stdin=b"A 20\n").err.startswith("-:1: ")


def test_errors_for_people_name_file_and_line(run: Run, tmp_path: Path) -> None:
    bad = _file(tmp_path, "bad", b"# a comment\ngame nothing\n")
    ran = run("score", bad, tmp_path)
    assert ran.code == 2
    first, second = ran.err.splitlines()
    assert first.startswith(f"{bad}:2: unknown game nothing")
    assert second.startswith(f"{tmp_path}: cannot be read: Is a directory")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"# nothing\n\n", 2),
        (b"game crokinole-official\nA 20\nB \xff\n", 3),
        (b"\xff", 1),
    ],
)
def test_a_sheet_that_is_none_has_its_error_at_a_line(run: Run, content: bytes, line: int) -> None:
    ran = run("score", "-", "--json", stdin=content)
    assert (ran.code, json.loads(ran.out)["line"]) == (2, line)


def test_a_byte_order_mark_and_other_line_ends_are_no_error(run: Run) -> None:
    ran = run("score", "-", "--json", stdin=b"\xef\xbb\xbf" + ANN.replace(b"\n", b"\r\n"))
    assert ran.code == 0


def test_the_table_has_rounds_sides_and_the_result(run: Run) -> None:
    ran = run("score", "-", stdin=ANN)
    assert [line.split() for line in ran.out.splitlines()] == [
        ["crokinole-official"],
        ["Round", "First", "Side", "Counted", "Raw", "Awarded", "Total"],
        ["1", "Ann", "Ann", "2x20", "40", "+25", "25"],
        ["B", "1x15", "15", "+0", "0"],
        ["2", "B", "Ann", "1x20", "20", "+20", "45"],
        ["B", "0", "+0", "0"],
        ["Ann", "wins", "45", ":", "0"],
        ["twenties:", "Ann", "3,", "B", "0"],
    ]


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("game twenties-shootout\nA 20\nB 20\nnext", "draw between A and B, 1 : 1"),
        ("game twenties-shootout sides=3\nname C Cy\nC 20\nnext", "Cy wins 1 : 0 : 0"),
        ("game crokinole-traditional sides=3 scoring=simple\nA 5\nB 5\nnext", "A and B lead 5 : 5 : 0"),
        ("game crokinole-official\nB 5\nnext", "B leads 5 : 0"),
        ("game crokinole-official", "no points yet"),
        ("game washers-ritzenthaler\nA 3\nA board\nB dead\nnext", "1x3, 1 board, 1 dead"),
        ("game pichenottes-quebec\nA dame\nA counter 5", "being played, turn of A, pending 5"),
        ("game pichenottes-quebec\nA dame", "Manche"),
        ("game pichenottes-quebec\nA dame\nA counter 5\nA dame", "2 dames, counters 5"),
        ("game pichenotte-southwest\nA 50\nA penalty 20\nB forfeit\nnext\nB agree", "under review, B agreed"),
        ("game pichenotte-southwest\nA 50\nA penalty 20\nB forfeit\nnext", "1x50, 1 penalty"),
        ("game pichenotte-southwest format=doubles\nfirst B\nA 5", "B (B1)"),
        ("game crokinole-official\nname A [red]Ann[/red] :smile:\nA 5", "[red]Ann[/red] :smile:"),
    ],
)
def test_every_game_reads_as_its_players_say_it(run: Run, sheet: str, words: str) -> None:
    ran = run("score", "-", stdin=sheet.encode())
    assert ran.code == 0
    assert words in ran.out


def test_a_shootout_decides(run: Run) -> None:
    sheet = "game pichenotte-southwest games=1\nnext\nA agree\nB agree\nB 20\nnext\nA agree\nB agree\n"
    ran = run("score", "-", stdin=sheet.encode())
    assert "shootout 1" in ran.out
    assert "B wins 0 : 0 in the shootout" in ran.out


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("game", "a_round"),
    [
        ("crokinole-official target=9999", "next"),
        ("crokinole-traditional sides=3 scoring=simple target=9999", "A 20\nundo\nnext"),
        ("pichenotte-southwest target=9999", "next\nA agree\nB agree"),
        ("washers-ritzenthaler", "next"),
    ],
)
def test_twice_the_rounds_are_twice_the_work(
    run: Run, tmp_path: Path, game: str, a_round: str, options: tuple[str, ...]
) -> None:
    def calls(rounds: int) -> int:
        sheet = _file(tmp_path, "sheet", f"game {game}\n{f'{a_round}{chr(10)}' * rounds}".encode())
        made = 0

        def count(*_: object) -> None:
            nonlocal made
            made += 1

        sys.setprofile(count)
        try:
            ran = run("score", sheet, *options)
        finally:
            sys.setprofile(None)
        assert ran.code == 0
        return made

    calls(1)  # which imports
    once, twice = calls(400), calls(800)
    assert once > 400
    assert twice < 2.2 * once


def test_a_reader_that_has_seen_enough_is_no_failure(tmp_path: Path) -> None:
    sheet = _file(tmp_path, "sheet", ANN)
    command = [sys.executable, "-c", "from tallyboard.cli import main; main()", "score", "--json", *[str(sheet)] * 500]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0
