"""What a database driver says, in sentences for people."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tallyboard.errors import TallyboardError

# (words in the driver's text, cause, next step); {} is the place. The first that fits is taken.
_TEXTS = (
    ("locked", "Another program is writing to {}.", "Try again when it has finished."),
    ("unable to open", "{} cannot be opened or created.", "Check that the folder exists and that you may write to it."),
    ("readonly", "{} cannot be written.", "Check the permissions of the file and its folder, or give another --db."),
    ("disk is full", "There is no room left for {}.", "Free some space, then try again; nothing stored is lost."),
    ("disk i/o error", "{} cannot be read or written.", "Check the disk, then try again."),
    (
        "malformed",
        "The database {} is damaged.",
        "Put a backup in its place, or give another --db and sync every board again.",
    ),
    ("not a database", "{} is not a Tallyboard database.", "Give another --db; this file was not changed."),
)


def sentence(place: str, said: str) -> TallyboardError:
    """The error for what a driver said about the database at `place`."""
    low = said.lower()
    for words, cause, step in _TEXTS:
        if words in low:
            return TallyboardError(cause.format(place), step)
    return TallyboardError(
        f"The database {place} does not work: {said.splitlines()[0] if said else 'no reason given'}.",
        "Check --db, then try again.",
    )


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turns everything that a database can raise into a TallyboardError about `place`."""
    try:
        yield
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise TallyboardError(
            f"No driver for the database {place} is installed ({error}).",
            "Install one with pip, or give the path of an SQLite file.",
        ) from error
    except ArgumentError as error:
        raise TallyboardError(
            f"--db {place} is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path."
        ) from error
    except SQLAlchemyError as error:
        raise sentence(place, str(getattr(error, "orig", None) or error)) from error
