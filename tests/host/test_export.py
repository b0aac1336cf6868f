"""export from the command line: CSV and JSON, where they go, and what a person may get wrong."""

import csv
import errno
import io
import json
import os
import random
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest

from shared_rules.games import catalogue
from tallyboard.errors import TallyboardError
from tallyboard.export import Rows, spreadsheet
from tallyboard.export.output import document_text, moment, written_with
from tallyboard.journal.presses import Press, press_list
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader, open_store
from tallyboard.store.presses import Presses
from tallyboard.system.laptop import data_folder
from tallyboard.text.printable import printable
from tallyboard.text.quantities import size
from tests.harness.command_line import Run
from tests.harness.paper import ZERO, Paper, gone_back
from tests.harness.stores import kept, started

_NO_TOURNAMENT = dict.fromkeys(spreadsheet.OF_TOURNAMENT, "")
_NAMED = "crokinole-official format=doubles target=20"


def _club() -> Paper:
    """Six matches: finished, a draw, abandoned, washers below nothing, three sides, and one that loses a record."""
    paper = started(Paper().boot(), _NAMED, "Zoë, Ann", '=HYPERLINK("http://x")').press("A 20", "B 5", "undo", "next")
    paper.boot().start("crokinole-championship rounds=1").press("next")
    paper.start("crokinole-official", first=1).press("A 20", "next", "B 15")
    paper.start("washers-ritzenthaler target=2").press("A 3", "next", "A 2", "B 2", "B 2", "next")
    paper.boot().start("crokinole-traditional scoring=simple sides=3").press("C 20", "next")
    return paper.start("crokinole-official").press("A 20", "A 20", "next")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A store with the club day's matches; the last one is incomplete."""
    paper = _club()
    kept(tmp_path / "club.db", paper, table="Table 3", missing=frozenset({len(paper.records) - 2}))
    return tmp_path / "club.db"


def _rows(text: str) -> list[dict[str, str]]:
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def _objects(run: Run, db: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("results", "--json", "--db", db).out.splitlines()]


# --- JSON ---


def test_json_is_one_document_with_everything(run: Run, db: Path) -> None:
    ran = run("export", "--format", "json", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    assert '"Zoë, Ann"' in ran.out
    document = json.loads(ran.out)
    assert list(document) == ["tallyboard", "exported", "matches"]
    assert document["tallyboard"] == version("tallyboard")
    assert datetime.now(UTC) - datetime.fromisoformat(document["exported"]) < timedelta(hours=1)
    assert document["exported"].endswith("Z")
    for one, match in zip(document["matches"], _objects(run, db), strict=True):
        shown = json.loads(run("show", match["match"], "--json", "--db", db).out)
        assert one == {**match, "table": "Table 3", "presses": shown["presses"], "corrections": [], "tournament": None}
        assert one["presses"]
    assert [one["status"] for one in document["matches"]] == [
        *("finished", "finished", "abandoned", "abandoned", "abandoned", "incomplete")
    ]


def test_presses_are_those_of_show_after_a_hole_and_without_a_boot(run: Run, tmp_path: Path) -> None:
    line = "twenties-shootout"
    plain = Paper().start(line).press("A 20").start(line).press("B 20", "next").boot().start(line).press("A 20")
    holed = Paper().boot().start(line).press("A 20", "next").start(line).press("A 20").boot().start(line).press("B 20")
    db = tmp_path / "club.db"
    kept(db, plain, holed, missing=frozenset({5}))
    exported = json.loads(run("export", "--format", "json", "--db", db).out)["matches"]
    assert len(exported) == 6
    for one in exported:
        assert one["presses"] == json.loads(run("show", one["match"], "--json", "--db", db).out)["presses"]
    assert {press["ms"] is None for one in exported for press in one["presses"]} == {True, False}


def test_presses_are_those_of_the_whole_journal_in_whatever_order(tmp_path: Path) -> None:
    """Many power-ons, dated before, between and after their matches or not at all, one that lasts, and holes."""
    chance = random.Random(5)
    paper = Paper()
    for number in range(120):
        if chance.random() < (0.2 if number < 90 else 0.0):
            paper.boot()
        if chance.random() < 0.1:
            paper.time(ZERO + 1000 * number)
        paper.start("twenties-shootout").press(*["A 20"] * chance.randrange(4), *["undo"] * chance.randrange(2))
    ends = len(paper.records) - 1
    missing = frozenset(chance.sample(range(100, ends), 5))
    kept(tmp_path / "club.db", paper, missing=missing)
    with closing(open_store(str(tmp_path / "club.db"))) as store:
        presses = Presses(store)
        records = list(store.records("b0", 7))
        matches = store.matches()
        for match in [*matches, *matches[::-3]]:
            end = store.next_match("b0", 7, match["first_seq"])
            assert presses.of(match) == press_list(match, records, end), match["first_seq"]
    dated = {press.at is None for match in matches for press in press_list(match, records, None)}
    assert dated == {True, False}


# --- However many there are ---


_FORMS = [("json", ()), *(("csv", ("--rows", str(rows))) for rows in Rows), ("cmn", ("--date", "2026-11-21"))]
_CLOSED = 200  # rounds of a match that is as large as a hundred


@pytest.mark.parametrize(("form", "more"), _FORMS)
def test_memory_does_not_grow_with_the_matches(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, more: tuple[str, ...]
) -> None:
    """The peak of what Python has, for some matches and for four times as many."""
    (first, *_) = _objects(run, db)
    text = json.dumps({**first, "rounds": first["rounds"] * _CLOSED})
    presses = [Press(seq, 1, event="A 20") for seq in range(_CLOSED)]
    monkeypatch.setattr(Presses, "of", lambda *_: list(presses))
    peaks = []
    for count in (3, 12):
        every = ({**json.loads(text), "match": str(number)} for number in range(count))
        monkeypatch.setattr(Reader, "each_match", lambda *_, every=every: every)
        out = tmp_path / f"{count}.out"
        tracemalloc.start()
        try:
            assert run("export", "--format", form, *more, "--db", db, "--out", out).code == 0
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert out.stat().st_size > 12 * _CLOSED * (0 if "matches" in more else 40)
    assert peaks[1] - peaks[0] < 2 * _size(text), "of nine that there are more"


def _size(text: str) -> int:
    """What such a match takes as an object, in bytes."""
    tracemalloc.start()
    kept = json.loads(text)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept
    return size


def test_each_record_is_read_about_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in one power-on that lasts through all matches, whether the time is told in the end or not."""
    read = 0
    plain = Reader.records

    def counting(self: Reader, *args: Any, **kwargs: Any) -> list[tuple[int, bytes]]:
        nonlocal read
        found = plain(self, *args, **kwargs)
        read += len(found)
        return found

    monkeypatch.setattr(Reader, "records", counting)
    for name, dated in (("dated", True), ("undated", False)):
        paper = Paper().boot()
        for _ in range(60):
            paper.start("twenties-shootout").press("A 20", "B 20", "A 20")
        if dated:
            paper.time(ZERO)
        kept(tmp_path / name, paper)
        read = 0
        with closing(open_store(str(tmp_path / name))) as store:
            presses = Presses(store)
            listed = [presses.of(match) for match in store.each_match()]
        assert {press.at is None for presses in listed for press in presses if press.event} == {not dated}
        assert read < 3 * len(paper.records)


def test_a_document_is_the_same_bytes_as_if_it_was_made_in_one_piece() -> None:
    items: list[Any] = [{"a": [1, {"b": "Zoë\n"}], "c": {}}, {"d": []}, "e", None]
    for some in ([], items[:1], items):
        whole = {"cmn": "1.0", "source": {"app": "x"}, "matches": some}
        head = {key: value for key, value in whole.items() if key != "matches"}
        made = "".join(written_with(head, "matches", iter(some)))
        assert made == json.dumps(whole, ensure_ascii=False, indent=2) + "\n" == document_text(whole)


def test_what_fails_on_the_way_leaves_no_file(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Reader.each_match

    def failing(store: Reader, untouched: bool = False) -> Iterator[MatchObject]:
        yield from list(plain(store, untouched))[:3]
        raise TallyboardError("The disk is gone.", "Put it back.")

    monkeypatch.setattr(Reader, "each_match", failing)
    before = sorted(tmp_path.iterdir())
    for form in ("csv", "json", "cmn"):
        ran = run("export", "--format", form, "--db", db, "--out", tmp_path / "day.out", "--date", "2026-11-21")
        assert (ran.code, ran.err.splitlines()[:1]) == (2, ["The disk is gone."])
    assert [path for path in sorted(tmp_path.iterdir()) if path.name != "state"] == before


# --- CSV ---


def test_a_row_a_match(run: Run, db: Path) -> None:
    ran = run("export", "--format", "csv", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    rows, objects = _rows(ran.out), _objects(run, db)
    assert rows[0] == {
        "match": objects[0]["match"],
        "board": "b0",
        "table": "Table 3",
        "epoch": "7",
        "first_seq": "1",
        "last_seq": str(objects[0]["last_seq"]),
        "started": "",
        "game": "crokinole-official",
        "options": "format=doubles target=20 discs=12",
        "status": "finished",
        "winners": "A",
        "conflicts": "",
        "correction": "",
        "correction_by": "",
        "correction_reason": "",
        "a_name": "Zoë, Ann",
        "a_total": "20",
        "a_twenties": "1",
        "b_name": '\'=HYPERLINK("http://x")',
        "b_total": "0",
        "b_twenties": "0",
        "c_name": "",
        "c_total": "",
        "c_twenties": "",
        **_NO_TOURNAMENT,
    }
    keys = ("status", "winners", "a_total", "b_total", "c_total", "a_twenties")
    assert [tuple(row[key] for key in keys) for row in rows[1:]] == [
        ("finished", "A B", "1", "1", "", "0"),
        ("abandoned", "", "20", "0", "", "1"),
        ("abandoned", "", "-3", "2", "", ""),
        ("abandoned", "", "0", "0", "20", "0"),
        ("incomplete", "", "", "", "", ""),
    ]


def test_options_are_those_of_a_game_line(run: Run, db: Path) -> None:
    for row, match in zip(_rows(run("export", "--format", "csv", "--db", db).out), _objects(run, db), strict=True):
        made = catalogue.new(f"{row['game']} {row['options']}")
        assert json.loads(json.dumps(made.options)) == match["options"]


def test_a_row_a_closed_round(run: Run, db: Path) -> None:
    rows = _rows(run("export", "--format", "csv", "--rows", "rounds", "--db", db).out)
    matches = _objects(run, db)
    assert [row["match"] for row in rows] == [match["match"] for match in matches for _ in match["rounds"]]
    third = [row for row in rows if row["match"] == matches[2]["match"]]
    assert [list(row.values()) for row in third] == [
        [
            *(matches[2]["match"], "Table 3", "", "crokinole-official", "1", "round", "B", "", ""),
            *("", "1x20", "20", "20", "20"),
            *("", "", "0", "0", "0"),
            *("", "", "", "", ""),
            *_NO_TOURNAMENT.values(),
        ]
    ]
    assert [(row["round"], row["a_counts"], row["a_awarded"]) for row in rows[3:5]] == [
        ("1", "1x3, 2 dead", "-3"),
        ("2", "1x2, 2 dead", "0"),
    ]


def test_a_row_a_press(run: Run, db: Path) -> None:
    rows = _rows(run("export", "--format", "csv", "--rows", "presses", "--db", db).out)
    matches = _objects(run, db)
    first = [row for row in rows if row["match"] == matches[0]["match"]]
    keys = ("seq", "ms", "event", "undone", "cut", "note", "a_raw", "a_total", "b_raw", "c_total")
    at = matches[0]["last_seq"]
    assert [tuple(row[key] for key in keys) for row in first] == [
        (str(at - 3), "1500", "A 20", "false", "false", "", "20", "0", "0", ""),
        (str(at - 2), "2500", "B 5", "true", "false", "", "20", "0", "5", ""),
        (str(at - 1), "3500", "undo", "false", "false", "", "20", "0", "0", ""),
        (str(at), "4500", "next", "false", "false", "awarded 20 : 0", "20", "20", "0", ""),
    ]
    last = [row for row in rows if row["match"] == matches[5]["match"]]
    assert [(row["event"], row["note"], row["a_raw"]) for row in last] == [
        ("A 20", "", ""),
        ("next", "not counted", ""),
    ]


@pytest.mark.parametrize("rows", list(Rows))
def test_the_columns_stand_in_the_docs(rows: Rows) -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith(f"| `{rows}`"))
    own, of_sides = spreadsheet.COLUMNS[rows]
    cells = [cell.replace("`", "").split() for cell in line.strip("| ").split("|")]
    assert cells[1:] == [list(own), list(of_sides)]
    assert ", ".join(f"`{column}`" for column in spreadsheet.OF_TOURNAMENT) in " ".join(page.split())


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1"])
def test_a_name_is_never_computed(store: Reader, name: str) -> None:
    names = {"A": name, "B": "a = b"}
    match: dict[str, Any] = {
        "game": "washers-ritzenthaler",
        "options": {},
        "winners": [],
        "names": names,
        "totals": {"A": -5},
        "correction": None,
    }
    row_of = cast(MatchObject, {**match, "twenties": {}, "table": name})
    text = "".join(spreadsheet.written(Rows.MATCHES, [row_of], Presses(store), lambda _: None))
    row = next(csv.DictReader(io.StringIO(text, newline="")))
    assert (row["a_name"], row["b_name"], row["table"], row["a_total"]) == ("'" + name, "a = b", "'" + name, "-5")


# --- Which matches, and when ---


def test_matches_that_were_asked_for_in_their_order_and_once(run: Run, db: Path) -> None:
    ids = [match["match"] for match in _objects(run, db)]
    ran = run("export", "--format", "csv", "--db", db, ids[2][:8], ids[0], ids[2])
    assert [row["match"] for row in _rows(ran.out)] == [ids[2], ids[0]]


def test_a_date_is_for_matches_without_one(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = "2026-11-20T09:00:05Z"
    every = Reader.each_match

    def each_match(store: Reader, **_: object) -> Iterator[MatchObject]:
        first, *others = every(store)
        yield from [cast(MatchObject, {**first, "started": known}), *others]

    monkeypatch.setattr(Reader, "each_match", each_match)
    ran = run("export", "--format", "csv", "--db", db, "--date", "2026-11-21")
    assert [row["started"] for row in _rows(ran.out)] == [known, *["2026-11-21T00:00:00Z"] * 5]
    bare = json.loads(run("export", "--format", "json", "--db", db).out)["matches"]
    assert [one["started"] for one in bare] == [known, *[None] * 5]


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("2026-11-21", "2026-11-21T00:00:00Z"),
        ("2026-11-21T14:00Z", "2026-11-21T14:00:00Z"),
        ("2026-11-21T14:00", "2026-11-21T14:00:00Z"),
        ("2026-11-21T00:30:09.5+01:00", "2026-11-20T23:30:09Z"),
    ],
)
def test_dates(given: str, taken: str) -> None:
    assert moment(given) == taken


# --- Where it goes ---


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_has_the_same_text_and_csv_a_byte_order_mark(run: Run, db: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "day.out"
    out.write_text("of last year, and longer" * 10_000)
    ran = run("export", "--format", form, "--db", db, "--out", out)
    data = out.read_bytes()
    assert (ran.code, ran.out, ran.err) == (0, f"{out}: {size(len(data))} written.\n", "")
    assert data.startswith(b"\xef\xbb\xbf") == (form == "csv")
    text = data.decode("utf-8-sig")
    assert "Zoë" in text
    if form == "csv":
        assert text == run("export", "--format", form, "--db", db).out
    else:
        assert json.loads(text)["matches"] == json.loads(run("export", "--format", form, "--db", db).out)["matches"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".new") == []


def test_a_link_stays_a_link(run: Run, db: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "day.csv").symlink_to(tmp_path / "shared" / "day.csv")
    assert run("export", "--format", "csv", "--db", db, "--out", tmp_path / "day.csv").code == 0
    assert (tmp_path / "day.csv").is_symlink()
    assert (tmp_path / "shared" / "day.csv").read_bytes().endswith(b"\r\n")


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_file_is_written_whole_or_not_at_all(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    out = tmp_path / "day.csv"
    out.write_text("of last year")
    before = sorted(tmp_path.iterdir())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, fails, full)
    ran = run("export", "--format", "csv", "--db", db, "--out", out)
    assert ran.code == 2
    assert ran.err.splitlines()[0] == f"{out} cannot be written: No space left on device."
    assert out.read_text() == "of last year"
    assert [path for path in sorted(tmp_path.iterdir()) if path.suffix == ".new"] == []
    assert set(before) <= set(tmp_path.iterdir())


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_the_database_is_never_written_over(run: Run, db: Path, tmp_path: Path, end: str) -> None:
    (tmp_path / "elsewhere").symlink_to(f"{db}{end}")
    before = db.read_bytes()
    for out in (f"{db}{end}", tmp_path / "elsewhere"):
        ran = run("export", "--format", "json", "--db", db, "--out", out)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.splitlines()[0] == f"{out} belongs to the database."
    assert db.read_bytes() == before


def test_the_database_by_another_name_is_not_written_over(run: Run, db: Path, tmp_path: Path) -> None:
    """As another spelling is where upper and lower case are one."""
    os.link(db, tmp_path / "CLUB.DB")
    ran = run("export", "--format", "json", "--db", db, "--out", tmp_path / "CLUB.DB")
    assert ran.err.splitlines()[0] == f"{tmp_path / 'CLUB.DB'} belongs to the database."


def test_the_default_database_is_never_written_over(run: Run) -> None:
    open_store().close()
    own = data_folder() / "tallyboard.db"
    assert run("export", "--format", "json", "--out", own).code == 2
    assert own.read_bytes().startswith(b"SQLite format 3\x00")


# --- What a person may get wrong ---


@pytest.mark.parametrize("arguments", [(), ("--format", "xls")])
def test_the_formats_are_named(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("export", *arguments)
    assert (ran.code, ran.out) == (2, "")
    for name in ("csv", "json", "cmn"):
        assert name in ran.err


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("--format", "csv", "zz"), "There is no match zz."),
        (("--format", "json", ""), "There is no match ."),
        (("--format", "csv", "--date", "yesterday"), "--date yesterday is not a date."),
        (("--format", "csv", "--date", "21.11.2026"), "--date 21.11.2026 is not a date."),
        (("--format", "csv", "--date", "0001-01-01T00:00+02:00"), "--date 0001-01-01T00:00+02:00 is not a date."),
        (("--format", "csv", "--event", "Club day"), "--event goes with --format cmn only."),
        (("--format", "json", "--rows", "rounds"), "--rows goes with --format csv only."),
        (("--format", "cmn", "--event", " "), "--event has no name."),
        (
            ("--format", "cmn", "--event", "a\udcff"),
            "The name of --event a\\udcff has the character U+DCFF, which cannot be seen or moves the text around it.",
        ),
        (("--format", "csv", "--out", "/nowhere/day.csv"), "There is no folder /nowhere."),
        (("--format", "csv", "--out", "/dev/null"), "/dev/null is not a file."),
        (("--format", "csv", "--out", "/"), "/ is not a file."),
    ],
)
def test_wrong_input_is_2_with_cause_and_next_step(run: Run, db: Path, arguments: tuple[str, ...], cause: str) -> None:
    ran = run("export", "--db", db, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == cause
    assert len(ran.err.splitlines()) == 2


def test_a_prefix_of_several_matches_is_2(run: Run, tmp_path: Path) -> None:
    paper = Paper()
    for _ in range(17):  # two of which begin with the same of 16 digits
        paper.start("twenties-shootout").press("A 20")
    digits = [match_id[0] for match_id in kept(tmp_path / "club.db", paper)]
    common = next(digit for digit in digits if digits.count(digit) > 1)
    ran = run("export", "--format", "csv", "--db", tmp_path / "club.db", common)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Several matches begin with {common}: ")


@pytest.mark.parametrize(("form", "code"), [("csv", 0), ("json", 0), ("cmn", 1)])
def test_an_empty_store_has_nothing_to_export_and_says_so(run: Run, form: str, code: int) -> None:
    ran = run("export", "--format", form)
    assert ran.code == code
    assert ran.err.startswith("There are no matches yet.")
    if form == "csv":
        own, of_sides = spreadsheet.COLUMNS[Rows.MATCHES]
        sides = [f"{side}_{name}" for side in "abc" for name in of_sides]
        assert ran.out == ",".join([*own, *sides, *spreadsheet.OF_TOURNAMENT]) + "\r\n"
    else:
        assert (json.loads(ran.out)["matches"] if ran.out else None) == ([] if form == "json" else None)


def test_a_match_that_went_on_after_another_one_was_taken_back_is_one(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    first, rematch = kept(db, gone_back())
    document = json.loads(run("export", "--format", "json", "--db", db).out)
    assert [(one["match"], one["totals"]) for one in document["matches"]] == [
        (first, {"A": 2, "B": 1}),
        (rematch, {"A": 0, "B": 0}),
    ]
    assert [press["event"] for press in document["matches"][0]["presses"]] == [
        *("B 20", "next", "undo", "A 20", "A 20", "next")
    ]
    assert [press["event"] for press in document["matches"][1]["presses"]] == ["B 20"], "who starts is no press"
    assert document["matches"][1]["current"]["first"] == "B"
    rows = list(csv.DictReader(io.StringIO(run("export", "--format", "csv", "--db", db).out)))
    assert {row["match"] for row in rows} == {first, rematch}
    ran = run("export", "--format", "cmn", "--db", db, "--date", "2026-11-21", first)
    (one,) = json.loads(ran.out).get("matches", [json.loads(ran.out)])
    assert ran.code == 0
    assert one["id"] == first


@pytest.mark.parametrize("form", ["json", "csv", "cmn"])
def test_a_match_in_which_nothing_was_entered_is_no_result(run: Run, tmp_path: Path, form: str) -> None:
    """A rematch that nobody has touched, and one of which everything was taken back, by their ids too."""
    db = tmp_path / "club.db"
    paper = Paper(7, catalogue.EDITION).boot().start("twenties-shootout").press("A 20", "next")
    paper.start("twenties-shootout", first=1).start("twenties-shootout").press("A 20", "undo")
    (told,) = kept(db, paper)
    with closing(open_store(str(db))) as store:
        ids = [match["match"] for match in store.matches(untouched=True)]
    assert len(ids) == 3
    every = run("export", "--format", form, "--db", db, "--date", "2026-11-21").out
    assert [one in every for one in ids] == [one == told for one in ids]
    for one in ids[1:]:
        ran = run("export", "--format", form, "--db", db, "--date", "2026-11-21", told, one)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.splitlines() == [
            f"Nothing was entered in match {one[:8]}: it is no result.",
            "Leave it out; `tallyboard results` lists the matches.",
        ]


# --- Characters that would act on whoever reads them ---

_EVIL = "A\x1b[2J\u202eb\x7f\x9b\u2028\u200b\ue000\U000e0041"
_SHOWN = r"A\x1b[2J\u202eb\x7f\x9b\u2028\u200b\ue000\U000e0041"


def test_a_document_has_them_as_escapes_and_says_the_same(run: Run, tmp_path: Path) -> None:
    paper = started(Paper().boot(), "crokinole-official target=20", _EVIL[:12], _EVIL[12:]).press("A 20", "next")
    kept(tmp_path / "club.db", paper, table=_EVIL)
    for form in ("json", "cmn"):
        out = run("export", "--format", form, "--db", tmp_path / "club.db", "--date", "2026-11-21").out
        assert printable(out.replace("\n", "")) == out.replace("\n", "")
        (match,) = json.loads(out)["matches"]
        if form == "json":
            assert match["table"] == _EVIL
            assert match["names"] == {"A": _EVIL[:12], "B": _EVIL[12:]}
        else:
            assert [team["players"][0]["name"] for team in match["match"]["teams"]] == [_EVIL[:12], _EVIL[12:]]


@pytest.mark.parametrize("rows", list(Rows))
def test_a_sheet_shows_them_escaped(run: Run, tmp_path: Path, rows: Rows) -> None:
    paper = started(Paper().boot(), "crokinole-official target=20", _EVIL[:12]).press("A 20", "next")
    kept(tmp_path / "club.db", paper, table=_EVIL)
    row = _rows(run("export", "--format", "csv", "--rows", rows, "--db", tmp_path / "club.db").out)[0]
    assert row["table"] == _SHOWN
    assert row["a_name"] == printable(_EVIL[:12])
