"""Sync of 10,000 records over a pty against a bare pyserial copy of the same bytes, in one run.

The board is the firmware's own half of the link over a journal in RAM, in a process of its own, as fast as it can go.
Prints ratios; nothing is asserted. `python benchmarks/bench_sync.py [RECORDS]`
"""

import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from contextlib import closing
from pathlib import Path

import serial

ROOT = Path(__file__).resolve().parents[1]
RUNS = 5


class PtyPort:
    """The master side of a pty as usb_cdc.data: nothing blocks."""

    def __init__(self) -> None:
        self.fd, slave = os.openpty()
        tty.setraw(slave)
        self._slave = slave
        self.name = os.ttyname(slave)
        os.set_blocking(self.fd, False)

    @property
    def in_waiting(self) -> int:
        return bool(select.select([self.fd], [], [], 0)[0])

    def readinto(self, buffer: bytearray) -> int:
        return os.readv(self.fd, [buffer])

    def write(self, data: bytes) -> int:
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            select.select([], [self.fd], [], 1)
            return 0


def serve(records: int) -> None:
    """The board's end: says its port, then answers until its standard input ends; a line there asks for a bare copy."""
    sys.path.insert(0, str(ROOT / "firmware/lib"))
    from shared_rules.events import COUNT, OFF, event
    from tableside.journal import Journal
    from tableside.link import Link
    from tableside.media import Nvm
    from tableside.screen import Screen
    from tableside.table import Table

    class Ram(Nvm):
        rewritable = True

    medium = Ram(bytearray(64 + 8 * (records + 100)))
    table = Table(lambda: Journal(medium, lambda: 1), 2, "crokinole-official target=9999")
    table.step(0)
    assert table.journal is not None
    presses = (event(COUNT, 0, 20), event(OFF, 0, 20))
    at = 0
    while table.journal.next < records:
        table.enter(presses[at % 2], at)
        at += 1
    port = PtyPort()
    about = {"board": "00112233", "firmware": "bench", "table": ""}
    link = Link(port, table, lambda: dict(about), Screen(table, []))
    print(port.name, flush=True)
    while True:
        waiting = select.select([0, port.fd], [], [], 1)[0]
        if 0 in waiting:
            if not sys.stdin.readline():
                return
            data, sent = bytes(table.journal.read(0, records)), 0
            while sent < len(data):
                sent += port.write(data[sent : sent + 4096])
        while link.busy() or port.in_waiting:
            link.step(0)


def bare_copy(port: str, size: int, ask: "subprocess.Popen[str]") -> float:
    """Seconds to read so many bytes with pyserial and nothing else."""
    assert ask.stdin is not None
    with closing(serial.Serial(port, timeout=1)) as opened:
        start = time.perf_counter()
        ask.stdin.write("copy\n")
        ask.stdin.flush()
        left = size
        while left:
            left -= len(opened.read(max(1, min(left, opened.in_waiting))))
        return time.perf_counter() - start


def sync_once(port: str, records: int) -> float:
    """Seconds from opening the port to the acknowledgement, into an empty store."""
    from tallyboard.link import Client, SerialPort
    from tallyboard.store import open_store
    from tallyboard.sync import sync

    with tempfile.TemporaryDirectory() as folder, closing(open_store(f"sqlite:///{folder}/bench.sqlite")) as store:
        start = time.perf_counter()
        with closing(SerialPort(port)) as opened:
            report = sync(Client(opened), store)
        took = time.perf_counter() - start
    assert report.received == records, report
    return took


def main(records: int) -> None:
    from tallyboard import text

    board = subprocess.Popen(
        [sys.executable, __file__, "--serve", str(records)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert board.stdin is not None
    assert board.stdout is not None
    port = board.stdout.readline().strip()
    sync_once(port, records)
    pairs = [(bare_copy(port, 8 * records, board), sync_once(port, records)) for _ in range(RUNS)]
    board.stdin.close()
    board.wait()
    bare, whole = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(b / s for b, s in pairs)
    speed = text.rate(records / whole, "records")
    print(f"sync of {records} records over a pty: {speed}, {text.size(8 * records / whole)}/s")
    print(f"bare pyserial copy of the same bytes: {text.size(8 * records / bare)}/s")
    print(f"sync runs at {ratio:.3f} of the bare copy (median of {RUNS} pairs)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
