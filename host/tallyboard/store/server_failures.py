"""What PostgreSQL and its driver say, in causes and next steps. It imports neither of them.

A server's refusal of a connection comes without its SQLSTATE, so there the words tell what it is.
"""

import re
from typing import NamedTuple

from tallyboard.text.passwords import hidden


class Said(NamedTuple):
    """`cause`, with {} for the name of the database and {words} for the driver's, and `step`; `passes`: whether it can
    pass by itself."""

    cause: str
    step: str
    passes: bool = False


BUSY = Said("Another program is writing to {}.", "Try again when it has finished.", True)
SILENT = Said("The server of {} does not answer.", "Check that it runs and that the network reaches it.", True)
_AWAY = Said("No server answers at {}, or it refuses connections.", "Start it, or check host and port in --db.", True)
_UNKNOWN = Said("The server of {} is not found by its name.", "Check the name in --db, and the network.", True)
_CUT_OFF = Said("The network does not reach the server of {}.", "Check the network, and the host in --db.", True)
_STARTING = Said("The server of {} is just starting or being shut down.", "Try again in a moment.", True)
_LOST = Said("The connection to {} was lost.", "Try again when its server runs.", True)
_CROWDED = Said(
    "The server of {} has no connection free.", "End other programs that use it, or raise its max_connections.", True
)
_FULL = Said("The server of {} has no room left on its disk.", "Free some space there; nothing stored is lost.", True)
_SHORT = Said("The server of {} is short of memory.", "End other programs that use it, then try again.", True)
_SLOW = Said("{} took too long to answer.", "Try again when its server has less to do.", True)

_PASSWORD = Said("The server of {} refuses this user's password.", "Check user and password in --db.")
_NO_PASSWORD = Said(
    "The server of {} asks for a password.", "Give one: postgresql://user:password@host/database, or in ~/.pgpass."
)
_USER = Said(
    "The server of {} does not let this user in.", "Check the user in --db, or have the server's administrator add it."
)
_NO_DATABASE = Said("There is no database {} on its server.", "Check its name in --db, or make it with `createdb`.")
_CLOSED = Said("The database {} takes no connections.", "Have the server's administrator allow them.")
_ENCRYPTION = Said(
    "This laptop and the server of {} do not agree on encryption: {words}.",
    "Check sslmode and the certificates in --db.",
)
_OPTION = Said("The driver of {} or its server does not take this address: {words}.", "Check --db and its options.")
_NO_SERVER = Said("What answers at {} is no PostgreSQL server.", "Check host and port in --db.")
_READ_ONLY = Said("{} can only be read.", "Give the --db of the server that takes changes, not of its copy.")
_FORBIDDEN = Said(
    "This user may not do that in {}: {words}.",
    "Have the database's owner give it the right to create, read and write tables.",
)
_DAMAGED = Said("The database {} is damaged on its server.", "Put a backup in its place; then sync the boards.")
_DISK = Said("The server of {} cannot read or write its disk.", "Check the server's disk, then try again.")

# By SQLSTATE, whole or its class (postgresql.org/docs/current/errcodes-appendix.html).
_STATES = {
    "08": _LOST,
    "25006": _READ_ONLY,
    "25P03": _LOST,
    "28P01": _PASSWORD,
    "28": _USER,
    "3D000": _NO_DATABASE,
    "40": BUSY,
    "42501": _FORBIDDEN,
    "53100": _FULL,
    "53200": _SHORT,
    "53300": _CROWDED,
    "55P03": BUSY,
    "57014": _SLOW,
    "57P03": _STARTING,
    "57P04": _NO_DATABASE,
    "57P": _LOST,
    "58": _DISK,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
# Of an address that means several servers the first that is found in their words: one that answers says more than one
# that does not.
_WORDS = (
    (r"password authentication failed", _PASSWORD),
    (r"no password supplied", _NO_PASSWORD),
    (r"authentication failed|pg_hba\.conf|not permitted to log in|permission denied for database", _USER),
    (r"role .* does not exist", _USER),
    (r"database .* does not exist", _NO_DATABASE),
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


def said_of(database: str, error: BaseException) -> Said | None:
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
