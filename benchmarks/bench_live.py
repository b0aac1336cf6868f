"""From a press at a table to the line that `tallyboard watch` prints, with one table and with thirty, in one run.

The boards are `tallyboard board` processes in real time: thirty of them cost a small machine more than the watch does.
Presses come at random moments. Measured is from the moment that a press is given to the board to the moment that the
first score with its record is read. Prints ratios; nothing is asserted. `python benchmarks/bench_live.py [TABLES]`
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

TABLES = 30
PRESSES = 150  # in each measurement
ONE_EVERY_S = (0.15, 0.3)  # the least and the most between two presses, on one table; a press takes 0.12 s
ALL_EVERY_S = (0.0, 0.2)  # in a hall: each of thirty tables has one in three seconds
KEYS = ("A1", "B1", "A2", "B2", "A3", "B3", "NEXT")  # over and over; each writes one record as it goes down
GAME = "crokinole-official target=9999"


def start(folder: Path, *arguments: object, stdout: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tallyboard", *map(str, arguments)]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    said = subprocess.DEVNULL if arguments[0] == "board" else None  # a board says on stderr which firmware it is
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=stdout, stderr=said, text=True, env=environment)


class Table:
    """A board. `records`: how many it has, None until the watch has shown it. `waiting`: the presses that are not shown
    yet, (records with it, when it was made)."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.records: int | None = None
        self.waiting: list[tuple[int, float]] = []
        self._key = 0
        self.port = folder / "port"
        self.process = start(folder, "board", "--link", self.port, "--state", folder / "state", "--game", GAME)

    def press(self) -> None:
        assert self.process.stdin is not None
        assert self.records is not None
        self.records += 1
        self.waiting.append((self.records, time.perf_counter()))
        self.process.stdin.write(f"press {KEYS[self._key % len(KEYS)]}\n")
        self.process.stdin.flush()
        self._key += 1


class Hall:
    """So many tables and a `tallyboard watch`. `took`: seconds from each press to its score."""

    def __init__(self, count: int, folder: Path) -> None:
        self.took: list[float] = []
        self._news = threading.Condition()
        self._tables = {str(table.port): table for table in (Table(folder / f"t{n}") for n in range(count))}
        options = ("--json", "--db", folder / "db", "--port", folder / "*" / "port")
        self._watch = start(folder, "watch", *options, stdout=subprocess.PIPE)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self._wait_until(lambda: all(table.records for table in self._tables.values()))

    def _read(self) -> None:
        assert self._watch.stdout is not None
        for line in self._watch.stdout:
            now = time.perf_counter()
            event = json.loads(line)
            if event["event"] == "score":
                table = self._tables[event["port"]]
                with self._news:
                    table.records = table.records or event["next"]
                    self.took += [now - made for records, made in table.waiting if records <= event["next"]]
                    table.waiting = [one for one in table.waiting if one[0] > event["next"]]
                    self._news.notify()

    def _wait_until(self, there: Callable[[], bool]) -> None:
        with self._news:
            if not self._news.wait_for(there, timeout=60):
                raise SystemExit("The watch has not shown every table, or not every press, within a minute.")

    def play(self, presses: int, every_s: tuple[float, float]) -> None:
        """Press at random moments on tables that are drawn, among those that the last press is over on."""
        draw = random.Random(presses)
        tables = list(self._tables.values())
        for _ in range(presses):
            time.sleep(draw.uniform(*every_s))
            with self._news:
                draw.choice([table for table in tables if not table.waiting] or tables).press()
        self._wait_until(lambda: len(self.took) == presses)

    def close(self) -> None:
        for process in (self._watch, *(table.process for table in self._tables.values())):
            process.terminate()
        for process in (self._watch, *(table.process for table in self._tables.values())):
            process.wait()
        self._reader.join()


def measure(tables: int, every_s: tuple[float, float]) -> tuple[float, float]:
    """The median and the 99th percentile, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(tables, Path(folder))
        try:
            hall.play(PRESSES, every_s)
        finally:
            hall.close()
    return statistics.median(hall.took), statistics.quantiles(hall.took, n=100)[-1]


def main(tables: int) -> None:
    from tallyboard.text import quantities

    one = measure(1, ONE_EVERY_S)
    many = measure(tables, ALL_EVERY_S)
    for count, (half, most) in ((1, one), (tables, many)):
        print(f"press to event, tables {count}: p50 {quantities.duration(half)}, p99 {quantities.duration(most)}")
    print(f"{tables} tables against one: p50 {many[0] / one[0]:.2f}, p99 {many[1] / one[1]:.2f}")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, of which the boards are the most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
