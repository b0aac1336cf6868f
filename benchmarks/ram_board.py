"""A board for benchmarks: the firmware's own half of the link over a journal in RAM, in a process of its own.

It answers as fast as Python can. `fill` also makes a journal for a virtual board to find.
"""

import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from shared_rules.games.scoresheet import from_words
from shared_rules.journal.record import SIZE
from shared_rules.link import board_half, frame

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "firmware/lib"))

# What is played over and over, by kind of history: matches of about 80 records, or one that never ends.
PRESSES = {
    "matches": "A 20, A 20, A 15, A 10, A 5, B 20, B 15, B 15, undo, B 10, B 10, B 5, next",
    "one match": "A 20, A off 20",
}
GAMES = {"matches": "crokinole-official target=60", "one match": "crokinole-official target=9999"}
BOARD = "00112233"
EPOCH = 1
_CHUNK = 4096


def fill(memory: bytearray, kind: str, records: int) -> tuple[Any, Iterator[int]]:
    """Play until the journal in this memory holds so many records; returns the table and the presses that follow."""
    from tableside.journal import Journal
    from tableside.nvm import Nvm
    from tableside.table import Table

    class Ram(Nvm):
        rewritable = True

    table: Any = Table(lambda: Journal(Ram(memory), lambda: EPOCH), 2, GAMES[kind])
    table.step(0)
    presses = cycle([from_words(press.lower().split()) for press in PRESSES[kind].split(", ")])
    at_ms = 0
    while table.journal.next < records:
        at_ms += 1500
        if table.match.finished:
            table.again(at_ms)
            continue
        assert table.enter(next(presses), at_ms) is None
    return table, presses


class _PtyPort:
    """The master side of a pty as usb_cdc.data: nothing blocks. `speed`: bytes a second at most, 0 for what goes."""

    def __init__(self, speed: int) -> None:
        self._speed = speed
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
        if self._speed:
            time.sleep(len(data) / self._speed)
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            select.select([], [self.fd], [], 1)
            return 0


def serve(kind: str, records: int, speed: int) -> None:
    """The board's end: says its port, then answers until its standard input ends.

    A line there: `blast` writes one byte and then, as fast as it goes, what answers a PULL of everything; `press` is
    one more press, and says so when it is in the journal.
    """
    from tableside.link import Link
    from tableside.screen import Screen

    table, presses = fill(bytearray(64 + SIZE * (records + 2000)), kind, records)
    port = _PtyPort(speed)
    link = Link(port, table, lambda: {"board": BOARD, "firmware": "bench", "table": ""}, Screen(table, []))
    print(port.name, flush=True)
    while True:
        waiting = select.select([0, port.fd], [], [], 1)[0]
        if 0 in waiting:
            line = sys.stdin.readline()
            if not line:
                return
            if line == "blast\n":
                answer, sent = _answer(table.journal), 0
                port.write(b"\x00")  # now it begins
                while sent < len(answer):
                    sent += port.write(answer[sent : sent + _CHUNK])
            else:
                if table.match.finished:
                    table.again(0)
                table.enter(next(presses), 0)
                print("done", flush=True)
        while link.busy() or port.in_waiting:
            link.step(0)


def _answer(journal: Any) -> bytes:
    """The frames that answer a PULL of everything."""
    frames = []
    for start in range(journal.oldest, journal.next, board_half.RECORDS_A_FRAME):
        data = bytes(journal.read(start, min(board_half.RECORDS_A_FRAME, journal.next - start)))
        frames.append(frame.encode(frame.REC, 0, board_half.rec(start, data)))
    return b"".join(frames) + frame.encode(frame.END, 0, board_half.end(journal.oldest, journal.next))


def answer_size(records: int) -> int:
    """Bytes on the wire of the answer to a PULL of so many records; what is in them does not matter."""
    whole, rest = divmod(records, board_half.RECORDS_A_FRAME)
    last = _frame_size(4 + SIZE * rest) if rest else 0
    return whole * _frame_size(4 + SIZE * board_half.RECORDS_A_FRAME) + last + _frame_size(8)


def _frame_size(body: int) -> int:
    return len(frame.encode(frame.REC, 0, bytes(body)))


class RamBoard:
    """The process, for the laptop's end; `port` is its name. Use it with `with`.

    `kind`: a key of PRESSES. `speed`: bytes a second that it sends at most, 0 for what goes.
    """

    def __init__(self, kind: str, records: int, speed: int = 0) -> None:
        command = [sys.executable, __file__, kind, str(records), str(speed)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = self._hear()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def blast(self) -> None:
        """Have it write one byte, and then its answer to a PULL of everything as fast as it can."""
        self._say("blast")

    def press(self) -> None:
        """One more press at the table; returns when it is in the journal."""
        self._say("press")
        self._hear()

    def __enter__(self) -> "RamBoard":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
