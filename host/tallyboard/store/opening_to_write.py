"""Opens a store to write: creates it, migrates it, and puts back what can be put back from its records."""

import os
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, event, func, insert, select

from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import store as told
from tallyboard.store.failures import DamagedError, explained, is_locked, known_error
from tallyboard.store.ingesting import NUMBERS, PART
from tallyboard.store.matches import kept
from tallyboard.store.matches.renewing import rederive
from tallyboard.store.opening import Address, address_of, engine_of, revision_in, revision_on
from tallyboard.store.sqlite_file import LOST, REVISIONS, check_file, copy_to, free_name
from tallyboard.store.store import Store
from tallyboard.store.tables.rows import Epoch, epoch_of, epochs
from tallyboard.store.tables.schema import boards, journals, matches, metadata, records
from tallyboard.store.tables.sql import ENTERED, CoreSql, UnsoundError, columns, of_one_moment, tolerant
from tallyboard.store.transactions import allow_long, may_derive, take_alone

NEVER = datetime(2026, 1, 1, tzinfo=UTC)  # for a board that has records here and no row of its own


def mend(engine: Engine) -> None:
    """Make tables that are gone anew, journals of which there are records only, and matches that are doubted.

    Nothing is written where all is well. Raises UnsoundError where a table of what people entered is gone from a file:
    a rebuild may find its rows there, and an empty one would not be missed.
    """
    with of_one_moment(engine).connect() as connection:
        there = columns(connection)
        if all(set(table.columns.keys()) <= there.get(name, set()) for name, table in metadata.tables.items()):
            sql = CoreSql(connection)
            if not any(_is_amiss(sql, epoch) for epoch in epochs(sql)):
                return
        if connection.dialect.name == "sqlite" and not there.keys() >= {*ENTERED}:
            raise UnsoundError("a table is gone")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        take_alone(connection)
        if not {column.name for column in matches.columns} <= columns(connection).get("matches", set()):
            matches.drop(connection, checkfirst=True)
        metadata.create_all(connection)
        sql = CoreSql(connection)
        for epoch in epochs(sql):
            if not epoch.heard:
                _hear(connection, epoch.board, epoch.number)
        known = epochs(sql)
    for one in known:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            _mend_matches(connection, one.board, one.number)


def _mend_matches(connection: Connection, board: str, number: int) -> None:
    """Those of one journal: a hub that computes them just now is waited for."""
    allow_long(connection)
    may_derive(connection, board, number, wait=True)
    sql = CoreSql(connection)
    epoch = epoch_of(sql, board, number)
    if epoch.underived_from is not None or _is_amiss(sql, epoch):
        rederive(connection, [epoch])


def _is_amiss(sql: CoreSql, epoch: Epoch) -> bool:
    """Whether something of it has to be put back. Matches that wait to be computed are nobody's damage."""
    return not epoch.heard or (epoch.underived_from is None and kept.is_damaged(sql, epoch))


def _hear(connection: Connection, board: str, epoch: int) -> None:
    """Write down an epoch of which there are only records, as if its board had said no more than these.

    First heard at 0, before all others of the board, until the board speaks of it (see ingesting.py).
    """
    if not connection.execute(select(boards.c.id).where(boards.c.id == board)).first():
        connection.execute(insert(boards).values(id=board, table_name="", firmware="", heard=NEVER))
    mine = (records.c.board == board, records.c.epoch == epoch)
    following = connection.execute(select(func.max(records.c.seq)).where(*mine)).scalar()
    extent = {"oldest_seq": 0, "next_seq": (following if isinstance(following, int) else -1) + 1}
    connection.execute(insert(journals).values(board=board, epoch=epoch, underived_from=0, **extent))


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
        raise CoreError(told.FOLDER_NOT_MADE, folder=folder, words=error.strerror) from error


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
    from alembic import command, config  # here, for it costs every start of the program a third of a second

    of_alembic = config.Config()
    of_alembic.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        take_alone(connection)
        before = revision_on(connection, address.name)  # others may have been at it while this one waited
        if before == LOST:
            raise DamagedError(address.name)
        if before == REVISIONS[-1]:
            return
        if address.path is not None and before is not None:
            _back_up(address.path, before)
        of_alembic.attributes["connection"] = connection
        command.upgrade(of_alembic, "head")
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
        raise CoreError(told.NO_COPY, database=path, shape=revision, copy=copy, why=why) from error
