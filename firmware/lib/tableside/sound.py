"""The piezo: a short click for a press that counts, a low tone for one that is refused. The score goes on without it.

asked   __/\\____________/\\______________      by the panel, at the press
tone    ____/~~~~\\________/~~~~~~~~~~~\\__      from the end of that turn on, for 4 ms (120 ms) and up to two turns
"""

from shared_rules.journal.record import SOUND_OFF, SOUND_ON

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from tableside.table import Table

CLICK_HZ = 4000  # about where small discs resonate, and so are loudest
CLICK_MS = 4
REFUSAL_HZ = 220
REFUSAL_MS = 120
_HALF = 1 << 15  # of the time high: a duty cycle counts to 1 << 16

# States.
_SILENT = 0
_ASKED = 1  # until the displays are written
_BEGUN = 2  # until the next turn: how long the rest of this one takes is not known
_SOUNDS = 3


class Sound:
    """Sounds on `tone`, a pwmio.PWMOut that is silent: its `frequency` and `duty_cycle` are set. `on`: by the settings;
    what the menu has set at `the_table` goes before. When the tone raises anything, `failed(error)` is told, and all is
    silent from then on.
    """

    def __init__(self, the_table: "Table", on: bool, tone: "Any", failed: "Callable[[Exception], None]") -> None:
        self._table = the_table
        self._on = on
        self._tone = tone
        self._failed = failed
        self._state = _SILENT
        self._hz = self._ms = 0  # of what was asked for last
        self._until = 0

    def is_on(self) -> bool:
        """Whether anything is to be heard."""
        told = self._table.sound
        return told == SOUND_ON if told in (SOUND_ON, SOUND_OFF) else self._on

    def click(self) -> None:
        """A press counts."""
        self._hz, self._ms, self._state = CLICK_HZ, CLICK_MS, _ASKED

    def refuse(self) -> None:
        """A press is refused."""
        self._hz, self._ms, self._state = REFUSAL_HZ, REFUSAL_MS, _ASKED

    def step(self, now_ms: int) -> None:
        """Once a loop turn, after the screen."""
        if self._state == _SILENT or self._tone is None:
            return
        try:
            self._go_on(now_ms)
        except Exception as error:
            self.give_up()
            self._failed(error)

    def _go_on(self, now_ms: int) -> None:
        if self._state == _ASKED:
            if self.is_on():
                self._tone.frequency = self._hz
                self._tone.duty_cycle = _HALF
                self._state = _BEGUN
            else:
                self._hush()
        elif self._state == _BEGUN:
            self._until = now_ms + self._ms
            self._state = _SOUNDS
        elif now_ms >= self._until:
            self._hush()

    def _hush(self) -> None:
        self._state = _SILENT
        self._tone.duty_cycle = 0

    def give_up(self) -> None:
        """Let go of the piezo; it is silent from then on."""
        tone, self._tone = self._tone, None
        try:
            if tone is not None:
                tone.deinit()
        except Exception:  # nothing is left that could be done
            pass
