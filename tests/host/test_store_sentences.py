"""What is told of a store that cannot be opened, read or written, word for word; and the bounds of what it believes."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy.exc import ArgumentError, OperationalError

from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, Store, conflicts, open_store, read_store, sqlite_file
from tallyboard.store import store as store_module
from tallyboard.store.conflicts import Alarm
from tallyboard.store.failures import DamagedError, NoDatabaseError, UnreachableError, explained, is_locked
from tallyboard.store.opening import Address, address_of, engine_of
from tallyboard.store.sqlite_file import LOST, copies_of, free_name, has_more_than_ours, is_wal, known_revision
from tallyboard.store.tables.rows import MOST, extent_of, is_number, is_record
from tallyboard.store.tables.sql import UnsoundError
from tests.harness.paper import Paper, two_matches

GIVE = "Give a database URL or the path of an SQLite file."
POSTGRESQL = "Give the path of an SQLite file, or an address like postgresql://user@host/database."
REBUILD = "`tallyboard rebuild` saves what can be read of it and keeps the damaged file; then sync the boards."
NOT_OURS = "Give another --db; this file was not changed. If it was one, `tallyboard rebuild` saves what is left."


def told(error: TallyboardError) -> tuple[str, str]:
    return error.cause, error.next_step


@pytest.mark.parametrize(
    ("url", "cause", "step"),
    [
        ("", "--db is empty.", GIVE),
        (" ", "--db is empty.", GIVE),
        ("a\0b", "--db holds a NUL character.", GIVE),
        ("file:club.db", "--db takes no file: address.", GIVE),
        ("sqlite:///club.db?mode=ro", "--db takes no options of SQLite.", "Give the path of the file alone."),
        (
            "://",
            "--db :// is not a database URL.",
            "Give one like sqlite:///path/to/file.db, or a path.",
        ),
        ("mysql://h/x", "--db mysql://h/x is neither SQLite nor PostgreSQL.", POSTGRESQL),
        ("mysql://h/x", "--db mysql://h/x is neither SQLite nor PostgreSQL.", POSTGRESQL),
        ("sqlite+other:///x", "--db sqlite+other:///x is neither SQLite nor PostgreSQL.", POSTGRESQL),
    ],
)
def test_an_address_that_is_none(url: str, cause: str, step: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        address_of(url)
    assert told(refused.value) == (cause, step)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("club.db", "club.db"),
        ("sqlite:///club.db", "club.db"),
        ("sqlite+pysqlite:////tmp/club.db", "/tmp/club.db"),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("postgresql://me:secret@host/club", None),
    ],
)
def test_which_addresses_are_files(url: str, path: str | None) -> None:
    found = address_of(url)
    assert found.path == (None if path is None else Path(path))
    assert "secret" not in found.name
    if path is None:
        assert found.sqlalchemy() == sqlalchemy.make_url(url.replace("postgresql:", "postgresql+psycopg:"))
    else:
        assert (found.sqlalchemy().drivername, found.sqlalchemy().database) == ("sqlite", path)


BUSY = ("Another program is writing to P.", "Try again when it has finished.")
ROOM = "Free some space, then try again; nothing stored is lost."
DAMAGED = ("The database P is damaged.", REBUILD)


@pytest.mark.parametrize(
    ("name", "said", "cause", "step"),
    [
        ("SQLITE_BUSY", "database is locked", *BUSY),
        ("SQLITE_BUSY_SNAPSHOT", "database is locked", *BUSY),
        ("SQLITE_LOCKED", "database table is locked", *BUSY),
        (
            "SQLITE_CANTOPEN_ISDIR",
            "unable to open database file",
            "P cannot be opened or created.",
            "Check that the folder exists and that you may write to it.",
        ),
        (
            "SQLITE_READONLY",
            "attempt to write a readonly database",
            "P cannot be written.",
            "Check the permissions of the file and its folder, or give another --db.",
        ),
        (
            "SQLITE_FULL",
            "database or disk is full",
            "There is no room left for P.",
            ROOM,
        ),
        (
            "SQLITE_IOERR_READ",
            "disk I/O error",
            "P cannot be read or written.",
            "Check the disk and its room, then try again.",
        ),
        ("SQLITE_NOTADB", "file is not a database", "P is not a Tallyboard database.", NOT_OURS),
        ("SQLITE_CORRUPT_VTAB", "database disk image is malformed", *DAMAGED),
        ("SQLITE_MISMATCH", "datatype mismatch", *DAMAGED),
        ("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: x", *DAMAGED),
        ("SQLITE_ERROR", "no such table: x", *DAMAGED),
        ("SQLITE_ERROR", "no such column: x", *DAMAGED),
        ("SQLITE_ERROR", "table x has no column named y", *DAMAGED),
        (
            "SQLITE_ERROR",
            "near x: syntax error\nwhy",
            "The database P does not work: near x: syntax error.",
            "Check --db, then try again.",
        ),
        (
            None,
            "no such table: x",
            "The database P does not work: no such table: x.",
            "Check --db, then try again.",
        ),
        ("SQLITE_NOMEM", "", "The database P does not work: no reason given.", "Check --db, then try again."),
    ],
)
def test_what_a_driver_says(name: str | None, said: str, cause: str, step: str) -> None:
    by_driver = sqlite3.OperationalError(said)
    if name is not None:
        by_driver.sqlite_errorname = name
    errors: list[Exception] = [by_driver, OperationalError("x", {}, by_driver)]
    for error in errors:
        with pytest.raises(TallyboardError) as refused, explained("P"):
            raise error
        assert told(refused.value) == (cause, step)
        assert isinstance(refused.value, DamagedError) == (step == REBUILD)
        assert isinstance(refused.value, NoDatabaseError) == (step == NOT_OURS)
        assert isinstance(refused.value, UnreachableError) == (step in (BUSY[1], ROOM))
        assert refused.value.__cause__ is error


@pytest.mark.parametrize(
    ("name", "locked"),
    [("SQLITE_BUSY", True), ("SQLITE_BUSY_SNAPSHOT", True), ("SQLITE_LOCKED", True), ("SQLITE_READONLY", False)],
)
def test_another_program_keeps_us_from_the_database(name: str, locked: bool) -> None:
    error = sqlite3.OperationalError("x")
    assert not is_locked(error)
    error.sqlite_errorname = name
    assert is_locked(error) is locked


INSTALL = "Install it: Tallyboard's wheel with `[postgresql]` behind its name; or give the path of an SQLite file."


@pytest.mark.parametrize(
    ("error", "cause", "step"),
    [
        (UnicodeError("x"), *DAMAGED),
        (OverflowError("x"), *DAMAGED),
        (UnsoundError(), *DAMAGED),
        (ModuleNotFoundError("No module named x", name="psycopg"), "The driver for P is not installed.", INSTALL),
        (ImportError("it is too old", name="psycopg"), "The driver for P is not installed (it is too old).", INSTALL),
        (ImportError("no libpq"), "The driver for P is not installed (no libpq).", INSTALL),
        (ArgumentError("x"), "--db P is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path."),
    ],
)
def test_what_else_a_database_raises(error: Exception, cause: str, step: str) -> None:
    with pytest.raises(TallyboardError) as refused, explained("P"):
        raise error
    assert told(refused.value) == (cause, step)


def test_a_module_that_is_missing_is_not_taken_for_the_driver() -> None:
    with pytest.raises(ModuleNotFoundError, match="anyascii"), explained("P"):
        raise ModuleNotFoundError("No module named 'anyascii._data'", name="anyascii._data")


def test_what_is_no_databases_fault_stays_what_it_is() -> None:
    with pytest.raises(KeyError), explained("P"):
        raise KeyError("x")


def test_places_that_are_no_store(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    folder = tmp_path / "no folder"
    calls: list[tuple[Callable[[], object], str, str]] = [
        (
            lambda: read_store(str(empty)),
            f"The database {empty} is empty.",
            "If it was not, put a backup in its place; `tallyboard sync` fills it from the boards.",
        ),
        (
            lambda: read_store(str(tmp_path / "no.db")),
            f"There is no database {tmp_path / 'no.db'}.",
            "Check --db; `tallyboard sync` with it makes a new one.",
        ),
        (
            lambda: open_store(str(folder / "club.db")),
            f"There is no folder {folder}.",
            "Create it, or give another --db.",
        ),
        (lambda: open_store(str(tmp_path)), f"{tmp_path} is not a file.", "Give the path of a file with --db."),
    ]
    for call, cause, step in calls:
        with pytest.raises(TallyboardError) as refused:
            call()
        assert told(refused.value) == (cause, step)


OURS = {"records", "boards", "journals", "alembic_version"}
PRESENT = sqlite_file.REVISIONS[-1]


@pytest.mark.parametrize(
    ("tables", "versions", "revision"),
    [
        (set(), [], None),
        (OURS, [PRESENT], PRESENT),
        (OURS, ["0001"], "0001"),
        (OURS, [], LOST),
        (OURS, ["0001", "0002"], LOST),
        (OURS, ["0000"], LOST),
        (OURS, ["later"], LOST),
        (OURS, [7], LOST),
        ({"boards", "journals"}, [PRESENT], LOST),
        ({"records", "boards"}, [PRESENT], PRESENT),
    ],
)
def test_of_which_shape_a_database_is(tables: set[str], versions: list[object], revision: str | None) -> None:
    assert known_revision("P", tables, versions) == revision


@pytest.mark.parametrize(
    ("tables", "versions", "cause", "step"),
    [
        (
            {"records", "wp_posts"},
            [],
            "P is the database of another program.",
            "Give another --db; this one was not changed.",
        ),
        (
            OURS,
            ["9999"],
            f"P was written by a newer tallyboard (its shape is 9999, this one knows {PRESENT}).",
            "Update the laptop: install the newer Tallyboard; the database was not changed.",
        ),
    ],
)
def test_databases_that_are_left_alone(tables: set[str], versions: list[object], cause: str, step: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        known_revision("P", tables, versions)
    assert told(refused.value) == (cause, step)


def test_a_writer_waits_and_a_reader_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_store(str(path)) as store, store.writing() as writing:
        said = {
            name: writing.connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("busy_timeout", "fullfsync")
        }
        assert said == {"busy_timeout": store_module.BUSY_S * 1000, "fullfsync": 1}
    reader = sqlite_file.connect(path)
    assert reader.execute("PRAGMA query_only").fetchone() == (1,)
    assert reader.execute("PRAGMA busy_timeout").fetchone() == (sqlite_file.BUSY_S * 1000,)
    reader.close()
    assert is_wal(path)
    assert not has_more_than_ours(path)


def test_options_that_a_driver_has_not() -> None:
    with pytest.raises(TallyboardError) as refused:
        open_store("sqlite+pysqlite://?")
    assert refused.value.next_step
    monkey = Address("P", None, sqlalchemy.make_url("sqlite://"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlalchemy, "create_engine", lambda *_, **__: int("x"))
        with pytest.raises(TallyboardError) as refused:
            engine_of(monkey)
    assert refused.value.next_step == "Check --db and its options."
    assert refused.value.cause.startswith("The driver of P does not take this address: invalid literal")


def test_copies_of_a_database(tmp_path: Path) -> None:
    path = tmp_path / "club[1].db"
    path.touch()
    assert copies_of(path) == []
    names = ["before-0003", "before-0003-2", "bak"]
    others = ["damaged", "damaged-2", "before-0003.new", "before-0003-wal", "bak-shm", "bak-journal"]
    for age, name in enumerate(names + others):
        copy = tmp_path / f"club[1].db.{name}"
        copy.touch()
        os.utime(copy, (1000 - age, 1000 - age))
    os.utime(tmp_path / "club[1].db.bak", (2000, 2000))
    (tmp_path / "club[1].db.folder").mkdir()
    (tmp_path / "club1.db.bak").touch()
    assert [copy.name for copy in copies_of(path)] == [f"club[1].db.{names[at]}" for at in (2, 0, 1)]


def test_the_name_of_a_copy_is_free(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    names = []
    for _ in range(3):
        copy = free_name(path, "before-0003")
        copy.touch()
        names.append(copy.name)
    assert names == ["club.db.before-0003", "club.db.before-0003-2", "club.db.before-0003-3"]


RECORD = two_matches().records[3]


@pytest.mark.parametrize(
    ("key", "data", "sound"),
    [
        ((7, 3), RECORD, True),
        ((7, 3), memoryview(RECORD), True),
        ((7, 4), RECORD, False),
        ((8, 3), RECORD, False),
        ((7, 3), RECORD[:7], False),
        ((7, 3), RECORD + b"\0", False),
        ((7, 3), RECORD.hex(), False),
        (("7", 3), RECORD, False),
        ((7, 3.0), RECORD, False),
        ((-1, 3), RECORD, False),
        ((MOST + 1, 3), RECORD, False),
        ((7, MOST + 1), RECORD, False),
    ],
)
def test_what_is_a_record(key: tuple[Any, Any], data: Any, sound: bool) -> None:
    assert is_record(*key, data) is sound


def test_the_numbers_that_a_board_can_have() -> None:
    assert [is_number(value) for value in (0, MOST, -1, MOST + 1, True, 1.0, "1", None)] == [True] * 2 + [False] * 6
    assert MOST == 0xFFFFFFFF
    believed = [(0, 0), (3, 3), (3, MOST)]
    assert [extent_of(*extent) for extent in believed] == believed
    for extent in [(-1, 3), (4, 3), (3, MOST + 1), ("0", 3), (0, 3.0), (None, None), (False, 3)]:
        assert extent_of(*extent) == (0, 0)


def test_an_alarm_counts_its_records() -> None:
    rest = (
        " came with other bytes than are stored. Both are kept, `tallyboard verify` lists them: the board tells another"
    )
    rest += " history now."
    assert str(Alarm("b", 7, (3,))) == f"ALARM: board b, epoch 7: record 3{rest}"
    assert str(Alarm("b", 7, (3, 4))) == f"ALARM: board b, epoch 7: record 3 and 1 more{rest}"
    assert str(Alarm("b", 7, (3, 4, 9))) == f"ALARM: board b, epoch 7: record 3 and 2 more{rest}"


def test_a_match_by_the_beginning_of_its_id(store: Store) -> None:
    paper = Paper().boot()
    for _ in range(40):
        paper.start("twenties-shootout").press("A 20", "next")
    records = list(enumerate(paper.records))
    store.add(Heard(board="b", table="T", firmware="0", epoch=7, oldest=0, next=len(records)), records)
    ids = [match["match"] for match in store.matches()]
    for wanted in (ids[0], ids[0].upper(), f" {ids[0][:-1]} "):
        assert store.match(wanted)["match"] == ids[0]
    for wanted in ("zz", "", " ", ids[0][:-1] + "x", "%"):
        with pytest.raises(TallyboardError) as refused:
            store.match(wanted)
        assert told(refused.value) == (f"There is no match {wanted}.", "`tallyboard results` lists the matches.")
    by_first: dict[str, list[str]] = {}
    for one in ids:
        by_first.setdefault(one[0], []).append(one)
    several = [(first, found) for first, found in sorted(by_first.items()) if len(found) > 1]
    assert len(several) > 3
    for first, found in several:
        with pytest.raises(TallyboardError) as refused:
            store.match(first)
        some = ", ".join(found[:5]) + (", …" if len(found) > 5 else "")
        assert told(refused.value) == (f"Several matches begin with {first}: {some}.", "Give more of the id.")


def test_a_match_that_an_alarm_is_about_says_so() -> None:
    rest = " came with other bytes too. The board tells another history now; both are kept."
    assert conflicts.sentence({}) == conflicts.sentence({"conflicts": []}) == ""
    assert conflicts.sentence({"conflicts": [3]}) == f"ALARM: record 3{rest}"
    assert conflicts.sentence({"conflicts": [3, 5]}) == f"ALARM: records 3, 5{rest}"


def test_an_alarm_is_about_the_match_in_which_its_records_stand(store: Store) -> None:
    paper, other = two_matches(), Paper().boot()
    heard = Heard(board="b", table="T", firmware="0", epoch=7, oldest=0, next=len(paper.records))
    store.add(heard, list(enumerate(paper.records)))
    starts = store.starts("b", 7)
    clashing = [0, starts[0], starts[1] - 1, starts[1], len(paper.records) - 1]
    while len(other.records) < len(paper.records):
        other.press("B 5", ms=7777)
    store.add(heard, [(number, other.records[number]) for number in clashing if number])
    marked = [match.get("conflicts") for match in store.matches()]
    assert marked == [[starts[0], starts[1] - 1], [starts[1], len(paper.records) - 1]]
    assert store.alarms() == [Alarm("b", 7, tuple(clashing[1:]))]
    assert all("conflicts" not in match for match in store.each_match(alarms=()))
