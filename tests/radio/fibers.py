"""Programs that wait in simulated time: each goes on where it waited, when its time has come or something is there."""

from collections.abc import Callable

import greenlet  # type: ignore[import-untyped]


class Fiber(greenlet.greenlet):  # type: ignore[misc]
    """One of them, from `begin` on. `until`: ms, when it goes on; or before, when `ready()`."""

    def __init__(self, begin: Callable[[], None]) -> None:
        super().__init__(begin)
        self.until = 0.0
        self.ready: Callable[[], bool] = lambda: True


class Event:
    """A threading.Event in such a program; `rest(ms, ready)` waits in it."""

    def __init__(self, rest: Callable[[float, Callable[[], bool]], None]) -> None:
        self._rest = rest
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False

    def wait(self, seconds: float = float("inf")) -> bool:
        if not self._is_set:
            self._rest(1000 * seconds, self.is_set)
        return self._is_set
