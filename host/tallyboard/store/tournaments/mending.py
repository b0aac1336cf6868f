"""What is left of tournaments in a damaged database, as a list that can be computed again.

An event that is lost leaves a note in its place, and all behind it become notes of what they said: had it been an
entrant's, everybody behind would have another's number, and no result would be sure. What is in force is sure, and
what is not stands in the log to be entered again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from tallyboard.desk import Refusal, Tournament
from tallyboard.errors import TallyboardError
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.tournaments.rows import KEPT, About, StoredEvent, about_of, check, events, listed

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOST = "note (this event was damaged in the database and is lost)"


@dataclass
class Pieces:
    """The rows of tournaments that are there: by id how each began, and its events by number."""

    abouts: dict[str, About] = field(default_factory=dict)
    events: dict[str, dict[int, StoredEvent]] = field(default_factory=dict)

    def take_about(self, row: tuple[Any, ...]) -> bool:
        """Note a row of `tournaments`, of several of one tournament the latest; False where it is none."""
        about = about_of(row)
        if about is None:
            return False
        known = self.abouts.get(about.id)
        if known is None or (known.last, known.active, known.used) < (about.last, about.active, about.used):
            self.abouts[about.id] = about
        return True

    def take_event(self, row: tuple[Any, ...]) -> bool:
        """Note a row of `tournament_events`; False where it is none."""
        tournament, event = row[0], StoredEvent(*row[1:-1])
        if row[-1] != check(tournament, *event):
            return False
        self.events.setdefault(tournament, {})[event.number] = event
        return True

    def fill(self, connection: "Connection") -> None:
        """Put them into a database that has none of them."""
        from sqlalchemy import insert

        from tallyboard.store.tables.schema import tournament_events, tournaments

        for tournament in sorted({*self.abouts, *self.events}):
            there = self.events.get(tournament, {})
            about = self.abouts.get(tournament) or _guessed(tournament, there)
            whole = _whole(about, there)
            about = about._replace(last=len(whole))
            connection.execute(insert(tournaments).values({**about._asdict(), "crc": check(*about[:5])}))
            rows = [{"tournament": tournament, **one._asdict(), "crc": check(tournament, *one)} for one in whole]
            if rows:
                connection.execute(insert(tournament_events), rows)


def _guessed(tournament: str, there: Mapping[int, StoredEvent]) -> About:
    """How a tournament began of which only events are left."""
    entry = (
        "doubles" if any(event.line.startswith("add") and "&" in event.line for event in there.values()) else "singles"
    )
    at = min(event.at for event in there.values())
    return About(tournament, f"Tournament {tournament[:8]}", f"tournament {entry}", "UTC", at, 0, False, 0, at)


def _whole(about: About, there: Mapping[int, StoredEvent]) -> list[StoredEvent]:
    """Its events from 1 on, with notes from the first that is missing on."""
    made: list[StoredEvent] = []
    before = StoredEvent(0, "", about.created, 0, "", "")
    lost = 0
    for number in range(1, max(there, default=0) + 1):
        event = there.get(number)
        if event is None:
            event = before._replace(number=number, line=LOST, who="", reason="")
            lost = lost or number
        elif lost and not event.line.startswith("note "):
            event = event._replace(line=f"note (not in force since event {lost} is lost) {event.line}")
        made.append(event)
        before = event
    return made


def mend_tournaments(connection: "Connection") -> None:
    """Put what is damaged of the tournaments in a database into an order that can be computed."""
    from sqlalchemy import delete

    from tallyboard.store.tables.schema import tournament_events, tournaments

    sql = CoreSql(connection)
    if _are_sound(sql):
        return
    pieces = Pieces()
    for row in sql.rows(f"SELECT {KEPT} FROM tournaments"):
        if not pieces.take_about(row) and _can_be(row):
            pieces.abouts[row[0]] = About._make((*row[:5], 0, False, 0, row[4]))
    for row in _rows_of_events(sql):
        pieces.take_event(row)
    connection.execute(delete(tournament_events))
    connection.execute(delete(tournaments))
    pieces.fill(connection)


def _rows_of_events(sql: CoreSql) -> Iterable[tuple[Any, ...]]:
    return sql.rows("SELECT tournament, number, line, at, minute, who, reason, crc FROM tournament_events")


def _are_sound(sql: CoreSql) -> bool:
    """Whether every row is what was written."""
    known = listed(sql)
    ids = {about.id for about in known}
    if len(known) != next(sql.rows("SELECT count(*) FROM tournaments"))[0]:
        return False
    try:
        count = sum(len(events(sql, about.id)) for about in known)
    except TallyboardError:
        return False
    return ids >= {row[0] for row in _rows_of_events(sql)} and count == sum(1 for _ in _rows_of_events(sql))


def _can_be(row: tuple[Any, ...]) -> bool:
    """Whether a row whose check does not hold says all the same how a tournament began."""
    tournament, name, first_line, time_zone, created = row[:5]
    texts = (tournament, name, first_line, time_zone)
    if type(created) is not int or not all(isinstance(text, str) and text for text in texts):
        return False
    try:
        Tournament(first_line)
        ZoneInfo(time_zone)
    except (Refusal, KeyError, OSError, ValueError):
        return False
    return True
