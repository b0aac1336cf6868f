"""What pages share: the store, tournaments as they stand, what the hub hears, the forms that were sent."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from tallyboard.hub.database import LazyStore
from tallyboard.hub.follower import BoardSays
from tallyboard.hub.seats import Seats
from tallyboard.pages.desk.posted import Once
from tallyboard.pages.live.hall import Live
from tallyboard.pages.reached import Reached
from tallyboard.pages.tournaments import Seen, SeenSeasons, SeenTournaments
from tallyboard.store import Store
from tallyboard.store.tables.sql import Sql

_Given = TypeVar("_Given")


@dataclass
class Site:
    """`folder`: of the passcode and the sessions. `live`: what the hub hears; nothing where there is none.
    `says()`: by board what those of the hub say of their memory. `ports`: the only ones that the hub looks at, if any.
    `once`: the forms of the desk that were sent. `reached`: by which addresses phones come here. `seats`: who sits at
    the hall socket, None where there is none. `radio_port`: the UDP port on which boxes without a cable are heard, None
    where they are not.
    """

    store: LazyStore
    folder: Path
    live: Live = field(default_factory=Live)
    tournaments: SeenTournaments = field(default_factory=SeenTournaments)
    seasons: SeenSeasons = field(default_factory=SeenSeasons)
    says: Callable[[], Mapping[str, BoardSays]] = dict
    ports: Sequence[str] = ()
    once: Once = field(default_factory=Once)
    reached: Reached = field(default_factory=Reached)
    seats: Seats | None = None
    radio_port: int | None = None

    async def read(self, work: Callable[[Sql], _Given]) -> _Given:
        """What `work` finds in the database, as of one moment. Raises TallyboardError."""

        def do() -> _Given:
            with self.store.get().reading() as sql:
                return work(sql)

        return await run_in_threadpool(do)

    async def do(self, work: Callable[[Store], _Given]) -> _Given:
        """The same with the store itself, to write or to compute."""
        return await run_in_threadpool(lambda: work(self.store.get()))

    async def tournament(self, word: str) -> Seen:
        """The tournament as it stands; `word`: the beginning of its id, or NOW for the one in use."""
        return await self.do(lambda store: self.tournaments.see(store, word))


def site_of(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site
