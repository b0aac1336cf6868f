"""Changing the whole store: one at a time."""

from sqlalchemy import Connection, func, select

from tallyboard.store.limits import allow_long

KEY = 0x74616C6C79  # of PostgreSQL's advisory lock, any number that no other program takes


def take_alone(connection: Connection) -> None:
    """Wait until nobody else migrates or mends the whole store, and keep others from it until the end of this
    transaction, which may take long. In SQLite a transaction that writes is alone already."""
    if connection.dialect.name == "postgresql":
        allow_long(connection)
        connection.execute(select(func.pg_advisory_xact_lock(KEY)))
