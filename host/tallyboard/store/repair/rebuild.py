"""Rebuilding a store from its records: in place where the database is whole, else as a new file in its place."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.store.address import address_of
from tallyboard.store.database import open_store
from tallyboard.store.failures import DamagedError, NoDatabaseError
from tallyboard.store.files import file_faults, has_more_than_ours
from tallyboard.store.reading import find_store
from tallyboard.store.repair.salvage import salvage
from tallyboard.store.store import Store
from tallyboard.store.tournaments.mending import Loss, losses


class Rebuilt(NamedTuple):
    """`matches`: how many there are now; `losses`: what tournaments have lost by damage, now or before. Of a damaged
    file also how many `records` were saved, how many are `doubtful` and left in it, and its name now."""

    matches: int
    losses: list[Loss]
    damaged: Path | None = None
    records: int | None = None
    doubtful: int = 0


def rebuild(url: str | None = None) -> Rebuilt:
    """Throw all matches away and compute them anew from the records; a damaged file is read page by page.

    Raises TallyboardError, and changes nothing, where there is no database.
    """
    path = address_of(url).path
    try:
        location = find_store(url)
        if location.revision is None:
            raise TallyboardError(f"There is no database {location.name} yet.", "Check --db; the first sync makes one.")
        if path is not None and (file_faults(path) or has_more_than_ours(path)):
            raise DamagedError(location.name)
        with closing(open_store(url)) as store:
            return Rebuilt(store.rebuild(), _losses(store))
    except (DamagedError, NoDatabaseError):
        if path is None:
            raise
        saved = salvage(path)
        with closing(open_store(url)) as store:
            return Rebuilt(saved.matches, _losses(store), saved.damaged, saved.records, saved.doubtful)


def _losses(store: Store) -> list[Loss]:
    with store.reading() as sql:
        return losses(sql)
