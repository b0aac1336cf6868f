"""`tallyboard copy` from the command line: what it says, what it refuses, and a process that is killed."""

import hashlib
import json
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from tallyboard.store import Heard, open_store, read_store
from tallyboard.store.verify import verify
from tests.harness.command_line import Run
from tests.harness.paper import Paper, two_matches
from tests.harness.postgres import PostgresServer
from tests.harness.stores import kept

_LIMIT_S = 60  # until something that does not happen counts as a failure


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A store with two matches."""
    path = tmp_path / "laptop2.db"
    kept(path, two_matches())
    return path


def test_it_says_what_it_did(run: Run, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "club.db"
    ran = run("copy", "--from", source, "--to", target)
    said = f"28 records copied in 1 new journal, 0 there before.\n{target}: 2 matches now.\n"
    assert (ran.code, ran.out, ran.err) == (0, said, "")
    assert run("results", "--json", "--db", target).out == run("results", "--json", "--db", source).out
    again = run("copy", "--from", source, "--to", target)
    assert again == (0, f"0 records copied, 28 there before.\n{target}: 2 matches now.\n", "")


def test_json_is_one_object(run: Run, source: Path, tmp_path: Path) -> None:
    ran = run("copy", "--from", source, "--to", tmp_path / "club.db", "--json")
    told = {
        "journals": 1,
        "received": 28,
        "already_had": 0,
        "damaged": 0,
        "conflicts": 0,
        "matches": 2,
        "events": 0,
        "notices": 0,
        "left_out": [],
        "corrections": 0,
        "damaged_corrections": 0,
    }
    assert (ran.code, json.loads(ran.out), ran.err) == (0, told, "")


def test_a_correction_that_is_left_out_is_told(run: Run, source: Path, tmp_path: Path) -> None:
    match = json.loads(run("results", "--json", "--db", source).out.splitlines()[0])["match"]
    assert run("correct", match, "--result", "A 8 B 4", "--reason", "seen", "--db", source).code == 0
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("UPDATE corrections SET content = 'A 9 B 4'")
    ran = run("copy", "--from", source, "--to", tmp_path / "club.db")
    assert (ran.code, "1 correction of" in ran.err) == (1, True)
    assert (
        json.loads(run("copy", "--from", source, "--to", tmp_path / "club.db", "--json").out)["damaged_corrections"]
        == 1
    )


def test_the_source_is_not_changed(run: Run, source: Path, tmp_path: Path) -> None:
    before = hashlib.sha256(source.read_bytes()).hexdigest(), sorted(os.listdir(tmp_path))
    source.chmod(0o400)
    assert run("copy", "--from", source, "--to", tmp_path / "club" / ".." / "club.db").code == 2, "no such folder"
    (tmp_path / "elsewhere").mkdir()
    assert run("copy", "--from", source, "--to", tmp_path / "elsewhere" / "club.db").code == 0
    (tmp_path / "elsewhere" / "club.db").unlink()
    shutil.rmtree(tmp_path / "elsewhere")
    assert (hashlib.sha256(source.read_bytes()).hexdigest(), sorted(os.listdir(tmp_path))) == before


def test_two_histories_are_an_alarm_and_1(run: Run, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "club.db"
    other = Paper().boot().start("crokinole-official target=40").press("B 5")
    kept(target, other)
    ran = run("copy", "--from", source, "--to", target)
    numbers = [
        seq for seq, pair in enumerate(zip(two_matches().records, other.records, strict=False)) if len({*pair}) > 1
    ]
    more = f" and {len(numbers) - 1} more" if len(numbers) > 1 else ""
    assert ran.code == 1
    assert ran.err.startswith(f"ALARM: board b0, epoch 7: record {numbers[0]}{more} came with other bytes")
    again = run("copy", "--from", source, "--to", target, "--json")
    assert (again.code, json.loads(again.out)["conflicts"], again.err) == (0, 0, "")


def test_damaged_records_are_told_and_1(run: Run, source: Path, tmp_path: Path) -> None:
    with open_store(str(source)) as store, store.writing() as writing:
        writing.connection.execute(text("UPDATE records SET data = x'0102030405060708' WHERE seq = 5"))
    ran = run("copy", "--from", source, "--to", tmp_path / "club.db")
    assert ran.code == 1
    assert ran.err == (
        f"1 record of {source} left out: damaged. "
        "Sync the boards: their sound records take the place of damaged ones.\n"
    )


def test_what_was_entered_apart_from_each_other_is_listed_and_1(run: Run, tmp_path: Path) -> None:
    old, club = tmp_path / "old one.db", tmp_path / "club.db"

    def desk(db: Path, *lines: str) -> None:
        for line in lines:
            assert run("tournament", *line.split(), "--db", db).code == 0, line

    desk(old, "new Evening --seed 1", "add Ann", "add Bob")
    assert run("copy", "--from", old, "--to", club).code == 0
    desk(club, "open 9")
    desk(old, "absent Bob --by Ida")
    listed = json.loads(run("tournament", "list", "--json", "--db", old).out)
    log = f"tallyboard tournament log --tournament {listed['tournament'][:8]} --db '{old}'"
    ran = run("copy", "--from", old, "--to", club)
    assert ran.code == 1
    assert ran.err == (
        "The tournament Evening: it went on in both databases apart from each other after event 2, so 1 event of the "
        f"one that is copied was left out. Enter by hand what is missing; `{log}` has all of it.\n"
        "  3  absent Bob  (Ida)\n"
    )
    assert run(*shlex.split(log)[1:]).code == 0
    told = json.loads(run("copy", "--from", old, "--to", club, "--json").out)["left_out"][0]
    assert (told["events"], told["apart"]) == (1, [{"event": 3, "line": "absent 2", "who": "Ida"}])
    desk(old, *("note more" for _ in range(30)))
    listed_events = run("copy", "--from", old, "--to", club).err.splitlines()[1:]
    assert (len(listed_events), listed_events[-1]) == (21, "  and 11 more")


@pytest.mark.parametrize("name", ["laptop2.db", "sqlite:///{}/laptop2.db", "beside/../laptop2.db", "link.db"])
def test_a_file_is_not_copied_into_itself(run: Run, source: Path, name: str) -> None:
    (source.parent / "beside").mkdir()
    (source.parent / "link.db").symlink_to(source)
    place = name.format(source.parent) if "://" in name else source.parent / name
    before = source.read_bytes()
    ran = run("copy", "--from", source, "--to", place)
    assert (ran.code, ran.err) == (2, f"{source} would be copied into itself.\nGive two databases.\n")
    assert source.read_bytes() == before


def test_a_database_is_not_copied_into_itself(run: Run, postgres: PostgresServer) -> None:
    one, other = postgres.create(), postgres.create()
    open_store(one).close()
    ran = run("copy", "--from", one, "--to", one + "&application_name=other")
    assert ran.code == 2
    assert ran.err.endswith(" would be copied into itself.\nGive two databases.\n")
    assert run("copy", "--from", one, "--to", other).code == 0


@pytest.mark.parametrize(
    ("words", "cause", "step"),
    [
        (("--to", "x.db"), "--from is missing.", "`tallyboard copy --help` lists what it takes."),
        (("--from", "x.db"), "--to is missing.", "`tallyboard copy --help` lists what it takes."),
        (
            ("--from", "gone.db", "--to", "x.db"),
            "There is no database gone.db.",
            "Check --from; `tallyboard sync` with it makes a new one.",
        ),
        (
            ("--from", "laptop2.db", "--to", "mysql://h/x"),
            "--to mysql://h/x is neither SQLite nor PostgreSQL.",
            "Give the path of an SQLite file, or an address like postgresql://user@host/database.",
        ),
        (
            ("--from", "laptop2.db", "--to", "nowhere/x.db"),
            "There is no folder nowhere.",
            "Create it, or give another --to.",
        ),
        (
            ("--from", "older.db", "--to", "x.db"),
            "The database older.db is of an older tallyboard.",
            "`tallyboard rebuild` with it as --db brings it up to date and keeps a copy; then copy again.",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence(
    run: Run, source: Path, words: tuple[str, ...], cause: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(source.parent)
    shutil.copy(source, "older.db")
    with closing(sqlite3.connect("older.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    ran = run("copy", *words)
    assert (ran.code, ran.out, ran.err) == (2, "", f"{cause}\n{step}\n")
    assert not Path("x.db").exists()


def test_a_copy_that_is_killed_goes_on_the_next_time(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "laptop2.db", tmp_path / "club.db"
    count = 200_000
    paper = Paper().boot()
    while len(paper.records) < count:
        paper.boot()
    with open_store(str(source)) as store:
        store.ingest([(Heard("b0", "Table 3", "0.1.0", 7, 0, count), [(0, b"".join(paper.records))])])
    open_store(str(target)).close()
    arguments = ["copy", "--from", str(source), "--to", str(target)]
    process = subprocess.Popen([sys.executable, "-m", "tallyboard", *arguments], stdout=subprocess.DEVNULL)
    until = time.monotonic() + _LIMIT_S
    while not (there := _stored(target)) and time.monotonic() < until:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait(_LIMIT_S)
    assert 0 < there < count
    there = _stored(target)
    ran = run(*arguments, "--json")
    told = json.loads(ran.out)
    assert (told["received"], told["already_had"]) == (count - there, there)
    with closing(read_store(str(target))) as store:
        assert verify(store).sound


def _stored(path: Path) -> int:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM records").fetchone()[0])
