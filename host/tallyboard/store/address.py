"""Where a store is: the path of an SQLite file or a database URL, and how that is told to people."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.errors import TallyboardError
from tallyboard.store.failures import explained
from tallyboard.system.laptop import data_folder
from tallyboard.text.passwords import hidden_word

if TYPE_CHECKING:
    from sqlalchemy import URL

# The first ones are the same: SQLAlchemy 2.0 would take another driver, and libpq knows the shortest too.
_SCHEMES = {
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
}
_FILE_URL = re.compile(r"sqlite(?:\+pysqlite)?:///([^?]+)")


@dataclass(frozen=True)
class Address:
    """`name`: as it is told, without a password. `path`: the SQLite file, None for one in memory and for other
    databases; these have a `url`."""

    name: str
    path: Path | None
    url: "URL | None" = None

    def sqlalchemy(self) -> "URL":
        """The address as SQLAlchemy takes it."""
        from sqlalchemy import URL

        return URL.create("sqlite", database=str(self.path)) if self.url is None else self.url


def default_file() -> Path:
    """The SQLite file in the user's data folder."""
    return data_folder() / "tallyboard.db"


def address_of(url: str | None) -> Address:
    """What a database URL or the path of an SQLite file means; None: the default. Raises TallyboardError."""
    if url is None:
        return Address(str(default_file()), default_file())
    if not url.strip():
        raise TallyboardError("--db is empty.", "Give a database URL or the path of an SQLite file.")
    if "\0" in url:
        raise TallyboardError("--db holds a NUL character.", "Give a database URL or the path of an SQLite file.")
    if url.startswith("file:"):
        raise TallyboardError("--db takes no file: address.", "Give a database URL or the path of an SQLite file.")
    if "://" not in url:
        return Address(hidden_word(url), Path(url))
    if url.startswith("sqlite") and "?" in url:
        raise TallyboardError("--db takes no options of SQLite.", "Give the path of the file alone.")
    file = _FILE_URL.fullmatch(url)
    if file and file[1] != ":memory:" and not file[1].startswith("file:"):
        return Address(url, Path(file[1]))
    name = hidden_word(url)
    with explained(name):
        from sqlalchemy import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            meant = make_url(url)
        except ValueError as error:  # a port that is no number
            raise ArgumentError(str(error)) from None
    scheme = _SCHEMES.get(meant.drivername)
    if scheme is None:
        raise TallyboardError(
            f"--db {name} is neither SQLite nor PostgreSQL.",
            "Give the path of an SQLite file, or an address like postgresql://user@host/database.",
        )
    return Address(name, None, meant.set(drivername=scheme))
