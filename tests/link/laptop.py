"""A laptop with a store on its disk, whose program can be killed at any moment."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from shared_rules.link import frame
from tallyboard.errors import Told
from tallyboard.store import Store, open_store
from tallyboard.store.failures import UnreachableError
from tests.link.desk import DirectDesk
from tests.link.moments import (
    AFTER_ACK,
    AFTER_COMMIT,
    ANYWHERE,
    AWAY_AFTER_COMMIT,
    AWAY_BEFORE,
    AWAY_BEFORE_COMMIT,
    BEFORE_ACK,
    BEFORE_COMMIT,
)
from tests.link.oracle import NO_EPOCH, Oracle, Rows
from tests.link.table import BOARD


class KilledError(BaseException):
    """The program is killed. Not an Exception, so that nothing under test can catch it and go on."""


class Disk:
    """A folder with the databases of all laptops; their engines live as long as it does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = folder / "template.db"
        open_store(str(self._template)).close()
        self._engines: dict[Path, Engine] = {}

    def laptop(self, name: str, store: type[Store]) -> "Laptop":
        """A laptop with an empty store."""
        path = self._folder / f"{name}.db"
        if path in self._engines:
            self._engines[path].dispose()
        _remove(*(_beside(path, ending) for ending in ("", "-wal", "-shm")))
        shutil.copyfile(self._template, path)
        if path not in self._engines:  # kept: what an engine has learnt of the statements takes longest
            self._engines[path] = open_store(str(path))._engine
        return Laptop(name, path, self._engines[path], store)

    def close(self) -> None:
        for engine in self._engines.values():
            engine.dispose()


class Laptop:
    """`store` is for sync; `moment` is to be told what its program does, and kills it when it is time."""

    def __init__(self, name: str, path: Path, engine: Engine, store: type[Store]) -> None:
        self.name = name
        self.oracle: Oracle
        self.observed = True  # by the oracle
        self.killed = ""  # at which moment
        self.away: Callable[[], str] = lambda: ""  # whether the database fails now, and when: one of AWAY
        self.desk = self._new_desk()  # of the hub that runs here
        self._path = path
        self._engine = engine
        self._store_class = store
        self._reader: sqlite3.Connection | None = None
        self._version = -1
        self._rows: Rows = {}
        self._dies: tuple[str, int] | None = None
        self._failing = ""
        self.store: Any = _Observed(store(engine, str(path)), self)

    def _new_desk(self) -> DirectDesk:
        return DirectDesk(lambda: self.store, lambda: self.away())

    def restarts_hub(self) -> None:
        """What it has not stored is gone with it."""
        self.desk = self._new_desk()

    def dies_at(self, moment: str, count: int) -> None:
        """The program is killed when it comes to this moment, ANYWHERE or one of MOMENTS, the `count`-th time."""
        self._dies = (moment, count)

    def moment(self, what: str, data: bytes = b"") -> None:
        """The program is at this point."""
        if what == "write" and self.observed and not self.killed:
            self.oracle.sends(self, data)
        if what in ("write", "wrote") and data[1:2] == bytes([frame.ACK]):
            self._at(BEFORE_ACK if what == "write" else AFTER_ACK)
        self._at(ANYWHERE)

    def _at(self, moment: str) -> None:
        if self.killed:
            raise KilledError
        if self._dies is None or self._dies[0] != moment:
            return
        self._dies = (moment, self._dies[1] - 1)
        if self._dies[1] <= 0:
            self.killed = moment
            # What the disk holds now is what the next start finds, whatever is tidied up on the way out of here.
            for ending in ("", "-wal"):
                file = _beside(self._path, ending)
                if file.exists():
                    shutil.copyfile(file, _beside(self._path, ending + ".killed"))
            raise KilledError

    def writes(self, write: Callable[..., Any], *arguments: Any) -> Any:
        """Store.add or Store.ingest, with the moments in it."""
        self._at(ANYWHERE)
        self._failing = self.away()
        self._fail(AWAY_BEFORE)
        event.listen(self._engine, "commit", self._commits)
        try:
            stored = write(*arguments)
        finally:
            event.remove(self._engine, "commit", self._commits)
        self._at(AFTER_COMMIT)
        self._fail(AWAY_AFTER_COMMIT)
        self._at(ANYWHERE)
        return stored

    def _commits(self, connection: Any) -> None:
        self._at(BEFORE_COMMIT)
        self._at(ANYWHERE)
        self._fail(AWAY_BEFORE_COMMIT)

    def _fail(self, moment: str) -> None:
        if self._failing == moment:
            self._failing = ""
            raise UnreachableError(Told("The database is away.", "Wait."))

    def ends(self) -> None:
        """The conversation is over; a killed program is started anew, on what its disk held."""
        self._dies = None
        if not self.killed:
            return
        self.killed = ""
        self.desk = self._new_desk()
        self._close_reader()
        self._engine.dispose()
        _remove(*(_beside(self._path, ending) for ending in ("", "-wal", "-shm")))
        for ending in ("", "-wal"):
            file = _beside(self._path, ending + ".killed")
            if file.exists():
                os.replace(file, _beside(self._path, ending))
        self.store = _Observed(self._store_class(self._engine, str(self._path)), self)

    def committed(self) -> Rows:
        """What another program reads in the database; the same object as long as nothing was committed."""
        if self._reader is None:
            self._reader = sqlite3.connect(self._path, isolation_level=None)
            self._version = -1
        (version,) = self._reader.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            rows: Rows = {}
            for board, epoch, seq, data in self._reader.execute("SELECT board, epoch, seq, data FROM records"):
                rows.setdefault(epoch if board == BOARD else NO_EPOCH, {})[seq] = data
            self._rows = rows
        return self._rows

    def close(self) -> None:
        self._close_reader()

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


class _Observed:
    """A store of which is observed what writes records."""

    def __init__(self, store: Store, laptop: Laptop) -> None:
        self.true = store
        self._laptop = laptop

    def add(self, *arguments: Any) -> Any:
        return self._laptop.writes(self.true.add, *arguments)

    def ingest(self, *arguments: Any) -> Any:
        return self._laptop.writes(self.true.ingest, *arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.true, name)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
