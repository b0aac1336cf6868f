"""Changing the whole store, or the matches of a journal: one at a time."""

from sqlalchemy import Connection, func, select

from tallyboard.store.limits import allow_long
from tallyboard.store.tables.schema import journals

KEY = 0x74616C6C79  # of PostgreSQL's advisory lock, any number that no other program takes
DERIVING = 0x7A11  # the first half of the advisory locks of those who compute matches; the second is the journal's id


def take_alone(connection: Connection) -> None:
    """Wait until nobody else migrates or mends the whole store, and keep others from it until the end of this
    transaction, which may take long. In SQLite a transaction that writes is alone already."""
    if connection.dialect.name == "postgresql":
        allow_long(connection)
        connection.execute(select(func.pg_advisory_xact_lock(KEY)))


def may_derive(connection: Connection, board: str, epoch: int, wait: bool) -> bool:
    """Keep others from computing the matches of this journal until the end of the transaction; its records may come on.

    False where somebody else is computing them, unless that is waited for, and where there is no such journal.
    """
    its = select(journals.c.id).where(journals.c.board == board, journals.c.epoch == epoch)
    journal = connection.execute(its).scalar()
    if journal is None or connection.dialect.name != "postgresql":
        return journal is not None
    lock = func.pg_advisory_xact_lock if wait else func.pg_try_advisory_xact_lock
    return connection.execute(select(lock(DERIVING, journal))).scalar() is not False
