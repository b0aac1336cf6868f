"""Opens a store to write: creates it, migrates it, and repairs matches that a disk has damaged."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, event

from tallyboard.errors import TallyboardError
from tallyboard.store.address import Address, address_of
from tallyboard.store.exclusive import take_alone
from tallyboard.store.failures import DamagedError, explained, is_locked, known_error
from tallyboard.store.files import copy_to, free_name
from tallyboard.store.matches.rederive import rederive
from tallyboard.store.mend import mend
from tallyboard.store.reading import engine_of, revision_in, revision_on
from tallyboard.store.shape import LOST, REVISIONS, check_file
from tallyboard.store.store import Store
from tallyboard.store.tables.sql import tolerant
from tallyboard.store.writing import NUMBERS, PART

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 15  # how long to wait for another process that writes
_AGAIN_S = 0.02


def open_store(url: str | None = None) -> Store:
    """The store at a database URL or at the path of an SQLite file; None: the file in the user's data folder.

    Creates what is not there and migrates what is older; an SQLite file is copied beside itself before that. Raises
    TallyboardError, with the file not changed by a byte, for one of a newer version and for one that is not ours;
    DamagedError for one that first has to be rebuilt.
    """
    address = address_of(url)
    if url is None:
        _make_data_folder(address)
    before = None if address.path is None else _check(address.path)
    with explained(address.name):
        engine = engine_of(address)
        if engine.dialect.name == "sqlite":
            _tend_sqlite(engine)
        try:
            if address.path is None:
                before = revision_in(engine, address.name)
            if before == LOST:
                raise DamagedError(address.name)
            if before != REVISIONS[-1]:
                _bring_up_to_date(engine, address)
            mend(engine)
        except BaseException:
            engine.dispose()
            raise
    return Store(engine, address.name, address.path)


def _make_data_folder(address: Address) -> None:
    folder = Path(address.name).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TallyboardError(
            f"The folder {folder} cannot be created: {error.strerror}.", "Give a place with --db."
        ) from error


def _check(path: Path) -> str | None:
    revision = check_file(path)
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise known_error(str(path), "SQLITE_READONLY" if path.exists() else "SQLITE_CANTOPEN")
    return revision


def _tend_sqlite(engine: Engine) -> None:
    """WAL, foreign keys, and real transactions: the driver's own would not cover a migration."""

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        tolerant(connection)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000}")
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")  # what was acknowledged is on the disk
        connection.execute("PRAGMA fullfsync = ON")  # where the system makes a difference, macOS
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(f"CREATE TEMP TABLE {NUMBERS} (n INTEGER PRIMARY KEY)")
        connection.executemany(f"INSERT INTO {NUMBERS} VALUES (?)", ((n,) for n in range(PART)))

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that read first cannot wait for another writer: one that will write says so at its start.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Several that make a new file at once hinder each other in this, and here SQLite itself does not wait."""
    until = monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_locked(error) or monotonic() > until:
                raise
        sleep(_AGAIN_S)


def _bring_up_to_date(engine: Engine, address: Address) -> None:
    from alembic import command  # here, for it costs every start of the program a third of a second
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        take_alone(connection)
        before = revision_on(connection, address.name)  # others may have been at it while this one waited
        if before == LOST:
            raise DamagedError(address.name)
        if before == REVISIONS[-1]:
            return
        if address.path is not None and before is not None:
            _back_up(address.path, before)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        rederive(connection)


def _back_up(path: Path, revision: str) -> None:
    """Copy the database beside itself; an earlier copy is kept."""
    copy = free_name(path, f"before-{REVISIONS[-1]}")
    begun = copy.with_name(f"{copy.name}.new")
    try:
        copy_to(path, begun)
        os.replace(begun, copy)
    except (TallyboardError, OSError) as error:
        for end in ("", "-journal", "-wal"):
            with suppress(OSError):
                Path(f"{begun}{end}").unlink()
        why = error.cause if isinstance(error, TallyboardError) else f"{error}."
        raise TallyboardError(
            f"{path} (shape {revision}) has to be migrated, but the copy {copy} cannot be written: {why}",
            "Make room for it or check the folder's permissions, then try again.",
        ) from error
