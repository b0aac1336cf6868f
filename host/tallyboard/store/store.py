"""A store that is written to: opened, created, migrated and mended; what boards recorded goes in."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, event

from shared_rules.journal.record import ASSIGN, SIZE
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import store as told
from tallyboard.journal.runs import Clock, Run, Spans, each_once, end_of
from tallyboard.store import corrections, ingesting
from tallyboard.store.at_once import AtOnce, Item
from tallyboard.store.conflicts import conflicts_of
from tallyboard.store.failures import DamagedError, explained, is_locked, known_error
from tallyboard.store.ingesting import Heard, Stored
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept import KeptStanding, Renewal
from tallyboard.store.opening import Address, address_of, engine_of, revision_in
from tallyboard.store.reader import Reader
from tallyboard.store.sqlite_file import LOST, REVISIONS, check_file, copy_to, free_name, revision_on
from tallyboard.store.tables.rows import Epoch, epoch_of, epochs, sound_runs
from tallyboard.store.tables.schema import matches, metadata
from tallyboard.store.tables.sql import ENTERED, NEVER, CoreSql, Sql, UnsoundError, moment, of_one_moment, tolerant
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.mending import mend_tournaments
from tallyboard.store.transactions import EVERYTHING, WakeUp, allow_long, begun, may_derive, take_alone, wake

ASSIGNED = 64  # records that an ASSIGN and what belongs to it have at most
MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 15  # how long to wait for another process that writes


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


def _end(sql: Sql, board: str, epoch: int) -> JournalEnd:
    its = {"board": board, "epoch": epoch}
    of_it = "WHERE board = :board AND epoch = :epoch"
    starts = list(sql.rows(f"SELECT first_seq FROM matches {of_it} ORDER BY first_seq DESC LIMIT 2", **its))
    start = starts[1][0] if len(starts) == 2 else 0
    last = f"SELECT MAX(seq) FROM records {of_it} AND data >= :assign AND data < :behind"
    assign = next(sql.rows(last, **its, assign=bytes((ASSIGN,)), behind=bytes((ASSIGN + 1,))))[0]
    runs = list(sound_runs(sql, board, epoch, max(0, start - 1)))
    if assign is not None and assign < start:
        runs = [*sound_runs(sql, board, epoch, max(0, assign - ASSIGNED), assign + 1), *runs]
    clock = kept.clock_before(sql, board, epoch, start)
    return JournalEnd(start, tuple(runs), clock, kept.read_standing(sql, board, epoch, start))


class Store(Reader):
    """A Reader that can be written to, made by `open_store`. `id`: by which it knows its own news."""

    def __init__(self, engine: Engine, database: str, file: Path | None = None) -> None:
        super().__init__(database, file)
        self.id = token_hex(4)
        self._engine = engine
        self._engine_that_reads = of_one_moment(engine)
        self._engine_alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._at_once = AtOnce(self._engine_alone, engine, self.id)
        self._hearers: list[Callable[[WakeUp], None]] = []

    def close(self) -> None:
        self._engine.dispose()

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
    def writing(self, is_passing: bool = False, news: WakeUp | None = EVERYTHING) -> Iterator[CoreSql]:
        """A transaction that writes: committed at the end, rolled back whole when anything is raised.

        `is_passing`: what is written is soon written again, or can be computed: PostgreSQL need not wait for its disk.
        `news`: where whoever waits for news of this database looks again then.
        """
        with explained(self.database), begun(self._engine) as sql:
            if is_passing and sql.dialect == "postgresql":
                sql.run("SELECT set_config('synchronous_commit', 'off', true)")
            yield sql
            if news is not None:
                wake(sql, news)
        self._has_written(news or WakeUp())

    def on_writing(self, call: Callable[[WakeUp], None]) -> None:
        """Have `call(news)` called, from any thread, when something was written here: a file tells nobody what. News
        about nothing: it is soon written again, or is of records alone."""
        self._hearers.append(call)

    def _has_written(self, news: WakeUp) -> None:
        for call in self._hearers:
            call(news)

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
        heard = [one for one, _ in batch]
        once = [each_once(runs) for _, runs in batch]
        of_each = renewals or [None] * len(batch)
        plain = [Item(one, runs, of_it) for one, (runs, _), of_it in zip(heard, once, of_each, strict=True)]
        if not any(others for _, others in once) and self._at_once.can_take(plain):
            with explained(self.database):
                taken = self._at_once.take(plain)
            if taken is not None:
                self._has_written(WakeUp())
                return [Stored(len(one.run[1]) // SIZE, (), are) for one, are in zip(plain, taken, strict=True)]
        with self.writing() as sql:
            # In one order everywhere: of two hubs that write the same boards one waits for the other.
            order = sorted(range(len(batch)), key=lambda number: (heard[number].board, heard[number].epoch))
            stored = {number: ingesting.ingest(sql, heard[number], *once[number]) for number in order}
        self._at_once.know(one for number, one in enumerate(heard) if not stored[number].is_void)
        return [stored[number] for number in range(len(batch))]

    def derive(self, of_boards: Collection[str] | None = None) -> None:
        """Compute the matches of the journals of these boards, None: of all, where records have come since.

        Each in a transaction of its own, where it cannot be done for all of them at once. Of all, one that somebody
        else computes just now is left to them.
        """
        if of_boards is not None:
            with explained(self.database):
                if not of_boards or self._at_once.derive(of_boards):
                    self._has_written(WakeUp())
                    return
        with self.reading() as reading:
            rows = list(reading.rows("SELECT board, epoch FROM journals WHERE underived_from IS NOT NULL"))
        waiting = [(board, epoch) for board, epoch in rows if of_boards is None or board in of_boards]
        for board, number in waiting:
            with self.writing(is_passing=True) as sql:
                if may_derive(sql, board, number, wait=of_boards is not None):
                    epoch = epoch_of(sql, board, number)
                    if epoch.underived_from is not None:
                        kept.refresh(sql, epoch)

    def rebuild(self) -> int:
        """Throw all matches away and compute them anew from the records; how many there are. Damaged records and
        corrections go too, and where an event of a tournament is damaged stands a note."""
        with self.writing() as sql:
            take_alone(sql)  # of two that rebuild, the second waits
            its_journal = "SELECT 1 FROM journals AS j WHERE j.board = matches.board AND j.epoch = matches.epoch"
            sql.run(f"DELETE FROM matches WHERE NOT EXISTS ({its_journal})")
            ingesting.remove_damaged(sql)
            mend_tournaments(sql)
            notices.remove_damaged(sql)
            corrections.remove_damaged(sql)
            known = epochs(sql)
        for one in known:
            with self.writing() as sql:
                allow_long(sql)
                may_derive(sql, one.board, one.number, wait=True)
                kept.rederive(sql, epoch_of(sql, one.board, one.number))
        with self.reading() as reading:
            return int(next(reading.rows("SELECT count(*) FROM matches"))[0])

    def end(self, board: str, epoch: int) -> JournalEnd:
        """The end of this journal, of one that is not stored an empty one."""
        with self.reading() as sql:
            return _end(sql, board, epoch)

    def tail(self, board: str, epoch: int) -> JournalTail:
        """The tail of this journal, of one that is not stored an empty one."""
        with self.reading() as sql:
            held = Spans((run[0], end_of(run)) for run in sound_runs(sql, board, epoch))
            numbers = tuple(sorted({one.seq for one in conflicts_of(sql, board, epoch)}))
            return JournalTail(**vars(_end(sql, board, epoch)), held=held, conflicts=numbers)

    # ---- names

    def name(self, key: str, names: Mapping[tuple[str, str], str]) -> None:
        """Keep full names for the match of this key: (side, what the board keeps of the name) to the name. One that the
        board keeps in full needs no row, but for one that says so where there was another name before."""
        with self.writing() as sql:
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


# ---- opening one


def open_store(url: str | None = None) -> Store:
    """The store at a database URL or at the path of an SQLite file; None: the file in the user's data folder.

    Creates what is not there and migrates what is older; an SQLite file is copied beside itself before that. Raises
    TallyboardError, with the file not changed by a byte, for one of a newer version, for one that is not ours, and for
    one that `tallyboard rebuild` has to mend first.
    """
    address = address_of(url)
    if url is None:
        folder = Path(address.name).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CoreError(told.FOLDER_NOT_MADE, folder=folder, words=error.strerror) from error
    before, path = None, address.path
    if path is not None:
        before = check_file(path)
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise known_error(str(path), "SQLITE_READONLY" if path.exists() else "SQLITE_CANTOPEN")
    with explained(address.name):
        engine = engine_of(address)
        if engine.dialect.name == "sqlite":
            _tend_sqlite(engine)
        try:
            if path is None:
                before = revision_in(engine, address.name)
            if before == LOST:
                raise DamagedError(address.name)
            if before != REVISIONS[-1]:
                _bring_up_to_date(engine, address)
            _mend(engine)
        except BaseException:
            engine.dispose()
            raise
    return Store(engine, address.name, path)


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
        connection.execute(f"CREATE TEMP TABLE {ingesting.NUMBERS} (n INTEGER PRIMARY KEY)")
        connection.executemany(f"INSERT INTO {ingesting.NUMBERS} VALUES (?)", ((n,) for n in range(ingesting.PART)))

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
        sleep(0.02)


def _bring_up_to_date(engine: Engine, address: Address) -> None:
    from alembic import command, config  # here, for it costs every start of the program a third of a second

    of_alembic = config.Config()
    of_alembic.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with begun(engine) as sql:
        take_alone(sql)
        before = revision_on(sql, address.name)  # others may have been at it while this one waited
        if before == LOST:
            raise DamagedError(address.name)
        if before == REVISIONS[-1]:
            return
        if address.path is not None and before is not None:
            _back_up(address.path, before)
        of_alembic.attributes["connection"] = sql.connection
        if before is None:
            metadata.create_all(sql.connection)
            command.stamp(of_alembic, "head")
            return
        command.upgrade(of_alembic, "head")
        sql.run("DELETE FROM matches")
        for epoch in epochs(sql):
            kept.rederive(sql, epoch)


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
        why = error if isinstance(error, TallyboardError) else f"{error}."
        raise CoreError(told.NO_COPY, database=path, shape=revision, copy=copy, why=why) from error


def _mend(engine: Engine) -> None:
    """Make tables that are gone anew, journals of which there are records only, and matches that are doubted.

    Nothing is written where all is well. Raises UnsoundError where a table of what people entered is gone from a file:
    a rebuild may find its rows there, and an empty one would not be missed.
    """
    with of_one_moment(engine).connect() as connection:
        sql = CoreSql(connection)
        there = sql.columns()
        is_whole = all({*table.columns.keys()} <= there.get(name, set()) for name, table in metadata.tables.items())
        if is_whole and not any(_is_amiss(sql, epoch) for epoch in epochs(sql)):
            return
        if sql.dialect == "sqlite" and not there.keys() >= {*ENTERED}:
            raise UnsoundError("a table is gone")
    with begun(engine) as sql:
        take_alone(sql)
        if not {column.name for column in matches.columns} <= sql.columns().get("matches", set()):
            matches.drop(sql.connection, checkfirst=True)
        metadata.create_all(sql.connection)
        for epoch in epochs(sql):
            if not epoch.heard:  # as if its board had said no more than there are records, before all its others
                unheard = {"id": epoch.board, "table_name": "", "firmware": "", "heard": moment(NEVER)}
                sql.insert("boards", [unheard], "DO NOTHING")
                its = {"board": epoch.board, "epoch": epoch.number}
                last = next(sql.rows("SELECT MAX(seq) FROM records WHERE board = :board AND epoch = :epoch", **its))[0]
                following = last + 1 if isinstance(last, int) else 0
                sql.insert("journals", [{**its, "underived_from": 0, "oldest_seq": 0, "next_seq": following}])
        known = epochs(sql)
    for one in known:
        with begun(engine) as sql:
            allow_long(sql)
            may_derive(sql, one.board, one.number, wait=True)  # a hub that computes them just now is waited for
            epoch = epoch_of(sql, one.board, one.number)
            if epoch.underived_from is not None or _is_amiss(sql, epoch):
                kept.rederive(sql, epoch)


def _is_amiss(sql: CoreSql, epoch: Epoch) -> bool:
    """Whether something of it has to be put back. Matches that wait to be computed are nobody's damage."""
    return not epoch.heard or (epoch.underived_from is None and kept.is_damaged(sql, epoch))
