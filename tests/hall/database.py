"""The database, asked by SQL past every line: what is stored, and what became of orders; and taken away."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tests.harness.postgres import PostgresServer

Journal = tuple[str, int]  # a board and an epoch
Records = dict[Journal, dict[int, bytes]]  # by number


class Order(NamedTuple):
    """A row of `orders`: `what` is the text of its JSON, `said` what became of it in words."""

    id: int
    board: str | None
    table: str | None
    kind: str
    what: str
    state: str
    said: str | None


class Database:
    """A database of this server. `url`: as `--db` takes it, past every line. While it is `held`, nobody is answered."""

    can_be_read = False  # while it is away

    def __init__(self, server: PostgresServer) -> None:
        self.url = server.create()
        self.name = self.url.partition("?")[0].rpartition("/")[2]
        self._server = server

    def records(self) -> Records:
        """Everything that is stored."""
        stored: Records = {}
        for board, epoch, seq, data in self.rows("SELECT board, epoch, seq, data FROM records"):
            stored.setdefault((board, epoch), {})[seq] = bytes(data)
        return stored

    def orders(self) -> list[Order]:
        """All that were ever given, in their sequence."""
        rows = self.rows("SELECT id, board, table_name, kind, what, state, said FROM orders ORDER BY id")
        return [Order(*row) for row in rows]

    def count(self, what: str) -> int:
        """How many rows there are of `what`, a table and perhaps a condition."""
        return sum(int(count) for (count,) in self.rows(f"SELECT count(*) FROM {what}"))

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """What this asks for; nothing where no hub has made the tables yet."""
        import psycopg  # what of the hall needs no server is tested without it

        try:
            return self._server.run_sql(question, self.name)
        except psycopg.errors.UndefinedTable:
            return []

    def hold(self) -> None:
        """It is away."""
        self._server.freeze()

    def release(self) -> None:
        """It is back."""
        self._server.thaw()

    def drop(self) -> None:
        """Throw it away."""
        self._server.run_sql(f"DROP DATABASE {self.name} WITH (FORCE)")


class InFile(Database):
    """An SQLite file. While it is `held`, nobody can write."""

    can_be_read = True

    def __init__(self, path: Path) -> None:
        self.url = str(path)
        self._path = path
        self._holder: sqlite3.Connection | None = None

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """What this asks for."""
        with closing(sqlite3.connect(self._path, timeout=60)) as connection:
            return connection.execute(question).fetchall()

    def hold(self) -> None:
        """Somebody else writes, and does not end."""
        self._holder = sqlite3.connect(self._path, timeout=60, isolation_level=None, check_same_thread=False)
        self._holder.execute("BEGIN EXCLUSIVE")

    def release(self) -> None:
        """It has ended."""
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    def drop(self) -> None:
        """Nobody holds it."""
        self.release()
