"""A table of the hall: a virtual board, somebody who plays on it, and its memory, read beside it."""

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from tableside.journal import Journal
from tests.harness.board_process import Board, BoardDied
from tests.harness.memory_chips import FramChip, medium_of

GAME = "crokinole-official target=60"
_COUNTS = {"1": "20", "2": "15", "3": "10", "4": "5"}  # by the number of the key
_PAUSES_S = (0.005, 0.02, 0.05, 0.1, 0.3)  # between two presses
_GUARD_S = 60


@dataclass
class Memory:
    """What the board's memory holds: records from number 0 on, and below which number all are acknowledged."""

    epoch: int
    records: list[bytes]
    acked: int


@dataclass(frozen=True)
class Key:
    """What somebody pressed as a scoresheet has it, and whether it was shown; else the power failed in it."""

    event: str
    shown: bool = True


@dataclass
class Table:
    """A board in `folder`, and who plays on it from `start` to `stop`.

    `keys`: what was entered, in order. What a press of NEXT comes to is not said here: see promises.py.
    """

    name: str
    folder: Path
    seed: str
    keys: list[Key] = field(default_factory=list)
    pressed: int = 0  # keys, refused ones too
    cuts: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self._draw = random.Random(self.seed)
        self._board = Board(self.folder, GAME)
        self.id = (self.folder / "state/uid").read_bytes().hex()
        self.is_on = True
        self._playing = threading.Event()
        self._ended = threading.Event()
        self._resting = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._play, name=self.name, daemon=True)
        self._thread.start()

    @property
    def port(self) -> Path:
        """What a laptop opens, as long as the board has power."""
        return (self.folder / "port").readlink()

    # ---- hands

    def start(self) -> None:
        """From now on somebody plays."""
        self._resting.clear()
        self._playing.set()

    def stop(self) -> None:
        """Nobody plays from here on; what was pressed is shown."""
        self._playing.clear()
        assert self._resting.wait(_GUARD_S), f"{self.name} does not come to rest"
        self._raise()

    def power_off(self) -> None:
        """Cut its power in the middle of a press."""
        self.stop()
        self.cuts += 1
        self.is_on = False
        command = self._next()
        self._board.send(command)
        time.sleep(self._draw.choice((0, 0.0005, 0.001, 0.002)))
        self._board.kill()
        try:
            (lit,) = self._board.collect(1)
            self._note(command, lit["S"])
        except BoardDied:
            self.keys.append(Key(_event(command), shown=False))
        self._board.close()

    def power_on(self) -> None:
        """The same board again."""
        self._board.switch_on()
        self.is_on = True

    def close(self) -> None:
        """Off, for good."""
        self._ended.set()
        self._playing.set()
        self._thread.join(_GUARD_S)
        self._board.close()

    def _raise(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _play(self) -> None:
        try:
            while not self._ended.is_set():
                if not self._playing.is_set():
                    self._resting.set()
                    self._playing.wait()
                    continue
                command = self._next()
                (lit,) = self._board.run(command)
                self._note(command, lit["S"])
                time.sleep(self._draw.choice(_PAUSES_S))
        except BaseException as failure:  # for whoever waits for this thread
            self._failure = failure
            self._resting.set()

    def _next(self) -> str:
        """What is pressed next."""
        side, number = self._draw.choice("AB"), self._draw.choice("1234")
        (command,) = self._draw.choices((f"press {side}{number}", "hold NEXT", "press UNDO"), (12, 3, 1))
        return command

    def _note(self, command: str, status: str) -> None:
        """What the display says of a key tells whether it was taken."""
        self.pressed += 1
        event = _event(command)
        if event == "next" or status.split() == ("UNDO" if event == "undo" else event).split():
            self.keys.append(Key(event))

    # ---- memory

    def memory(self) -> Memory:
        """Read the board's memory as it is just now, as a board that is switched on would find it."""
        chip = FramChip()
        chip.memory[:] = (self.folder / "state/fram.bin").read_bytes()
        journal = Journal(medium_of(chip), lambda: 0)
        journal.open()
        assert journal.oldest == 0, "the memory is large enough for all that is played"
        noted = 1 + (journal.hole is not None)  # records that opening writes, here into the copy alone
        records = [bytes(journal.read(number, 1)) for number in range(journal.next - noted)]
        return Memory(journal.epoch, records, journal.acked)


def _event(command: str) -> str:
    """As a scoresheet has it."""
    _, key = command.split()
    if key in ("NEXT", "UNDO"):
        return key.lower()
    return f"{key[0]} {_COUNTS[key[1]]}"
