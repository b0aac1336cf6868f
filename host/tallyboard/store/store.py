"""A store that is written to: opened, created, migrated and mended; what boards recorded goes in."""

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, event, func, insert, select

from shared_rules.journal.record import ASSIGN, SIZE
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import store as told
from tallyboard.journal.runs import Clock, Run, Spans, each_once
from tallyboard.store import corrections, ingesting
from tallyboard.store.appending import Appending, Item
from tallyboard.store.conflicts import conflicts_of
from tallyboard.store.deriving import Deriving
from tallyboard.store.failures import DamagedError, explained, is_locked, known_error
from tallyboard.store.ingesting import NUMBERS, PART, Heard, Stored, remove_damaged, remove_orphans
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept import KeptStanding, Renewal, clock_before, read_standing, rederive, refresh
from tallyboard.store.opening import Address, address_of, engine_of, revision_in, revision_on
from tallyboard.store.reader import Reader
from tallyboard.store.sqlite_file import LOST, REVISIONS, check_file, copy_to, free_name
from tallyboard.store.tables.rows import Epoch, epoch_of, epochs, sound_runs
from tallyboard.store.tables.schema import boards, journals, matches, metadata, records
from tallyboard.store.tables.sql import ENTERED, CoreSql, Sql, UnsoundError, columns, of_one_moment, tolerant
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.mending import mend_tournaments
from tallyboard.store.transactions import EVERYTHING, WakeUp, allow_long, may_derive, take_alone, wake

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


def open_store(url: str | None = None) -> "Store":
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


ASSIGNED = 64  # records that an ASSIGN and what belongs to it have at most


@dataclass(frozen=True)
class JournalEnd:
    """`start`: the first number of the last match but one, 0 where there are fewer. `runs`: the records from the one
    before it on, and those of the last ASSIGN. `clock`: fed with what stands before them. `standing`: how the matches
    from `start` on are kept, None where that is not known."""

    start: int
    runs: tuple[Run, ...]
    clock: Clock
    standing: KeptStanding | None


@dataclass(frozen=True)
class JournalTail(JournalEnd):
    """`held`: the numbers of the sound records that are stored. `conflicts`: numbers of records that came with other
    bytes too."""

    held: Spans
    conflicts: tuple[int, ...]


def read_tail(sql: Sql, board: str, epoch: int) -> JournalTail:
    """The tail of this journal, of one that is not stored an empty one."""
    held = Spans()
    for first, data in sound_runs(sql, board, epoch):
        held.add(first, first + len(data) // SIZE)
    end = read_end(sql, board, epoch)
    numbers = tuple(sorted({one.seq for one in conflicts_of(sql, board, epoch)}))
    return JournalTail(end.start, end.runs, end.clock, end.standing, held, numbers)


def read_end(sql: Sql, board: str, epoch: int) -> JournalEnd:
    """The end of this journal, of one that is not stored an empty one."""
    its = {"board": board, "epoch": epoch}
    of_it = "WHERE board = :board AND epoch = :epoch"
    starts = list(sql.rows(f"SELECT first_seq FROM matches {of_it} ORDER BY first_seq DESC LIMIT 2", **its))
    start = starts[1][0] if len(starts) == 2 else 0
    last = f"SELECT MAX(seq) FROM records {of_it} AND data >= :assign AND data < :behind"
    assign = next(sql.rows(last, **its, assign=bytes((ASSIGN,)), behind=bytes((ASSIGN + 1,))))[0]
    runs = list(sound_runs(sql, board, epoch, max(0, start - 1)))
    if assign is not None and assign < start:
        runs = [*sound_runs(sql, board, epoch, max(0, assign - ASSIGNED), assign + 1), *runs]
    clock = clock_before(sql, board, epoch, start)
    return JournalEnd(start, tuple(runs), clock, read_standing(sql, board, epoch, start))


class Store(Reader):
    """A Reader that can be written to, made by `open_store`. `id`: by which it knows its own news."""

    def __init__(self, engine: Engine, database: str, file: Path | None = None) -> None:
        super().__init__(database, file, self._transaction)
        self.id = token_hex(4)
        self._engine = engine
        self._engine_that_reads = of_one_moment(engine)
        self._engine_that_writes = engine.execution_options(writes=True)
        self._engine_alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._appending = Appending(self._engine_alone, self._engine_that_writes, self.id)
        self._deriving = Deriving(self._engine_alone, self.id)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        with self._engine_that_reads.connect() as connection:
            yield CoreSql(connection)

    @contextmanager
    def glancing(self) -> Iterator[Sql]:
        """For reading, like `reading`, but each statement is of its own moment: two round trips less."""
        with explained(self.database), self._engine_alone.connect() as connection:
            yield CoreSql(connection)

    @contextmanager
    def writing(self, is_passing: bool = False, news: WakeUp | None = EVERYTHING) -> Iterator[Connection]:
        """A transaction that writes: committed at the end, rolled back whole when anything is raised.

        `is_passing`: what is written is soon written again, or can be computed: PostgreSQL need not wait for its disk.
        `news`: where whoever waits for news of this database looks again then.
        """
        with explained(self.database), self._engine_that_writes.connect() as connection, connection.begin():
            if is_passing and connection.dialect.name == "postgresql":
                connection.execute(select(func.set_config("synchronous_commit", "off", True)))
            yield connection
            if news is not None:
                wake(connection, news)

    @contextmanager
    def driver_connection(self) -> Iterator[Any]:
        """A connection of the database's driver, by itself, each statement of which is a transaction."""
        with explained(self.database), self._engine_alone.connect() as connection:
            try:
                yield connection.connection.driver_connection
            finally:
                connection.invalidate()  # it is closed, for nobody else is to hear what was asked of it

    # ---- records

    def add(self, heard: Heard, records: Iterable[Run] = ()) -> Stored:
        """`ingest` of one board's records, then `derive`."""
        stored = self.ingest([(heard, list(records))])[0]
        self.derive([heard.board])
        return stored

    def ingest(
        self, batch: Sequence[tuple[Heard, Sequence[Run]]], renewals: Sequence[Renewal | None] = ()
    ) -> list[Stored]:
        """Store sound records (see runs.py; a number may come several times) of journals, each journal once, and what
        their boards said.

        Either all are stored or none. `renewals`: what each makes of the kept matches, where a hub knows it: written in
        the same transaction, as far as it holds. Other matches are computed from the records by `derive`; until then
        whoever reads computes them. A key that is there with other sound bytes is kept as it is, and the other bytes
        beside it as a conflict; one whose bytes a disk has damaged gets the board's.
        """
        items = [(heard, *each_once(runs)) for heard, runs in batch]
        of_each = renewals or [None] * len(items)
        plain = [
            Item(heard, runs, of_it) for (heard, runs, others), of_it in zip(items, of_each, strict=True) if not others
        ]
        if len(plain) == len(items) and self._appending.can_take(plain):
            with explained(self.database):
                taken = self._appending.take(plain)
            if taken is not None:
                return [Stored(len(one.run[1]) // SIZE, (), are) for one, are in zip(plain, taken, strict=True)]
        with self.writing() as connection:
            # In one order everywhere: of two hubs that write the same boards one waits for the other.
            order = sorted(range(len(items)), key=lambda number: (items[number][0].board, items[number][0].epoch))
            stored = {number: ingesting.ingest(connection, *items[number]) for number in order}
        self._appending.know(heard for heard, _ in batch)
        return [stored[number] for number in range(len(items))]

    def derive(self, of_boards: Collection[str] | None = None) -> None:
        """Compute the matches of the journals of these boards, None: of all, where records have come since.

        Each in a transaction of its own, where it cannot be done for all of them at once. Of all, one that somebody
        else computes just now is left to them.
        """
        if of_boards is not None:
            with explained(self.database):
                if not of_boards or self._deriving.derive(of_boards):
                    return
        with self.reading() as sql:
            rows = list(sql.rows("SELECT board, epoch FROM journals WHERE underived_from IS NOT NULL"))
        waiting = [(board, epoch) for board, epoch in rows if of_boards is None or board in of_boards]
        for board, number in waiting:
            with self.writing(is_passing=True) as connection:
                if may_derive(connection, board, number, wait=of_boards is not None):
                    epoch = epoch_of(CoreSql(connection), board, number)
                    if epoch.underived_from is not None:
                        refresh(connection, epoch)

    def rebuild(self) -> int:
        """Throw all matches away and compute them anew from the records; how many there are. Damaged records and
        corrections go too, and where an event of a tournament is damaged stands a note."""
        with self.writing() as connection:
            take_alone(connection)  # of two that rebuild, the second waits
            remove_orphans(connection)
            remove_damaged(connection)
            inside = CoreSql(connection)
            mend_tournaments(inside)
            notices.remove_damaged(inside)
            corrections.remove_damaged(inside)
            known = epochs(inside)
        for one in known:
            with self.writing() as connection:
                allow_long(connection)
                may_derive(connection, one.board, one.number, wait=True)
                rederive(connection, [epoch_of(CoreSql(connection), one.board, one.number)])
        with self.reading() as sql:
            return int(next(sql.rows("SELECT count(*) FROM matches"))[0])

    def end(self, board: str, epoch: int) -> JournalEnd:
        """The end of this journal, see tail.py."""
        with self.reading() as sql:
            return read_end(sql, board, epoch)

    def tail(self, board: str, epoch: int) -> JournalTail:
        """The end of this journal, see tail.py."""
        with self.reading() as sql:
            return read_tail(sql, board, epoch)

    # ---- names

    def name(self, key: str, names: Mapping[tuple[str, str], str]) -> None:
        """Keep full names for the match of this key: (side, what the board keeps of the name) to the name.

        One that the board keeps in full needs no row, but for one that says so where there was another name before.
        """
        with self.writing() as connection:
            sql = CoreSql(connection)
            now = sql.now_ms()
            for (side, shown), name in names.items():
                row = {"key": key, "side": side, "shown": shown, "name": name}
                changed = sql.run(  # a clock may have been set back
                    "UPDATE full_names SET name = :name, given = CASE WHEN given < :now THEN :now ELSE given + 1 END "
                    "WHERE key = :key AND side = :side AND shown = :shown",
                    **row,
                    now=now,
                )
                if not changed and name != shown:
                    sql.insert("full_names", [{**row, "given": now}])
