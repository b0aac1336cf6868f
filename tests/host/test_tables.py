"""Columns on terminals of every size and in pipes, whatever the names."""

import json
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tallyboard.errors import TallyboardError
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader
from tallyboard.terminal.cells import cut, cut_names, padded, width, wrapped
from tallyboard.terminal.streams import progress
from tallyboard.terminal.tables import TextTable
from tallyboard.text.printable import printable
from tests.harness.command_line import Run
from tests.harness.paper import Paper
from tests.harness.stores import kept, started
from tests.harness.terminal import environment, on_terminal

WIDE = "山田太郎と鈴木"
MARKED = "e\u0301a\u0308o\u0302"


@pytest.mark.parametrize("text", ["", "Ann", WIDE, MARKED, "Zoë & Ünal", "한국어이름", "🎯 darts", "ﾊﾝｶｸ", "שלום"])
def test_the_width_is_what_another_library_says(text: str) -> None:
    assert width(text) == cell_len(text)


@pytest.mark.parametrize("text", ["Maximilian", WIDE, MARKED * 3])
@pytest.mark.parametrize("room", range(12))
def test_what_is_cut_fits_and_what_fits_is_not_cut(text: str, room: int) -> None:
    short = cut(text, room)
    assert width(short) <= room
    assert (short == text) == (width(text) <= room)
    assert width(padded(short, room)) == width(padded(short, room, right=True)) == room
    if short and short != text:
        assert text.startswith(short.removesuffix("…"))
        assert short.endswith("…")


def test_a_mark_stays_upon_its_letter() -> None:
    assert cut(MARKED, 3) == MARKED
    assert cut(MARKED, 2) == "e\u0301…"


def test_of_names_the_longest_are_cut() -> None:
    assert cut_names(["Ann", "Bob"], 9) == "Ann : Bob"
    assert cut_names(["Maximilian", "Bartholomew"], 15) == "Maxim… : Barth…"
    assert cut_names(["Maximilian", "Bo"], 11) == "Maxim… : Bo"
    assert width(cut_names([WIDE, WIDE, WIDE], 14)) <= 14


def test_lines_are_broken_at_blanks_and_long_words_themselves() -> None:
    assert wrapped("a board that is not here", 9) == ["a board", "that is", "not here"]
    assert wrapped("e66164084315b52c", 6) == ["e66164", "084315", "b52c"]
    assert wrapped(WIDE, 4) == ["山田", "太郎", "と鈴", "木"]
    assert wrapped("", 5) == [""]


def test_what_is_no_letter_is_written_out() -> None:
    assert printable("Zoë 山") == "Zoë 山"
    assert printable("a\nb\x1b[2J\udcff") == "a\\nb\\x1b[2J\\udcff"


def table() -> TextTable:
    made = TextTable("Id | Name:4 | When | Note:5+", spared=("When",))
    made.add("1", "Maximilian", "2026-11-21", "all is well here")
    made.add("2", ["Ann", "Bob"], "2026-11-22", "")
    return made


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (None, ["Id  Name        When        Note", "1   Maximilian  2026-11-21  all is well here"]),
        (
            35,
            [
                "Id  Name      When        Note",
                "─" * 35,
                "1   Maximil…  2026-11-21  all is",
                "    " + " " * 22 + "well here",
            ],
        ),
        (22, ["Id  Name      Note", "─" * 22, "1   Maximil…  all is", " " * 14 + "well", " " * 14 + "here"]),
    ],
)
def test_the_widest_are_cut_then_the_spared_left_out(room: int | None, lines: list[str]) -> None:
    assert list(table().lines(room))[: len(lines)] == lines


def test_a_stream_that_lacks_letters_gets_escapes_of_the_right_width() -> None:
    made = TextTable("Name:4 | Score")
    made.add("Zoë 山", "1")
    made.add("Maximilian Featherstonehaugh", "2")
    assert list(made.lines(20, encoding="ascii")) == [
        "Name           Score",
        "-" * 20,
        "Zo\\xeb \\u5c71  1",
        "Maximilian F~  2",
    ]


NAMES = [
    ("Ann", "Bob"),
    ("Maximilian Feather", "Bartholomew the Yng"),
    (WIDE, "Zoë & Ünal"),
    (None, None),
    ("A\tB\x1b[2J", ""),
]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with every kind of name; the fourth match has three sides."""
    paper = Paper().boot().time(28_036_800)
    for names in NAMES:
        started(paper, "crokinole-official target=20", *names).press("A 20", "next")
    started(paper, "crokinole-traditional sides=3 scoring=simple target=20", *NAMES[1], "Charles-Edouard")
    db = tmp_path_factory.mktemp("club") / "club.db"
    kept(db, paper.press("A 20", "next"), table="The table by the window")
    return db


@pytest.mark.parametrize("columns", [20, 30, 40, 60, 80, 100, 120, 200])
def test_results_have_a_line_a_match_on_any_terminal(club: Path, columns: int) -> None:
    shown = on_terminal(environment(club.parent, NO_COLOR="1"), "results", "--db", club, columns=columns)
    assert len(shown) == 2 + len(NAMES) + 1
    assert max(map(cell_len, shown)) <= columns
    assert not any("\x1b" in line for line in shown)
    assert all(re.search(r" 20 : 0( : 0)?( |$)", line) for line in shown[2:])


def test_wider_terminals_show_more(club: Path) -> None:
    env = environment(club.parent, NO_COLOR="1")
    heads = {w: on_terminal(env, "results", "--db", club, columns=w)[0].split() for w in (30, 80, 120)}
    assert heads[30] == ["Sides", "Score"]
    assert heads[80] == ["Match", "Table", "Sides", "Score", "Status"]
    assert heads[120] == ["Match", "Table", "Started", "Game", "Sides", "Score", "Status"]


def test_short_names_leave_room_for_all_but_the_game_at_80(tmp_path: Path) -> None:
    paper = Paper().boot().time(28_036_800)
    kept(tmp_path / "club.db", started(paper, "crokinole-championship rounds=1", "Ann", "Bob").press("A 20", "next"))
    shown = on_terminal(environment(tmp_path, NO_COLOR="1"), "results", "--db", tmp_path / "club.db")
    assert shown[0].split() == ["Match", "Table", "Started", "Sides", "Score", "Status"]
    assert "…" not in shown[2]


def test_into_a_pipe_no_line_is_cut(run: Run, club: Path) -> None:
    ran = run("results", "--db", club)
    lines = ran.out.splitlines()
    assert len(lines) == 1 + len(NAMES) + 1
    assert "…" not in ran.out
    assert "\x1b" not in ran.out
    assert "Maximilian Feather : Bartholomew the Yng : Charles-Edouard" in lines[-1]
    assert len({cell_len(line[: line.index("finished")]) for line in lines[1:]}) == 1, "columns stand in one place"


def test_bold_is_for_terminals_that_want_it(club: Path) -> None:
    for more, expected in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        shown = on_terminal(environment(club.parent, **more), "results", "--db", club)
        assert shown[0].startswith("\x1b[1m") is expected
        assert ("\x1b" in "".join(shown)) is expected


def test_progress_is_for_terminals_that_move_their_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for term, expected in (("xterm", True), ("dumb", False)):
        monkeypatch.setenv("TERM", term)
        assert (progress("Record") is not None) is expected


@pytest.mark.parametrize("columns", [20, 80])
@pytest.mark.parametrize("command", ["show", "score", "doctor", "boards", "verify", "report", "help"])
def test_every_table_fits(run: Run, club: Path, tmp_path: Path, command: str, columns: int) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text("game crokinole-official\nname A Maximilian Featherstonehaugh\nA 20\nA 15\nA 10\nA 5\nnext\n")
    (tmp_path / "file").touch()
    match = json.loads(run("results", "--json", "--db", club).out.splitlines()[1])["match"]
    words: dict[str, tuple[object, ...]] = {
        "show": (match, "--db", club),
        "score": (sheet,),
        "doctor": ("--db", club, "--port", tmp_path / "file"),
        "boards": ("--port", tmp_path / "file"),
        "verify": ("--db", club),
        "report": ("--db", club, "--port", tmp_path / "file", "--out", tmp_path / "report.zip"),
        "help": (),
    }
    shown = on_terminal(environment(tmp_path, NO_COLOR="1"), command, *words[command], columns=columns)
    rules = [place for place, line in enumerate(shown) if set(line) == {"─"}]
    for rule in rules:  # heads before it, the first row behind
        assert max(map(cell_len, shown[rule - 1 : rule + 2])) <= columns
    assert bool(rules) == (command in ("show", "score", "doctor", "report"))


def test_a_long_table_is_printed_page_by_page(capsys: pytest.CaptureFixture[str]) -> None:
    made = TextTable("Match | Score>")
    made.add("Ann", "8")
    made.print()
    assert capsys.readouterr().out == "Match  Score\nAnn        8\n"
    made.add("Bartholomew", "12")
    made.add("Cid", "4")
    made.print()
    assert capsys.readouterr().out == "Bartholomew     12\nCid              4\n"
    made.print()
    assert capsys.readouterr().out == ""
    assert len(made) == 3


@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_results_are_shown_while_others_are_still_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, json_too: tuple[str, ...]
) -> None:
    paper = Paper().boot()
    for _ in range(5):
        paper.start("crokinole-official target=40").press("A 20", "A 20", "next")
    kept(tmp_path / "club.db", paper)
    seen: list[str] = []
    each_match = Reader.each_match

    def gone_behind_two(*args: Any, **named: Any) -> Iterator[MatchObject]:
        for match in islice(each_match(*args, **named), 2):
            seen.append(match["match"])
            yield match
        raise TallyboardError("The disk is gone.", "Put it back.")

    monkeypatch.setattr(Reader, "each_match", gone_behind_two)
    monkeypatch.setattr("tallyboard.commands.results._PAGE", 2)
    ran = run("results", "--db", tmp_path / "club.db", *json_too)
    assert ran.code == 2
    assert [ran.out.count(match[:8]) for match in seen] == [1, 1]
