"""A copy of an SQLite store in which something is left out for good: nothing of it stands in free pages either."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tallyboard.doctor.anonymous import sift_tournaments
from tallyboard.journal.runs import singles
from tallyboard.store import corrections
from tallyboard.store.corrections import Correction
from tallyboard.store.failures import explained
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.sqlite_file import copy_to
from tallyboard.store.tables.rows import epochs, is_record, sound_runs
from tallyboard.store.tables.sql import COLUMNS, SqliteSql, tolerant

# Any other table may hold anything.
_TABLES = {"alembic_version", *COLUMNS}
_WITH_NAMES = {"full_names", "orders", "presence"}

Rows = Iterable[tuple[int, bytes]]


def sifted_copy(
    path: Path,
    to: Path,
    records: Callable[[Rows], Rows],
    match: Callable[[KeptMatch], KeptMatch],
    correction: Callable[[Correction], Correction],
) -> None:
    """Copy the store at `path` to the new file `to`.

    `records` gives those (number, bytes) of an epoch's sound records that stay, `match` what stays of a match object,
    `correction` what of a correction. Conflicting records are sifted each by itself; tournaments lose their names.
    Raises TallyboardError.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.db"
        copy_to(path, whole)
        with explained(str(path)), closing(sqlite3.connect(whole, isolation_level=None)) as connection:
            tolerant(connection)
            connection.execute("PRAGMA secure_delete = ON")  # the new file's pages begin as zeros too
            connection.execute("BEGIN")
            _drop_others(connection)
            _sift(connection, records)
            _keep_matches(connection, match)
            sift_tournaments(connection)
            _keep_corrections(connection, correction)
            for table in _WITH_NAMES & _tables_in(connection):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("COMMIT")
            connection.execute("VACUUM INTO ?", (str(to),))  # written anew: what was deleted is not in it


def _keep_matches(connection: sqlite3.Connection, match: Callable[[KeptMatch], KeptMatch]) -> None:
    """Put what stays of each match in its place; a row that cannot be read goes."""
    columns = (*kept.COLUMNS, "crc")
    rows = connection.execute(kept.SELECT).fetchall()
    connection.execute("DELETE FROM matches")
    stay = [kept.row_of(match(found)) for found in map(kept.object_of, rows) if found is not None]
    parameters = ", ".join(f":{column}" for column in columns)
    connection.executemany(f"INSERT INTO matches ({', '.join(columns)}) VALUES ({parameters})", stay)
    connection.execute(
        "UPDATE journals SET matches_sum = (SELECT coalesce(sum(crc), 0) % ? FROM matches "
        "WHERE matches.board = journals.board AND matches.epoch = journals.epoch)",
        (kept.SUM,),
    )


def _keep_corrections(connection: sqlite3.Connection, correction: Callable[[Correction], Correction]) -> None:
    """The same of the corrections."""
    stay = [correction(found).as_row() for found in corrections.all_corrections(SqliteSql(connection))]
    connection.execute("DELETE FROM corrections")
    columns = (*corrections.COLUMNS, "crc")
    parameters = ", ".join(f":{column}" for column in columns)
    connection.executemany(f"INSERT INTO corrections ({', '.join(columns)}) VALUES ({parameters})", stay)


def _tables_in(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _drop_others(connection: sqlite3.Connection) -> None:
    there = connection.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for kind, name in there:
        if name not in _TABLES and not name.startswith("sqlite_"):
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} "{quoted}"')


def _sift(connection: sqlite3.Connection, records: Callable[[Rows], Rows]) -> None:
    """Keep what stays; what a disk has damaged so that no record is to be seen in it goes too."""
    sql = SqliteSql(connection)
    stay = []
    for epoch in epochs(sql):
        held = (one for run in sound_runs(sql, epoch.board, epoch.number) for one in singles(run))
        stay += [(epoch.board, epoch.number, seq, data) for seq, data in records(held)]
    connection.execute("DELETE FROM records")
    connection.executemany("INSERT INTO records (board, epoch, seq, data) VALUES (?, ?, ?, ?)", stay)
    others = connection.execute("SELECT id, epoch, seq, data FROM conflicts").fetchall()
    gone = [(key,) for key, *other in others if not _stays(records, *other)]
    connection.executemany("DELETE FROM conflicts WHERE id = ?", gone)


def _stays(records: Callable[[Rows], Rows], epoch: Any, seq: Any, data: Any) -> bool:
    return is_record(epoch, seq, data) and bool(list(records([(seq, data)])))
