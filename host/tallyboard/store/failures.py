"""What a database driver says, in sentences for people."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tallyboard.errors import TallyboardError
from tallyboard.store.server_failures import BUSY, last_words, said_of
from tallyboard.store.tables.sql import UnsoundError
from tallyboard.text.passwords import hidden

# SQLite's name of an error, up to its second part, to cause and next step; {} is the name of the database.
_CAUSES = {
    "SQLITE_BUSY": (BUSY.cause, BUSY.step),
    "SQLITE_LOCKED": (BUSY.cause, BUSY.step),
    "SQLITE_CANTOPEN": (
        "{} cannot be opened or created.",
        "Check that the folder exists and that you may write to it.",
    ),
    "SQLITE_READONLY": (
        "{} cannot be written.",
        "Check the permissions of the file and its folder, or give another --db.",
    ),
    "SQLITE_FULL": ("There is no room left for {}.", "Free some space, then try again; nothing stored is lost."),
    "SQLITE_IOERR": ("{} cannot be read or written.", "Check the disk and its room, then try again."),
}
_THAT_PASS = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
_NO_DATABASE = "SQLITE_NOTADB"
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_MISMATCH", "SQLITE_CONSTRAINT")
# Of a statement that names what is not there SQLite says only in words what is wrong.
_ERROR, _NOT_THERE = "SQLITE_ERROR", ("no such table", "no such column", "has no column")

REBUILD = "`tallyboard rebuild` saves what can be read of it and keeps the damaged file; then sync the boards."
FROM_THE_BOARDS = "Sync the boards: their sound records take the place of damaged ones."


class UnreachableError(TallyboardError):
    """The database cannot be used just now, which can pass by itself: a server that is away, or has no room, or another
    program that is writing. Whoever can wait tries again."""


class DamagedError(TallyboardError):
    """The database holds what no tallyboard wrote."""

    def __init__(self, database: str) -> None:
        super().__init__(f"The database {database} is damaged.", REBUILD)


class NoDatabaseError(TallyboardError):
    """The file is of another kind, or its beginning is gone."""

    def __init__(self, database: str) -> None:
        super().__init__(
            f"{database} is not a Tallyboard database.",
            "Give another --db; this file was not changed. If it was one, `tallyboard rebuild` saves what is left.",
        )


def error_name(error: BaseException) -> str:
    """SQLite's name of an error without what it adds to tell kinds of it apart, "" where the error is not SQLite's."""
    name = getattr(error, "sqlite_errorname", None)
    return "_".join(name.split("_")[:2]) if isinstance(name, str) else ""


def is_locked(error: sqlite3.Error) -> bool:
    """Whether another program keeps us from the database just now."""
    return error_name(error) in ("SQLITE_BUSY", "SQLITE_LOCKED")


def known_error(database: str, name: str) -> TallyboardError:
    """The error for what SQLite calls so; the name is one that is known here."""
    if name == _NO_DATABASE:
        return NoDatabaseError(database)
    if name in _DAMAGED:
        return DamagedError(database)
    cause, step = _CAUSES[name]
    kind = UnreachableError if name in _THAT_PASS else TallyboardError
    return kind(cause.format(database), step)


def explanation(database: str, error: BaseException) -> TallyboardError:
    """The error for what a driver raised about this database."""
    name, said = error_name(error), str(next(iter(error.args), ""))
    if name == _NO_DATABASE or name in _DAMAGED or name in _CAUSES:
        return known_error(database, name)
    is_short = name == _ERROR and any(words in said for words in _NOT_THERE)
    if is_short or isinstance(error, UnsoundError):
        return DamagedError(database)
    if _is_of(error, "psycopg", "Error"):
        return _of_server(database, error)
    return TallyboardError(
        f"The database {database} does not work: {hidden(said.splitlines()[0]) if said else 'no reason given'}.",
        "Check --db, then try again.",
    )


def _of_server(database: str, error: BaseException) -> TallyboardError:
    """The error for what psycopg raised."""
    said = said_of(database, error)
    if said is not None:
        return (UnreachableError if said.passes else TallyboardError)(said.cause, said.step)
    step = "Check --db and its server, then try again."
    is_answer = getattr(error, "sqlstate", None) is not None
    if not is_answer and _is_of(error, "psycopg", "OperationalError"):
        return UnreachableError(f"The server of {database} cannot be used just now: {last_words(str(error))}.", step)
    return TallyboardError(f"The database {database} does not work: {last_words(str(error))}.", step)


def _is_of(error: BaseException, package: str, name: str) -> bool:
    """Whether the error is of this class. Only where its package was imported can it be; to import one takes longer
    than a small command."""
    kind = getattr(sys.modules.get(package), name, None)
    return isinstance(kind, type) and isinstance(error, kind)


@contextmanager
def explained(database: str) -> Iterator[None]:
    """Turns everything that this database can raise into a TallyboardError about it."""
    try:
        yield
    except sqlite3.Error as error:
        raise explanation(database, error) from error
    except (UnicodeError, OverflowError) as error:  # of names and numbers in a damaged file, from the driver
        raise DamagedError(database) from error
    except ImportError as error:
        raise TallyboardError(
            f"The driver for {database} is not installed ({hidden(str(error))}).",
            "Install it: `pip install 'tallyboard[postgresql]'`; or give the path of an SQLite file.",
        ) from error
    except Exception as error:
        if _is_of(error, "sqlalchemy.exc", "ArgumentError"):
            raise TallyboardError(
                f"--db {database} is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path."
            ) from None
        if _is_of(error, "sqlalchemy.exc", "TimeoutError"):
            raise UnreachableError(f"All connections to {database} are in use.", "Try again in a moment.") from error
        if _is_of(error, "sqlalchemy.exc", "SQLAlchemyError"):
            raise explanation(database, getattr(error, "orig", None) or error) from error
        if _is_of(error, "psycopg", "Error"):
            raise explanation(database, error) from error
        raise
