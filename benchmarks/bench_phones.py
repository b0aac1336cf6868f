"""A hall of phones beside a hall of boxes: from a press at a table to the laptop, and to the page of everybody.

Sixty tables (many_boards.py), each pressed once a second, on a `tallyboard serve` with SQLite, and two hundred viewers
of the whole hall; first as boxes on ptys, then as phones on the hall socket, in one run, so that the ratios hold on any
machine. Then 240 phones, each pressed every four seconds, and fewer viewers.

Press to laptop: until its record is in the database, looked at every few milliseconds. Press to page: until a viewer
has something new of its table, over all viewers. Nothing is asserted.

`python benchmarks/bench_phones.py [TABLES [VIEWERS]]`
"""

import json
import os
import queue
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bench_hall import Child, p50, p99
from benchmarks.processes import resident_mb
from benchmarks.viewers import Press, Viewers
from tallyboard.pages.reached import seat_address
from tallyboard.store import open_store, seats

TABLES, VIEWERS = 60, 200
MANY, MANY_EVERY_S, MANY_VIEWERS = 240, 4.0, 120  # from one address a server takes 400 connections
EVERY_S = 1.0  # a press at each table
PLAYED_S = 12.0
LATE_S = 5.0  # how long the last presses are waited for
START_S = 300.0
LOOK_S = 0.003  # between two looks at the database
AIM = 1.2


@dataclass
class Played:
    """Seconds from each press to the laptop, and to each viewer. `cpu`: processors that the server kept busy; `mb`: its
    memory."""

    presses: int
    stored: list[float]
    pages: list[float]
    cpu: float
    mb: float


class Stored:
    """When which record of a board was in this database; looked at by a thread of its own, from `with` on."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._seen: dict[str, list[tuple[int, float]]] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        with open_store(self._database) as store:
            while not self._over.wait(LOOK_S):
                with store.glancing() as sql:
                    rows = list(sql.rows("SELECT board, next_seq FROM journals"))
                now = time.monotonic()
                for board, following in rows:
                    seen = self._seen.setdefault(board, [])
                    if not seen or seen[-1][0] < following:
                        seen.append((following, now))

    @property
    def boards(self) -> int:
        """How many it has records of."""
        return len(self._seen)

    def after(self, board: str, records: int, made: float) -> float:
        """Seconds from the press with which the board had so many records; LATE_S where it was later or never."""
        found = next((when for following, when in self._seen.get(board, ()) if following >= records), made + LATE_S)
        return min(found - made, LATE_S)

    def __enter__(self) -> "Stored":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


@contextmanager
def served(folder: Path, are_phones: bool, tables: int) -> Iterator[tuple[Child, int]]:
    """A `tallyboard serve` and the port of its pages; the addresses of as many cards lie in the folder for phones."""
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    command = ["-m", "tallyboard", "serve", "--json", "--listen", "0", "--db", f"{folder}/db", "--port", f"{folder}/t*"]
    with Child(command, said.put, folder) as server:
        address = json.loads(said.get(timeout=START_S))["serving"]
        if are_phones:
            with open_store(f"{folder}/db") as store:
                opened = seats.open_seats(store, [f"T{number}" for number in range(tables)])
            (folder / "cards").write_text("\n".join(seat_address(address.rstrip("/"), one.secret) for one in opened))
        yield server, int(address.rstrip("/").rpartition(":")[2])


def play(are_phones: bool, tables: int, viewers: int, every_s: float) -> Played:
    """One server with its tables and viewers."""
    presses: list[tuple[str, int, float]] = []
    names: dict[str, str] = {}
    ready = threading.Event()

    def hear(line: str) -> None:
        if line == "ready\n":
            ready.set()
            return
        board, records, made = line.split()
        presses.append((board, int(records), float(made)))

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server, port = stack.enter_context(served(folder, are_phones, tables))
        command = [str(Path(__file__).with_name("many_boards.py")), "0", str(tables), str(folder)]
        fakes = stack.enter_context(Child(command, hear, folder))
        stored = stack.enter_context(Stored(f"{folder}/db"))
        _wait(ready.is_set)
        _wait(lambda: stored.boards == tables)
        with open_store(f"{folder}/db") as store, store.reading() as sql:
            names = dict(sql.rows("SELECT id, table_name FROM boards"))
        looking = stack.enter_context(closing(Viewers(port, viewers)))
        time.sleep(1.0)  # whatever has to be made once has been made
        before, began = server.cpu_s(), time.monotonic()
        fakes.say(str(every_s))
        time.sleep(PLAYED_S)
        fakes.say("0")
        cpu = (server.cpu_s() - before) / (time.monotonic() - began)
        time.sleep(LATE_S)
        looking.close()
        mb = resident_mb(server.pid)
        pages = [seen.after(Press(names[board], made), LATE_S) for seen in looking.seen for board, _, made in presses]
        return Played(len(presses), [stored.after(*press) for press in presses], pages, cpu, mb)


def _wait(there: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_S
    while not there():
        if time.monotonic() > deadline:
            raise SystemExit("The laptop has not heard every table in time.")
        time.sleep(0.05)


def tell(what: str, played: Played, viewers: int) -> None:
    """Print a measurement."""
    print(f"{what}: {played.presses} presses, {viewers} viewers")
    for name, times in (("laptop", played.stored), ("page", played.pages)):
        late = sum(took >= LATE_S for took in times)
        print(f"  press to {name:6} p50 {p50(times) * 1e3:6.1f} ms, p99 {p99(times) * 1e3:6.1f} ms, {late} late")
    print(f"  {played.cpu * 100:.0f} % of a processor, {played.mb:.0f} MB", flush=True)


def main(tables: int, viewers: int) -> None:
    boxes = play(False, tables, viewers, EVERY_S)
    tell(f"{tables} boxes", boxes, viewers)
    phones = play(True, tables, viewers, EVERY_S)
    tell(f"{tables} phones", phones, viewers)
    ratios = {
        "press to laptop p50": p50(phones.stored) / p50(boxes.stored),
        "p99": p99(phones.stored) / p99(boxes.stored),
        "press to page p50": p50(phones.pages) / p50(boxes.pages),
        "p99 ": p99(phones.pages) / p99(boxes.pages),
        "processor": phones.cpu / boxes.cpu,
        "memory": phones.mb / boxes.mb,
    }
    print(f"phones take as many times (aim: {AIM}): " + ", ".join(f"{what} {of:.2f}" for what, of in ratios.items()))
    viewers = min(viewers, MANY_VIEWERS)
    tell(f"{MANY} phones", play(True, MANY, viewers, MANY_EVERY_S), viewers)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, of which tables and viewers are a part")


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *map(str, (TABLES, VIEWERS)[len(sys.argv) - 1 :])]))
