"""How many turns of the whole firmware's loop take memory while nobody touches the board: `idle_board.py`.

Prints the turns of ten seconds, those in which a display was read, and of the others those that took any.
"""

import gc

from box.rig import rig
from run_board import power_on

COMMANDS = ("press A1", "press B2", "wait 3500", "wait 10000", "")
QUIET = 4  # commands given, from then on


class Watcher:
    """In place of the rig's turn, and of the script."""

    def __init__(self) -> None:
        self._turn = rig.turn
        self._given = 0
        self._taken = 0
        self._looks = 0
        self.turns = 0
        self.looks = 0
        self.others = 0

    def readline(self) -> str:
        self._given += 1
        if self._given == QUIET:
            gc.collect()
            gc.disable()
        return COMMANDS[self._given - 1]

    def turn(self, sleep_ms: int | None = None) -> None:
        taken = gc.mem_alloc()  # type: ignore[attr-defined]  # MicroPython's gc has it
        if self._given == QUIET:
            self.turns += 1
            if rig.looks != self._looks:
                self.looks += 1
            elif taken != self._taken:
                self.others += 1
        self._looks = rig.looks
        self._turn(sleep_ms)
        self._taken = gc.mem_alloc()  # type: ignore[attr-defined]


watcher = Watcher()
rig.quiet = True
rig.turn = watcher.turn  # type: ignore[method-assign]  # goes on to the rig's own
power_on(watcher)
print(watcher.turns, watcher.looks, watcher.others)
