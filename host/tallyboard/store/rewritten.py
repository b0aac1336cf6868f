"""A copy of an SQLite store in which something is left out for good: nothing of it stands in free pages either."""

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tallyboard.runs import singles
from tallyboard.store import derive
from tallyboard.store.failures import sentence
from tallyboard.store.reading import copy_to

# Any other table may hold anything.
_TABLES = ("alembic_version", "boards", "journals", "records", "conflicts", "matches")

Rows = Iterable[tuple[int, bytes]]


def rewritten_copy(
    path: Path, to: Path, records: Callable[[Rows], Rows], match: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Copy the store at `path` to the new file `to`.

    `records` gives those (number, bytes) of an epoch's sound records that stay, `match` what stays of a match object.
    Conflicting records are sifted each by itself. Raises TallyboardError.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.db"
        copy_to(path, whole)
        try:
            with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
                connection.execute("PRAGMA secure_delete = ON")  # the new file's pages begin as zeros too
                connection.execute("BEGIN")
                _drop_others(connection)
                _sift(connection, records)
                rows = connection.execute("SELECT id, result FROM matches").fetchall()
                changed = [(json.dumps(match(json.loads(result))), key) for key, result in rows]
                connection.executemany("UPDATE matches SET result = ? WHERE id = ?", changed)
                connection.execute("COMMIT")
                connection.execute("VACUUM INTO ?", (str(to),))  # written anew: what was deleted is not in it
        except sqlite3.Error as error:
            raise sentence(str(path), str(error)) from error


def _drop_others(connection: sqlite3.Connection) -> None:
    there = connection.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for kind, name in there:
        if name not in _TABLES and not name.startswith("sqlite_"):
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} "{quoted}"')


def _sift(connection: sqlite3.Connection, records: Callable[[Rows], Rows]) -> None:
    for board, epoch in connection.execute("SELECT board, epoch FROM journals").fetchall():
        mine = (board, epoch)
        rows = connection.execute("SELECT seq, data FROM records WHERE board = ? AND epoch = ? ORDER BY seq", mine)
        held = rows.fetchall()
        stays = {seq for seq, _ in records(_sound(epoch, held))}
        gone = [(*mine, seq) for seq, _ in held if seq not in stays]
        connection.executemany("DELETE FROM records WHERE board = ? AND epoch = ? AND seq = ?", gone)
        others = connection.execute(
            "SELECT id, seq, data FROM conflicts WHERE board = ? AND epoch = ?", mine
        ).fetchall()
        gone_too = [(key,) for key, seq, data in others if not list(records(_sound(epoch, [(seq, data)])))]
        connection.executemany("DELETE FROM conflicts WHERE id = ?", gone_too)


def _sound(epoch: int, rows: Rows) -> Rows:
    return (one for run in derive.sound(epoch, rows) for one in singles(run))
