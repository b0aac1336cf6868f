"""Writing into a store what boards recorded. Every failure of the database comes out as a TallyboardError."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, Table, delete, func, insert, select, update

from shared_rules.journal.record import GAME, SIZE, TIME
from tallyboard.journal.runs import Run, joined
from tallyboard.store.failures import explained
from tallyboard.store.matches.rederive import NewRecords, rederive, refresh
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import Epoch, extent_of
from tallyboard.store.tables.schema import boards, conflicts, full_names, journals, matches
from tallyboard.store.tables.sql import CoreSql, Sql, of_one_moment
from tallyboard.store.writing import insert_runs, remove_damaged, sorted_out


@dataclass(frozen=True)
class Heard:
    """What a board said of itself: its id, table name and firmware, and its journal's epoch and extent."""

    board: str
    table: str
    firmware: str
    epoch: int
    oldest: int
    next: int


@dataclass(frozen=True)
class Stored:
    """What became of records: how many were new, and which numbers were there already with other bytes."""

    new: int
    conflicts: tuple[int, ...]


class Store(Reader):
    """A Reader that can be written to, made by `open_store`."""

    def __init__(self, engine: Engine, database: str, file: Path | None = None) -> None:
        super().__init__(database, file, self._transaction)
        self._engine = engine
        self._engine_that_reads = of_one_moment(engine)
        self._engine_that_writes = engine.execution_options(writes=True)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        with self._engine_that_reads.connect() as connection:
            yield CoreSql(connection)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: committed at the end, rolled back whole when anything is raised."""
        with explained(self.database), self._engine_that_writes.connect() as connection, connection.begin():
            yield connection

    def add(self, heard: Heard, records: Iterable[Run] = ()) -> Stored:
        """Store records (see runs.py; each number once, each sound) in one transaction, matches included.

        A key that is there with other sound bytes is kept as it is, and the other bytes beside it as a conflict; one
        whose bytes a disk has damaged gets the board's.
        """
        runs = list(joined(sorted(records)))
        with self.writing() as connection:
            epoch = _note(connection, heard)
            new, clashing, last = runs, list[Run](), -1
            if runs:
                new, clashing, last = sorted_out(connection, heard.board, heard.epoch, runs)
            _keep_beside(connection, heard, clashing)
            insert_runs(connection, heard.board, heard.epoch, new)
            refresh(connection, epoch, _new_records(new, last))
        return Stored(sum(len(data) // SIZE for _, data in new), tuple(seq for seq, _ in clashing))

    def name(self, key: str, names: Mapping[tuple[str, str], str]) -> None:
        """Keep full names for the match of this key: (side, what the board keeps of the name) to the name.

        One that the board keeps in full needs no row, and loses the one that it may have had.
        """
        with self.writing() as connection:
            for (side, shown), name in names.items():
                row = {"key": key, "side": side, "shown": shown}
                mine = [full_names.c[column] == value for column, value in row.items()]
                connection.execute(delete(full_names).where(*mine))
                if name != shown:
                    connection.execute(insert(full_names).values(**row, name=name))

    def rebuild(self) -> int:
        """Throw all matches away and compute them anew from the records; how many there are. Damaged records go too."""
        with self.writing() as connection:
            remove_damaged(connection)
            rederive(connection)
            return int(connection.execute(select(func.count()).select_from(matches)).scalar_one())


def _new_records(new: Sequence[Run], last: int) -> NewRecords | None:
    """What these runs can touch; `last`: the last number that is stored from the first of them on, -1 for none."""
    if not new:
        return None
    first = new[0][0]
    what = b"".join(data[::SIZE] for _, data in new)  # byte 0 of each
    can_date = last > first or max(what) >= TIME
    return NewRecords(first, () if last >= 0 else new, can_date, can_begin=can_date or GAME in what)


def _of(table: Table, board: str, epoch: int) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return table.c.board == board, table.c.epoch == epoch


def _note(connection: Connection, heard: Heard) -> Epoch:
    """Write down what the board said."""
    _note_board(connection, heard)
    its = select(journals).where(journals.c.board == heard.board).order_by(journals.c.id.desc())
    newest_first = connection.execute(its).all()
    mine = next((one for one in newest_first if one.epoch == heard.epoch), None)
    if mine is None:
        return _begin_epoch(connection, heard, newest_first[0] if newest_first else None)
    is_newest = mine.id < 1 or mine is newest_first[0]  # below 1: put back after damage, and spoken of now
    extent = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if mine.id < 1:
        extent["id"] = connection.execute(select(func.max(journals.c.id))).scalar_one() + 1
    connection.execute(update(journals).where(*_of(journals, heard.board, heard.epoch)).values(extent))
    return Epoch(heard.board, heard.epoch, heard.next, not is_newest, heard.oldest, mine.matches_sum)


def _note_board(connection: Connection, heard: Heard) -> None:
    said = {"table_name": heard.table, "firmware": heard.firmware, "heard": datetime.now(UTC)}
    if not connection.execute(update(boards).where(boards.c.id == heard.board).values(said)).rowcount:
        connection.execute(insert(boards).values(id=heard.board, **said))


def _begin_epoch(connection: Connection, heard: Heard, last: Row[Any] | None) -> Epoch:
    """An epoch that was not heard of before; `last`: the journal of the board's last one."""
    extent = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    connection.execute(insert(journals).values(board=heard.board, epoch=heard.epoch, matches_sum=0, **extent))
    if last is not None:  # what was being played in it is over; in those before it, it was already
        oldest, following = extent_of(last.oldest_seq, last.next_seq)
        refresh(connection, Epoch(heard.board, last.epoch, following, True, oldest, last.matches_sum))
    return Epoch(heard.board, heard.epoch, heard.next, False, heard.oldest, 0)


def _keep_beside(connection: Connection, heard: Heard, clashing: Iterable[Run]) -> None:
    """Write down these records as conflicts, as far as they are not."""
    if not clashing:
        return
    known = connection.execute(
        select(conflicts.c.seq, conflicts.c.data).where(*_of(conflicts, heard.board, heard.epoch))
    )
    fresh = set(clashing).difference((seq, data) for seq, data in known)
    if fresh:
        said = {"board": heard.board, "epoch": heard.epoch, "heard": datetime.now(UTC)}
        connection.execute(insert(conflicts), [{**said, "seq": seq, "data": data} for seq, data in sorted(fresh)])
