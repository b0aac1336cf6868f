"""A new database out of a damaged one: every record that stands in it, and the matches computed from them.

A record carries its own check, over epoch, number and what it says, so it is known by itself wherever it stands. The
damaged file is kept beside the new one under another name.
"""

import os
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import insert

from shared_rules import record
from tallyboard.errors import TallyboardError
from tallyboard.link.access import holders
from tallyboard.store import derive
from tallyboard.store.database import open_store
from tallyboard.store.files import free_name
from tallyboard.store.mend import NEVER
from tallyboard.store.pages import rows_in
from tallyboard.store.rows import MOST, extent_of
from tallyboard.store.schema import boards, conflicts, full_names, journals, records
from tallyboard.store.store import Store

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
            case (str(board), int(epoch), int(seq), bytes(data)) if _is_sound(epoch, seq, data):
                there = self.records.setdefault((board, epoch), {}).setdefault(seq, data)
                if there != data:
                    self.others.setdefault((board, epoch), set()).add((seq, data))
            case (None, str(board), int(epoch), int(seq), bytes(data), str()) if _is_sound(epoch, seq, data):
                self.others.setdefault((board, epoch), set()).add((seq, data))
            case (None, str(board), int(epoch), int(oldest), int(following), *_) if len(row) in (5, 6):
                if 0 <= epoch <= MOST and extent_of(oldest, following) != (0, 0):
                    before = self.journals.get((board, epoch), (oldest, 0, rowid))
                    self.journals[board, epoch] = (oldest, max(following, before[1]), rowid)
            case (str(key), ("A" | "B" | "C") as side, str(shown), str(name)):
                self.names[key, side, shown] = name
            case (str(board), str(table), str(firmware), str(heard)) if _is_moment(heard):
                self.boards[board] = table, firmware


def _is_sound(epoch: int, seq: int, data: bytes) -> bool:
    is_key = 0 <= epoch <= MOST and 0 <= seq <= MOST
    return is_key and len(data) == record.SIZE and derive.is_sound(epoch, seq, data)


def _is_moment(text: str) -> bool:
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return True
    return False


def salvage(path: Path) -> Saved:
    """Put a new database in the place of the damaged SQLite file. Raises TallyboardError, with the file as it was."""
    others = holders(str(path))
    if others:  # it would go on writing into the file that is put aside
        who = " and ".join(map(str, others))
        raise TallyboardError(f"{path} is open in {who}.", "End that first, then rebuild again.")
    new, aside = path.with_name(f"{path.name}.new"), free_name(path, "damaged")
    try:
        _remove(new)
        found = _Found()
        for rowid, row in rows_in(path):
            found.take(rowid, row)
        if not (found.records or found.journals):
            raise TallyboardError(
                f"Nothing that a board recorded can be found in {path}.",
                "Put a backup in its place, or move it away and sync the boards: they keep thousands of records each.",
            )
        with closing(open_store(str(new))) as store:
            _fill(store, found)
            matches = store.rebuild()
        for end in _BESIDE:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{end}", f"{aside}{end}")
        os.replace(new, path)
    except OSError as error:
        raise TallyboardError(
            f"{path} cannot be rebuilt: {error.strerror or error}.",
            "Make room, or check the permissions of the file and its folder.",
        ) from error
    finally:
        _remove(new)
    return Saved(sum(map(len, found.records.values())), matches, aside)


def _remove(path: Path) -> None:
    for end in _BESIDE:
        with suppress(OSError):
            Path(f"{path}{end}").unlink()


def _fill(store: Store, found: _Found) -> None:
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
            held = found.records.get((board, epoch), {})
            two = [(seq, data) for seq, data in others if held.get(seq, data) != data]
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
