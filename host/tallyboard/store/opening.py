"""Where a store is, of which shape, and opening it to look at it. Nothing is changed or created by that."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store import sqlite_file
from tallyboard.store.failures import explained
from tallyboard.store.reader import Reader
from tallyboard.store.tables.sql import CoreSql, Sql, SqliteSql, of_one_moment
from tallyboard.system.laptop import data_folder
from tallyboard.text.passwords import hidden, hidden_word

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine


# SQLAlchemy 2.0 would take another driver for these, and libpq knows the shortest too.
_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg")
_FILE_URL = re.compile(r"sqlite(?:\+pysqlite)?:///([^?]+)")


@dataclass(frozen=True)
class Address:
    """`name`: as it is told, without a password. `path`: the SQLite file, None for one in memory and for other
    databases; these have a `url`."""

    name: str
    path: Path | None
    url: "URL | None" = None

    def sqlalchemy(self) -> "URL":
        """The address as SQLAlchemy takes it."""
        from sqlalchemy import URL

        return URL.create("sqlite", database=str(self.path)) if self.url is None else self.url


def address_of(url: str | None) -> Address:
    """What a database URL or the path of an SQLite file means; None: the default. Raises TallyboardError."""
    if url is None:
        default = data_folder() / "tallyboard.db"
        return Address(str(default), default)
    if not url.strip():
        raise CoreError(told.EMPTY)
    if "\0" in url:
        raise CoreError(told.NUL)
    if url.startswith("file:"):
        raise CoreError(told.FILE_ADDRESS)
    if "://" not in url:
        return Address(hidden_word(url), Path(url))
    if url.startswith("sqlite") and "?" in url:
        raise CoreError(told.SQLITE_OPTIONS)
    file = _FILE_URL.fullmatch(url)
    if file and file[1] != ":memory:" and not file[1].startswith("file:"):
        return Address(url, Path(file[1]))
    name = hidden_word(url)
    with explained(name):
        import sqlalchemy  # which takes long: only where it is needed, here and below

        try:
            meant = sqlalchemy.make_url(url)
        except ValueError as error:  # a port that is no number
            raise sqlalchemy.exc.ArgumentError(str(error)) from None
    if meant.drivername in _POSTGRESQL:
        return Address(name, None, meant.set(drivername=_POSTGRESQL[-1]))
    if meant.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise CoreError(told.OTHER_KIND, database=name)
    return Address(name, None, meant)


@dataclass(frozen=True)
class Location(Address):
    """Where a store is or would be. `revision`: see sqlite_file.py; None while there is nothing there."""

    revision: str | None = None

    @property
    def is_present(self) -> bool:
        """Whether it is of this version's shape; else there is none, it waits for its migration, or is damaged."""
        return self.revision == sqlite_file.REVISIONS[-1]


def find_store(url: str | None = None) -> Location:
    """What is at a database URL, at the path of an SQLite file, or at the default place. Raises TallyboardError for one
    of a newer version, for one that is not ours and for one that cannot be opened."""
    address = address_of(url)
    if address.path is None:
        with explained(address.name):
            engine = engine_of(address)
            try:
                revision = revision_in(engine, address.name)
            finally:
                engine.dispose()
    elif url is None and not address.path.exists():  # nor need its folder be there yet
        revision = None
    else:
        revision = sqlite_file.check_file(address.path)
    return Location(address.name, address.path, address.url, revision)


def read_store(url: str | None = None) -> Reader:
    """The store at a database URL or at the path of an SQLite file, for reading; None: in the user's data folder.

    One that is not there is an error where it was named; the default one is empty until the first sync. An older or a
    damaged shape is read as far as it goes. Raises TallyboardError for one of a newer version, for one that is not ours
    and for one that cannot be opened.
    """
    location = find_store(url)
    if location.revision is None and location.path is not None and location.path.exists():
        raise CoreError(told.EMPTIED, database=location.name)
    if location.revision is None and url is not None:
        raise CoreError(told.MISSING, database=location.name)
    return reader_of(location)


def reader_of(location: Location) -> Reader:
    if location.revision is None:
        return Reader(location.name, location.path)
    if location.path is None:
        return _CoreReader(location.name, engine_of(location, only_reads=True))
    return _FileReader(location.path, location.is_present)


def engine_of(address: Address, only_reads: bool = False) -> "Engine":
    """SQLAlchemy's engine for this address; what only reads keeps nobody waiting, so a server may let it take long."""
    url = address.sqlalchemy()
    try:
        if url.get_backend_name() == "postgresql":
            from tallyboard.store.postgresql import postgresql_engine  # its driver is not everywhere

            return postgresql_engine(url, only_reads)
        from sqlalchemy import create_engine

        return create_engine(url, hide_parameters=True)  # values may be secrets, and errors are logged
    except (TypeError, ValueError) as error:
        raise CoreError(told.NOT_TAKEN, database=address.name, words=hidden(str(error))) from None


def revision_in(engine: "Engine", database: str) -> str | None:
    """The revision of a database that is no file, None for an empty one; raises TallyboardError as `check_file`."""
    try:
        connected = engine.connect()
    except (TypeError, ValueError) as error:  # of options that the driver has not
        raise CoreError(told.NOT_TAKEN, database=database, words=hidden(str(error))) from None
    with connected as connection:
        return sqlite_file.revision_on(CoreSql(connection), database)


class _FileReader(Reader):
    """One connection to an SQLite file, made when it is first needed."""

    def __init__(self, path: Path, is_present: bool) -> None:
        super().__init__(str(path), path)
        self._path = path
        self._is_present = is_present
        self._connection: sqlite3.Connection | None = None
        self._depth = 0

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        if self._connection is None:
            self._connection = sqlite_file.connect(self._path)
        connection = self._connection
        if self._depth == 0:
            connection.execute("BEGIN")
        self._depth += 1
        try:
            yield SqliteSql(connection, self._is_present)
        finally:
            self._depth -= 1
            if self._depth == 0 and self._connection is not None and connection.in_transaction:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _CoreReader(Reader):
    """Over SQLAlchemy, for databases that are no file."""

    def __init__(self, database: str, engine: "Engine") -> None:
        super().__init__(database, None)
        self._engine = of_one_moment(engine)
        self._columns: dict[str, set[str]] | None = None

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        with self._engine.connect() as connection:
            if self._columns is None:
                self._columns = CoreSql(connection).columns()
            yield CoreSql(connection, self._columns)

    def close(self) -> None:
        self._engine.dispose()
