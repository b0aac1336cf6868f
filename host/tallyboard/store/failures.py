"""What a database driver says, SQLite's or PostgreSQL's, in sentences for people. It imports no driver but SQLite's."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tallyboard.errors import CoreError, Told, later
from tallyboard.errors import store as told
from tallyboard.errors.store import Passing
from tallyboard.store.tables.sql import UnsoundError
from tallyboard.text.passwords import hidden

# By SQLSTATE, whole or its class (postgresql.org/docs/current/errcodes-appendix.html).
_STATES = {
    "08": told.LOST, "25006": told.READ_ONLY, "25P03": told.LOST, "28P01": told.PASSWORD, "28": told.USER,
    "3D000": told.NOT_ON_SERVER, "40": told.BUSY, "42501": told.FORBIDDEN, "53100": told.SERVER_FULL,
    "53200": told.SHORT, "53300": told.CROWDED, "55P03": told.BUSY, "57014": told.SLOW, "57P03": told.STARTING,
    "57P04": told.NOT_ON_SERVER, "57P": told.LOST, "58": told.SERVER_DISK, "XX001": told.DAMAGED_ON_SERVER,
    "XX002": told.DAMAGED_ON_SERVER,
}  # fmt: skip
# Of an address that means several servers the first that is found in their words: one that answers says more than one
# that does not.
_WORDS = (
    (r"password authentication failed", told.PASSWORD),
    (r"no password supplied", told.NO_PASSWORD),
    (r"authentication failed|pg_hba\.conf|not permitted to log in|permission denied for database", told.USER),
    (r"role .* does not exist", told.USER),
    (r"database .* does not exist", told.NOT_ON_SERVER),
    (r"is not currently accepting connections", told.CLOSED),
    (r"SSL was required|certificate|SSL error", told.ENCRYPTION),
    (r"invalid response to SSL|expected authentication request", told.NO_SERVER),
    (r"invalid connection option|unrecognized configuration parameter|unsupported startup parameter", told.OPTION),
    (r"invalid .*(?:value|number)|bad value for|missing \"=\"", told.OPTION),
    (r"too many|connection slots", told.CROWDED),
    (r"database system is", told.STARTING),
    (r"no answer for|timeout expired|timed out", told.SILENT),
    (r"no route to host|network is unreachable", told.CUT_OFF),
    (r"resolve host|translate host name", told.UNKNOWN),
    (r"connection refused|no such file or directory|resource temporarily unavailable", told.AWAY),
    (r"closed|lost|reset by peer|EOF detected", told.LOST),
)
_LAST_WORDS = re.compile(r"(?:FATAL: +|failed: (?!.*(?:FATAL|failed): )|is bad: (?!.*failed: ))(.*)")


# By SQLite's name of an error, up to its second part.
_CAUSES: dict[str, Told] = {
    "SQLITE_BUSY": told.BUSY,
    "SQLITE_LOCKED": told.BUSY,
    "SQLITE_CANTOPEN": told.NOT_OPENED,
    "SQLITE_READONLY": told.NOT_WRITTEN,
    "SQLITE_FULL": told.FULL,
    "SQLITE_IOERR": told.DISK,
}
_NO_DATABASE = "SQLITE_NOTADB"
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_MISMATCH", "SQLITE_CONSTRAINT")
# Of a statement that names what is not there SQLite says only in words what is wrong.
_ERROR, _NOT_THERE = "SQLITE_ERROR", ("no such table", "no such column", "has no column")


class UnreachableError(CoreError):
    """The database cannot be used just now, which can pass by itself: a server that is away, or has no room, or another
    program that is writing. Whoever can wait tries again."""


class DamagedError(CoreError):
    """The database holds what no tallyboard wrote."""

    def __init__(self, database: str) -> None:
        super().__init__(told.DAMAGED, database=database)


class NoDatabaseError(CoreError):
    """The file is of another kind, or its beginning is gone."""

    def __init__(self, database: str) -> None:
        super().__init__(told.NO_DATABASE, database=database)


def error_name(error: BaseException) -> str:
    """SQLite's name of an error without what it adds to tell kinds of it apart, "" where the error is not SQLite's."""
    name = getattr(error, "sqlite_errorname", None)
    return "_".join(name.split("_")[:2]) if isinstance(name, str) else ""


def is_locked(error: sqlite3.Error) -> bool:
    """Whether another program keeps us from the database just now."""
    return error_name(error) in ("SQLITE_BUSY", "SQLITE_LOCKED")


def known_error(database: str, name: str) -> CoreError:
    """The error for what SQLite calls so; the name is one that is known here."""
    if name == _NO_DATABASE:
        return NoDatabaseError(database)
    if name in _DAMAGED:
        return DamagedError(database)
    return _error(_CAUSES[name], database)


def _error(said: Told, database: str, words: str = "") -> CoreError:
    return (UnreachableError if isinstance(said, Passing) else CoreError)(said, database=database, words=words)


def explanation(database: str, error: BaseException) -> CoreError:
    """The error for what a driver raised about this database."""
    name, said = error_name(error), str(next(iter(error.args), ""))
    if name == _NO_DATABASE or name in _DAMAGED or name in _CAUSES:
        return known_error(database, name)
    is_short = name == _ERROR and any(words in said for words in _NOT_THERE)
    if is_short or isinstance(error, UnsoundError):
        return DamagedError(database)
    if not _is_of(error, "psycopg", "Error"):
        return _error(told.NOT_WORKING, database, hidden(said.splitlines()[0]) if said else later("no reason given"))
    state, text = getattr(error, "sqlstate", None), str(error)
    if isinstance(state, str):
        meant = next((_STATES[start] for start in (state, state[:3], state[:2]) if start in _STATES), None)
    else:
        meant = next((one for pattern, one in _WORDS if re.search(pattern, text, re.IGNORECASE)), None)
    if meant is None:
        is_away = state is None and _is_of(error, "psycopg", "OperationalError")
        meant = told.NOT_NOW if is_away else told.SERVER_NOT_WORKING
    found = _LAST_WORDS.search(text)  # what is wrong, without the place where
    return _error(meant, database, hidden(found[1] if found else text.partition("\n")[0]).strip().rstrip("."))


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
    except (UnicodeError, OverflowError) as error:  # of names and numbers in a damaged file, from the driver
        raise DamagedError(database) from error
    except ImportError as error:
        if error.name not in ("psycopg", None):  # None: psycopg itself lacks the library of PostgreSQL
            raise
        what_lacks = "" if isinstance(error, ModuleNotFoundError) else f" ({hidden(str(error))})"
        raise _error(told.NO_DRIVER, database, what_lacks) from error
    except Exception as error:
        if _is_of(error, "sqlalchemy.exc", "ArgumentError"):
            raise _error(told.NO_URL, database) from None
        if _is_of(error, "sqlalchemy.exc", "TimeoutError"):
            raise _error(told.ALL_IN_USE, database) from error
        is_wrapped = _is_of(error, "sqlalchemy.exc", "SQLAlchemyError")
        if is_wrapped or isinstance(error, sqlite3.Error) or _is_of(error, "psycopg", "Error"):
            raise explanation(database, (is_wrapped and getattr(error, "orig", None)) or error) from error
        raise
