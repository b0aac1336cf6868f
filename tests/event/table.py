"""A table of the day: a board in memory with the firmware's own table and link, and players who play what is called."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from tallyboard.rehearsal.board_table import PlayedAlong
from tests.harness.fake_board import PtyBoard
from tests.harness.firmware_board import FirmwareBoard

_EPOCH = 7
_REOPENS = 0.15  # how often a result is taken back at the table


class Table(FirmwareBoard):
    """`reach` is the port that a laptop opens, None while the board has no power or no cable."""

    def __init__(self, number: int, seed: str) -> None:
        self.id = f"e66164084{number}"
        super().__init__(str(number), "crokinole-official", self.id)
        self.table_name = str(number)
        self._draw = random.Random(seed)
        self._pty: PtyBoard | None = None
        self._played: PlayedAlong | None = None
        self._presses: Iterator[tuple[int, str]] = iter(())
        self._may_reopen = False
        self.is_lunch = False  # then whoever plays plays on, and nobody starts
        self.pressed = 0

    # ---- cable and power

    def plug_in(self) -> Path:
        """The port where it can be reached from now on."""
        assert self._pty is None
        self._pty = PtyBoard(self).__enter__()
        return Path(self._pty.path)

    def pull_out(self) -> None:
        """Its port is gone."""
        if self._pty is not None:
            self._pty.__exit__()
            self._pty = None

    def cut_power(self) -> None:
        """It starts again from what its memory holds."""
        self.switch_on(_EPOCH)

    # ---- players

    @property
    def waits_with(self) -> str:
        """The key of the match that waits, "" for none."""
        with self._lock:
            waiting = self._table.assigned
            return "" if waiting is None else str(waiting.key)

    @property
    def is_idle(self) -> bool:
        """Whether no match is on, and none waits."""
        with self._lock:
            return self._played is None and not self.waits_with

    def turn(self) -> None:
        """Whoever is at the table presses the next key, or starts the match that waits."""
        with self._lock:
            if self._played is not None:
                self._press()
            elif self._table.waits() and self._table.assigned is not None and not self.is_lunch:
                self._now_ms += 100
                assert self._table.start_assigned(self._now_ms) is None
                self._play(PlayedAlong(catalogue.to_line(self._table.match), self._draw))

    def _play(self, played: PlayedAlong) -> None:
        self._played, self._presses = played, played.presses()
        self._may_reopen = True

    def _press(self) -> None:
        assert self._played is not None
        step = next(self._presses, None)
        if step is not None:
            self._enter(step[0])
        elif self._may_reopen and self._draw.random() < _REOPENS:  # somebody sees that it was wrong
            self._may_reopen = False
            self._enter(event(UNDO))
            self._played.match.play(event(UNDO))
            self._presses = self._played.presses()
        elif self._draw.random() < 0.5:
            self._played = None

    def _enter(self, entered: int) -> None:
        self._now_ms += 100
        self.pressed += 1
        refusal = self._table.enter(entered, self._now_ms)
        assert refusal is None, f"{self.id} refuses {entered}: {refusal}"

    @property
    def heard(self) -> dict[str, Any]:
        """What it says of its journal to whoever collects it."""
        journal = self._table.journal
        return {"epoch": journal.epoch, "oldest": journal.oldest, "next": journal.next}
