"""The SQLite file of a store: its version, connections that only read, what is wrong with it, and copies of it."""

import glob
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.failures import NoDatabaseError, explained, is_locked, known_error
from tallyboard.store.tables.sql import COLUMNS, Sql, SqliteSql, tolerant
from tallyboard.text.passwords import hidden

# That this version knows, in order; the last is the present shape.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011")
LOST = "lost"  # stands for the revision of a database of ours that no longer says which it has

BUSY_S = 3  # how long a reader waits for another program; in WAL mode it hardly ever has to
_MAGIC = b"SQLite format 3\x00"
_VERSION = "alembic_version"
_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}


def check_file(path: Path) -> str | None:
    """The revision of the SQLite file, LOST where it does not say it; None for a new or an empty one.

    Nothing is changed. Raises TallyboardError for one of a newer version, for one that is not ours and for one that
    cannot be read.
    """
    database = hidden(str(path))
    path.absolute()  # in a folder that is gone nothing is anywhere: commands/guard.py tells that
    try:
        if not path.exists():
            if not path.parent.is_dir():
                raise CoreError(told.NO_FOLDER, folder=hidden(str(path.parent)))
            return None
        if not path.is_file():
            raise CoreError(told.NO_FILE, database=database)
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise CoreError(told.UNREADABLE, database=database, words=error.strerror) from error
    if not magic:
        return None
    if magic != _MAGIC:
        raise NoDatabaseError(database)
    with explained(database), closing(connect(path)) as connection:
        return revision_on(SqliteSql(connection), database)


def revision_on(sql: Sql, database: str) -> str | None:
    """The revision of a database as this transaction sees it, None for an empty one; raises TallyboardError as
    `check_file`."""
    tables = {name for (name,) in sql.rows(_TABLES[sql.dialect])}
    rows = sql.rows(f"SELECT version_num FROM {_VERSION}") if _VERSION in tables else ()
    return known_revision(database, tables, [row[0] for row in rows])


def known_revision(database: str, tables: set[str], versions: list[object]) -> str | None:
    """The revision of a database with these tables and these rows in its table of the version, as `check_file`."""
    if not tables:
        return None
    ours = tables & COLUMNS.keys()
    if len(ours) < 2:
        raise CoreError(told.OTHER_PROGRAM, database=database)
    version = versions[0] if len(versions) == 1 else None
    if version not in REVISIONS and isinstance(version, str) and version.isdecimal() and version > REVISIONS[-1]:
        raise CoreError(told.NEWER, database=database, shape=version, known=REVISIONS[-1])
    return str(version) if version in REVISIONS and "records" in ours else LOST


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the SQLite file that can only read, also in a folder that nobody may write to. Raises
    sqlite3.Error, and TallyboardError where it cannot be opened in any way."""
    error: sqlite3.Error | None = None
    with suppress(OSError), closing(_ways(path)) as ways:
        for file, options in ways:
            try:
                return _opened(file, options)
            except sqlite3.OperationalError as failed:
                error = failed
                if is_locked(failed):
                    break
    raise error or known_error(hidden(str(path)), "SQLITE_CANTOPEN")


def _opened(file: Path, options: str) -> sqlite3.Connection:
    uri = f"file:{quote(os.fsencode(file.absolute()))}?mode={options}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
    try:
        tolerant(connection)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _has_wal(path: Path) -> bool:
    with suppress(OSError):
        return Path(f"{path}-wal").stat().st_size > 0
    return False


def _ways(path: Path) -> Generator[tuple[Path, str], None, None]:
    """What to open, with SQLite's options, one after the other until one can be opened."""
    # Beside a write-ahead log as one that reads: one that may write would end the log when it closes. Without one as
    # one that may write: one that reads would leave an empty log behind.
    if _has_wal(path):
        if Path(f"{path}-shm").exists():  # unless it was put back from a copy: nothing is to be made here
            yield path, "ro"
    elif os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK):
        yield path, "rw"
    # Where nothing can be written, nobody else writes: so it may be read without SQLite's help for several.
    if not _has_wal(path):
        yield path, "ro&immutable=1"
    # With its write-ahead log, which SQLite reads only where it may write beside it.
    with tempfile.TemporaryDirectory(prefix="tallyboard-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(path, copy)
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
        yield copy, "rw"  # on POSIX an open file outlives its name


_NO_COPY = re.compile(r"\.(damaged|new)[^.]*$|-(wal|shm|journal)$")
_WAL_AT, _WAL = 18, b"\x02\x02"  # the two bytes of the header that say so (sqlite.org/fileformat2.html, 1.3.3)


def file_faults(path: Path) -> list[str]:
    """What SQLite finds wrong with the file: pages, indexes, keys that lead nowhere; empty where all is well."""
    with explained(str(path)), closing(connect(path)) as connection:
        said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        faults = [] if said == ["ok"] else said
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            faults.append(f"row {row} of {table} leads to nothing in {parent}")
    return faults


def has_more_than_ours(path: Path) -> bool:
    """Whether it has triggers or views, which no tallyboard makes: they act on what is written."""
    with explained(str(path)), closing(connect(path)) as connection:
        return any(connection.execute("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')"))


def is_wal(path: Path) -> bool:
    """Whether the file is in WAL mode, where readers and a writer do not hinder each other."""
    with path.open("rb") as file:
        file.seek(_WAL_AT)
        return file.read(len(_WAL)) == _WAL


def copies_of(path: Path) -> list[Path]:
    """The copies of the database that lie beside it, the newest first. A migration makes one; what a rebuild has put
    aside is none.
    """
    there = (other for other in path.parent.glob(glob.escape(path.name) + ".*") if other.is_file())
    beside = [other for other in there if not _NO_COPY.search(other.name)]
    return sorted(beside, key=lambda other: -other.stat().st_mtime)


def copy_to(path: Path, to: Path) -> None:
    """A consistent copy of an SQLite file that may be in use. Raises TallyboardError."""
    with explained(str(path)), closing(connect(path)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def free_name(path: Path, what: str) -> Path:
    """A name beside the file for a copy of it, `club.db.before-0003`; behind it a number where there is one already."""
    copy = path.with_name(f"{path.name}.{what}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.{what}-{number}")
    return copy
