"""A hall with several laptops: from a press at a table to where it is stored, and to where another laptop hears of it.

Tables (many_boards.py) that are pressed once a second each, on hubs (`tallyboard watch --json`) with one PostgreSQL or
SQLite. One more hub without a board is the other laptop. First 20 and 60 tables on one hub, beside a bare commit and
notification in the same seconds (bare.py); then sixty tables on six hubs; twice and four times as many tables on the
same hubs; the same over a slow line; and thirty tables on one hub with SQLite.

Shown: the table's own hub prints a score that covers the press. Stored: it prints one with nothing behind. Computed:
the database has the match with the press. Heard: the other laptop prints it. Nothing is asserted.

`python benchmarks/bench_hall.py [TABLES]`; with `two` instead only what is measured on two hubs.
"""

import json
import os
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.processes import cpu_s
from benchmarks.server import Server
from tallyboard.store import open_store
from tests.harness.lines import SOCKET
from tests.harness.postgres import missing

TABLES = 60
HUBS = 6
GROWTH = (1, 2, 4)
SQLITE_TABLES = 30
TWO_HUBS = (20, 60)  # tables on one hub, while another looks on
BARE_EVERY_S = 0.1
ONE_WAY_MS = 20  # of the slow line
EVERY_S = 1.0  # a press at each table
PLAYED_S = 6.0
LATE_S = 5.0  # how long the last presses are waited for
START_S = 60.0
LOOK_S = 0.01  # between two looks at what is computed
STAGES = ("shown", "stored", "computed", "heard")


@dataclass
class Press:
    """`seen`: seconds from the press to each stage that it has reached."""

    records: int
    made: float
    seen: dict[str, float] = field(default_factory=dict)


class Presses:
    """All that were made; filled and asked by several threads. `boards`: those that have reached a stage at all."""

    def __init__(self) -> None:
        self.all: list[Press] = []
        self.boards: dict[str, set[str]] = {stage: set() for stage in STAGES}
        self._waiting: dict[tuple[str, str], list[Press]] = {}
        self._reached: dict[tuple[str, str], tuple[int, float]] = {}  # how many records, and when
        self._lock = threading.Lock()

    def make(self, board: str, records: int, made: float) -> None:
        """A press, with which the board has so many records."""
        press = Press(records, made)
        with self._lock:
            self.all.append(press)
            for stage in STAGES:
                reached, when = self._reached.get((board, stage), (0, 0.0))
                if reached >= records:  # a hub told of it before this was read
                    press.seen[stage] = when - made
                else:
                    self._waiting.setdefault((board, stage), []).append(press)

    def reach(self, board: str, stage: str, records: int) -> None:
        """All of the board's presses up to so many records have reached this stage."""
        now = time.monotonic()
        key = (board, stage)
        with self._lock:
            self.boards[stage].add(board)
            if records > self._reached.get(key, (0, 0.0))[0]:
                self._reached[key] = records, now
            waiting = self._waiting.get(key, [])
            for press in waiting:
                if press.records <= records:
                    press.seen[stage] = now - press.made
            self._waiting[key] = [press for press in waiting if press.records > records]


class Child:
    """A process whose lines are given to `hear`, in a thread."""

    def __init__(self, command: list[str], hear: Callable[[str], None], folder: Path) -> None:
        environment = {**os.environ, "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        self._process = subprocess.Popen(
            [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._thread = threading.Thread(target=self._read, args=(hear,), daemon=True)
        self._thread.start()

    def _read(self, hear: Callable[[str], None]) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            hear(line)

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu_s(self) -> float:
        return cpu_s(self._process.pid)

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join()


class Hall:
    """Hubs on a database, one more without boards, and tables that are plugged in ten by ten. Use it with `with`."""

    def __init__(self, database: str, hubs: int, folder: Path) -> None:
        self.presses = Presses()
        self._folder = folder
        self._stack = ExitStack()
        self._fakes: list[Child] = []
        self._tables = 0
        self._trouble = "Nothing was said."  # why a hub last lost a board
        open_store(database).close()  # so that it is there, with its tables
        self._places = [folder / f"hub{number}" for number in range(hubs)]
        self._hubs = [self._watch(database, place, ("shown", "stored")) for place in self._places]
        self._other = self._watch(database, folder / "no boards", ("heard",))
        self._over = threading.Event()
        self._looking = threading.Thread(target=self._look, args=(database,))
        self._looking.start()

    def _watch(self, database: str, place: Path, stages: tuple[str, ...]) -> Child:
        place.mkdir()

        def hear(line: str) -> None:
            event = json.loads(line)
            if event["event"] == "disconnected":
                self._trouble = event["cause"]
            if event["event"] == "score" and (stages == ("heard",)) == bool(event["hub"]):
                for stage in stages if event["behind"] == 0 else stages[:1]:
                    self.presses.reach(event["board"], stage, event["next"])

        command = ["-m", "tallyboard", "watch", "--json", "--db", database, "--port", str(place / "t*")]
        return self._stack.enter_context(Child(command, hear, self._folder))

    def _look(self, database: str) -> None:
        computed = "SELECT board, next_seq FROM journals WHERE underived_from IS NULL"
        with open_store(database) as store:
            while not self._over.wait(LOOK_S):
                with store.glancing() as sql:
                    for board, following in sql.rows(computed):
                        self.presses.reach(board, "computed", following)

    def plug_in(self, tables: int) -> None:
        """Bring the hall to so many tables, and wait until each has been stored."""
        each = (tables - self._tables) // len(self._places)
        for place in self._places:
            command = [str(Path(__file__).with_name("many_boards.py")), str(self._tables), str(each), str(place)]
            self._fakes.append(self._stack.enter_context(Child(command, self._pressed, self._folder)))
            self._tables += each
        if not _wait(lambda: len(self.presses.boards["stored"]) >= self._tables, START_S):
            raise SystemExit(f"The hubs have not stored every table within a minute. {self._trouble}")

    def _pressed(self, line: str) -> None:
        if line != "ready\n":
            board, records, made = line.split()
            self.presses.make(board, int(records), float(made))

    def play(self, server: Server | None) -> "Played":
        """Play for a while, and wait for the last presses."""
        self.presses.all.clear()
        before = self._cpu(server)
        began = time.monotonic()
        for fakes in self._fakes:
            fakes.say(str(EVERY_S))
        time.sleep(PLAYED_S)
        for fakes in self._fakes:
            fakes.say("0")
        used = {name: after - before[name] for name, after in self._cpu(server).items()}
        took = time.monotonic() - began
        time.sleep(0.2)  # for the last that is said of them
        stages = [stage for stage in STAGES if self.presses.boards[stage]]
        _wait(lambda: all(stage in press.seen for press in self.presses.all for stage in stages), LATE_S)
        return Played(self._tables, list(self.presses.all), {name: of / took for name, of in used.items()}, took)

    def _cpu(self, server: Server | None) -> dict[str, float]:
        used = {
            "hubs": sum(hub.cpu_s() for hub in self._hubs),
            "the other hub": self._other.cpu_s(),
            "tables": sum(fakes.cpu_s() for fakes in self._fakes),
        }
        return used if server is None else {**used, "server": server.cpu_s()}

    def __enter__(self) -> "Hall":
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._looking.join()
        self._stack.close()


@dataclass
class Played:
    """`cpu`: processors that were busy, by who used them; `took_s`: for how long."""

    tables: int
    presses: list[Press]
    cpu: dict[str, float]
    took_s: float

    def times(self, stage: str) -> list[float]:
        return [press.seen[stage] for press in self.presses if stage in press.seen]


def _wait(there: Callable[[], bool], at_most_s: float) -> bool:
    """Whether it has become so in time."""
    deadline = time.monotonic() + at_most_s
    while not there():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def tell(where: str, played: Played) -> None:
    """Print a measurement."""
    print(f"{where}, {played.tables} tables, {len(played.presses)} presses")
    for stage in STAGES:
        times = played.times(stage)
        if len(times) < 2:
            print(f"  press to {stage:8} never")
            continue
        never = len(played.presses) - len(times)
        late = f", {never} not within {LATE_S:.0f} s" if never else ""
        print(f"  press to {stage:8} p50 {p50(times) * 1e3:7.1f} ms, p99 {p99(times) * 1e3:7.1f} ms{late}")
    print("  processors busy " + ", ".join(f"{who} {used:.2f}" for who, used in played.cpu.items()), flush=True)
    a_press = ((who, played.cpu[who] * played.took_s / len(played.presses)) for who in ("hubs", "the other hub"))
    print("  processor a press " + ", ".join(f"{who} {used * 1e3:.1f} ms" for who, used in a_press), flush=True)


def compare(what: str, one: Played, other: Played) -> None:
    """Print the second as times the first."""
    ratios = []
    for stage in STAGES:
        times = one.times(stage), other.times(stage)
        if all(len(some) > 1 for some in times):
            ratios.append(f"{stage} p50 {p50(times[1]) / p50(times[0]):.2f}")
    for who in ("hubs", "server"):
        if one.cpu.get(who) and who in other.cpu:
            ratios.append(f"{who}' processors {other.cpu[who] / one.cpu[who]:.2f}")
    print(f"{what}: " + ", ".join(ratios), flush=True)


@contextmanager
def slow(server: Server, folder: Path) -> Iterator[Path]:
    """A folder with a socket that leads to the server over a slow line."""
    ready = threading.Event()
    command = [str(Path(__file__).with_name("slow_line.py")), str(server.folder / SOCKET), str(folder)]
    with Child([*command, str(ONE_WAY_MS)], lambda line: ready.set(), folder):
        ready.wait(START_S)
        yield folder


def on_sqlite(tables: int) -> Played:
    with tempfile.TemporaryDirectory() as folder, Hall(f"{folder}/db", 1, Path(folder)) as hall:
        hall.plug_in(tables)
        return hall.play(None)


class Bare:
    """Rows that are committed with a notification on this server; `took`: until each was heard. Use it with `with`."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.took: list[float] = []
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        command = [str(Path(__file__).with_name("bare.py")), server.dsn]
        self._child = Child(command, lambda line: self._said.put(line.strip()), folder)
        self._said.get()  # it is ready

    def __enter__(self) -> "Bare":
        self._child.say(str(BARE_EVERY_S))
        return self

    def __exit__(self, *_: object) -> None:
        self._child.say("0")
        self.took = [float(said) for said in iter(self._said.get, "")]
        self._child.__exit__()


def on_two_hubs(tables: int) -> None:
    """Print it."""
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hall = stack.enter_context(Hall(server.url("postgres"), 1, folder))
        hall.plug_in(tables)
        with Bare(server, folder) as bare:
            played = hall.play(server)
    tell("PostgreSQL, 1 hub and another that looks on", played)
    print(f"  bare commit to heard p50 {p50(bare.took) * 1e3:.1f} ms, p99 {p99(bare.took) * 1e3:.1f} ms")
    heard = played.times("heard")
    print(
        f"  heard against bare: p50 {p50(heard) / p50(bare.took):.1f}, p99 {p99(heard) / p99(bare.took):.1f}",
        flush=True,
    )


def p50(times: list[float]) -> float:
    return statistics.median(times)


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[-1]


def on_postgresql(tables: int) -> list[Played]:
    """So many tables, and more of them."""
    played = []
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        hall = stack.enter_context(Hall(server.url("postgres"), HUBS, Path(folder)))
        for times in GROWTH:
            hall.plug_in(tables * times)
            played.append(hall.play(server))
            tell(f"PostgreSQL, {HUBS} hubs", played[-1])
    return played


def over_a_slow_line(tables: int) -> Played:
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        line = stack.enter_context(slow(server, folder))
        hall = stack.enter_context(Hall(server.over(line), HUBS, folder))
        hall.plug_in(tables)
        return hall.play(server)


def main(tables: int, only_two: bool = False) -> None:
    without = missing()
    for count in TWO_HUBS if without is None else ():
        on_two_hubs(count)
    tell("SQLite, 1 hub", on_sqlite(SQLITE_TABLES))
    if without is not None:
        print(f"The rest is left out: {without}.")
    if without is not None or only_two:
        return
    played = on_postgresql(tables)
    slower = over_a_slow_line(tables)
    tell(f"PostgreSQL, {HUBS} hubs, {2 * ONE_WAY_MS} ms there and back", slower)
    for more in played[1:]:
        compare(f"{more.tables} tables against {tables}", played[0], more)
    compare("over the slow line", played[0], slower)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, of which the tables are a part")


if __name__ == "__main__":
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    main(int(word) if word.isdecimal() else TABLES, word == "two")
