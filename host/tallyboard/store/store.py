"""A store that is written to: what boards recorded goes in, and where each journal ends comes out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from shared_rules.journal.record import ASSIGN, SIZE
from tallyboard.journal.runs import Clock, Run, Spans, each_once
from tallyboard.store import correcting, ingesting
from tallyboard.store.appending import Appending, Item
from tallyboard.store.conflicts import conflicts_of
from tallyboard.store.deriving import Deriving
from tallyboard.store.failures import explained
from tallyboard.store.ingesting import Heard, Stored, remove_damaged, remove_orphans
from tallyboard.store.matches.renewing import KeptStanding, Renewal, clock_before, read_standing, rederive, refresh
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import epoch_of, epochs, sound_runs
from tallyboard.store.tables.sql import CoreSql, Sql, of_one_moment
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.mending import mend_tournaments
from tallyboard.store.transactions import EVERYTHING, WakeUp, allow_long, may_derive, take_alone, wake

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
            correcting.remove_damaged(inside)
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
