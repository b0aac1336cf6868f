"""A new database out of a damaged one: every record that stands in it, and the matches computed from them.

A record carries its own check, over epoch, number and what it says, so it is known by itself wherever it stands. The
damaged file is kept beside the new one under another name.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import insert

from tallyboard.errors import TallyboardError
from tallyboard.link.port_access import holders
from tallyboard.store.database import open_store
from tallyboard.store.failures import explanation, is_locked
from tallyboard.store.files import free_name
from tallyboard.store.mend import NEVER
from tallyboard.store.repair.pages import rows_in
from tallyboard.store.shape import BUSY_S
from tallyboard.store.store import Store
from tallyboard.store.tables.rows import extent_of, is_number, is_record
from tallyboard.store.tables.schema import boards, conflicts, full_names, journals, records

_BESIDE = ("", "-wal", "-shm")

Place = tuple[str, int]  # board, epoch


class Saved(NamedTuple):
    """What a salvage made: how many `records` and `matches`, and under which name the `damaged` file was left."""

    records: int
    matches: int
    damaged: Path


@dataclass
class _Found:
    """What stands in a damaged file. `journals`: oldest, next and the number that says which was heard first."""

    records: dict[Place, dict[int, bytes]] = field(default_factory=dict)
    others: dict[Place, set[tuple[int, bytes]]] = field(default_factory=dict)
    journals: dict[Place, tuple[int, int, int]] = field(default_factory=dict)
    boards: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def take(self, rowid: int, row: tuple[Any, ...]) -> None:
        """Note a row of a table of ours: which, its values tell."""
        match row:
            case (str(board), int(epoch), int(seq), bytes(data)) if is_record(epoch, seq, data):
                there = self.records.setdefault((board, epoch), {}).setdefault(seq, data)
                if there != data:
                    self.others.setdefault((board, epoch), set()).add((seq, data))
            case (None, str(board), int(epoch), int(seq), bytes(data), str()) if is_record(epoch, seq, data):
                self.others.setdefault((board, epoch), set()).add((seq, data))
            case (None, str(board), int(epoch), int(oldest), int(following), *_) if len(row) in (5, 6):
                if is_number(epoch) and extent_of(oldest, following) != (0, 0):
                    before = self.journals.get((board, epoch), (oldest, 0, rowid))
                    self.journals[board, epoch] = (oldest, max(following, before[1]), rowid)
            case (str(board), str(table), str(firmware), str(heard)) if _is_moment(heard):
                self.boards[board] = table, firmware
            case (str(key), ("A" | "B" | "C") as side, str(shown), str(name)):
                self.names[key, side, shown] = name


def _is_moment(text: str) -> bool:
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return True
    return False


def salvage(path: Path) -> Saved:
    """Put a new database in the place of the damaged SQLite file. Raises TallyboardError, with the file as it was."""
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        with _held(path):
            _check_alone(path)
            found = _Found()
            for rowid, row in rows_in(path):
                found.take(rowid, row)
            if not (found.records or found.journals):
                raise TallyboardError(
                    f"Nothing that a board recorded can be found in {path}.",
                    "Put a backup in its place, or move it away and sync the boards: each keeps thousands of records.",
                )
            with closing(open_store(str(new))) as store:
                _fill(store, found)
                matches = store.rebuild()
        # Not while the connection is open: its end would take away the log of whoever opens the new file.
        _check_alone(path)
        aside = _put_aside(path)
        os.replace(new, path)
    except OSError as error:
        raise TallyboardError(
            f"{path} cannot be rebuilt: {error.strerror or error}.",
            "Make room, or check the permissions of the file and its folder.",
        ) from error
    finally:
        for end in _BESIDE:
            with suppress(OSError):
                Path(f"{new}{end}").unlink()
    return Saved(sum(map(len, found.records.values())), matches, aside)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep others from writing meanwhile, as far as SQLite can still open the file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if is_locked(error):
                raise explanation(str(path), error) from error
        yield


def _check_alone(path: Path) -> None:
    """Who has the file open would go on writing into what is put aside."""
    others = holders(str(path))
    if others:
        raise TallyboardError(f"{path} is open in {' and '.join(map(str, others))}.", "End that, then rebuild again.")


def _put_aside(path: Path) -> Path:
    """The name under which the damaged file stands from now on; it goes on standing under its own until it is replaced.

    Its write-ahead log must not stay: SQLite would put it into the new file.
    """
    aside = free_name(path, "damaged")
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copyfile(path, aside)
    with suppress(FileNotFoundError):
        os.replace(f"{path}-wal", f"{aside}-wal")
    with suppress(FileNotFoundError):
        os.unlink(f"{path}-shm")
    return aside


def _fill(store: Store, found: _Found) -> None:
    for place, others in found.others.items():  # where only the other one is left, it is what was recorded
        held = found.records.setdefault(place, {})
        for seq, data in sorted(others):
            held.setdefault(seq, data)
    in_order = sorted(found.journals, key=lambda place: found.journals[place][2])
    places = dict.fromkeys([*(place for place in found.records if place not in found.journals), *in_order])
    with store.writing() as connection:
        for board in dict.fromkeys(board for board, _ in places):
            table, firmware = found.boards.get(board, ("", ""))
            connection.execute(insert(boards).values(id=board, table_name=table, firmware=firmware, heard=NEVER))
        for board, epoch in places:
            oldest, following, _ = found.journals.get((board, epoch), (0, 0, 0))
            extent = {"oldest_seq": oldest, "next_seq": following}
            connection.execute(insert(journals).values(board=board, epoch=epoch, matches_sum=0, **extent))
        for (board, epoch), held in found.records.items():
            _insert(connection, records, board, epoch, held.items())
        for (board, epoch), others in found.others.items():
            held = found.records[board, epoch]
            two = [(seq, data) for seq, data in others if held[seq] != data]
            _insert(connection, conflicts, board, epoch, two, heard=datetime.now(UTC))
        named = [dict(zip(("key", "side", "shown"), key, strict=True), name=name) for key, name in found.names.items()]
        if named:
            connection.execute(insert(full_names), named)


def _insert(
    connection: Any, table: Any, board: str, epoch: int, rows: Iterable[tuple[int, bytes]], **more: object
) -> None:
    its = {"board": board, "epoch": epoch, **more}
    made = [{**its, "seq": seq, "data": data} for seq, data in sorted(rows)]
    if made:
        connection.execute(insert(table), made)
