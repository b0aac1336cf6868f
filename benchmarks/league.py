"""What a league of very many boards would ask of one PostgreSQL: docs/beyond-one-hall.md says what it is for.

Processes write records as hubs do: one statement a commit, some records of different boards in it, the rows of their
journals, a wake-up. Measured are records a second by writers, by records a commit, by boards and by how the table of
records is laid out; and, as it grows, its size, the time of a commit and that of reading one match. Nothing is
asserted. A commit waits for the disk. `python benchmarks/league.py [MILLIONS OF RECORDS]`
"""

import os
import random
import statistics
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection as Channel

import psycopg

from benchmarks.many_boards import board_id
from benchmarks.server import Server

MILLIONS = 10
BOARDS = 30_000  # a thousand clubs of thirty tables
A_COMMIT = 30  # records, each of another board
WRITERS = 4
PARTITIONS = 16
WRITES_S = 2.0  # each time
ROUNDS = 3  # times that each is measured, in turn
STEADY_S = 0.2  # between two commits of a writer whose time is measured
A_MATCH = 80  # records
READS = 200
EPOCH = 2_847_193_605
SETTINGS = ("shared_buffers=1GB", "max_wal_size=4GB", "checkpoint_timeout=30min")

_JOURNALS = (
    "CREATE TABLE journals (board TEXT, epoch BIGINT, next_seq BIGINT, underived BIGINT, PRIMARY KEY (board, epoch))"
)
_RECORDS = (
    "CREATE TABLE records (board TEXT, epoch BIGINT, seq BIGINT, data BYTEA NOT NULL, "
    "PRIMARY KEY (board, epoch, seq){}) {}"
)
_OF_A_JOURNAL = ", FOREIGN KEY (board, epoch) REFERENCES journals (board, epoch)"

# How the tables are laid out: the statements that create them. The first is the store's way. The journals stay in one
# table where records are in many: a statement with boards of many partitions would read all journals to find theirs.
LAYOUTS = {
    "as the store has it": (_JOURNALS, _RECORDS.format(_OF_A_JOURNAL, "")),
    "no foreign key": (_JOURNALS, _RECORDS.format("", "")),
    f"{PARTITIONS} partitions by board": (
        _JOURNALS,
        _RECORDS.format(_OF_A_JOURNAL, "PARTITION BY HASH (board)"),
        *(
            f"CREATE TABLE records_{at} PARTITION OF records FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {at})"
            for at in range(PARTITIONS)
        ),
    ),
}
STORE, _, PARTED = LAYOUTS

_WRITE = """
WITH item AS (SELECT * FROM unnest(%b::text[], %b::bigint[]) AS i(board, seq)),
journal AS (
    UPDATE journals SET next_seq = GREATEST(next_seq, seq + 1), underived = LEAST(underived, seq)
    FROM item WHERE journals.board = item.board AND epoch = %b RETURNING item.board, epoch, seq
),
record AS (
    INSERT INTO records SELECT board, epoch, seq, %b FROM journal ON CONFLICT DO NOTHING RETURNING 1
)
SELECT count(*) FROM record
"""
_AND_WAKE = _WRITE.replace("SELECT count(*)", "SELECT count(*), pg_notify('tallyboard', '')")


@dataclass(frozen=True)
class Work:
    """What writers do: `boards` among them all, drawn for each commit. `steady`: a commit now and then, not one after
    the other. `listeners`: how many are woken by each commit, None: nobody is told."""

    writers: int = WRITERS
    a_commit: int = A_COMMIT
    boards: int = BOARDS
    steady: bool = False
    listeners: int | None = 0


@dataclass(frozen=True)
class Written:
    """`took`: seconds of each commit. `cpu_s`: processor time that the server used."""

    records: int
    took: list[float]
    within_s: float
    cpu_s: float

    def __str__(self) -> str:
        a_second = self.records / self.within_s, len(self.took) / self.within_s
        cost = self.cpu_s / self.records * 1e6
        return f"{a_second[0]:7,.0f} records/s {a_second[1]:4,.0f} commits/s  {_of(self.took)}, {cost:6.1f} µs"


class League:
    """The tables of one layout, with boards that have so many records each."""

    def __init__(self, server: Server, layout: str) -> None:
        self._server = server
        self._schema = f"s{list(LAYOUTS).index(layout)}"
        self._dsn = f"{server.dsn} options='-c search_path={self._schema}'"
        self.each = 0  # records that are there of every board
        self._next = 0  # what writers begin with
        with self._connect() as connection:
            connection.execute(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE")
            connection.execute(f"CREATE SCHEMA {self._schema}")
            for statement in LAYOUTS[layout]:
                connection.execute(statement)
            journals = "INSERT INTO journals SELECT b, %s, 0, NULL FROM unnest(%s::text[]) AS b"
            connection.execute(journals, (EPOCH, [board_id(number) for number in range(BOARDS)]))
            connection.execute("VACUUM ANALYZE journals")

    def _connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self._dsn, autocommit=True)

    def fill(self, each: int) -> float:
        """Bring every board to so many records, all boards in turn as they come in an evening; seconds a record."""
        start = time.perf_counter()
        statement = "INSERT INTO records SELECT board, epoch, %s, '\\x0102030405060708' FROM journals"
        with self._connect() as connection:
            connection.execute("SET session_replication_role = replica")  # their journals are there: no foreign key
            for seq in range(self.each, each):
                connection.execute(statement, (seq,))
            connection.execute("VACUUM ANALYZE records")
            connection.execute("CHECKPOINT")
        took = (time.perf_counter() - start) / ((each - self.each) * BOARDS)
        self.each = self._next = each
        return took

    def write(self, work: Work) -> Written:
        """Have processes write for a while."""
        channels: list[Channel] = []
        processes: list[Process] = []
        self._next += 1_000_000  # these numbers are not there yet
        for writer in range(work.writers):
            mine, theirs = Pipe()
            numbers = range(writer, work.boards, work.writers)
            processes.append(Process(target=_writer, args=(self._dsn, work, numbers, self._next, theirs)))
            processes[-1].start()
            channels.append(mine)
        for channel in channels:
            channel.recv()
        with ExitStack() as stack:
            for _ in range(work.listeners or 0):
                stack.enter_context(self._connect()).execute("LISTEN tallyboard")
            before = self._server.cpu_s()
            for channel in channels:
                channel.send("go")
            took = [one for channel in channels for one in channel.recv()]
            used = self._server.cpu_s() - before
        for process in processes:
            process.join()
        return Written(len(took) * work.a_commit, took, WRITES_S, used)

    def size(self) -> tuple[int, float, float]:
        """(records, bytes a record of the table, of its index)."""
        parts = "SELECT relid FROM pg_partition_tree('records') WHERE isleaf UNION SELECT 'records'::regclass"
        sums = f"SELECT sum(pg_table_size(relid)), sum(pg_indexes_size(relid)) FROM ({parts}) AS part"
        with self._connect() as connection:
            (count,) = connection.execute("SELECT count(*) FROM records").fetchone() or (0,)
            table, index = connection.execute(sums).fetchone() or (0, 0)
        return int(str(count)), float(str(table)) / int(str(count)), float(str(index)) / int(str(count))

    def read(self) -> list[float]:
        """Seconds of reading a match each time, of a board that is drawn."""
        statement = (
            "SELECT seq, data FROM records WHERE board = %s AND epoch = %s AND seq >= %s AND seq < %s ORDER BY seq"
        )
        took = []
        with self._connect() as connection:
            for _ in range(READS):
                first = random.randrange(max(1, self.each - A_MATCH))
                board = board_id(random.randrange(BOARDS))
                start = time.perf_counter()
                connection.execute(statement, (board, EPOCH, first, first + A_MATCH)).fetchall()
                took.append(time.perf_counter() - start)
        return took


def _writer(dsn: str, work: Work, numbers: range, first: int, channel: Channel) -> None:
    """A process that writes records of the boards of these numbers, `first` and on; answers with the commits' times."""
    boards = [board_id(number) for number in numbers]
    seqs = dict.fromkeys(boards, first)
    took: list[float] = []
    with psycopg.connect(dsn, autocommit=True) as connection:
        channel.send("ready")
        channel.recv()
        deadline = time.perf_counter() + WRITES_S
        while time.perf_counter() < deadline:
            if work.steady:
                time.sleep(random.uniform(0, 2 * STEADY_S))
            drawn = sorted(random.sample(boards, work.a_commit))
            start = time.perf_counter()
            values = (drawn, [seqs[board] for board in drawn], EPOCH, b"12345678")
            connection.execute(_WRITE if work.listeners is None else _AND_WAKE, values).fetchall()
            took.append(time.perf_counter() - start)
            for board in drawn:
                seqs[board] += 1
    channel.send(took)


def in_turn(works: dict[str, tuple[League, Work]]) -> None:
    """Do each of these, in turn and several times: whatever else the machine does meets all alike. Prints them."""
    rounds = [{name: league.write(work) for name, (league, work) in works.items()} for _ in range(ROUNDS)]
    for name in works:
        print(f"  {name:22} {_together([each[name] for each in rounds])}", flush=True)


def _together(parts: list[Written]) -> Written:
    took = [one for part in parts for one in part.took]
    return Written(
        sum(part.records for part in parts),
        took,
        sum(part.within_s for part in parts),
        sum(part.cpu_s for part in parts),
    )


def by_writers(server: Server) -> None:
    print("At the end of a line: the server's processor time for a record.")
    league = League(server, STORE)
    print(f"{A_COMMIT} records a commit, nobody listens")
    in_turn({f"{writers} writers": (league, Work(writers)) for writers in (1, 2, 4, 8, 16)})
    print(f"{WRITERS} writers, {A_COMMIT} records a commit")
    listeners = {f"{count} listeners": (league, Work(listeners=count)) for count in (0, 10, 50, 250)}
    in_turn({"no wake-up": (league, Work(listeners=None)), **listeners})
    print(f"{WRITERS} writers, nobody listens")
    in_turn({f"{count} records a commit": (league, Work(a_commit=count)) for count in (1, 3, 10, 30, 100, 300)})


def by_layout(server: Server) -> None:
    leagues = {layout: League(server, layout) for layout in LAYOUTS}
    for boards in (1_000, BOARDS):
        print(f"{WRITERS} writers, {A_COMMIT} records a commit, {boards:,} boards")
        in_turn({layout: (league, Work(boards=boards)) for layout, league in leagues.items()})


def by_size(server: Server, millions: int) -> None:
    leagues = {layout: League(server, layout) for layout in (STORE, PARTED)}
    for size in sorted({1, millions}):
        print(f"{BOARDS:,} boards with {size} million records")
        for layout, league in leagues.items():
            filled = league.fill(size * 1_000_000 // BOARDS)
            count, table, index = league.size()
            print(f"  {layout:22} filled at {filled * 1e6:.1f} µs a record; then {count:,} records")
            print(
                f"  {'':22} {table:.1f} bytes a record and {index:.1f} of index, {count * (table + index) / 1e9:.2f} GB"
            )
        for layout, league in leagues.items():
            print(f"  {layout:22} a match of {A_MATCH} records is read in {_of(league.read())}", flush=True)
        print(f" a commit every {STEADY_S / WRITERS * 1e3:.0f} ms")
        in_turn({layout: (league, Work(steady=True)) for layout, league in leagues.items()})
        print(" one commit after the other")
        in_turn({layout: (league, Work()) for layout, league in leagues.items()})


def _of(took: list[float]) -> str:
    return f"p50 {statistics.median(took) * 1e3:6.2f} ms, p99 {statistics.quantiles(took, n=100)[-1] * 1e3:6.2f} ms"


def main(millions: int) -> None:
    with Server(*SETTINGS) as server:
        by_writers(server)
        by_layout(server)
        by_size(server, millions)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MILLIONS)
