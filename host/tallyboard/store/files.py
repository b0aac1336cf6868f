"""The SQLite file of a store: what SQLite finds wrong with it, and copies of it."""

import glob
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tallyboard.store import shape
from tallyboard.store.failures import explained

_NO_COPY = re.compile(r"\.(damaged|new)[^.]*$|-(wal|shm|journal)$")
_WAL_AT, _WAL = 18, b"\x02\x02"  # the two bytes of the header that say so (sqlite.org/fileformat2.html, 1.3.3)


def file_faults(path: Path) -> list[str]:
    """What SQLite finds wrong with the file: pages, indexes, keys that lead nowhere; empty where all is well."""
    with explained(str(path)), closing(shape.connect(path)) as connection:
        said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        faults = [] if said == ["ok"] else said
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            faults.append(f"row {row} of {table} leads to nothing in {parent}")
    return faults


def has_more_than_ours(path: Path) -> bool:
    """Whether it has triggers or views, which no tallyboard makes: they act on what is written."""
    with explained(str(path)), closing(shape.connect(path)) as connection:
        return (
            connection.execute("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone() is not None
        )


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
    with explained(str(path)), closing(shape.connect(path)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def free_name(path: Path, what: str) -> Path:
    """A name beside the file for a copy of it, `club.db.before-0003`; behind it a number where there is one already."""
    copy = path.with_name(f"{path.name}.{what}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.{what}-{number}")
    return copy
