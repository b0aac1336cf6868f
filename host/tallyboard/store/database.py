"""Opening the store: where it is, whether this version may touch it, and bringing it to the present shape."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError

from tallyboard.errors import TallyboardError
from tallyboard.places import data_folder
from tallyboard.store.failures import explained, sentence
from tallyboard.store.refresh import rederive
from tallyboard.store.store import Store

MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = ("0001", "0002")  # that this version knows, in order; the last is the present shape
BUSY_S = 15  # how long to wait for another process that writes

_MAGIC = b"SQLite format 3\x00"


def open_store(url: str | None = None) -> Store:
    """The store at a database URL or at the path of an SQLite file; None: the file in the user's data folder.

    Creates what is not there and migrates what is older; an SQLite file is copied beside itself before that. Raises
    TallyboardError, with the file not changed by a byte, for one of a newer version and for one that is not ours.
    """
    if url is None:
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TallyboardError(
                f"The folder {folder} cannot be created: {error.strerror}.", "Give a place with --db."
            ) from error
        url = str(default_file())
    address = address_of(url)
    place = place_of(url)
    path = file_of(address)
    before = None if path is None else check_file(path)
    with explained(place):
        engine = create_engine(address)
        if engine.dialect.name == "sqlite":
            _tend_sqlite(engine)
        try:
            _bring_up_to_date(engine, place, path, before)
        except BaseException:
            engine.dispose()
            raise
    return Store(engine, place, path)


def default_file() -> Path:
    """The SQLite file in the user's data folder."""
    return data_folder() / "tallyboard.db"


def place_of(url: str) -> str:
    """A database URL or a path as it is told to people: without the password."""
    return address_of(url).render_as_string() if "://" in url else url


def address_of(url: str) -> URL:
    """The address that a database URL or the path of an SQLite file means; raises TallyboardError."""
    if "://" not in url:
        return URL.create("sqlite", database=url)
    with explained(url):
        try:
            return make_url(url)
        except ValueError as error:  # a port that is no number
            raise ArgumentError(str(error)) from error


def file_of(address: URL) -> Path | None:
    """The file of an SQLite address, None for one in memory and for other databases."""
    name = address.database
    if address.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def check_file(path: Path) -> str | None:
    """The revision of the SQLite file, read without a chance of changing it; None for a new or an empty one."""
    if not path.exists():
        if not path.parent.is_dir():
            raise TallyboardError(f"There is no folder {path.parent}.", "Create it, or give another --db.")
        if not os.access(path.parent, os.W_OK):
            raise sentence(str(path), "unable to open")
        return None
    if not path.is_file():
        raise TallyboardError(f"{path} is not a file.", "Give the path of a file with --db.")
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise TallyboardError(f"{path} cannot be read: {error.strerror}.", "Check its permissions.") from error
    if not magic:
        return None
    if magic != _MAGIC:
        raise sentence(str(path), "not a database")
    # Reading a file in WAL mode leaves two files beside it, unless SQLite may take it that nobody writes: so it is when
    # there is no write-ahead log.
    mode = "ro" if Path(f"{path}-wal").exists() else "ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode={mode}", uri=True)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            known = {"alembic_version", "records"} <= tables
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall() if known else []
    except sqlite3.Error as error:
        raise sentence(str(path), str(error)) from error
    return _known_revision(str(path), tables, rows[0][0] if rows else None)


def _known_revision(place: str, tables: set[str], revision: str | None) -> str | None:
    if revision is None and tables:
        raise TallyboardError(
            f"{place} is the database of another program.", "Give another --db; this one was not changed."
        )
    if revision is not None and revision not in REVISIONS:
        raise TallyboardError(
            f"{place} was written by a newer tallyboard (its shape is {revision}, this one knows {REVISIONS[-1]}).",
            "Update the laptop: `pip install --upgrade tallyboard`; the database was not changed.",
        )
    return revision


def _tend_sqlite(engine: Engine) -> None:
    """WAL, foreign keys, and real transactions: the driver's own would not cover a migration."""

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that read first cannot wait for another writer: one that will write says so at its start.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def _bring_up_to_date(engine: Engine, place: str, path: Path | None, before: str | None) -> None:
    if path is None:
        before = revision_in(engine, place)
    if before == REVISIONS[-1]:
        with engine.connect():  # what cannot be opened says so now
            return
    if path is not None and before is not None:
        _back_up(path, before)
    from alembic import command  # here, for it costs every start of the program a third of a second
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        rederive(connection)


def revision_in(engine: Engine, place: str) -> str | None:
    """The revision of a database that is no file, None for an empty one; raises TallyboardError as `check_file`."""
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        known = {"alembic_version", "records"} <= tables
        row = connection.execute(text("SELECT version_num FROM alembic_version")).first() if known else None
    return _known_revision(place, tables, row[0] if row else None)


def _back_up(path: Path, revision: str) -> None:
    """Copy the database beside itself; an earlier copy is kept."""
    copy = path.with_name(f"{path.name}.before-{REVISIONS[-1]}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.before-{REVISIONS[-1]}-{number}")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise TallyboardError(
            f"{path} (shape {revision}) has to be migrated, but the copy {copy} cannot be written: {error}.",
            "Make room for it or check the folder's permissions, then try again.",
        ) from error
