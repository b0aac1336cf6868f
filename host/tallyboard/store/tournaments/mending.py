"""What is left of tournaments in a damaged database, as a list that can be computed again.

An event that is lost leaves a note in its place, and all behind it become notes of what they said: had it been an
entrant's, everybody behind would have another's number, and no result would be sure. Where it is lost how a tournament
began, nothing from the first draw on is sure: the lots were drawn by a number that stood there. What is in force is
sure, and what is not stands in the log to be entered again.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from tallyboard.desk import Refusal
from tallyboard.desk.events import Result
from tallyboard.desk.lines import words_of
from tallyboard.desk.season import Season
from tallyboard.errors import TallyboardError
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tournaments import rows
from tallyboard.store.tournaments.follow import begun
from tallyboard.store.tournaments.notices import TournamentNotice, notice_of
from tallyboard.store.tournaments.rows import (
    KEPT,
    About,
    StoredEvent,
    check,
    events,
    every_list,
    sound_lines,
    without_row,
)

LOST = "note (this event was damaged in the database and is lost)"
_BEGINNING = "how the tournament began"
_LEFT = re.compile(
    r"note \((?:this event was|events (?P<first>\d+) to (?P<last>\d+) were|how the tournament began was)"
    r" damaged in the database.*\)"
    r"|note \(not in force since (?:event \d+|how the tournament began) is lost\) (?P<line>.*)"
)


def line_before(line: str) -> str | None:
    """The line, or where mending put it in the place of an event or behind the last, what that said; None where that is
    lost."""
    found = _LEFT.fullmatch(line)
    return found["line"] if found else line


class Loss(NamedTuple):
    """What a tournament has lost by damage: its name, and how many of its `events` are notes now, lost or not in
    force."""

    tournament: str
    events: int


def losses(sql: Sql) -> list[Loss]:
    """The tournaments in which something was lost and mended, so far as their lists can be read."""
    found = []
    for about in every_list(sql):
        left = filter(None, map(_LEFT.fullmatch, sound_lines(sql, about.id, "note (%")))
        count = sum(1 + int(one["last"] or 0) - int(one["first"] or 0) for one in left)
        if count:
            found.append(Loss(about.name, count))
    return found


@dataclass
class Pieces:
    """The rows of tournaments that are there: by id how each began, and its events by number. `unsure`: ids of those of
    which the row that says how they began is damaged. `notices`: by id."""

    abouts: dict[str, About] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    events: dict[str, dict[int, StoredEvent]] = field(default_factory=dict)
    notices: dict[str, TournamentNotice] = field(default_factory=dict)

    def take_about(self, row: tuple[Any, ...]) -> bool:
        """Note a row of `tournaments`, of several of one tournament the latest; False where it is none."""
        about = rows.about_of(row)
        if about is None:
            return False
        if len(row) == len(KEPT.split(", ")) - 2:  # of a shape before 0007, whose `used` was a moment
            about = about._replace(used=0)
        both = self.abouts.get(about.id, about), about  # the one without a number is of a shape before 0007
        self.abouts[about.id] = max(both, key=lambda one: (one.number > 0, one.last, one.active, one.used))
        return True

    def take_event(self, row: tuple[Any, ...]) -> None:
        """Note a row of `tournament_events`, if it is one."""
        tournament, event = row[0], StoredEvent(*row[1:-1])
        if row[-1] == check(tournament, *event):
            self.events.setdefault(tournament, {})[event.number] = event

    def take_notice(self, row: tuple[Any, ...]) -> None:
        """Note a row of `notices`, if it is one."""
        notice = notice_of(row)
        if notice is not None:
            self.notices[notice.id] = notice

    def fill(self, sql: CoreSql) -> None:
        """Put them into a database that has none of them."""
        for tournament in sorted({*self.abouts, *self.events}):
            there = self.events.get(tournament, {})
            about = self.abouts.get(tournament)
            if about is None:  # only events are left: how it began is guessed
                are_pairs = any(one.line.startswith("add") and "&" in one.line for one in there.values())
                first_line = f"tournament {'doubles' if are_pairs else 'singles'}"
                if any(one.line.startswith(("player ", "night ")) for one in there.values()):
                    first_line = "season"
                at = min(one.at for one in there.values())
                about = About(tournament, f"Tournament {tournament[:8]}", first_line, "UTC", at, 0, False, 0, 0)
                made = _begun_anew(about, there)
            else:
                made = whole(about, there)
                if tournament in self.unsure:
                    can_be = _can_have_begun(about.first_line, made)
                    note = f"note ({_BEGINNING} was damaged in the database, check: {about.first_line})"
                    made = _with_note(about, made, note) if can_be else _begun_anew(about, there)
            about = about._replace(last=len(made), active=about.active or (made[-1].at if made else about.created))
            sql.insert("tournaments", [about.as_row()])
            sql.insert("tournament_events", [one.as_row(tournament) for one in made])
        sql.insert("notices", [one.as_row() for one in self.notices.values()])


def _begun_anew(about: About, there: Mapping[int, StoredEvent]) -> list[StoredEvent]:
    """Its events, of which nothing from the first draw on is in force."""
    made = whole(about, there)
    first = next((event.number for event in made if event.line.split()[:1] == ["draw"]), len(made) + 1)
    noted = [_noted(event, _BEGINNING) if event.number >= first else event for event in made]
    return _with_note(about, noted, f"note ({_BEGINNING} was damaged in the database and is lost)")


def _can_have_begun(first_line: str, whole: Iterable[StoredEvent]) -> bool:
    """Whether the events can be entered behind this line, and every result is of the two that are drawn by it."""
    computed = begun(first_line)
    try:
        for event in whole:
            if isinstance(computed, Season):
                computed.enter(event.line)
                continue
            what = computed.enter(event.line, event.minute).what
            players = computed.match(what.match)[1].players if isinstance(what, Result) else None
            if isinstance(what, Result) and players is not None and set(players) != set(what.entrants):
                return False
    except Refusal:
        return False
    return True


def whole(about: About, there: Mapping[int, StoredEvent]) -> list[StoredEvent]:
    """Its events from 1 on, with notes from the first that is missing on, and one for all that are missing at the
    end."""
    made: list[StoredEvent] = []
    before = StoredEvent(0, "", about.created, 0, "", "")
    lost = 0
    for number in range(1, max(there, default=0) + 1):
        event = there.get(number)
        if event is None:
            event = before._replace(number=number, line=LOST, who="", reason="")
            lost = lost or number
        elif lost:
            event = _noted(event, f"event {lost}")
        made.append(event)
        before = event
    if about.last > len(made):
        first, last = len(made) + 1, about.last
        return _with_note(about, made, f"note (events {first} to {last} were damaged in the database and are lost)")
    return made


def _noted(event: StoredEvent, lost: str) -> StoredEvent:
    """The event as a note of what it said, which is not in force."""
    is_note = event.line.startswith("note ")
    return event if is_note else event._replace(line=f"note (not in force since {lost} is lost) {event.line}")


def _with_note(about: About, whole: list[StoredEvent], note: str) -> list[StoredEvent]:
    last = whole[-1] if whole else StoredEvent(0, "", about.created, 0, "", "")
    return [*whole, last._replace(number=last.number + 1, line=note, who="", reason="")]


def mend_tournaments(sql: CoreSql) -> None:
    """Put what is damaged of the tournaments in a database into an order that can be computed."""
    if _are_sound(sql):
        return
    pieces = Pieces()
    for row in sql.rows(f"SELECT {KEPT} FROM tournaments"):
        if not pieces.take_about(row) and (about := _as_it_says(row)):
            pieces.abouts[about.id] = about
            pieces.unsure.add(about.id)
    for row in sql.rows("SELECT tournament, number, line, at, minute, who, reason, crc FROM tournament_events"):
        pieces.take_event(row)
    sql.run("DELETE FROM tournament_events")
    sql.run("DELETE FROM tournaments")
    pieces.fill(sql)


def _are_sound(sql: CoreSql) -> bool:
    known = every_list(sql)
    if without_row(sql):
        return False
    try:
        counts = [len(events(sql, about.id)) for about in known]
    except TallyboardError:
        return False
    have_states = all(rows.has_its_state(sql, about, count) for about, count in zip(known, counts, strict=True))
    return have_states and sum(counts) == next(sql.rows("SELECT count(*) FROM tournament_events"))[0]


def _as_it_says(row: tuple[Any, ...]) -> About | None:
    """How a tournament began by a row whose check does not hold, None where that cannot be."""
    tournament, name, first_line, time_zone, created = row[:5]
    texts = (tournament, name, first_line, time_zone)
    if type(created) is not int or not all(isinstance(text, str) and text.isprintable() and text for text in texts):
        return None
    try:
        begun(first_line)
        ZoneInfo(time_zone)
    except (Refusal, KeyError, OSError, ValueError):
        return None
    return About(tournament, name, " ".join(words_of(first_line)), time_zone, created, 0, False, 0, 0)
