"""Reading and writing the store. Every failure of the database comes out as a TallyboardError."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, bindparam, delete, exists, func, insert, select
from sqlalchemy.orm import Session

from shared_rules.record import SIZE
from tallyboard.errors import TallyboardError
from tallyboard.runs import Run, joined, singles
from tallyboard.spans import Spans
from tallyboard.store import derive
from tallyboard.store.failures import explained
from tallyboard.store.models import Board, Conflict, Journal, Match, Record
from tallyboard.store.rows import insert_runs, rows_of


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


class Store:
    """The records and matches of one database, made by `open_store`.

    `file`: the SQLite file, None for one in memory and for other databases.
    """

    def __init__(self, engine: Engine, place: str, file: Path | None) -> None:
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
        mine = _of(Record, board, epoch)
        with self.session() as session:
            extent = select(func.count(), func.min(Record.seq), func.max(Record.seq)).where(*mine)
            count, first, last = session.execute(extent).one()
            if count and last - first < count:  # nearly always: nothing is missing
                return Spans([(first, last + 1)])
            return Spans.of_numbers(session.scalars(select(Record.seq).where(*mine).order_by(Record.seq)))

    def add(self, heard: Heard, records: Iterable[Run] = ()) -> Stored:
        """Store records (see runs.py; each number once, each sound) in one transaction, matches included.

        A key that is there with other bytes is kept as it is, and the other bytes beside it as a conflict.
        """
        runs = list(joined(sorted(records)))
        with self.session(writes=True) as session:
            journal = _note(session, heard)
            there = dict(rows_of(session, heard.board, heard.epoch, runs[0][0])) if runs else {}
            new, conflicts = _sort_out(session, heard, runs, there) if there else (runs, ())
            insert_runs(session, heard.board, heard.epoch, new)
            refresh(session, journal, new[0][0] if new else None, () if there else new)
            return Stored(sum(len(data) // SIZE for _, data in new), conflicts)

    # ---- what can be looked at

    def matches(self) -> list[tuple[str, dict[str, Any]]]:
        """(table name, match object) of every match: by table, on a table in the order in which they were played."""
        with self.session() as session:
            rows = session.execute(
                select(Board.table_name, Match.result)
                .join(Journal, (Journal.board == Match.board) & (Journal.epoch == Match.epoch))
                .join(Board, Board.id == Match.board)
                .order_by(Board.table_name, Board.id, Journal.id, Match.first_seq)
            )
            return [(table, result) for table, result in rows]

    def match(self, prefix: str) -> dict[str, Any]:
        """The match object whose id begins so; raises TallyboardError when there is none or more than one."""
        wanted = prefix.strip().lower()
        with self.session() as session:
            ids = session.scalars(
                select(Match.id).where(Match.id.startswith(wanted, autoescape=True)).order_by(Match.id).limit(6)
            ).all()
            if len(ids) == 1 and wanted:
                found: dict[str, Any] = session.scalars(select(Match.result).where(Match.id == ids[0])).one()
                return found
        if not ids or not wanted:
            raise TallyboardError(f"There is no match {prefix}.", "`tallyboard results` lists the matches.")
        some = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
        raise TallyboardError(f"Several matches begin with {prefix}: {some}.", "Give more of the id.")

    def next_match(self, board: str, epoch: int, first_seq: int) -> int | None:
        """The first record number of the match after the one that begins at `first_seq`, None when that is the last."""
        with self.session() as session:
            return session.scalar(
                select(func.min(Match.first_seq)).where(*_of(Match, board, epoch), Match.first_seq > first_seq)
            )

    def rebuild(self) -> None:
        """Throw all matches away and compute them anew from the records."""
        with self.session(writes=True) as session:
            session.execute(delete(Match))
            for journal in session.scalars(select(Journal).order_by(Journal.id)).all():
                refresh(session, journal, 0)

    def records(self, board: str, epoch: int) -> list[tuple[int, bytes]]:
        """(number, bytes) of the epoch's sound records, in order."""
        with self.session() as session:
            return [one for run in derive.sound(epoch, rows_of(session, board, epoch, 0)) for one in singles(run)]


def _of(table: Any, board: str, epoch: int) -> tuple[Any, Any]:
    return table.board == board, table.epoch == epoch


def _note(session: Session, heard: Heard) -> Journal:
    """Write down what the board said; returns the row of its journal."""
    board = session.get(Board, heard.board)
    if board is None:
        board = Board(id=heard.board)
        session.add(board)
    board.table_name = heard.table
    board.firmware = heard.firmware
    board.heard = datetime.now(UTC)
    session.flush()
    journal = session.scalars(select(Journal).where(*_of(Journal, heard.board, heard.epoch))).one_or_none()
    if journal is not None:
        journal.oldest_seq, journal.next_seq = heard.oldest, heard.next
        session.flush()
        return journal
    before = select(Journal).where(Journal.board == heard.board).order_by(Journal.id.desc()).limit(1)
    older = session.scalars(before).one_or_none()
    journal = Journal(board=heard.board, epoch=heard.epoch, oldest_seq=heard.oldest, next_seq=heard.next)
    session.add(journal)
    session.flush()
    if older is not None:  # what was being played in it is over; in those before it, it was already
        refresh(session, older, None)
    return journal


def _sort_out(
    session: Session, heard: Heard, runs: Iterable[Run], there: dict[int, bytes]
) -> tuple[list[Run], tuple[int, ...]]:
    """(records that are new, numbers in conflict with what is there); the conflicts are written down."""
    records = [one for run in runs for one in singles(run)]
    new = joined((seq, data) for seq, data in records if seq not in there)
    conflicts = [(seq, data) for seq, data in records if there.get(seq, data) != data]
    if conflicts:
        mine = _of(Conflict, heard.board, heard.epoch)
        known = {(seq, data) for seq, data in session.execute(select(Conflict.seq, Conflict.data).where(*mine))}
        now = datetime.now(UTC)
        session.add_all(
            Conflict(board=heard.board, epoch=heard.epoch, seq=seq, data=data, heard=now)
            for seq, data in conflicts
            if (seq, data) not in known
        )
    return list(new), tuple(seq for seq, _ in conflicts)


def is_over(session: Session, journal: Journal) -> bool:
    """Whether the board has begun a newer epoch since."""
    newer = exists().where(Journal.board == journal.board, Journal.id > journal.id)
    return bool(session.scalar(select(newer)))


def refresh(session: Session, journal: Journal, first_new: int | None, known: Sequence[Run] = ()) -> None:
    """Compute the journal's matches again from the first that records from `first_new` on can touch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score.

    None: no record is new, but the last match may stand differently, for the journal goes on or has ended. `known`: all
    records from `first_new` on, each sound, where they are at hand; else they are read.
    """
    mine = _of(Match, journal.board, journal.epoch)
    touched = select(Match.first_seq).where(*mine).order_by(Match.first_seq.desc()).limit(2)
    starts = session.scalars(touched if first_new is None else touched.where(Match.first_seq <= first_new)).all()
    start = starts[1] if len(starts) == 2 else 0
    # One record more, so that the reading knows whether anything is missing directly before the match.
    rows = rows_of(session, journal.board, journal.epoch, start - 1, first_new if known else None)
    records = chain(derive.sound(journal.epoch, rows), known)
    stored = select(Match.id, Match.result).where(*mine, Match.first_seq >= start)
    there = {row.id: row.result for row in session.execute(stored)}
    fresh = []
    for found in derive.matches(journal.board, journal.epoch, records, journal.next_seq, is_over(session, journal)):
        if found["first_seq"] < start:
            continue
        if there.get(found["match"]) == found:
            del there[found["match"]]
            continue
        columns = ("board", "epoch", "first_seq", "last_seq", "status")
        fresh.append({"id": found["match"], "result": found} | {name: found[name] for name in columns})
    connection = session.connection()
    if there:
        connection.execute(delete(Match).where(Match.id == bindparam("gone")), [{"gone": key} for key in there])
    if fresh:
        connection.execute(insert(Match), fresh)
