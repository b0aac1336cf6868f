"""How long PostgreSQL may take. SQLite has no server to wait for, and its locks are waited for as BUSY_S says."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

CONNECT_S = 4


@dataclass(frozen=True)
class Limits:
    """In seconds. `silence` is ours: how long nothing at all may come while a statement is under way, for a server that
    is frozen, or behind a cut cable, ends nothing itself. The server's: how long a `statement` runs, how long it waits
    for a `lock`, and how long a transaction is `idle` before the server ends it and frees what it has locked."""

    silence: int
    statement: int
    lock: int
    idle: int


ORDINARY = Limits(silence=10, statement=60, lock=5, idle=30)
# Whoever only reads keeps nobody waiting, and whoever pages through `results` may stop for a coffee.
READING = Limits(silence=10, statement=600, lock=5, idle=3600)
# What reads or changes everything: its statements may work for long without a word.
WHOLE = Limits(silence=600, statement=600, lock=600, idle=600)


def settings(limits: Limits) -> dict[str, str]:
    """The server's own settings for these limits."""
    return {
        "statement_timeout": f"{limits.statement}s",
        "lock_timeout": f"{limits.lock}s",
        "idle_in_transaction_session_timeout": f"{limits.idle}s",
    }


def allow_long(connection: "Connection") -> None:
    """Let what is left of this transaction take as long as what reads or changes everything may take."""
    if connection.dialect.name != "postgresql":
        return
    from sqlalchemy import func, select

    told = settings(WHOLE).items()
    connection.execute(select(*(func.set_config(name, value, True) for name, value in told)))
    connection.connection.driver_connection.silence_s = WHOLE.silence  # type: ignore[union-attr]
