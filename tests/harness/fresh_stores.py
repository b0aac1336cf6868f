"""A store that tests make in SQLite is a copy of one that was migrated before: a tenth of the time of a migration.

Programs that tests start know nothing of it, and a test that has migrations of its own gets these.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tallyboard.store import store as store_module
from tallyboard.store.opening import Address, address_of, engine_of

_migrated = store_module._bring_up_to_date
_MIGRATIONS = store_module.MIGRATIONS


class _Template:
    """A store without anything in it, as a file's bytes and in memory."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "empty.db")
            address = address_of(str(path))
            engine = engine_of(address)
            store_module._tend_sqlite(engine)
            _migrated(engine, address)
            engine.dispose()
            with closing(sqlite3.connect(path)) as made:
                made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self.memory = sqlite3.connect(":memory:", check_same_thread=False)
                made.backup(self.memory)
            self.file = path.read_bytes()

    def into_file(self, path: Path) -> None:
        """Raises FileExistsError where somebody else makes it too."""
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as whole:
            whole.write(self.file)
        try:
            os.link(whole.name, path)
        finally:
            os.unlink(whole.name)

    def into_memory(self, engine: Engine) -> None:
        connection = engine.raw_connection()
        connection.rollback()
        self.memory.backup(connection.driver_connection)  # type: ignore[arg-type]
        connection.close()


@contextmanager
def copied() -> Iterator[None]:
    """While this lasts, an SQLite store that is made by this process is a copy."""
    templates: list[_Template] = []

    def bring_up_to_date(engine: Engine, address: Address) -> None:
        is_new = address.path is None or not address.path.exists()
        if engine.dialect.name == "sqlite" and is_new and store_module.MIGRATIONS == _MIGRATIONS:
            if not templates:
                templates.append(_Template())
            if address.path is None:
                templates[0].into_memory(engine)
                return
            with suppress(OSError):  # the true one says what is wrong there
                templates[0].into_file(address.path)
                return
        _migrated(engine, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "_bring_up_to_date", bring_up_to_date)
        yield
