"""Transactions that write: how long they may take on a server, who is alone in one, and whom its end wakes.

PostgreSQL needs all of that. SQLite has no server to wait for, its locks are waited for as BUSY_S says, a transaction
that writes is alone, and whoever waits for news sees by itself that the file has changed. A wake-up says where to look
again, as a hint: nothing is lost with one, for everybody looks at everything at a slower pace too. One that says
nothing, as older hubs send it, is about everything.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tallyboard.store.tables.sql import CoreSql, Sql

if TYPE_CHECKING:
    from sqlalchemy import Engine

CONNECT_S = 4


@dataclass(frozen=True)
class ServerLimits:
    """In seconds. `silence` is ours: how long nothing at all may come while a statement is under way, for a server that
    is frozen, or behind a cut cable, ends nothing itself. The server's: how long a `statement` runs, how long it waits
    for a `lock`, and how long a transaction is `idle` before the server ends it and frees what it has locked."""

    silence: int
    statement: int
    lock: int
    idle: int


ORDINARY = ServerLimits(silence=10, statement=60, lock=5, idle=30)
# Whoever only reads keeps nobody waiting, and whoever pages through `results` may stop for a coffee.
READING = ServerLimits(silence=10, statement=600, lock=5, idle=3600)
# What reads or changes everything: its statements may work for long without a word.
WHOLE = ServerLimits(silence=600, statement=600, lock=600, idle=600)


def settings(limits: ServerLimits) -> dict[str, str]:
    """The server's own settings for these limits."""
    idle = {"idle_in_transaction_session_timeout": f"{limits.idle}s"}
    return {"statement_timeout": f"{limits.statement}s", "lock_timeout": f"{limits.lock}s", **idle}


def allow_long(sql: CoreSql) -> None:
    """Let what is left of this transaction take as long as what reads or changes everything may take."""
    if sql.dialect == "postgresql":
        told = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in settings(WHOLE).items())
        sql.run(f"SELECT {told}")
        sql.connection.connection.driver_connection.silence_s = WHOLE.silence  # type: ignore[union-attr]


@contextmanager
def begun(engine: "Engine") -> Iterator[CoreSql]:
    """A transaction that writes, committed at the end."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield CoreSql(connection)


KEY = 0x74616C6C79  # of PostgreSQL's advisory lock, any number that no other program takes
DERIVING = 0x7A11  # the first half of the advisory locks of those who compute matches; the second is the journal's id


def take_alone(sql: CoreSql) -> None:
    """Wait until nobody else migrates or mends the whole store, and keep others from it until the end of this
    transaction, which may take long. In SQLite a transaction that writes is alone already."""
    if sql.dialect == "postgresql":
        allow_long(sql)
        sql.run(f"SELECT pg_advisory_xact_lock({KEY})")


def may_derive(sql: CoreSql, board: str, epoch: int, wait: bool) -> bool:
    """Keep others from computing the matches of this journal until the end of the transaction; its records may come on.
    False where somebody else is computing them, unless that is waited for, and where there is no such journal."""
    wanted = "SELECT id FROM journals WHERE board = :board AND epoch = :epoch"
    row = next(sql.rows(wanted, board=board, epoch=epoch), None)
    if row is None or sql.dialect != "postgresql":
        return row is not None
    lock = "pg_advisory_xact_lock" if wait else "pg_try_advisory_xact_lock"
    return next(sql.rows(f"SELECT {lock}({DERIVING}, :journal)", journal=row[0]))[0] is not False


CHANNEL = "tallyboard"
PRESENCE, ORDERS, TOURNAMENTS, SEATS = "presence", "orders", "tournaments", "seats"
TOPICS = frozenset((PRESENCE, ORDERS, TOURNAMENTS, SEATS))
_MOST_BYTES = 7999  # that a notification carries


class WakeUp(NamedTuple):
    """Where to look again. `topics`: any of TOPICS. `scores`: by board how many records its journal has now; None: of
    any board. `by`: who says so, see Store.id."""

    topics: frozenset[str] = frozenset()
    scores: Mapping[str, int] | None = {}
    by: str = ""


EVERYTHING = WakeUp(TOPICS, None)


def wake(sql: CoreSql, about: WakeUp = EVERYTHING) -> None:
    """Wake them when this transaction is committed."""
    if sql.dialect == "postgresql":
        sql.run(f"SELECT pg_notify('{CHANNEL}', :said)", said=written(about))


class Writable(Protocol):
    """A store that is written to, see Store."""

    def reading(self) -> AbstractContextManager[Sql]:
        """A transaction: what is read in it is of one moment."""

    def writing(self, is_passing: bool = False, news: WakeUp | None = EVERYTHING) -> AbstractContextManager[CoreSql]:
        """A transaction that writes: committed at the end, rolled back whole when anything is raised."""


def written(news: WakeUp) -> str:
    """What a notification of these says."""
    if news.scores is None:
        return ""
    said = json.dumps({"topics": sorted(news.topics), "scores": news.scores, "by": news.by})
    return said if len(said) <= _MOST_BYTES else ""


def read(said: str) -> WakeUp:
    """What a notification tells."""
    try:
        found: dict[str, Any] = json.loads(said)
        return WakeUp(TOPICS & set(found["topics"]), dict(found["scores"]), found["by"])
    except (ValueError, TypeError, KeyError):  # of an older hub, or a newer one
        return EVERYTHING


def together(one: WakeUp, other: WakeUp) -> WakeUp:
    scores = None if one.scores is None or other.scores is None else {**one.scores, **other.scores}
    return WakeUp(one.topics | other.topics, scores)
