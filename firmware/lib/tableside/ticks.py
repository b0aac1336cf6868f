"""Board time: milliseconds since power-on that never wrap, from the platform's ticks, which do."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

_PERIOD = 1 << 29  # supervisor.ticks_ms wraps there, the first time 65 s after power-on
_HALF = _PERIOD >> 1


class Clock:
    """Follows `ticks_ms` (a function); has to be asked at least every three days to notice each wrap."""

    def __init__(self, ticks_ms: "Callable[[], int]") -> None:
        self._ticks_ms = ticks_ms
        self._last = ticks_ms()
        self.now = 0

    def step(self) -> int:
        """Milliseconds since this clock was made."""
        ticks = self._ticks_ms()
        self.now += (ticks - self._last) & (_PERIOD - 1)
        self._last = ticks
        return self.now

    def at(self, ticks: int) -> int:
        """The board time at which the platform's ticks had this value, up to three days ago."""
        return self.now - (((self._last - ticks + _HALF) & (_PERIOD - 1)) - _HALF)
