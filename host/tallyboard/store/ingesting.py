"""Writing what one board said and recorded, beside whatever is there already: late, twice, or after another laptop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    FromClause,
    Integer,
    LargeBinary,
    Row,
    Select,
    Text,
    bindparam,
    column,
    delete,
    func,
    insert,
    select,
    table,
    update,
)

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run, joined, parts, singles, sound
from tallyboard.store.tables.rows import Epoch, epochs, extent_of, rows_of, sound_runs
from tallyboard.store.tables.schema import boards, conflicts, journals, matches, records
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.tables.statements import now_ms, without_clash


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
    """What became of records: how many were new, which numbers were there already with other bytes, and whether the
    matches were renewed with them."""

    new: int
    conflicts: tuple[int, ...]
    are_renewed: bool = False


PART = 512  # records that a statement takes apart
NUMBERS = "numbers_to_take_apart"  # of SQLite, a table of each connection with the numbers below PART: see database.py


def _apart(numbers: FromClause) -> Select[tuple[str, int, int, bytes]]:
    """The columns of the records of one run, which the database itself takes apart; `numbers`: those from 0 on.

    Handing over each record as a row of its own costs three times as much and more.
    """
    n = numbers.c.n
    return select(
        bindparam("of_board", type_=Text),
        bindparam("of_epoch", type_=BigInteger),
        bindparam("first", type_=BigInteger) + n,
        func.substr(bindparam("run", type_=LargeBinary), n * SIZE + 1, SIZE),
    ).where(n < bindparam("count", type_=BigInteger))


_COLUMNS = ["board", "epoch", "seq", "data"]
_SERIES = func.generate_series(0, PART - 1).table_valued("n").render_derived()
_INSERTS = {
    "sqlite": insert(records).from_select(_COLUMNS, _apart(table(NUMBERS, column("n", Integer)))),
    "postgresql": insert(records).from_select(_COLUMNS, _apart(_SERIES)),
}


def insert_runs(connection: Connection, board: str, epoch: int, runs: Iterable[Run]) -> None:
    """Store these records, none of whose numbers is there yet."""
    rows = [
        {"of_board": board, "of_epoch": epoch, "first": first, "count": len(data) // SIZE, "run": data}
        for run in runs
        for first, data in parts(run, PART)
    ]
    if rows:
        connection.execute(_INSERTS[connection.dialect.name], rows)


def remove_damaged(connection: Connection) -> None:
    """Take out the records whose check does not hold: nothing can be computed from them, and a board that still has
    them is only asked for what is not there."""
    there = connection.execute(select(func.count()).select_from(records)).scalar_one()
    if sum(len(data) // SIZE for _, (_, data) in _sound(connection)) == there:
        return
    if connection.dialect.name == "postgresql":  # its columns hold what they are for
        sql = CoreSql(connection)
        for epoch in epochs(sql):
            held = list(rows_of(sql, epoch.board, epoch.number, 0))
            good = {seq for run in sound(epoch.number, held) for seq, _ in singles(run)}
            _remove(connection, epoch.board, epoch.number, [seq for seq, _ in held if seq not in good])
        return
    kept = [
        {"board": epoch.board, "epoch": epoch.number, "seq": seq, "data": data}
        for epoch, run in _sound(connection)
        for seq, data in singles(run)
    ]
    connection.execute(delete(records))
    if kept:
        connection.execute(insert(records), kept)


def remove_orphans(connection: Connection) -> None:
    """Take out the matches of journals that are not there."""
    mine = select(journals.c.id).where(journals.c.board == matches.c.board, journals.c.epoch == matches.c.epoch)
    connection.execute(delete(matches).where(~mine.exists()))


def _remove(connection: Connection, board: str, epoch: int, numbers: list[int]) -> None:
    """Take out the records of these numbers."""
    if numbers:
        mine = (records.c.board == board, records.c.epoch == epoch, records.c.seq == bindparam("gone"))
        connection.execute(delete(records).where(*mine), [{"gone": seq} for seq in numbers])


def _sound(connection: Connection) -> Iterator[tuple[Epoch, Run]]:
    """The runs of sound records, each with its epoch."""
    sql = CoreSql(connection)
    for epoch in epochs(sql):
        for run in sound_runs(sql, epoch.board, epoch.number):
            yield epoch, run


def sorted_out(connection: Connection, board: str, epoch: int, runs: list[Run]) -> tuple[list[Run], list[Run]]:
    """(records that are new, records in conflict with what is there).

    `runs`: sound ones, in order. A stored record whose check does not hold is none: it is taken out, and the board's
    takes its place.
    """
    last = runs[-1][0] + len(runs[-1][1]) // SIZE
    there = dict(rows_of(CoreSql(connection), board, epoch, runs[0][0], last))
    if not there:
        return runs, []
    good = {seq for run in sound(epoch, there.items()) for seq, _ in singles(run)}
    ones = [one for run in runs for one in singles(run)]
    _remove(connection, board, epoch, [seq for seq, _ in ones if seq in there and seq not in good])
    new = joined((seq, data) for seq, data in ones if seq not in good)
    return list(new), [(seq, data) for seq, data in ones if seq in good and there[seq] != data]


def ingest(connection: Connection, heard: Heard, runs: Sequence[Run], others: Sequence[Run] = ()) -> Stored:
    """Store these sound records, in order, in the transaction of the connection; `others` are records with other bytes
    for the numbers of some of them."""
    _note_board(connection, heard)
    before = _note_journal(connection, heard)
    new, clashing = sorted_out(connection, heard.board, heard.epoch, list(runs)) if runs else ([], [])
    clashing = sorted({*clashing, *others})
    keep_beside(connection, heard, clashing)
    insert_runs(connection, heard.board, heard.epoch, new)
    note_extent(connection, heard, before, new)
    return Stored(sum(len(data) // SIZE for _, data in new), tuple(sorted({seq for seq, _ in clashing})))


def _note_board(connection: Connection, heard: Heard) -> None:
    """Write down what the board said; nobody else writes of this board until the transaction ends."""
    said = {"table_name": kept_text(heard.table), "firmware": kept_text(heard.firmware), "heard": datetime.now(UTC)}
    said["says"] = heard.epoch
    if not connection.execute(update(boards).where(boards.c.id == heard.board).values(said)).rowcount:
        connection.execute(without_clash(connection, boards).values(id=heard.board, **said))


def kept_text(text: str) -> str:
    """The text as every database keeps it: PostgreSQL has no NUL in one."""
    return text.replace("\0", "\ufffd")


def _note_journal(connection: Connection, heard: Heard) -> Row[Any]:
    """The row of the journal as it was, or as it is made now; it is the board's newest."""
    its = _its(heard)
    row = connection.execute(select(journals).where(*its).with_for_update()).first()
    if row is not None and row.first_heard and row.turn > _greatest_turn(connection, heard.board, heard.epoch):
        return row
    now = connection.execute(select(now_ms())).scalar_one()
    if row is None:
        extent = {"oldest_seq": heard.oldest, "next_seq": heard.oldest}
        made = {"board": heard.board, "epoch": heard.epoch, "first_heard": now, **extent}
        made |= {"matches_sum": 0, "underived_from": 0}
        connection.execute(without_clash(connection, journals).values(made))
    elif not row.first_heard:  # put back after damage, and spoken of now
        connection.execute(update(journals).where(*its).values(first_heard=now))
    make_newest(connection, heard.board, heard.epoch)
    return connection.execute(select(journals).where(*its).with_for_update()).one()


def make_newest(connection: Connection, board: str, epoch: int) -> None:
    """The board says that it is in this epoch: the one that was its newest is over, and what was played in it."""
    turn = _greatest_turn(connection, board, epoch) + 1
    mine = journals.c.board == board
    connection.execute(update(journals).where(mine, journals.c.epoch == epoch).values(turn=turn))
    former = select(journals.c.id).where(mine, journals.c.epoch != epoch).limit(1)
    former = former.order_by(journals.c.turn.desc(), journals.c.first_heard.desc(), journals.c.epoch.desc())
    touch(connection, mine, (journals.c.epoch == epoch) | (journals.c.id == former.scalar_subquery()))


def _greatest_turn(connection: Connection, board: str, but: int) -> int:
    """That of the board's epochs but this one, -1 where there are no others."""
    others = select(func.max(journals.c.turn)).where(journals.c.board == board, journals.c.epoch != but)
    found = connection.execute(others).scalar()
    return -1 if found is None else int(found)


def touch(connection: Connection, *which: Any) -> None:
    """Have the last matches of these journals computed anew, for they may stand differently now.

    Whoever computes the matches of one just now is waited for: they do not know of it yet.
    """
    since = func.coalesce(journals.c.underived_from, journals.c.next_seq)
    touched = {"underived_from": since, "changes": journals.c.changes + 1}
    connection.execute(update(journals).where(*which).values(touched))


def note_extent(connection: Connection, heard: Heard, before: Row[Any], new: Sequence[Run]) -> None:
    """What the board is known to have had only grows, but for what cannot be so, which a disk has put there. Where
    something came, the matches wait to be computed."""
    oldest, following = extent_of(before.oldest_seq, before.next_seq)
    is_damaged = (oldest, following) != (before.oldest_seq, before.next_seq)
    said = {"oldest_seq": min(heard.oldest, oldest), "next_seq": max(heard.next, following)}
    if is_damaged:
        said = {"oldest_seq": heard.oldest, "next_seq": heard.next}
    if new or said != {"oldest_seq": before.oldest_seq, "next_seq": before.next_seq}:
        since = following if not new or new[0][0] >= following else 0
        waiting = before.underived_from
        said["underived_from"] = since if waiting is None else min(since, waiting)
        connection.execute(update(journals).where(*_its(heard)).values(**said, changes=journals.c.changes + 1))


def _its(heard: Heard) -> tuple[Any, Any]:
    return journals.c.board == heard.board, journals.c.epoch == heard.epoch


def keep_beside(connection: Connection, heard: Heard, clashing: Iterable[Run]) -> None:
    """Write down these records as conflicts, as far as they are not."""
    said = {"board": heard.board, "epoch": heard.epoch, "heard": datetime.now(UTC)}
    rows = [{**said, "seq": seq, "data": data} for seq, data in clashing]
    if rows:
        connection.execute(without_clash(connection, conflicts), rows)
