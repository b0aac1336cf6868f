"""Parts without which the score goes on."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

REST_MS = 10_000


class Restarting:
    """Runs a part's step(now_ms). `make()` gives the part; when it fails, `failed(error)` is told, and after a rest
    another is made. `part`: the one that runs, or None.
    """

    def __init__(self, make: "Callable[[], Any]", failed: "Callable[[Exception], None]") -> None:
        self._make = make
        self._failed = failed
        self.part: "Any" = None
        self._again_at = 0

    def step(self, now_ms: int) -> None:
        if self.part is None and now_ms < self._again_at:
            return
        try:
            if self.part is None:
                self.part = self._make()
            self.part.step(now_ms)
        except Exception as error:
            self.part = None
            self._again_at = now_ms + REST_MS
            self._failed(error)
