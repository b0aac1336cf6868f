"""Waiting in tests for what another thread or process does, and noticing that none did anything."""

import threading
import time
from collections.abc import Callable

_LIMIT_S = 60  # until something that does not happen counts as a failure; nothing takes so long
_LOOK_S = 0.05


def eventually(there: Callable[[], bool]) -> None:
    """Wait until this is so; an AssertionError where it never is."""
    until = time.monotonic() + _LIMIT_S
    while not there():
        assert time.monotonic() < until, "it never came"
        time.sleep(_LOOK_S)


class Pulse:
    """Beats from its making until `stop`, in a thread. `longest_s`: the longest time between two beats: for so long the
    machine gave this process nothing, and boards and hubs may have waited as long for one another."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _beat(self) -> None:
        last = time.monotonic()
        while not self._stopped.wait(_LOOK_S):
            now = time.monotonic()
            self.longest_s = max(self.longest_s, now - last)
            last = now
