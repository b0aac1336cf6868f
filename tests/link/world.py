"""A board, a cable and whoever is at the other end in one simulated time, in ms.

Nothing here waits: time moves when somebody waits for it.
"""

import random
from collections import Counter
from collections.abc import Callable

from tests.harness.memory_chips import PowerCut
from tests.link.cable import Cable
from tests.link.table import TableEnd

_TURN_MS = 5  # of the board's loop while it has something to do
_MOST_PRESSES = 40  # in a conversation


class World:
    """`log` is told in words what happens. `cable`: the one that is plugged in, or None."""

    def __init__(self, draw: random.Random, board: TableEnd, tally: Counter[str], log: Callable[[str], None]) -> None:
        self.now = 0
        self.board = board
        self.cable: Cable | None = None
        self.watched: Callable[[], None] = lambda: None  # called now and then; raises where it takes too long
        self._draw = draw
        self._tally = tally
        self._log = log
        self._on_at = 0  # when the board has power again
        self._press_every = 0  # ms, about
        self._press_at = 0
        self._presses_left = 0

    # ---- time

    def run(self, ms: int, ready: Callable[[], bool] = lambda: False) -> None:
        """Let this time pass, or less when something is ready."""
        until = self.now + ms
        while self.now < until and not ready():
            self.powered(self._turn)
            self._pass_time(until)
        self.watched()

    def wait(self, ms: int) -> None:
        """Let this time pass on a board where nothing happens meanwhile."""
        self.now += ms
        self.board.now += ms

    def _turn(self) -> None:
        board = self.board
        if not board.on and self.now >= self._on_at:
            board.switch_on()
        if board.on:
            if self._press_every and self.now >= self._press_at:
                self._press()
            board.step()
        if self.cable is not None:
            self.cable.move(self.now, not board.on or board.rests())

    def _pass_time(self, until: int) -> None:
        step = until - self.now
        due = [] if self.cable is None or self.cable.gone else self.cable.due()
        if not self.board.on:
            due.append(self._on_at)
        elif not self.board.rests():
            step = _TURN_MS
        if self._press_every:
            due.append(self._press_at)
        for at in due:
            step = min(step, at - self.now)
        self.wait(max(1, step))

    # ---- hands

    def presses(self, every_ms: int) -> None:
        """From now on somebody presses something, one in so many ms, about, and not for ever; 0: nobody does."""
        self._press_every = every_ms
        self._presses_left = _MOST_PRESSES
        self._press_at = self.now + self._draw.randint(0, 2 * every_ms)

    def _press(self) -> None:
        self._press_at = self.now + self._draw.randint(1, 2 * self._press_every)
        self._presses_left -= 1
        if not self._presses_left:
            self._press_every = 0
        self.board.press()

    # ---- power

    def powered(self, does: Callable[[], object]) -> None:
        """Do this; when the power fails in it, the board is dark for a while."""
        try:
            does()
        except PowerCut:
            self._tally["cuts"] += 1
            self._log(f"the power fails {self.board.went_dark()}")
            self._dark()

    def power_off(self) -> None:
        """The power goes between two writes."""
        if self.board.on:
            self._tally["cuts"] += 1
            self.board.switch_off()
            self._dark()

    def _dark(self) -> None:
        self._on_at = self.now + self._draw.randint(1, 2000)
        if self.cable is not None and self._draw.random() < 0.75:  # else it is back before anybody notices
            self.cable.unplug()
        if self._draw.random() < 0.2:  # and fails again as the board starts
            self.board.cut_after(self._draw.randint(0, 60))

    def power_on(self) -> None:
        """Wait until the board is there, power and memory."""
        while not self.board.on or self.board.table.journal is None:
            self.run(500)
