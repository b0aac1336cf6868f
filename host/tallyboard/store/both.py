"""Opening two stores, to merge one into the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import randbits

from sqlalchemy import Engine, func, select

from tallyboard.errors import TallyboardError
from tallyboard.store.address import Address, address_of
from tallyboard.store.database import open_store
from tallyboard.store.failures import explained
from tallyboard.store.reader import Reader
from tallyboard.store.reading import engine_of, find_store, read_store
from tallyboard.store.shape import LOST
from tallyboard.store.store import Store

_OLDER = "`tallyboard rebuild` with it as --db brings it up to date and keeps a copy; then copy again."


def open_both(source: str, target: str) -> tuple[Reader, Store]:
    """The stores at these two addresses, the first for reading only; the second is created where there is none.

    Raises TallyboardError as read_store and open_store do, for a source of an older shape, and where both are the same.
    """
    with _given_by("--from"):
        found = find_store(source)
        reader = read_store(source)
    if found.revision is not None and not found.is_present:
        older = f"{found.name} is damaged" if found.revision == LOST else f"{found.name} is of an older tallyboard"
        reader.close()
        raise TallyboardError(f"The database {older}.", _OLDER)
    try:
        with _given_by("--to"):
            if _are_one(found.address, address_of(target)):
                raise TallyboardError(f"{found.name} would be copied into itself.", "Give two databases.")
            return reader, open_store(target)
    except BaseException:
        reader.close()
        raise


def _are_one(one: Address, other: Address) -> bool:
    """Whether both lead to the same database, by whatever way."""
    if one.path is not None and other.path is not None:
        return one.path.exists() and other.path.exists() and one.path.samefile(other.path)
    if one.path is not None or other.path is not None:
        return False
    with explained(one.name):
        first = engine_of(one)
    with explained(other.name):
        second = engine_of(other)
    try:
        return first.dialect.name == second.dialect.name == "postgresql" and _meet(first, second, one, other)
    finally:
        first.dispose()
        second.dispose()


def _meet(first: Engine, second: Engine, one: Address, other: Address) -> bool:
    """Whether a lock that is held in one database is seen in the other: addresses and names can differ."""
    mark = randbits(63)
    take, place = select(func.pg_try_advisory_xact_lock(mark)), select(func.current_schema())
    with explained(one.name), first.connect() as held:
        held.execute(take)
        here = held.execute(place).scalar()
        with explained(other.name), second.connect() as looking:
            return not looking.execute(take).scalar() and looking.execute(place).scalar() == here


@contextmanager
def _given_by(option: str) -> Iterator[None]:
    """What is wrong with an address is said of this option, not of the one that names a store elsewhere."""
    try:
        yield
    except TallyboardError as error:
        error.cause, error.next_step = (text.replace("--db", option) for text in (error.cause, error.next_step))
        raise
