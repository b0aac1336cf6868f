"""Reading and writing the store. Every failure of the database comes out as a TallyboardError."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.orm import Session

from shared_rules.record import GAME, SIZE, TIME
from tallyboard.errors import TallyboardError
from tallyboard.runs import Run, joined, singles
from tallyboard.spans import Spans
from tallyboard.store import derive
from tallyboard.store.failures import explained
from tallyboard.store.models import Board, Journal, Match, boards, conflicts, journals, matches
from tallyboard.store.refresh import Epoch, rederive, refresh
from tallyboard.store.rows import insert_runs, numbers_of, rows_of

_AT_ONCE = 500  # match objects that are read in one go


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


@dataclass(frozen=True)
class Alarm:
    """A board that tells two histories: these records (`numbers`, in order) are stored, and others came for them.

    Both are kept. Its memory was put back to an older state and played on.
    """

    board: str
    epoch: int
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        more = f" and {len(self.numbers) - 1} more" if len(self.numbers) > 1 else ""
        return (
            f"ALARM: board {self.board}, epoch {self.epoch}: record {self.numbers[0]}{more} came with other bytes than "
            "are stored. Both are kept, `tallyboard verify` lists them: the board tells another history now."
        )


class Store:
    """The records and matches of one database, made by `open_store`.

    `file`: the SQLite file, None for one in memory and for other databases.
    """

    def __init__(self, engine: Engine, place: str, file: Path | None = None) -> None:
        self.place = place
        self.file = file
        self._engine = engine
        self._writing = engine.execution_options(writes=True)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def session(self, writes: bool = False) -> Iterator[Session]:
        """A transaction: committed at the end, rolled back whole when anything is raised."""
        with explained(self.place), Session(self._writing if writes else self._engine) as session, session.begin():
            yield session

    # ---- collecting

    def held(self, board: str, epoch: int) -> Spans:
        """The numbers of the records that are stored."""
        with self.session() as session:
            return numbers_of(session.connection(), board, epoch)

    def add(self, heard: Heard, records: Iterable[Run] = ()) -> Stored:
        """Store records (see runs.py; each number once, each sound) in one transaction, matches included.

        A key that is there with other bytes is kept as it is, and the other bytes beside it as a conflict.
        """
        runs = list(joined(sorted(records)))
        with self.session(writes=True) as session:
            connection = session.connection()
            place = _note(connection, heard)
            there = dict(rows_of(connection, heard.board, heard.epoch, runs[0][0])) if runs else {}
            new, clashing = _sort_out(runs, there) if there else (runs, [])
            _keep_beside(connection, heard, clashing)
            insert_runs(connection, heard.board, heard.epoch, new)
            what = b"".join(data[::SIZE] for _, data in new)  # byte 0 of each
            dates = bool(new) and (max(there, default=0) > new[0][0] or max(what) >= TIME)
            begins = dates or GAME in what
            refresh(connection, place, new[0][0] if new else None, () if there else new, dates=dates, begins=begins)
        return Stored(sum(len(data) // SIZE for _, data in new), tuple(seq for seq, _ in clashing))

    # ---- what can be looked at

    def matches(self, untouched: bool = False) -> list[tuple[str, dict[str, Any]]]:
        """(table name, match object) of every match: by table, on a table in the order in which they were played.

        A match in which no event stands is no result; `untouched`: those too.
        """
        return list(self.each_match(untouched))

    def each_match(self, untouched: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
        """What `matches` gives, one after the other: however many there are, some hundred are in memory."""
        wanted = (
            select(Board.table_name, Match.result)
            .join(Journal, (Journal.board == Match.board) & (Journal.epoch == Match.epoch))
            .join(Board, Board.id == Match.board)
            .order_by(Board.table_name, Board.id, Journal.id, Match.first_seq)
        )
        with self.session() as session:
            for table, result in session.execute(wanted.execution_options(yield_per=_AT_ONCE)):
                told, is_touched = _told(result)
                if untouched or is_touched:
                    yield table, told

    def match(self, prefix: str) -> dict[str, Any]:
        """The match object whose id begins so; raises TallyboardError when there is none or more than one."""
        wanted = prefix.strip().lower()
        with self.session() as session:
            ids = session.scalars(
                select(Match.id).where(Match.id.startswith(wanted, autoescape=True)).order_by(Match.id).limit(6)
            ).all()
            if len(ids) == 1 and wanted:
                found: dict[str, Any] = session.scalars(select(Match.result).where(Match.id == ids[0])).one()
                return _told(found)[0]
        if not ids or not wanted:
            raise TallyboardError(f"There is no match {prefix}.", "`tallyboard results` lists the matches.")
        some = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
        raise TallyboardError(f"Several matches begin with {prefix}: {some}.", "Give more of the id.")

    def last_match(self, board: str, epoch: int) -> dict[str, Any] | None:
        """The match object of the epoch's last match, None where there is none."""
        last = select(Match.result).where(*_of(Match, board, epoch)).order_by(Match.first_seq.desc()).limit(1)
        with self.session() as session:
            found = session.scalar(last)
        return None if found is None else _told(found)[0]

    def next_match(self, board: str, epoch: int, first_seq: int) -> int | None:
        """The first record number of the match after the one that begins at `first_seq`, None when that is the last."""
        with self.session() as session:
            return session.scalar(
                select(func.min(Match.first_seq)).where(*_of(Match, board, epoch), Match.first_seq > first_seq)
            )

    def alarms(self) -> list[Alarm]:
        """Where records are stored with other bytes, by board and epoch."""
        with self.session() as session:
            columns = (conflicts.c.board, conflicts.c.epoch, conflicts.c.seq)
            rows = session.execute(select(*columns).distinct().order_by(*columns))
            found: dict[tuple[str, int], list[int]] = {}
            for board, epoch, seq in rows:
                found.setdefault((board, epoch), []).append(seq)
        return [Alarm(*place, tuple(numbers)) for place, numbers in found.items()]

    def rebuild(self) -> int:
        """Throw all matches away and compute them anew from the records; how many there are."""
        with self.session(writes=True) as session:
            connection = session.connection()
            rederive(connection)
            return int(connection.execute(select(func.count()).select_from(matches)).scalar_one())

    def records(self, board: str, epoch: int, start: int = 0, end: int | None = None) -> Iterator[tuple[int, bytes]]:
        """(number, bytes) of the epoch's sound records from number `start` up to, not with, `end`, in order."""
        with self.session() as session:
            rows = rows_of(session.connection(), board, epoch, start, end)
            for run in derive.sound(epoch, rows):
                yield from singles(run)


def _told(result: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The match object as it is told to people, of the one that is stored, and whether any event stands in it."""
    told = dict(result)
    untouched = told.pop("untouched", False)
    return told, not untouched


def _of(table: Any, board: str, epoch: int) -> tuple[Any, Any]:
    return table.board == board, table.epoch == epoch


def _note(connection: Connection, heard: Heard) -> Epoch:
    """Write down what the board said."""
    said = {"table_name": heard.table, "firmware": heard.firmware, "heard": datetime.now(UTC)}
    if not connection.execute(update(boards).where(boards.c.id == heard.board).values(said)).rowcount:
        connection.execute(insert(boards).values(id=heard.board, **said))
    its = select(journals.c.epoch, journals.c.next_seq).where(journals.c.board == heard.board)
    last = connection.execute(its.order_by(journals.c.id.desc()).limit(1)).one_or_none()
    extent = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if connection.execute(update(journals).where(*_of(journals.c, heard.board, heard.epoch)).values(extent)).rowcount:
        return Epoch(heard.board, heard.epoch, heard.next, over=last is not None and last.epoch != heard.epoch)
    connection.execute(insert(journals).values(board=heard.board, epoch=heard.epoch, **extent))
    if last is not None:  # what was being played in it is over; in those before it, it was already
        refresh(connection, Epoch(heard.board, last.epoch, last.next_seq, over=True), None)
    return Epoch(heard.board, heard.epoch, heard.next, over=False)


def _sort_out(runs: Iterable[Run], there: dict[int, bytes]) -> tuple[list[Run], list[Run]]:
    """(records that are new, records in conflict with what is there)."""
    ones = [one for run in runs for one in singles(run)]
    new = joined((seq, data) for seq, data in ones if seq not in there)
    return list(new), [(seq, data) for seq, data in ones if there.get(seq, data) != data]


def _keep_beside(connection: Connection, heard: Heard, clashing: Iterable[Run]) -> None:
    """Write down these records as conflicts, as far as they are not."""
    if not clashing:
        return
    known = connection.execute(
        select(conflicts.c.seq, conflicts.c.data).where(*_of(conflicts.c, heard.board, heard.epoch))
    )
    fresh = set(clashing).difference((seq, data) for seq, data in known)
    if fresh:
        said = {"board": heard.board, "epoch": heard.epoch, "heard": datetime.now(UTC)}
        connection.execute(insert(conflicts), [{**said, "seq": seq, "data": data} for seq, data in sorted(fresh)])
