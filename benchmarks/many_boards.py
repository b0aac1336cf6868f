"""Many tables in one process, each the firmware's own half of the link on a pty: cheap, so that a hall's other end is
what is measured.

`python benchmarks/many_boards.py FIRST COUNT FOLDER`: boards numbered from FIRST on, their ports as links in FOLDER.
With a file `cards` there, an address a line, they are phones instead, on the hall socket: see phone_ports.py.
Standard output says `ready`, then a line for each press: the board, how many records its journal has with it, and when
it was made (time.monotonic, one clock for all processes of Linux). A line on standard input: every how many seconds
each table is pressed from now on, at random moments; 0 for not at all.
"""

import heapq
import os
import random
import select
import sys
import time
import tty
from pathlib import Path

from benchmarks.phone_ports import PhonePort, admitted
from benchmarks.ram_board import fill

_HISTORY = (40, 120)  # records at the start
_ROOM = 64 + 8 * 20_000
_SPREAD = (0.2, 1.8)  # from one press to the next, as parts of what it is on average
_AGAIN_MS = 600_000  # later than the whole history


def board_id(number: int) -> str:
    """That of the board with this number."""
    return f"e66164084{number:07x}"


class _Port:
    """The master side of a pty as usb_cdc.data with a write_timeout of 0, and a link to it in this folder."""

    def __init__(self, link: Path) -> None:
        self.fd, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.fd, False)
        link.symlink_to(os.ttyname(self._slave))
        self.is_full = False

    @property
    def in_waiting(self) -> int:
        return bool(select.select([self.fd], [], [], 0)[0])

    def readinto(self, buffer: bytearray) -> int:
        return os.readv(self.fd, [buffer])

    def write(self, data: bytes) -> int:
        try:
            self.is_full = False
            return os.write(self.fd, data)
        except BlockingIOError:
            self.is_full = True
            return 0

    def flush(self) -> None:
        """It has gone already."""


class _Board:
    """A table that is played."""

    def __init__(self, number: int, port: "_Port | PhonePort") -> None:
        from tableside.link import Link
        from tableside.screen import Screen

        self.id = port.board if isinstance(port, PhonePort) else board_id(number)
        self.port = port
        self._table, self._presses = fill(bytearray(_ROOM), "matches", random.randint(*_HISTORY))
        self._table.settings_name = f"T{number}"
        about = {"board": self.id, "firmware": "bench"}
        self._link = Link(self.port, self._table, about.copy, Screen(self._table, []))

    def press(self, now_ms: int) -> int:
        """One press; how many records there are with it."""
        if self._table.match.finished:
            self._table.again(now_ms)
        else:
            self._table.enter(next(self._presses), now_ms)
        return int(self._table.journal.next)

    def talk(self, now_ms: int) -> None:
        """Say and answer what there is to, as far as the port takes it."""
        self._link.step(now_ms)
        while not self.port.is_full and (self._link.busy() or self.port.in_waiting):
            self._link.step(now_ms)
        self._link.step(now_ms)  # a board's next turn: what was pressed before it was followed
        self.port.flush()


class _Hall:
    """The tables, and when the next press of each is due."""

    def __init__(self, boards: list[_Board]) -> None:
        self._boards = boards
        self._by_port = {board.port.fd: board for board in boards}
        self._poll = select.epoll()
        self._poll.register(0, select.EPOLLIN)
        for port in self._by_port:
            self._poll.register(port, select.EPOLLIN)
        self._every_s = 0.0
        self._due: list[tuple[float, int]] = []  # when, and which board

    def run(self) -> None:
        """Until standard input ends."""
        while True:
            wait = max(0.0, self._due[0][0] - time.monotonic()) if self._due else None
            for fd, _ in self._poll.poll(wait):
                if fd == 0:
                    line = sys.stdin.readline()
                    if not line:
                        return
                    self._begin(float(line))
                else:
                    self._talk(self._by_port[fd])
            while self._due and self._due[0][0] <= time.monotonic():
                self._press(heapq.heappop(self._due)[1])

    def _begin(self, every_s: float) -> None:
        """Press each table every so many seconds from now on, 0: none."""
        self._every_s = every_s
        now = time.monotonic()
        self._due = [(now + random.uniform(0, every_s), at) for at in range(len(self._boards))] if every_s else []
        heapq.heapify(self._due)

    def _press(self, at: int) -> None:
        board = self._boards[at]
        made = time.monotonic()
        print(board.id, board.press(_now_ms()), made, flush=True)
        self._talk(board)
        heapq.heappush(self._due, (made + random.uniform(*_SPREAD) * self._every_s, at))

    def _talk(self, board: _Board) -> None:
        board.talk(_now_ms())
        self._poll.modify(board.port.fd, select.EPOLLIN | select.EPOLLOUT * board.port.is_full)


def _now_ms() -> int:
    """Board time: behind that of the whole history."""
    return _AGAIN_MS + int(time.monotonic() * 1000) % (1 << 28)


def main(first: int, count: int, folder: Path) -> None:
    cards = folder / "cards"
    boards: list[_Board] = []

    def talk() -> None:
        for board in boards:
            board.talk(_now_ms())

    addresses = cards.read_text().split() if cards.exists() else [""] * count
    for number, address in zip(range(first, first + count), addresses, strict=True):
        port = admitted(address, talk) if address else _Port(folder / f"t{number}")
        boards.append(_Board(number, port))
    hall = _Hall(boards)
    print("ready", flush=True)
    hall.run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
