"""Tournaments and seasons in memory, caught up at each look: neither a day nor a finished night is computed anew for
each page."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tallyboard.desk import DeskEvent, Tournament, TournamentObject, as_object
from tallyboard.desk.season import Evening, Night, Season, SeasonEvent, SeasonObject, compute_season
from tallyboard.errors import TallyboardError
from tallyboard.store import Reader, Store, tournaments
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tournaments import About, Followed, StoredEvent, find
from tallyboard.store.tournaments.appending import Decide, append, enter, taking_back
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.notices import Doubted, NotInDoubtError, confirm_in, doubted, unconfirmed
from tallyboard.store.tournaments.seasons import Evenings, followed_season, of_last_command
from tallyboard.store.tournaments.seasons import taking_back as taking_season_back
from tallyboard.text.tournament.names import PhaseName, phase_names

NOTHING = "nothing"  # the version of a page that shows no tournament as there is none
NOW = "now"  # instead of a tournament's id: the one in use
_Given = TypeVar("_Given")

_SHORT = 8  # of a tournament's id, in addresses
_OF_A_TOURNAMENT = 3  # parts of a version that tell what was entered
_DIGITS = 20  # of an event's number, at most


def version_of(about: About) -> str:
    """What the version of a tournament begins with: which one, its last event, whether calls are made by themselves."""
    return f"{about.id[:_SHORT]}-{about.last}-{int(about.auto)}"


def is_newer(version: str, than: str) -> bool:
    """Whether something was entered between these two versions, or it is another tournament; not for the time alone."""
    now, before = version.split("-"), than.split("-")
    if len(now) < _OF_A_TOURNAMENT or len(before) < _OF_A_TOURNAMENT:
        return bool(version) and than == NOTHING
    if now[0] != before[0] or now[1] == before[1]:
        return now[:_OF_A_TOURNAMENT] != before[:_OF_A_TOURNAMENT]
    return now[1].zfill(_DIGITS) > before[1].zfill(_DIGITS)


class Seen(NamedTuple):
    """A tournament as it stood at a moment. `stands`: of each event by its number; `version`: another one when anything
    of it is another. `doubts`: results in doubt, which nobody has confirmed; `minute`: of the tournament's days;
    `phases`: what they are called, phase 1 first."""

    about: About
    computed: TournamentObject
    events: Sequence[StoredEvent]
    stands: dict[int, bool]
    version: str
    doubts: Sequence[Doubted] = ()
    minute: int = 0
    phases: Sequence[PhaseName] = ()

    @property
    def id(self) -> str:
        """As it stands in addresses."""
        return self.about.id[:_SHORT]


class Look(NamedTuple):
    """A tournament at this moment, for as long as the look lasts, with the database that it is read from."""

    seen: Seen
    tournament: Tournament
    followed: Followed
    sql: Sql


class Entered(NamedTuple):
    """A tournament after something was entered: how it stands, the new events, and what was asked of it `before`."""

    seen: Seen
    tournament: Tournament
    made: Sequence[StoredEvent]
    before: Any = None


class _Kept:
    """One tournament, and what was computed of it last."""

    def __init__(self, about: About) -> None:
        self.followed = Followed(about)
        self.lock = threading.Lock()
        self.seen: Seen | None = None
        self.doubted: list[Doubted] = []


class SeenTournaments:
    """Those that somebody has looked at."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def see(self, store: Reader, word: str) -> Seen:
        """How it stands now. `word`: NOW, its name, or the beginning of its id. Raises TallyboardError."""
        return self.asked(store, word, lambda look: look.seen)

    def asked(self, store: Reader, word: str, question: Callable[[Look], _Given]) -> _Given:
        """What `question` finds in the tournament as it stands now, and in the database as of the same moment."""
        with store.reading() as sql:
            kept = self._of(sql, word)
            with kept.lock:
                kept.followed.catch_up(sql)
                present = kept.followed.at(sql.now_ms())
                seen = self._seen(kept, present)
                seen = seen._replace(doubts=unconfirmed(sql, seen.about.id, kept.doubted))
                return question(Look(seen, present, kept.followed, sql))

    def enter(
        self,
        store: Store,
        word: str,
        decide: Decide,
        who: str,
        reason: str = "",
        confirms: Callable[[Doubted], bool] | None = None,
    ) -> Entered:
        """Decide and write in one transaction, see store.tournaments.appending.enter; `confirms`: the results that are
        right with it, though their game cannot have given them."""

        def change(sql: CoreSql, followed: Followed) -> list[StoredEvent]:
            made = enter(sql, followed, decide, who, reason)
            if confirms is not None:
                with suppress(NotInDoubtError):  # they may stand behind something that decides otherwise
                    confirm_in(sql, followed, confirms, who)
            return made

        return self._changed(store, word, change)

    def undo(
        self, store: Store, word: str, who: str, reason: str, check: Callable[[Sequence[DeskEvent]], None]
    ) -> Entered:
        """Take back what was entered last; see `taking_back`."""
        return self._changed(
            store, word, lambda sql, followed: enter(sql, followed, taking_back(followed, check), who, reason)
        )

    def note(self, store: Store, word: str, write: Callable[[CoreSql, Followed], object]) -> None:
        """Write notices, in one transaction; see store.tournaments.notices. Raises TallyboardError."""

        def change(sql: CoreSql, followed: Followed) -> list[StoredEvent]:
            write(sql, followed)
            return []

        self._changed(store, word, change)

    def _changed(self, store: Store, word: str, change: Callable[[CoreSql, Followed], list[StoredEvent]]) -> Entered:
        with ExitStack() as held:  # nobody else sees it in memory before it is committed
            kept: _Kept | None = None
            try:
                with store.writing() as sql:
                    kept = self._of(sql, word)
                    held.enter_context(kept.lock)
                    made = change(sql, kept.followed)
                    now = sql.now_ms()
            except BaseException:
                if kept is not None:
                    kept.followed.forget()  # it may have more than what is stored
                raise
            present = kept.followed.at(now)
            return Entered(self._seen(kept, present), present, made)

    def _of(self, sql: Sql, word: str) -> _Kept:
        about = find(sql, None if word == NOW else word)
        with self._lock:
            if about.id not in self._kept:
                self._kept[about.id] = _Kept(about)
            return self._kept[about.id]

    @staticmethod
    def _seen(kept: _Kept, present: Tournament) -> Seen:
        """Without what is in doubt."""
        about = kept.followed.about
        version = f"{version_of(about)}-{present.minute}"
        if kept.seen is None or kept.seen.version != version:
            stands = {event.number: event.stands for event in present.events}
            kept.doubted = doubted(present)
            kept.seen = Seen(
                about,
                as_object(present),
                tuple(kept.followed.events),
                stands,
                version,
                minute=present.minute,
                phases=phase_names(present.phases),
            )
        return kept.seen


Lines = Callable[[Season], Sequence[str]]


class SeenSeason(NamedTuple):
    """A season as it stood at a moment. `id`: as it stands in addresses. `tournaments`: by what its nights name them
    (the beginning of the id, name), those that were taken out too. `missing`: nights whose tournament is not to be had;
    `computed` is without them. `last`: what would be taken back now."""

    id: str
    name: str
    time_zone: str
    season: Season
    computed: SeasonObject
    tournaments: dict[str, tuple[str, str]]
    missing: list[Night]
    version: str
    last: Sequence[SeasonEvent]


class SeenSeasons:
    """Those that somebody has looked at."""

    def __init__(self) -> None:
        self._evenings = Evenings()
        self._kept: dict[str, SeenSeason] = {}
        self._lock = threading.Lock()  # of several who look first one computes

    def version(self, store: Reader, word: str) -> str:
        """Another one where anything that pages of the season show is another."""
        with store.reading() as sql:
            return _version(sql, _followed(sql, word))

    def see(self, store: Reader, word: str) -> SeenSeason:
        """How it stands now. `word`: NOW, its name, or the beginning of its id. Raises TallyboardError."""
        with self._lock, store.reading() as sql:
            followed = _followed(sql, word)
            version = _version(sql, followed)
            kept = self._kept.get(followed.about.id)
            if kept is None or kept.version != version:
                kept = self._kept[followed.about.id] = self._seen(sql, followed, version)
            return kept

    def enter(self, store: Store, word: str, lines: Lines | None, who: str) -> SeenSeason:
        """Enter what `lines` gives for the season as it stands; None: take back all that was entered last by one press.
        Raises Refusal: then nothing is changed."""
        with store.reading() as sql:
            followed = _followed(sql, word)
        append(store, followed, lines or taking_season_back(followed), who)
        return self.see(store, followed.about.id)

    def _seen(self, sql: Sql, followed: FollowedSeason, version: str) -> SeenSeason:
        about, season = followed.about, followed.season
        found: dict[str, Evening | None] = {}
        for night in season.nights:
            with suppress(TallyboardError):
                found[night.file] = self._evenings.at(night.file, sql)
        missing = [night for night in season.nights if night.file not in found]
        computed = compute_season(_without(season, missing), found)
        files = {event.line.split()[2] for event in season.events if event.line.lower().startswith("night ")}
        named = {
            file: (one.id[:_SHORT], one.name)
            for one in tournaments.listed(sql)
            for file in files
            if one.id.startswith(file)
        }
        last = of_last_command(followed.events, season)
        return SeenSeason(
            about.id[:_SHORT], about.name, about.time_zone, season, computed, named, missing, version, last
        )


def _followed(sql: Sql, word: str) -> FollowedSeason:
    return followed_season(sql, None if word == NOW else word)


def _version(sql: Sql, followed: FollowedSeason) -> str:
    known = tournaments.listed(sql)
    nights = [_version_of(night.file, known) for night in followed.season.nights]
    return ".".join(["season", followed.about.id, str(followed.about.last), *nights])


def _version_of(file: str, known: Sequence[tournaments.About]) -> str:
    for one in known:
        if one.id.startswith(file):
            return f"{one.last}-{one.name}"
    try:
        return str(Path(file).stat().st_mtime_ns)
    except (OSError, ValueError):
        return ""


def _without(season: Season, missing: Sequence[Night]) -> Season:
    """The season without these nights."""
    if not missing:
        return season
    first, *lines = season.script()
    made = Season(first)
    for line in [*lines, *(f"out {night.file}" for night in missing)]:
        made.enter(line)
    return made
