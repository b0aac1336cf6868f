"""What a database driver says, SQLite's or PostgreSQL's, in sentences for people. It imports no driver but SQLite's."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.store.tables.sql import UnsoundError
from tallyboard.text.passwords import hidden


class ServerSaid(NamedTuple):
    """`cause`, with {} for the name of the database and {words} for the driver's, and `step`; `passes`: whether it can
    pass by itself."""

    cause: str
    step: str
    passes: bool = False


BUSY = ServerSaid("Another program is writing to {}.", "Try again when it has finished.", True)
SILENT = ServerSaid("The server of {} does not answer.", "Check that it runs and that the network reaches it.", True)
_AWAY = ServerSaid(
    "No server answers at {}, or it refuses connections.", "Start it, or check host and port in --db.", True
)
_UNKNOWN = ServerSaid("The server of {} is not found by its name.", "Check the name in --db, and the network.", True)
_CUT_OFF = ServerSaid("The network does not reach the server of {}.", "Check the network, and the host in --db.", True)
_STARTING = ServerSaid("The server of {} is just starting or being shut down.", "Try again in a moment.", True)
_LOST = ServerSaid("The connection to {} was lost.", "Try again when its server runs.", True)
_CROWDED = ServerSaid(
    "The server of {} has no connection free.", "End other programs that use it, or raise its max_connections.", True
)
_FULL = ServerSaid(
    "The server of {} has no room left on its disk.", "Free some space there; nothing stored is lost.", True
)
_SHORT = ServerSaid("The server of {} is short of memory.", "End other programs that use it, then try again.", True)
_SLOW = ServerSaid("{} took too long to answer.", "Try again when its server has less to do.", True)

_PASSWORD = ServerSaid("The server of {} refuses this user's password.", "Check user and password in --db.")
_NO_PASSWORD = ServerSaid(
    "The server of {} asks for a password.", "Give one: postgresql://user:password@host/database, or in ~/.pgpass."
)
_USER = ServerSaid(
    "The server of {} does not let this user in.", "Check the user in --db, or have the server's administrator add it."
)
_NOT_THERE_ON_SERVER = ServerSaid(
    "There is no database {} on its server.", "Check its name in --db, or make it with `createdb`."
)
_CLOSED = ServerSaid("The database {} takes no connections.", "Have the server's administrator allow them.")
_ENCRYPTION = ServerSaid(
    "This laptop and the server of {} do not agree on encryption: {words}.",
    "Check sslmode and the certificates in --db.",
)
_OPTION = ServerSaid(
    "The driver of {} or its server does not take this address: {words}.", "Check --db and its options."
)
_NO_SERVER = ServerSaid("What answers at {} is no PostgreSQL server.", "Check host and port in --db.")
_READ_ONLY = ServerSaid("{} can only be read.", "Give the --db of the server that takes changes, not of its copy.")
_FORBIDDEN = ServerSaid(
    "This user may not do that in {}: {words}.",
    "Have the database's owner give it the right to create, read and write tables.",
)
_DAMAGED_THERE = ServerSaid(
    "The database {} is damaged on its server.", "Put a backup in its place; then sync the boards."
)
_DISK = ServerSaid("The server of {} cannot read or write its disk.", "Check the server's disk, then try again.")

# By SQLSTATE, whole or its class (postgresql.org/docs/current/errcodes-appendix.html).
_STATES = {
    "08": _LOST,
    "25006": _READ_ONLY,
    "25P03": _LOST,
    "28P01": _PASSWORD,
    "28": _USER,
    "3D000": _NOT_THERE_ON_SERVER,
    "40": BUSY,
    "42501": _FORBIDDEN,
    "53100": _FULL,
    "53200": _SHORT,
    "53300": _CROWDED,
    "55P03": BUSY,
    "57014": _SLOW,
    "57P03": _STARTING,
    "57P04": _NOT_THERE_ON_SERVER,
    "57P": _LOST,
    "58": _DISK,
    "XX001": _DAMAGED_THERE,
    "XX002": _DAMAGED_THERE,
}
# Of an address that means several servers the first that is found in their words: one that answers says more than one
# that does not.
_WORDS = (
    (r"password authentication failed", _PASSWORD),
    (r"no password supplied", _NO_PASSWORD),
    (r"authentication failed|pg_hba\.conf|not permitted to log in|permission denied for database", _USER),
    (r"role .* does not exist", _USER),
    (r"database .* does not exist", _NOT_THERE_ON_SERVER),
    (r"is not currently accepting connections", _CLOSED),
    (r"SSL was required|certificate|SSL error", _ENCRYPTION),
    (r"invalid response to SSL|expected authentication request", _NO_SERVER),
    (r"invalid connection option|unrecognized configuration parameter|unsupported startup parameter", _OPTION),
    (r"invalid .*(?:value|number)|bad value for|missing \"=\"", _OPTION),
    (r"too many|connection slots", _CROWDED),
    (r"database system is", _STARTING),
    (r"no answer for|timeout expired|timed out", SILENT),
    (r"no route to host|network is unreachable", _CUT_OFF),
    (r"resolve host|translate host name", _UNKNOWN),
    (r"connection refused|no such file or directory|resource temporarily unavailable", _AWAY),
    (r"closed|lost|reset by peer|EOF detected", _LOST),
)
_LAST_WORDS = re.compile(r"(?:FATAL: +|failed: (?!.*(?:FATAL|failed): )|is bad: (?!.*failed: ))(.*)")


def said_of(database: str, error: BaseException) -> ServerSaid | None:
    """What an error of psycopg means for this database, None where it is not known."""
    text = str(error)
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        said = next((_STATES[start] for start in (state, state[:3], state[:2]) if start in _STATES), None)
    else:
        said = next((said for pattern, said in _WORDS if re.search(pattern, text, re.IGNORECASE)), None)
    return said and said._replace(cause=said.cause.format(database, words=last_words(text)))


def last_words(text: str) -> str:
    """What is wrong, without the place where, in one line and without a password."""
    found = _LAST_WORDS.search(text)
    return hidden(found[1] if found else text.partition("\n")[0]).strip().rstrip(".")


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
