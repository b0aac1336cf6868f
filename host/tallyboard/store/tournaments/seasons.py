"""Seasons in the store: a roster, and nights that are tournaments of the store or scripts in files; and whose names are
offered to a tournament."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tallyboard.desk import ScriptError, read_script
from tallyboard.desk.season import (
    Evening,
    MissingNightError,
    Season,
    SeasonEvent,
    SeasonObject,
    compute_season,
    evening_of,
)
from tallyboard.errors import CoreError, TallyboardError, later
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.follow import Followed, FollowedSeason
from tallyboard.store.tournaments.rows import About, StoredEvent, find_season, listed, seasons
from tallyboard.text.near_names import Roster

_ID = re.compile(r"[0-9a-f][0-9a-f-]{7,35}")  # of a tournament, or its beginning


def is_id(file: str) -> bool:
    """Whether it can be the id of a tournament, or its beginning."""
    return _ID.fullmatch(file) is not None


def followed_season(sql: Sql, word: str | None = None) -> FollowedSeason:
    """The season that `find_season` finds, caught up. Raises TallyboardError."""
    made = FollowedSeason(find_season(sql, word))
    made.catch_up(sql)
    return made


def of_last_command(stored: Sequence[StoredEvent], season: Season) -> list[SeasonEvent]:
    """What `undo` would take back, in order: all that one command entered."""
    by = {event.number: (event.who, event.at) for event in stored}  # a command has a time of its own
    rest = [event for event in season.events if event.stands]
    return [event for event in rest if by[event.number] == by[rest[-1].number]]


def taking_back(followed: FollowedSeason) -> Callable[[Season], list[str]]:
    """What takes back what was entered last."""
    return lambda season: ["undo"] * (len(of_last_command(followed.events, season)) or 1)  # of nothing: it is refused


class Evenings:
    """What tournaments give a season, kept by their version: a finished one is not computed again."""

    def __init__(self) -> None:
        self._stored: dict[str, tuple[int, Evening]] = {}  # by id: the number of the last event
        self._scripts: dict[Path, tuple[str, Evening]] = {}  # by path: what was in the file

    def at(self, file: str, sql: Sql | None = None, folder: Path | None = None) -> Evening:
        """That of a script in this file, as seen from the folder, or of the tournament of the store with this id.

        Raises TallyboardError where there is none that can be read.
        """
        path = (folder or Path()) / file
        about = None
        if sql is not None and is_id(file):
            about = next((one for one in listed(sql) if one.id.startswith(file)), None)
        if about is None or sql is None or path.exists():
            return self._of_script(path.absolute(), file)
        return self._of_stored(sql, about)

    def _of_stored(self, sql: Sql, about: About) -> Evening:
        last, evening = self._stored.get(about.id, (-1, None))
        if evening is None or last != about.last:
            followed = Followed(about)
            followed.catch_up(sql)
            evening = evening_of(followed.tournament)
            self._stored[about.id] = followed.about.last, evening
        return evening

    def _of_script(self, path: Path, file: str) -> Evening:
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise CoreError(told.NO_SCRIPT, file=file, why=error.strerror) from None
        except ValueError:  # of no UTF-8, or of a NUL in the name
            raise CoreError(told.NO_SCRIPT, file=file, why=later("it is no text in UTF-8")) from None
        before, evening = self._scripts.get(path, ("", None))
        if evening is None or before != text:
            try:
                evening = evening_of(read_script(text))
            except ScriptError as error:
                raise CoreError(told.BAD_SCRIPT, file=file, line=error.line, why=error.refusal) from None
            self._scripts[path] = text, evening
        return evening


def computed_season(sql: Sql, season: Season, evenings: Evenings) -> SeasonObject:
    """Everything that follows from a season of this store. Raises MissingNightError."""
    found = {}
    for night in season.nights:
        try:
            found[night.file] = evenings.at(night.file, sql)
        except TallyboardError as error:
            raise MissingNightError(night, str(error)) from None
    return compute_season(season, found)


NOBODYS = "none"  # instead of a season: no roster


class RosterOffer(NamedTuple):
    """`seasons`: all that there are, the newest first; `chosen`: the one whose roster is offered, None for none."""

    seasons: list[About]
    chosen: About | None = None
    roster: Roster | None = None


def roster_offer(sql: Sql, tournament: str, wanted: str | None = None) -> RosterOffer:
    """Of the season that is `wanted`, by its name or the beginning of its id; else of the one that has this tournament
    (by its id) as a night; else of the only one. Raises TallyboardError where there is no such season."""
    known = seasons(sql)
    if not known or wanted == NOBODYS:
        return RosterOffer(known)
    if wanted:
        chosen = followed_season(sql, wanted)
    else:
        first = next(seasons_of(sql, tournament), None) or (
            followed_season(sql, known[0].id) if len(known) == 1 else None
        )
        if first is None:
            return RosterOffer(known)
        chosen = first
    return RosterOffer(known, chosen.about, Roster(player.names for player in chosen.season.roster))


def seasons_of(sql: Sql, tournament: str) -> Iterator[FollowedSeason]:
    """The seasons of which the tournament of this id is a night."""
    for about in seasons(sql):
        found = followed_season(sql, about.id)
        if any(tournament.startswith(night.file) for night in found.season.nights):
            yield found
