"""A copy of an SQLite store without names, which are gone for good: nothing of them stands in free pages either."""

import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tallyboard.doctor.anonymous import KnownNames, anonymous_fact, anonymous_line, anonymous_match, anonymous_records
from tallyboard.journal.runs import singles
from tallyboard.store import corrections
from tallyboard.store.failures import explained
from tallyboard.store.matches import kept
from tallyboard.store.sqlite_file import copy_to
from tallyboard.store.tables.rows import epochs, is_record, sound_runs
from tallyboard.store.tables.sql import COLUMNS, SqliteSql, tolerant
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.rows import KEPT, StoredEvent, about_of, check

# Any other table may hold anything.
_TABLES = {"alembic_version", *COLUMNS}
_WITH_NAMES = {"full_names", "orders", "presence"}

_EVENTS = "SELECT tournament, number, line, at, minute, who, reason, crc FROM tournament_events"


def sifted_copy(path: Path, to: Path, names: KnownNames) -> None:
    """Copy the store at `path` to the new file `to`, without these names and all that may hold another.

    What a disk has damaged so that it cannot be read is left out too. Raises TallyboardError.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.db"
        copy_to(path, whole)
        with explained(str(path)), closing(sqlite3.connect(whole, isolation_level=None)) as connection:
            tolerant(connection)
            connection.execute("PRAGMA secure_delete = ON")  # the new file's pages begin as zeros too
            connection.execute("BEGIN")
            _clear(connection)
            _sift_records(connection, names)
            _sift_matches(connection)
            sift_tournaments(connection)
            found = corrections.all_corrections(SqliteSql(connection))
            _replace(connection, "corrections", [anonymous_fact(fact).as_row() for fact in found])
            connection.execute("COMMIT")
            connection.execute("VACUUM INTO ?", (str(to),))  # written anew: what was deleted is not in it


def _replace(connection: sqlite3.Connection, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Have these rows in the table and no others."""
    connection.execute(f"DELETE FROM {table}")
    if rows:
        places = ", ".join(f":{column}" for column in rows[0])
        connection.executemany(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({places})", rows)


def _clear(connection: sqlite3.Connection) -> None:
    """Drop tables that are not known, and empty those of names."""
    there = connection.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for kind, name in there:
        if name not in _TABLES and not name.startswith("sqlite_"):
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} "{quoted}"')
        elif name in _WITH_NAMES:
            connection.execute(f"DELETE FROM {name}")


def _sift_records(connection: sqlite3.Connection, names: KnownNames) -> None:
    """Conflicting records are sifted each by itself."""
    sql = SqliteSql(connection)
    stay = []
    for epoch in epochs(sql):
        held = (one for run in sound_runs(sql, epoch.board, epoch.number) for one in singles(run))
        stay += [(epoch.board, epoch.number, seq, data) for seq, data in anonymous_records(held, names)]
    connection.execute("DELETE FROM records")
    connection.executemany("INSERT INTO records (board, epoch, seq, data) VALUES (?, ?, ?, ?)", stay)
    for key, number, seq, data in connection.execute("SELECT id, epoch, seq, data FROM conflicts").fetchall():
        if not is_record(number, seq, data) or not list(anonymous_records([(seq, data)], names)):
            connection.execute("DELETE FROM conflicts WHERE id = ?", (key,))


def _sift_matches(connection: sqlite3.Connection) -> None:
    found = map(kept.object_of, connection.execute(kept.SELECT).fetchall())
    _replace(connection, "matches", [kept.row_of(anonymous_match(match)) for match in found if match is not None])
    connection.execute(
        "UPDATE journals SET matches_sum = (SELECT coalesce(sum(crc), 0) % ? FROM matches "
        "WHERE matches.board = journals.board AND matches.epoch = journals.epoch)",
        (kept.SUM,),
    )


def sift_tournaments(connection: sqlite3.Connection) -> None:
    """Take the names out of the tournaments, and of what was noted keep what somebody confirmed, without who and why:
    another kind may be a text with names."""
    sql = SqliteSql(connection)
    if not (sql.has("tournaments") and sql.has("tournament_events")):
        return
    abouts = [about for about in map(about_of, connection.execute(f"SELECT {KEPT} FROM tournaments")) if about]
    ids = {about.id for about in abouts}
    events = []
    for tournament, *values, crc in connection.execute(_EVENTS).fetchall():
        if crc == check(tournament, *values) and tournament in ids:
            event = StoredEvent(*values)
            event = event._replace(line=anonymous_line(event.line, event.number), who="", reason="")
            events.append({"tournament": tournament, **event._asdict(), "crc": check(tournament, *event)})
    sifted = [about._replace(name=f"Tournament {n}") for n, about in enumerate(abouts, 1)]
    connection.execute("DELETE FROM tournament_events")
    _replace(connection, "tournaments", [{**about._asdict(), "crc": check(*about[:5])} for about in sifted])
    _replace(connection, "tournament_events", events)
    if sql.has("notices"):
        stay = [one for one in notices.all_notices(sql, notices.DOUBT) if one.tournament in ids]
        _replace(connection, "notices", [one._replace(given_by="", reason="").as_row() for one in stay])
