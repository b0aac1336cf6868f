"""How fast board time runs compared with real time."""

import time
from collections.abc import Callable

# A board that has fallen further behind than this (a laptop asleep, a scale too fast for the machine) does not run
# after the lost time.
MOST_LAG_S = 0.25


class WallTime:
    """Says how long to wait until a board millisecond is due, and which one is due now.

    `scale` is board milliseconds a wall millisecond. 0: while there is work nothing is waited for, and without work
    time goes on at 1.
    """

    def __init__(self, scale: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`scale` >= 0; `clock` in seconds."""
        self.unpaced = scale == 0
        self._rate = (scale or 1.0) * 1000  # board ms a wall second
        self._clock = clock
        self._anchor_s = clock()
        self._anchor_ms = 0

    def rebase(self, board_ms: int) -> None:
        """From here on, this board millisecond is now."""
        self._anchor_s = self._clock()
        self._anchor_ms = board_ms

    def seconds_until(self, board_ms: int) -> float:
        """Wall seconds until a board millisecond is due; 0 when it is."""
        return max(0.0, self._anchor_s + (board_ms - self._anchor_ms) / self._rate - self._clock())

    def due(self, board_ms: int, most: int) -> int:
        """How many whole milliseconds, 0…`most`, board time may go on from `board_ms`."""
        behind = self._anchor_ms + (self._clock() - self._anchor_s) * self._rate - board_ms
        if behind > most + MOST_LAG_S * self._rate:
            self.rebase(board_ms + most)
            return most
        # A wait until exactly a millisecond may wake a hair early.
        return max(0, min(most, int(behind + 0.01)))
