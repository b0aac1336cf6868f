"""Waking whoever waits for news of a database.

A wake-up says "look again" and carries nothing, so nothing is lost with one.
"""

from sqlalchemy import Connection, func, select

CHANNEL = "tallyboard"


def wake(connection: Connection) -> None:
    """Wake them when this transaction is committed. SQLite's readers see by themselves that a file has changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, "")))
