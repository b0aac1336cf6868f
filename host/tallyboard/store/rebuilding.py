"""Rebuilding a store from its records: in place where the database is whole, else as a new file in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.failures import DamagedError, NoDatabaseError, explanation, is_locked
from tallyboard.store.opening import address_of, find_store
from tallyboard.store.remains import Remains
from tallyboard.store.sqlite_file import BUSY_S, file_faults, free_name, has_more_than_ours
from tallyboard.store.sqlite_pages import rows_in
from tallyboard.store.store import Store, open_store
from tallyboard.store.tournaments.mending import Loss, losses
from tallyboard.system.files import holders


class Rebuilt(NamedTuple):
    """`matches`: how many there are now; `losses`: what tournaments have lost by damage, now or before. Of a damaged
    file also how many `records` were saved, how many are `doubtful` and left in it, and its name now."""

    matches: int
    losses: list[Loss]
    damaged: Path | None = None
    records: int | None = None
    doubtful: int = 0


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep others from writing meanwhile, as far as SQLite can still open the file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if is_locked(error):
                raise explanation(str(path), error) from error
        yield


def _check_alone(path: Path) -> None:
    """Who has the file open would go on writing into what is put aside."""
    others = holders(str(path))
    if others:
        raise CoreError(told.IS_OPEN, path=path, others=" and ".join(map(str, others)))


def _put_aside(path: Path) -> Path:
    """The name under which the damaged file stands from now on; it goes on standing under its own until it is replaced.

    Its write-ahead log must not stay: SQLite would put it into the new file.
    """
    aside = free_name(path, "damaged")
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copyfile(path, aside)
    with suppress(FileNotFoundError):
        os.replace(f"{path}-wal", f"{aside}-wal")
    with suppress(FileNotFoundError):
        os.unlink(f"{path}-shm")
    return aside


def rebuild(url: str | None = None) -> Rebuilt:
    """Throw all matches away and compute them anew from the records; a damaged file is read page by page.

    Raises TallyboardError, and changes nothing, where there is no database.
    """
    path = address_of(url).path
    try:
        location = find_store(url)
        if location.revision is None:
            raise CoreError(told.NOTHING_TO_REBUILD, database=location.name)
        if path is not None and (file_faults(path) or has_more_than_ours(path)):
            raise DamagedError(location.name)
        with closing(open_store(url)) as store:
            return Rebuilt(store.rebuild(), _losses(store))
    except (DamagedError, NoDatabaseError):
        if path is None:
            raise
        saved = _salvaged(path)
        with closing(open_store(url)) as store:
            return saved._replace(losses=_losses(store))


def _salvaged(path: Path) -> Rebuilt:
    """Put a new database in the place of the damaged SQLite file. Raises TallyboardError, with the file as it was."""
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        with _held(path):
            _check_alone(path)
            remains = Remains()
            for rowid, row in rows_in(path):
                remains.take(rowid, row)
            remains.settle()
            if remains.are_none:
                raise CoreError(told.NOTHING_FOUND, path=path)
            with closing(open_store(str(new))) as store:
                with store.writing() as sql:
                    remains.fill(sql)
                matches = store.rebuild()
        # Not while the connection is open: its end would take away the log of whoever opens the new file.
        _check_alone(path)
        aside = _put_aside(path)
        os.replace(new, path)
    except OSError as error:
        raise CoreError(told.NOT_REBUILT, path=path, words=error.strerror or error) from error
    finally:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{new}{end}").unlink()
    return Rebuilt(matches, [], aside, remains.count(), remains.doubtful)


def _losses(store: Store) -> list[Loss]:
    with store.reading() as sql:
        return losses(sql)
