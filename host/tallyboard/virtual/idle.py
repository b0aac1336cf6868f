"""When the firmware has nothing left to do, as far as that can be seen from outside."""

# Loops that must pass: one to take the event, one for what it left for the next turn, and one without any write.
QUIET_LOOPS = 3
# A firmware that writes in every loop (a scrolling text) is not waited for longer.
MOST_LOOPS = 50


class IdleDetector:
    """When the firmware has handled what was put before it.

    The firmware does not say when it is done, and the board must not know the firmware. What can be seen from outside:
    that it has read its key queue to the end, that its loop has come round since, and that it writes nothing any more.
    So this counts loops of the firmware: turns in which it read its key queue to the end.
    """

    def __init__(self, written: int) -> None:
        """`written` is the count of writes so far."""
        self._written = written
        self._loops = 0
        self._quiet = 0

    def step(self, polled_empty: bool, written: int) -> bool:
        """After a turn: True when all is handled, written and shown."""
        if written != self._written:
            self._written = written
            self._quiet = 0
        elif polled_empty:
            self._quiet += 1
        self._loops += polled_empty
        return self._quiet >= QUIET_LOOPS or self._loops >= MOST_LOOPS
