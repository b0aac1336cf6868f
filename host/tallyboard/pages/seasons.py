"""Seasons as pages show them: what a finished night gives is not computed anew for each look."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tallyboard.desk.season import Evening, Night, Season, SeasonEvent, SeasonObject, compute_season
from tallyboard.errors import TallyboardError
from tallyboard.store import Reader, Store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.appending import append
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.seasons import Evenings, followed_season, of_last_command, taking_back

NOW = "now"  # instead of a season's id: the one in use
_SHORT = 8  # of an id, in addresses
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
        append(store, followed, lines or taking_back(followed), who)
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
