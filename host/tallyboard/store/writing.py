"""Writes records in runs, and replaces records that a disk has damaged."""

from collections.abc import Iterable, Iterator

from sqlalchemy import (
    BigInteger,
    Connection,
    FromClause,
    Integer,
    LargeBinary,
    Select,
    Text,
    bindparam,
    column,
    delete,
    func,
    insert,
    select,
    table,
)

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run, joined, parts, singles, sound
from tallyboard.store.tables.rows import Epoch, epochs, rows_of, sound_runs
from tallyboard.store.tables.schema import journals, matches, records
from tallyboard.store.tables.sql import CoreSql

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
