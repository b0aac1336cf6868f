"""The database of the phones' campaign: a file or a server, asked by SQL past every laptop, and taken away."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.hall import database
from tests.harness.postgres import PostgresServer

Order = database.Order


class OnServer(database.Database):
    """A database of this server. While it is `held`, nobody is answered."""

    can_be_read = False  # while it is away

    def __init__(self, server: PostgresServer) -> None:
        super().__init__(server)
        self._its_server = server

    def hold(self) -> None:
        """It is away."""
        self._its_server.freeze()

    def release(self) -> None:
        """It is back."""
        self._its_server.thaw()


class InFile(database.Database):
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
