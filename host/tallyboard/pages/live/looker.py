"""Seeing what others write into the database about tournaments, orders and phones, for the pages that follow them."""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from tallyboard.errors import TallyboardError
from tallyboard.hub.upkeep import Watcher
from tallyboard.pages.live.cards import Called, called
from tallyboard.pages.live.hall import Asks, ClockOn, Noted
from tallyboard.pages.site import Site
from tallyboard.pages.tables.boards import TABLES, tables_version
from tallyboard.pages.tournaments import NOW, version_of
from tallyboard.store import Store, seats
from tallyboard.store.seats import Seat
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import About, in_use, listed
from tallyboard.store.tournaments.hall import RoundClock, clock_of, count, message_of
from tallyboard.store.transactions import EVERYTHING, SEATS, WakeUp
from tallyboard.text.printable import printable

PACE_S = 0.25  # between two looks, however much is written
_AT_LEAST_S = 5.0  # for wake-ups may be lost
_SEATS_S = 10.0  # the same of the seats, which are many rows of which few ever change


class Looker(threading.Thread):
    """Tells the site's `live` how tournaments and phones stand, until `stop`."""

    def __init__(self, site: Site) -> None:
        super().__init__(name="looker", daemon=True)
        self._site = site
        self._seen: dict[str, str] | None = None
        self._called: Called | None = None
        self._notices: tuple[str, int] | None = None  # whose, and how many there were
        self._message = ""  # as of then, as is the clock
        self._clock: RoundClock | None = None
        self._seats: Sequence[Seat] = ()
        self._seats_at: float | None = None
        self._store: Store | None = None
        self._lock = threading.Lock()
        self._topics: frozenset[str] = frozenset()  # what may be new
        self._has_written = False  # this process has, since a file was seen to be another
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._watcher = Watcher(site.store.get, self._wake)

    def start(self) -> None:
        super().start()
        self._watcher.start()

    def stop(self) -> None:
        self._watcher.stop()
        self._stopping.set()
        self._woken.set()

    def _wake(self, news: WakeUp) -> None:
        """Somebody has written, in a file perhaps this process itself: then it is known what."""
        if not news.topics:  # scores are for the hub
            return
        with self._lock:
            is_ours, self._has_written = self._has_written and news == EVERYTHING, False
            self._topics |= frozenset() if is_ours else news.topics
        self._woken.set()

    def _wrote(self, news: WakeUp) -> None:
        with self._lock:
            self._has_written = True
            self._topics |= news.topics
        if news.topics:
            self._woken.set()

    def run(self) -> None:
        while not self._stopping.is_set():
            with suppress(Exception):  # whatever it is, the hub says what is wrong with the database
                self._look()
            self._woken.wait(_AT_LEAST_S)
            self._stopping.wait(PACE_S)
            self._woken.clear()

    def look(self) -> None:
        """Look now, at everything. Raises TallyboardError where the database fails."""
        self._seats_at = None
        self._look()

    def _look(self) -> None:
        store = self._site.store.get()
        if store is not self._store:
            self._store = store
            store.on_writing(self._wrote)
        with self._lock:
            topics, self._topics = self._topics, frozenset()
        now = time.monotonic()
        with store.glancing() as sql:
            if SEATS in topics or self._seats_at is None or now - self._seats_at >= _SEATS_S:
                self._seats_at = None  # until it was read
                self._seats, self._seats_at = seats.seats(sql), now
            known = listed(sql)
            used = in_use(known) if known else None
            noted = self._read_notices(sql, used.id if used else "")
            versions = _versions(sql, known, self._seats)
            now, ours = sql.now_ms(), time.time_ns() // 1_000_000
        live = self._site.live
        live.take_message(printable(self._message))
        live.take_phones(*_phones(self._seats))
        if versions != self._seen:
            self._called = self._look_up()
            live.take_tournaments(versions, self._called)
            self._seen = versions
        live.take_clock(_clock_on(self._clock, self._called, used, now), Noted(noted), now - ours)

    def _read_notices(self, sql: Sql, tournament: str) -> int:
        """How many there are; those for the hall are read where that is another number."""
        noted = tournament, count(sql)
        if noted != self._notices:
            self._message = message_of(sql, tournament)
            self._clock = clock_of(sql, tournament)
            self._notices = noted
        return noted[1]

    def _look_up(self) -> Called | None:
        try:
            return self._site.tournaments.asked(self._site.store.get(), NOW, called)
        except TallyboardError:  # there is none, or it is damaged: its own page says so
            return None


def _clock_on(clock: RoundClock | None, called: Called | None, used: About | None, now: int) -> ClockOn:
    """What pages show of the clock at this moment of the database's."""
    if clock is None or called is None or used is None or clock.is_over(called.computed["phases"], now):
        return ClockOn()
    its = (one for one in called.places.values() if (int(one.match.partition(":")[0]), one.round) in clock.rounds)
    where = next(its, None) if len(clock.rounds) == 1 else None
    return ClockOn(clock.until, clock.minutes, where._replace(group=None) if where else None, used.time_zone)


def _phones(found: Sequence[Seat]) -> tuple[Asks, dict[str, int]]:
    """Which phones ask for the tables of others; by board the batteries that are low."""
    asks = Asks(tuple(seat.ask for seat in found if seat.ask is not None))
    phones = [seat.phone for seat in found if seat.phone is not None]
    return asks, {one.board: one.percent for one in phones if one.percent is not None and one.is_low}


def _versions(sql: Sql, known: Sequence[About], open_to_phones: Sequence[Seat]) -> dict[str, str]:
    """By the word that stands in addresses; of tables and orders by TABLES."""
    versions = {(version := version_of(about)).partition("-")[0]: version for about in known}
    versions[TABLES] = tables_version(sql, open_to_phones)
    if known:
        versions[NOW] = version_of(in_use(known))
    return versions
