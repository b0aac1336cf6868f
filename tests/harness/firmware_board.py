"""A board for tests whose half of the link is the firmware's own, over a memory chip that can be put back."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shared_rules.games.scoresheet import from_words
from shared_rules.link import frame
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tallyboard.errors import TallyboardError
from tests.harness.firmware_link import Port as CdcPort
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable

BOARD = "e661640843"


class FirmwareBoard:
    """Answers what `receive` is given. Presses may come from another thread, or from `on_request` in mid-answer.

    `requests`: the kinds of all frames that came. `unknown`: kinds that this firmware is too old for.
    """

    def __init__(self, name: str = "Table 3", game: str = "crokinole-official", board: str = BOARD) -> None:
        self.chip = FramChip()
        self.requests: list[int] = []
        self.unknown: set[int] = set()
        self.on_request: Callable[[int], None] = lambda kind: None
        self._name, self._game, self._board = name, game, board
        self._decoder = frame.Decoder()
        self._lock = threading.RLock()
        self._now_ms = 0
        self.switch_on(7)

    def switch_on(self, epoch: int) -> None:
        """Power on; `epoch` is that of the journal if the chip is empty."""
        with self._lock:
            self._table = WorkingTable(
                lambda: Journal(medium_of(self.chip), lambda: epoch), 2, self._game, name=self._name
            )
            self._table.step(self._now_ms)
            self._cdc = CdcPort()
            about = {"board": self._board, "firmware": "0.2.0"}
            self._link = Link(self._cdc, self._table, lambda: dict(about), Screen(self._table, []))

    def press(self, *lines: str) -> None:
        """Events as in a scoresheet: "A 20", "next"."""
        with self._lock:
            for line in lines:
                self._now_ms += 100
                assert self._table.enter(from_words(line.lower().split()), self._now_ms) is None, line

    def begin_waiting(self) -> bool:
        """Begin the match that waits, as NEXT does; False where none does."""
        with self._lock:
            self._now_ms += 100
            return bool(self._table.waits()) and self._table.start_assigned(self._now_ms) is None

    def put_back(self, memory: bytes, *lines: str) -> None:
        """The chip holds what it held before, and these presses are made."""
        with self._lock:
            self.chip.memory[:] = memory
            self.switch_on(7)
            self.press(*lines)

    @property
    def journal(self) -> list[tuple[int, bytes]]:
        """(number, bytes) of every record."""
        with self._lock:
            journal = self._table.journal
            return [(seq, bytes(journal.read(seq, 1))) for seq in range(journal.oldest, journal.next)]

    @property
    def acked(self) -> int:
        """What the laptop has acknowledged."""
        return int(self._table.journal.acked)

    @property
    def totals(self) -> list[int]:
        """The score at the table."""
        return list(self._table.match.totals)

    def let_out(self, port: "CablePort") -> None:
        """Whatever a loop turn sends without being asked reaches this port."""
        with self._lock:
            self._link.step(self._now_ms)
            sent, self._cdc.sent = bytes(self._cdc.sent), bytearray()
        port.arrive(sent)

    def receive(self, data: bytes) -> list[bytes]:
        """The coded frames that answer the requests in data."""
        with self._lock:
            for kind, request, body in self._decoder.feed(data):
                self.requests.append(kind)
                self.on_request(kind)
                self._cdc.arrived += frame.encode(0x55 if kind in self.unknown else kind, request, body)
                while self._cdc.arrived or self._link.busy():
                    self._link.step(self._now_ms)
            sent, self._cdc.sent = bytes(self._cdc.sent), bytearray()
        return [sent] if sent else []


class Cable:
    """A USB cable in memory: `open_port` opens the port where a board is plugged in, else raises TallyboardError.

    `is_mute`: nothing comes through, as when the board's program hangs. `reads`: how often a port was read.
    """

    def __init__(self, board: FirmwareBoard | None = None) -> None:
        self.board = board
        self.is_mute = False
        self.reads = 0
        self.opened: list[str] = []

    @contextmanager
    def open_port(self, path: str) -> Iterator["CablePort"]:
        self.opened.append(path)
        self.plugged_in()
        yield CablePort(path, self)

    def plugged_in(self) -> FirmwareBoard:
        """The board at the other end."""
        if self.board is None:
            raise TallyboardError("The device went away.", "Plug it in again.")
        return self.board


class CablePort:
    """The laptop's end of a Cable."""

    def __init__(self, name: str, cable: Cable) -> None:
        self.name = name
        self._cable = cable
        self._arrived = b""

    def read(self) -> bytes:
        self._cable.reads += 1
        self._cable.plugged_in()
        data, self._arrived = self._arrived, b""
        if not data:
            time.sleep(0.001)
        return data

    def write(self, data: bytes) -> None:
        answers = b"".join(self._cable.plugged_in().receive(data))
        self._arrived += b"" if self._cable.is_mute else answers

    def arrive(self, data: bytes) -> None:
        """What the board says by itself."""
        self._arrived += data

    def close(self) -> None:
        pass
