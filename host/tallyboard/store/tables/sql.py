"""Plain SQL for reading, the same over SQLite's own driver and over SQLAlchemy, which takes long to import."""

import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, TextClause

# The columns that reading needs; a store that a disk has damaged may have lost some, and one of an older shape has not
# got them yet.
COLUMNS = {
    "boards": {"id", "table_name"},
    "journals": {"id", "board", "epoch", "oldest_seq", "next_seq"},
    "records": {"board", "epoch", "seq", "data"},
    "conflicts": {"id", "board", "epoch", "seq", "data"},
    "matches": {"id", "board", "epoch", "first_seq", "last_seq", "status", "result", "crc"},
    "full_names": {"key", "side", "shown", "name"},
    "corrections": {"id", "match_id", "kind", "content", "given_by", "reason", "given", "laptop", "crc"},
    "hubs": {"id", "laptop", "pid", "command", "started", "heard"},
    "presence": {"board", "hub", "port", "behind", "waits", "upcoming", "heard"},
    "orders": {"id", "board", "table_name", "kind", "what", "state", "said", "begun_epoch", "begun_seq"},
    "tournaments": {"id", "name", "first_line", "time_zone", "created", "crc", "used", "auto", "last", "active"},
    "tournament_events": {"tournament", "number", "line", "at", "minute", "who", "reason", "crc"},
    "notices": {"tournament", "given", "id", "kind", "content", "given_by", "reason", "crc"},
    "seats": {"key", "name", "secret", "opened", "locked", "board", "closed"},
    "phones": {"token_check", "board", "seat", "since", "heard", "percent", "charging", "ended", "why"},
    "seat_asks": {"token_check", "seat", "asked", "answer", "answered_by"},
    "radio_boards": {"board", "key", "paired", "paired_by"},
    "radio_notes": {"board", "what", "times", "last"},
}

# What people entered: it is nowhere else, so a table that is gone is not the same as an empty one.
ENTERED = ("corrections", "tournaments", "tournament_events", "notices")

# Milliseconds since 1970, UTC, by the database's clock.
NOW_MS = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
}


class UnsoundError(sqlite3.DatabaseError):
    """The database does not keep what is written into it."""


class Sql(Protocol):
    """A connection in a transaction. `dialect`: "sqlite" or "postgresql"."""

    @property
    def dialect(self) -> str: ...

    def rows(self, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of this statement, whose `:names` stand for the values."""

    def has(self, table: str, *more: str) -> bool:
        """Whether the table is there with its COLUMNS, and with these, which one of an older shape has not got."""

    def now_ms(self) -> int:
        """The database's clock: milliseconds since 1970, UTC."""


class SqliteSql:
    """Over SQLite's own driver. `is_present`: the database says that it is of this version's shape."""

    dialect = "sqlite"

    def __init__(self, connection: sqlite3.Connection, is_present: bool = False) -> None:
        self._connection = connection
        self._is_present = is_present
        self._there: dict[str, set[str]] = {}

    def rows(self, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
        return iter(self._connection.execute(statement, values))

    def has(self, table: str, *more: str) -> bool:
        if table not in self._there:
            told = self._connection.execute(f'PRAGMA table_info("{table}")')
            self._there[table] = {row[1] for row in told}
        is_there = {*COLUMNS[table], *more} <= self._there[table]
        if not is_there and self._is_present and table in ENTERED:
            raise UnsoundError(f"no such table: {table}")
        return is_there

    def now_ms(self) -> int:
        return round(time.time() * 1000)  # SQLite's is the laptop's


class CoreSql:
    """Over SQLAlchemy's `connection`. `there`: the columns of each table; None where whoever opened it has seen to its
    shape."""

    def __init__(self, connection: "Connection", there: dict[str, set[str]] | None = None) -> None:
        self.connection = connection
        self._there = there

    @property
    def dialect(self) -> str:
        return self.connection.dialect.name

    def rows(self, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
        return (tuple(row) for row in self.connection.execute(_text(statement), values))

    def has(self, table: str, *more: str) -> bool:
        return self._there is None or {*COLUMNS[table], *more} <= self._there.get(table, set())

    def now_ms(self) -> int:
        return int(next(self.rows(f"SELECT {NOW_MS[self.dialect]}"))[0])

    def columns(self) -> dict[str, set[str]]:
        """By table of ours that is there the names of its columns."""
        from sqlalchemy import inspect

        look = inspect(self.connection)
        there = set(look.get_table_names()) & COLUMNS.keys()
        return {name: {column["name"] for column in look.get_columns(name)} for name in there}

    # ---- in a transaction that writes

    def run(self, statement: str, **values: Any) -> int:
        """Do it; how many rows it has changed."""
        return self.connection.execute(_text(statement), values).rowcount

    def run_each(self, statement: str, rows: Sequence[Mapping[str, Any]]) -> int:
        """Do it with each of these values; how many rows it has changed."""
        return self.connection.execute(_text(statement), [dict(row) for row in rows]).rowcount if rows else 0

    def lock(self, table: str, key: str) -> None:
        """Keep others from the row of this `id` until the end of the transaction; SQLite keeps them out anyway."""
        if self.dialect == "postgresql":
            self.run(f"SELECT id FROM {table} WHERE id = :key FOR UPDATE", key=key)

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]], clash: str = "", **also: str) -> int:
        """Put these rows, by column, into the table; how many it has put there. `also`: SQL for more of its columns;
        `clash`: what follows ON CONFLICT."""
        values = {name: f":{name}" for name in (rows[0] if rows else ())} | also
        statement = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(values.values())})"
        return self.run_each(statement + (clash and f" ON CONFLICT {clash}"), rows)

    def upsert(self, table: str, key: str, rows: Sequence[Mapping[str, Any]], **also: str) -> None:
        """The same, but a row that is there with the same `key`, names of columns, gets these values."""
        others = [name for name in (*(rows[0] if rows else ()), *also) if name not in key.split(", ")]
        change = ", ".join(f"{name} = EXCLUDED.{name}" for name in others)
        self.insert(table, rows, f"({key}) DO UPDATE SET {change}", **also)


LATEST_MS = 253_402_300_800_000  # the year 10000: no moment of ours is so late
NEVER = datetime(2026, 1, 1, tzinfo=UTC)  # when a board was heard that has records here and no row of its own


def moment(at: datetime) -> str:
    """The moment as the columns keep it that have one as a date and a time: in UTC, as SQLAlchemy writes it."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def moment_in(column: Any) -> datetime | None:
    """The moment in such a column: SQLite gives it as text, PostgreSQL as one without a time zone. None where there is
    none, or none that a disk has left whole."""
    try:
        found = column if isinstance(column, datetime) else datetime.fromisoformat(column)
    except (TypeError, ValueError):
        return None
    return found.replace(tzinfo=UTC)


@lru_cache(maxsize=256)
def _text(statement: str) -> "TextClause":
    """To make one takes longer than many a statement, and hubs ask the same all day."""
    from sqlalchemy import text

    return text(statement)


def rows_if_there(sql: Sql, table: str, statement: str, **values: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of this statement; none where the table is not there with its COLUMNS."""
    return sql.rows(statement, **values) if sql.has(table) else iter(())


def among(values: Collection[str]) -> tuple[str, dict[str, str]]:
    """`IN (…)` for these values, one at least, and what its names stand for."""
    named = {f"one{number}": value for number, value in enumerate(values)}
    return f"IN ({', '.join(f':{name}' for name in named)})", named


def of_one_moment(engine: "Engine") -> "Engine":
    """The engine whose transactions see the database as it was at their first statement; SQLite's always do."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ")


def tolerant(connection: sqlite3.Connection) -> None:
    """Have texts read that are not UTF-8: one that a disk has damaged is a wrong value, and no failure."""
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
