"""A database's clock that jumps: in this process, for SQLite and PostgreSQL alike."""

from typing import Any

import pytest
from sqlalchemy import BigInteger, FunctionElement
from sqlalchemy.ext.compiler import compiles

from tallyboard.store import corrections as correcting
from tallyboard.store import ingesting, joining, orders
from tallyboard.store.tables import statements
from tallyboard.store.tables.sql import NOW_MS

_TRUE = dict(NOW_MS)


class _Now(FunctionElement[int]):
    type = BigInteger()
    inherit_cache = False  # its text is another one after each jump


@compiles(_Now, "sqlite")
def _of_sqlite(element: Any, compiler: Any, **kw: Any) -> str:
    return NOW_MS["sqlite"]


@compiles(_Now, "postgresql")
def _of_postgresql(element: Any, compiler: Any, **kw: Any) -> str:
    return NOW_MS["postgresql"]


class JumpingClock:
    """`shift`: how many ms the database's clock is before the true one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shift = 0
        self._monkeypatch = monkeypatch
        for module in (statements, ingesting, joining, orders, correcting):
            if hasattr(module, "now_ms"):
                monkeypatch.setattr(module, "now_ms", _Now)

    def jump(self, ms: int) -> None:
        """Set it forward, or back by a number below 0."""
        self.shift += ms
        for dialect, true in _TRUE.items():
            self._monkeypatch.setitem(NOW_MS, dialect, f"({true} + {self.shift})")

    def stand(self, at: int) -> None:
        """Stop it at this moment, ms since 1970."""
        for dialect in _TRUE:
            self._monkeypatch.setitem(NOW_MS, dialect, str(at))
