"""`correct` from the command line, and what the other commands make of a correction."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.system.laptop import laptop_name, user_and_laptop
from tests.harness.command_line import Ran, Run
from tests.harness.paper import Paper, two_matches
from tests.harness.stores import kept

SHEET = "game crokinole-official target=40\nname A Ann\nname B Zoë\nB 20\nB 20\nA 5\nnext\nB 10\nnext\n"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    kept(path, two_matches(), Paper(8).boot().start("washers-ritzenthaler").press("A 3", "next", "A 2"))
    return path


@pytest.fixture
def ids(run: Run, db: Path) -> list[str]:
    return [match["match"] for match in listed(run, db)]


def listed(run: Run, db: Path, *more: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("results", "--json", "--db", db, *more).out.splitlines()]


def told(run: Run, db: Path, *words: object) -> dict[str, Any]:
    """What `correct` prints of the match as JSON."""
    ran = run("correct", *words, "--json", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    match: dict[str, Any] = json.loads(ran.out)
    return match


def lines_of(ran: Ran) -> list[str]:
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


# ---- what it does and says


@pytest.mark.parametrize(("score", "is_doubted"), [("A 2 B 0", False), ("A 999 B 0", True)])
def test_points_that_the_rounds_cannot_award_are_doubted(
    run: Run, tmp_path: Path, score: str, is_doubted: bool
) -> None:
    path = tmp_path / "club.db"
    kept(path, Paper().boot().start("crokinole-championship rounds=1").press("A 20", "next"))
    match = listed(run, path)[0]["match"]
    said = lines_of(run("correct", match, "--result", score, "--reason", "misread", "--db", path))
    assert ("Look again: 1 round awards 2 points, and these are 999." in said) == is_doubted


def test_a_score_is_told_with_what_the_board_recorded(run: Run, db: Path, ids: list[str]) -> None:
    ran = run("correct", ids[0][:8], "--result", "a 5 b 15", "--reason", "miscounted", "--by", "Cleo", "--db", db)
    code = ids[0][:8]
    assert lines_of(ran) == [
        f"Match {code}, corrected: B wins 15 : 5, twenties A 2, B 0.",
        "The board recorded: A wins 45 : 0, twenties A 2, B 0.",
        f"`tallyboard show {code}` tells both; `tallyboard correct {code} --drop --reason …` takes it back.",
    ]
    assert listed(run, db)[0]["correction"]["by"] == "Cleo"


def test_a_match_that_goes_on_is_corrected_with_a_word(run: Run, db: Path, ids: list[str]) -> None:
    ran = run("correct", ids[1], "--result", "A 8 B 12", "--reason", "power cut", "--db", db)
    assert "It is not over at the board: what is pressed there from now on changes nothing of this." in lines_of(ran)


def test_setting_aside_and_taking_back(run: Run, db: Path, ids: list[str]) -> None:
    code = ids[0][:8]
    ran = run("correct", code, "--aside", "--reason", "a child", "--db", db)
    assert lines_of(ran)[0] == f"Match {code} is set aside: no list and no export has it."
    ran = run("correct", code, "--drop", "--reason", "no child", "--db", db)
    assert lines_of(ran) == [
        f"Match {code}: what the board recorded stands again: A wins 45 : 0, twenties A 2, B 0.",
        "Before that stood: set aside, no result.",
        f"`tallyboard show {code}` tells what was said of it.",
    ]


def test_json_is_the_match_that_stands(run: Run, db: Path, ids: list[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    stands = told(run, db, ids[0], sheet, "--reason", " the sheet ")
    assert (stands["totals"], stands["names"]) == ({"A": 0, "B": 45}, {"A": "Ann", "B": "Zoë"})
    assert (stands["correction"]["by"], stands["correction"]["reason"]) == (user_and_laptop(), "the sheet")
    assert listed(run, db)[0] == stands
    back = told(run, db, ids[0], "--drop", "--reason", "wrong sheet")
    assert (back["totals"], back["correction"]) == ({"A": 45, "B": 0}, None)


def test_a_sheet_comes_from_standard_input_too(run: Run, db: Path, ids: list[str]) -> None:
    ran = run("correct", ids[0], "-", "--reason", "x", "--json", "--db", db, stdin=SHEET.encode())
    assert json.loads(ran.out)["winners"] == ["B"]


def test_twenties_that_are_left_out_stay(run: Run, db: Path, ids: list[str]) -> None:
    assert told(run, db, ids[0], "--result", "A 1 B 2", "--reason", "x")["twenties"] == {"A": 2, "B": 0}
    assert told(run, db, ids[0], "--result", "A 1 B 2 twenties 3 4", "--reason", "x")["twenties"] == {"A": 3, "B": 4}
    again = told(run, db, ids[0], "--result", "A 1 B 2", "--reason", "x")
    assert again["twenties"] == {"A": 2, "B": 0}, "those that the board recorded"
    assert told(run, db, ids[2], "--result", "A 21 B 3", "--reason", "x")["twenties"] == {}


# ---- what it refuses

_MATCH = "03d7d2ac"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ffff", "--aside"], "There is no match ffff."),
        ([_MATCH], "One thing is said of a match: a SHEET, --result, --aside or --drop."),
        ([_MATCH, "--aside", "--drop"], "One thing is said of a match: a SHEET, --result, --aside or --drop."),
        ([_MATCH, "sheet.txt", "--aside"], "One thing is said of a match: a SHEET, --result, --aside or --drop."),
        ([_MATCH, "--drop"], f"Nothing of match {_MATCH} is corrected: what the board recorded stands."),
        ([_MATCH, "--aside", "--by", " "], "The name is empty."),
        ([_MATCH, "--result", "A 8"], "--result A 8: it has no points of B."),
        ([_MATCH, "nowhere.txt"], "nowhere.txt: cannot be read: No such file or directory."),
    ],
)
def test_refusals(run: Run, db: Path, words: list[str], said: str) -> None:
    ran = run("correct", *words, "--reason", "why", "--db", db)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said.rstrip("."))
    assert len(ran.err.splitlines()) == 2
    assert run("verify", "--db", db).out.count("correction") == 0


@pytest.mark.parametrize(("reason", "said"), [("", "The reason is empty."), ("a\u202eb", "The reason a\\u202eb has")])
def test_a_reason_is_wanted_and_can_be_read(run: Run, db: Path, reason: str, said: str) -> None:
    ran = run("correct", _MATCH, "--aside", "--reason", reason, "--db", db)
    assert (ran.code, ran.err.startswith(said)) == (2, True)
    assert run("correct", _MATCH, "--aside", "--db", db).err.startswith("--reason is missing.")


def test_twenties_where_the_game_counts_none(run: Run, db: Path, ids: list[str]) -> None:
    ran = run("correct", ids[2], "--result", "A 21 B 3 twenties 1 1", "--reason", "x", "--db", db)
    assert ran.err.startswith("--result A 21 B 3 twenties 1 1: washers-ritzenthaler does not count twenties.")


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (b"game crokinole-official target=40\nA 25\n", "-:2: unknown zone 25; the zones are 20, 15, 10, 5."),
        (
            b"game crokinole-official target=40\nA 20 # \x00\n" + SHEET.encode()[34:],
            "-:2: the line has a character NUL.",
        ),
        (b"game crokinole-official target=40\n\xff\n", "-:2: the line is not UTF-8 text."),
        (b"", "-:1: there is no game line, as in 'game crokinole-official'."),
        (SHEET.replace("40", "50").encode() + b"A 20\nB 20\nB 20\nnext\n", "The sheet is of crokinole-official"),
        (b"game twenties-shootout\nA 20\nnext\n", "The sheet is of twenties-shootout"),
        (b"game crokinole-official target=40\nA 20\nnext\n", "The match on the sheet - is not finished."),
    ],
)
def test_a_sheet_that_cannot_stand(run: Run, db: Path, sheet: bytes, said: str) -> None:
    ran = run("correct", _MATCH, "-", "--reason", "why", "--db", db, stdin=sheet)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)
    assert len(ran.err.splitlines()) == 2


def test_no_database_is_made_for_a_correction(run: Run, tmp_path: Path) -> None:
    assert run("correct", "abcd", "--aside", "--reason", "x").err.startswith("There is no match abcd.")
    assert run("correct", "abcd", "--aside", "--reason", "x", "--db", tmp_path / "new.db").code == 2
    assert not list(tmp_path.rglob("*.db"))


# ---- the other commands


def test_results_mark_what_is_corrected_and_leave_out_what_is_set_aside(run: Run, db: Path, ids: list[str]) -> None:
    told(run, db, ids[0], "--result", "A 8 B 12", "--reason", "x")
    told(run, db, ids[1], "--aside", "--reason", "x")
    ran = run("results", "--db", db)
    assert ran.err == "1 match left out: set aside. --all lists every match.\n"
    assert ids[1][:8] not in ran.out
    (line,) = (line for line in ran.out.splitlines() if line.startswith(ids[0][:8]))
    assert line.endswith("corrected, finished, B wins")
    every = run("results", "--all", "--db", db)
    assert every.err == ""
    (line,) = (line for line in every.out.splitlines() if line.startswith(ids[1][:8]))
    assert line.endswith("set aside")
    assert [match["status"] for match in listed(run, db, "--all")] == ["finished", "aside", "playing"]


def test_where_all_are_set_aside_nothing_else_is_said(run: Run, db: Path, ids: list[str]) -> None:
    for match in ids:
        told(run, db, match, "--aside", "--reason", "x")
    assert run("results", "--db", db) == Ran(0, "", "3 matches left out: set aside. --all lists every match.\n")
    assert run("export", "--format", "cmn", "--db", db).err.splitlines()[0] == "3 matches left out: set aside."


def test_show_tells_both_histories(run: Run, db: Path, ids: list[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    told(run, db, ids[0], sheet, "--reason", "the paper sheet", "--by", "Cleo")
    shown = run("show", ids[0], "--db", db).out
    board, corrected = shown.split("Corrected")
    assert "A wins 45 : 0" in board
    assert "scoresheet, Zoë wins 45 : 0, twenties Ann 0, Zoë 2" in " ".join(corrected.split())
    assert "Cleo" in corrected
    assert "the paper sheet" in corrected
    assert corrected.rstrip().endswith("twenties: Ann 0, Zoë 2")
    told(run, db, ids[0], "--result", "A 1 B 2", "--reason", "not that")
    told(run, db, ids[0], "--drop", "--reason", "nor that")
    shown = run("show", ids[0], "--db", db).out
    assert shown.rstrip().endswith("What the board recorded stands.")
    facts = json.loads(run("show", ids[0], "--json", "--db", db).out)["corrections"]
    assert [(fact["kind"], fact["reason"]) for fact in facts] == [
        ("sheet", "the paper sheet"),
        ("result", "not that"),
        ("drop", "nor that"),
    ]
    assert facts[0]["content"] == SHEET
    assert facts[1]["content"] == "A 1 B 2 twenties 2 0"
    assert {fact["laptop"] for fact in facts} == {laptop_name()}


def test_show_of_a_match_that_is_set_aside(run: Run, db: Path, ids: list[str]) -> None:
    told(run, db, ids[0], "--aside", "--reason", "a child played")
    shown = run("show", ids[0], "--db", db).out
    assert "A wins 45 : 0" in shown
    assert "a child played" in shown
    assert shown.rstrip().endswith("set aside, no result")


def test_verify_lists_them_without_failing(run: Run, db: Path, ids: list[str]) -> None:
    told(run, db, ids[0], "--result", "A 8 B 12", "--reason", "x")
    told(run, db, ids[1], "--aside", "--reason", "x")
    *_, first, second, counts, sum_of_them = lines_of(run("verify", "--db", db))
    assert [first, second] == [f"match {match}: something else stands by a correction" for match in ids[:2]]
    assert counts.endswith("3 matches: sound")
    assert sum_of_them == "2 matches stand otherwise by a correction, which `tallyboard show` tells."


def test_copy_brings_them(run: Run, db: Path, ids: list[str], tmp_path: Path) -> None:
    told(run, db, ids[0], "--result", "A 8 B 12", "--reason", "x")
    other = tmp_path / "other.db"
    assert "1 correction copied." in lines_of(run("copy", "--from", db, "--to", other))
    assert listed(run, other) == listed(run, db)
    assert json.loads(run("copy", "--from", db, "--to", other, "--json").out)["corrections"] == 0


def rows(run: Run, db: Path, *more: str) -> list[dict[str, str]]:
    ran = run("export", "--format", "csv", "--db", db, *more)
    return list(csv.DictReader(io.StringIO(ran.out, newline="")))


def test_exports_use_and_mark_them(run: Run, db: Path, ids: list[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    told(run, db, ids[0], sheet, "--reason", "paper", "--by", "Cleo")
    told(run, db, ids[2], "--aside", "--reason", "x")
    keys = ("winners", "b_name", "b_total", "correction", "correction_by", "correction_reason")
    first, second = rows(run, db)
    assert [first[key] for key in keys] == ["B", "Zoë", "45", "sheet", "Cleo", "paper"]
    assert [second[key] for key in keys[3:]] == ["", "", ""]
    assert [row["b_total"] for row in rows(run, db, "--rows", "rounds") if row["correction"] == "sheet"] == ["35", "45"]
    assert {row["match"] for row in rows(run, db, "--rows", "presses")} == set(ids[:2])
    (named,) = rows(run, db, ids[2])
    assert (named["status"], named["correction"], named["a_total"]) == ("aside", "aside", "")
    document = json.loads(run("export", "--format", "json", "--db", db).out)["matches"]
    assert [match["match"] for match in document] == ids[:2]
    assert document[0]["totals"] == {"A": 0, "B": 45}
    assert document[0]["correction"]["recorded"]["totals"] == {"A": 45, "B": 0}
    assert [fact["content"] for fact in document[0]["corrections"]] == [SHEET]


def test_notation_has_the_rounds_of_a_sheet_and_no_form_for_a_bare_score(
    run: Run, db: Path, ids: list[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(SHEET)
    told(run, db, ids[0], sheet, "--reason", "paper", "--by", "Cleo")
    words = ("export", "--format", "cmn", "--date", "2026-11-21", "--db", db)
    form = json.loads(run(*words, ids[0]).out)["match"]
    assert [game["scores"] for game in form["games"]] == [[5, 40], [0, 10]]
    assert (form["correction"]["by"], form["correction"]["reason"]) == ("Cleo", "paper")
    told(run, db, ids[0], "--result", "A 1 B 2", "--reason", "x")
    ran = run(*words, ids[0])
    assert (ran.code, ran.out) == (1, "")
    assert "has no form in CMN: corrected by a score without rounds." in ran.err
    told(run, db, ids[0], "--aside", "--reason", "x")
    assert "has no form in CMN: set aside." in run(*words, ids[0]).err


def test_doctor_is_told_of_a_damaged_one(run: Run, db: Path, ids: list[str]) -> None:
    told(run, db, ids[0], "--result", "A 8 B 12", "--reason", "x")
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE corrections SET reason = 'y'")
        connection.commit()
    ran = run("verify", "--db", db)
    assert ran.code == 1
    assert "its check does not hold, so it does not count" in ran.out
    assert "1 correction is damaged, and no longer counted." in run("doctor", "--db", db).out
