"""A database's clock that jumps: in this process, for SQLite and PostgreSQL alike."""

import pytest

from tallyboard.store.tables.sql import NOW_MS

_TRUE = dict(NOW_MS)


class JumpingClock:
    """`shift`: how many ms the database's clock is before the true one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shift = 0
        self._monkeypatch = monkeypatch

    def jump(self, ms: int) -> None:
        """Set it forward, or back by a number below 0."""
        self.shift += ms
        for dialect, true in _TRUE.items():
            self._monkeypatch.setitem(NOW_MS, dialect, f"({true} + {self.shift})")

    def stand(self, at: int) -> None:
        """Stop it at this moment, ms since 1970."""
        for dialect in _TRUE:
            self._monkeypatch.setitem(NOW_MS, dialect, str(at))
