"""Seeing what others write into the database about tournaments, orders and phones, for the pages that follow them."""

import threading
from collections.abc import Sequence
from contextlib import suppress

from tallyboard.errors import TallyboardError
from tallyboard.hub.upkeep import Watcher
from tallyboard.pages.live.cards import Card, paper_cards
from tallyboard.pages.live.hall import Asks
from tallyboard.pages.site import Site
from tallyboard.pages.tables.boards import TABLES, tables_version
from tallyboard.pages.tournaments import NOW, version_of
from tallyboard.store import seats
from tallyboard.store.seats import Seat
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import in_use, listed
from tallyboard.store.transactions import WakeUp

PACE_S = 0.25  # between two looks, however much is written
_AT_LEAST_S = 5.0  # for wake-ups may be lost


class Looker(threading.Thread):
    """Tells the site's `live` how tournaments and phones stand, until `stop`."""

    def __init__(self, site: Site) -> None:
        super().__init__(name="looker", daemon=True)
        self._site = site
        self._seen: dict[str, str] | None = None
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._watcher = Watcher(site.store.get, self._wake)

    def start(self) -> None:
        """Begin."""
        super().start()
        self._watcher.start()

    def stop(self) -> None:
        """Let the thread end soon."""
        self._watcher.stop()
        self._stopping.set()
        self._woken.set()

    def _wake(self, news: WakeUp) -> None:
        if news.topics:  # scores are for the hub
            self._woken.set()

    def run(self) -> None:
        """Look whenever something may be new."""
        while not self._stopping.is_set():
            with suppress(Exception):  # whatever it is, the hub says what is wrong with the database
                self.look()
            self._woken.wait(_AT_LEAST_S)
            self._stopping.wait(PACE_S)
            self._woken.clear()

    def look(self) -> None:
        """Look now. Raises TallyboardError where the database fails."""
        with self._site.store.get().glancing() as sql:
            versions, open_to_phones = _versions(sql), seats.seats(sql)
        self._site.live.take_phones(*_phones(open_to_phones))
        if versions != self._seen:
            self._site.live.take_tournaments(versions, self._on_paper())
            self._seen = versions

    def _on_paper(self) -> list[Card]:
        try:
            seen = self._site.tournaments.see(self._site.store.get(), NOW)
        except TallyboardError:  # there is none, or it is damaged: its own page says so
            return []
        return paper_cards(seen.computed)


def _phones(found: Sequence[Seat]) -> tuple[Asks, dict[str, int]]:
    """Which phones ask for the tables of others; by board the batteries that are low."""
    asks = Asks(tuple(seat.ask for seat in found if seat.ask is not None))
    phones = [seat.phone for seat in found if seat.phone is not None]
    return asks, {one.board: one.percent for one in phones if one.percent is not None and one.is_low}


def _versions(sql: Sql) -> dict[str, str]:
    """By the word that stands in addresses; of tables and orders by TABLES."""
    known, of_tables = listed(sql), tables_version(sql)
    versions = {(version := version_of(about)).partition("-")[0]: version for about in known}
    versions[TABLES] = of_tables
    if known:
        versions[NOW] = version_of(in_use(known))
    return versions
