"""What a database driver says, in sentences for people."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tallyboard.errors import TallyboardError
from tallyboard.text.passwords import hidden

# (words in the driver's text, cause, next step); {} is the name of the database. The first that fits is taken.
_TEXTS = (
    ("locked", "Another program is writing to {}.", "Try again when it has finished."),
    ("unable to open", "{} cannot be opened or created.", "Check that the folder exists and that you may write to it."),
    ("readonly", "{} cannot be written.", "Check the permissions of the file and its folder, or give another --db."),
    ("disk is full", "There is no room left for {}.", "Free some space, then try again; nothing stored is lost."),
    ("disk i/o error", "{} cannot be read or written.", "Check the disk and its room, then try again."),
)
_DAMAGED = (
    *("malformed", "corrupt", "no such table", "no such column", "has no column", "missing from index"),
    *("datatype mismatch", "constraint failed"),
)


REBUILD = "`tallyboard rebuild` saves what can be read of it and keeps the damaged file; then sync the boards."
FROM_THE_BOARDS = "Sync the boards: their sound records take the place of damaged ones."


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


def sentence(database: str, said: str) -> TallyboardError:
    """The error for what a driver said about this database."""
    low = said.lower()
    for words, cause, step in _TEXTS:
        if words in low:
            return TallyboardError(cause.format(database), step)
    if "not a database" in low:
        return NoDatabaseError(database)
    if any(words in low for words in _DAMAGED):
        return DamagedError(database)
    return TallyboardError(
        f"The database {database} does not work: {hidden(said.splitlines()[0]) if said else 'no reason given'}.",
        "Check --db, then try again.",
    )


@contextmanager
def explained(database: str) -> Iterator[None]:
    """Turns everything that this database can raise into a TallyboardError about it."""
    try:
        yield
    except sqlite3.Error as error:
        raise sentence(database, str(error)) from error
    except (UnicodeError, OverflowError) as error:  # of names and numbers in a damaged file, from the driver
        raise DamagedError(database) from error
    except Exception as error:
        # Only where it was imported can it have raised anything; importing it takes longer than a small command.
        alchemy = sys.modules.get("sqlalchemy.exc")
        if isinstance(error, ModuleNotFoundError) or (alchemy and isinstance(error, alchemy.NoSuchModuleError)):
            raise TallyboardError(
                f"No driver for the database {database} is installed ({hidden(str(error))}).",
                "Install one with pip, or give the path of an SQLite file.",
            ) from error
        if alchemy and isinstance(error, alchemy.ArgumentError):
            raise TallyboardError(
                f"--db {database} is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path."
            ) from None
        if alchemy and isinstance(error, alchemy.SQLAlchemyError):
            raise sentence(database, str(getattr(error, "orig", None) or next(iter(error.args), error))) from error
        raise
