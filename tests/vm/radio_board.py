"""The whole firmware with its radio on a VM, and a laptop there: `radio_board.py [collecting]`.

Two presses, then time for the board to join, to be heard and followed, presses again, and ten seconds without one.
Prints how many records came by radio, what was in use after a collection, and of the last ten seconds the turns in
which nothing was sent, heard, answered or looked at, and those of them that took memory. `collecting`: garbage is
collected in these as well, as a heap of a board's size needs it.
"""

import gc
import sys

from box.rig import rig
from run_board import power_on

from shared_rules.journal import record
from shared_rules.link import frame, laptop_half

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.link import datagram

COMMANDS = ("press A1", "press B2", "wait 9000", "press A1", "press UNDO", "wait 3500", "wait 10000", "")
QUIET = 7  # commands given, from then on
ASK_MS = 1000
ANSWER_MS = 8  # a turn takes what has come, and the next one answers
OURS = b"\x07" * 8
KEY = bytes(range(32))


class Laptop:
    """Answers a call, follows the play, and asks once a second; `records`: how many bytes of them came."""

    def __init__(self) -> None:
        from shared_rules.link import datagram  # which wants a board's hashlib: that is there when code.py runs

        self._datagram = datagram
        self._seal = datagram.Seal(KEY)
        self._session: "datagram.Header | None" = None
        self._count = 0
        self._asked_at = 0
        self._next = 1
        self._epoch = 0
        self.records = 0
        rig.radio_listener = self.hears

    def _says(self, said: "tuple[int, int, bytes] | None", count: int) -> None:
        began = self._session
        assert began is not None
        datagram = self._datagram
        header = datagram.Header(datagram.FROM_LAPTOP, began.board, began.boards, OURS, count, said)
        rig.coming.append(datagram.write(self._seal, header))

    def _asks(self, kind: int, body: bytes) -> None:
        self._count += 1
        self._asked_at = rig.ms
        self._says((kind, self._count, body), self._count)

    def hears(self, data: bytes) -> None:
        datagram = self._datagram
        header = datagram.read(data)
        assert header is not None and self._seal.fits(data)
        if header.laptops == datagram.NOBODY:
            self._session = header
            self._count = 0
            self._says(None, 0)
        elif header.frame is None:
            self._asks(frame.HELLO, laptop_half.hello())
        elif header.frame[0] == frame.WELCOME:
            welcome = laptop_half.read_welcome(header.frame[2])
            self._epoch, self._next = welcome["epoch"], max(self._next, welcome["oldest"])
            self._asks(frame.FOLLOW, laptop_half.follow(self._epoch, self._next))
        elif header.frame[0] == frame.REC:
            start, data = laptop_half.read_rec(header.frame[2])
            self._next = start + len(data) // record.SIZE
            self.records += len(data)
        elif header.frame[0] == frame.LIVE:
            self._asks(frame.FOLLOW, laptop_half.follow(self._epoch, self._next))

    def turn(self) -> None:
        """Once a turn of the board's."""
        if self._count and rig.ms - self._asked_at >= ASK_MS:
            self._asks(frame.STATE, laptop_half.state())


class Watcher:
    """In place of the rig's turn, and of the script."""

    def __init__(self, collects: bool) -> None:
        self._turn = rig.turn
        self._collects = collects
        self.laptop: "Laptop | None" = None
        self._given = self._taken = self._looks = 0
        self.used = self.quiet = self.others = 0

    def readline(self) -> str:
        self._given += 1
        if self._given == 2:
            self.laptop = Laptop()
        if self._given == QUIET:
            gc.collect()
            self.used = gc.mem_alloc()  # type: ignore[attr-defined]  # MicroPython's gc has it
            if not self._collects:
                gc.disable()
        return COMMANDS[self._given - 1]

    def turn(self, sleep_ms: int | None = None) -> None:
        taken = gc.mem_alloc()  # type: ignore[attr-defined]
        if self._given == QUIET and rig.looks == self._looks and rig.ms - rig.spoken > ANSWER_MS:
            self.quiet += 1
            self.others += taken != self._taken
        self._looks = rig.looks
        self._turn(sleep_ms)
        if self.laptop is not None:
            self.laptop.turn()
        if rig.coming or (rig.air is not None and rig.air.sockets and rig.air.sockets[0].held is not None):
            rig.spoken = rig.ms
        self._taken = gc.mem_alloc()  # type: ignore[attr-defined]


watcher = Watcher("collecting" in sys.argv)
rig.quiet = True
rig.turn = watcher.turn  # type: ignore[method-assign]  # goes on to the rig's own
power_on(watcher)
assert watcher.laptop is not None
print(watcher.laptop.records // record.SIZE, watcher.used, watcher.quiet, watcher.others)
