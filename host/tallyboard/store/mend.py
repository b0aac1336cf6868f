"""Putting back what can be put back from the records, whenever a store is opened to write: so no damage to what is
computed keeps a laptop from collecting."""

from datetime import UTC, datetime

from sqlalchemy import Connection, Engine, func, insert, select

from tallyboard.store.exclusive import may_derive, take_alone
from tallyboard.store.limits import allow_long
from tallyboard.store.matches import kept
from tallyboard.store.matches.rederive import rederive
from tallyboard.store.tables.rows import Epoch, epoch_of, epochs
from tallyboard.store.tables.schema import boards, journals, matches, metadata, records
from tallyboard.store.tables.sql import ENTERED, CoreSql, UnsoundError, columns, of_one_moment

NEVER = datetime(2026, 1, 1, tzinfo=UTC)  # for a board that has records here and no row of its own


def mend(engine: Engine) -> None:
    """Make tables that are gone anew, journals of which there are records only, and matches that are doubted.

    Nothing is written where all is well. Raises UnsoundError where a table of what people entered is gone from a file:
    a rebuild may find its rows there, and an empty one would not be missed.
    """
    with of_one_moment(engine).connect() as connection:
        there = columns(connection)
        if all(set(table.columns.keys()) <= there.get(name, set()) for name, table in metadata.tables.items()):
            sql = CoreSql(connection)
            if not any(_is_amiss(sql, epoch) for epoch in epochs(sql)):
                return
        if connection.dialect.name == "sqlite" and not there.keys() >= {*ENTERED}:
            raise UnsoundError("a table is gone")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        take_alone(connection)
        if not {column.name for column in matches.columns} <= columns(connection).get("matches", set()):
            matches.drop(connection, checkfirst=True)
        metadata.create_all(connection)
        sql = CoreSql(connection)
        for epoch in epochs(sql):
            if not epoch.heard:
                _hear(connection, epoch.board, epoch.number)
        known = epochs(sql)
    for one in known:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            _mend_matches(connection, one.board, one.number)


def _mend_matches(connection: Connection, board: str, number: int) -> None:
    """Those of one journal: a hub that computes them just now is waited for."""
    allow_long(connection)
    may_derive(connection, board, number, wait=True)
    sql = CoreSql(connection)
    epoch = epoch_of(sql, board, number)
    if epoch.underived_from is not None or _is_amiss(sql, epoch):
        rederive(connection, [epoch])


def _is_amiss(sql: CoreSql, epoch: Epoch) -> bool:
    """Whether something of it has to be put back. Matches that wait to be computed are nobody's damage."""
    return not epoch.heard or (epoch.underived_from is None and kept.is_damaged(sql, epoch))


def _hear(connection: Connection, board: str, epoch: int) -> None:
    """Write down an epoch of which there are only records, as if its board had said no more than these.

    First heard at 0, before all others of the board, until the board speaks of it (see ingesting.py).
    """
    if not connection.execute(select(boards.c.id).where(boards.c.id == board)).first():
        connection.execute(insert(boards).values(id=board, table_name="", firmware="", heard=NEVER))
    mine = (records.c.board == board, records.c.epoch == epoch)
    following = connection.execute(select(func.max(records.c.seq)).where(*mine)).scalar()
    extent = {"oldest_seq": 0, "next_seq": (following if isinstance(following, int) else -1) + 1}
    connection.execute(insert(journals).values(board=board, epoch=epoch, underived_from=0, **extent))
