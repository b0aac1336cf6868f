"""Bringing a tournament from one store into another: what one has more of comes along; where both went on apart from
each other, each keeps its own, and that is said."""

from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.shapes import LeftOutObject
from tallyboard.store.reader import Reader
from tallyboard.store.tables.sql import CoreSql, without_clash
from tallyboard.store.tournaments.rows import About, StoredEvent, check, events, listed

if TYPE_CHECKING:
    from tallyboard.store.store import Store


class LeftOut(NamedTuple):
    """A tournament that did not come along whole: its name, its id, how many of its `events` did not, and why, in a
    sentence. `apart`: where it went on in both databases, the events that did not come."""

    name: str
    tournament: str
    events: int
    why: str
    apart: Sequence[StoredEvent] = ()

    def as_json(self) -> LeftOutObject:
        """Everything as plain values."""
        return {
            "name": self.name,
            "tournament": self.tournament,
            "events": self.events,
            "why": self.why,
            "apart": [{"event": one.number, "line": one.line, "who": one.who} for one in self.apart],
        }

    def __str__(self) -> str:
        return f"The tournament {self.name}: {self.why}"


class Taken(NamedTuple):
    """What became of the tournaments of a store: how many `events` were new, and what was left out."""

    events: int
    left_out: list[LeftOut]


def merge_tournaments(source: Reader, target: "Store") -> Taken:
    """Write into the target what the source's tournaments have and it lacks; the source stays as it is.

    Raises TallyboardError about whichever of the two fails.
    """
    taken = Taken(0, [])
    with source.reading() as sql:
        known = listed(sql)
    for about in known:
        with source.reading() as sql:
            try:
                its = events(sql, about.id)
            except TallyboardError as error:
                taken.left_out.append(LeftOut(about.name, about.id, about.last, f"{error} Nothing of it was copied."))
                continue
        new, common = _take(target, about, its)
        taken = taken._replace(events=taken.events + new)
        if common is not None:
            left = its[common:]
            why = _parted(common, len(left), about.id, source.database)
            taken.left_out.append(LeftOut(about.name, about.id, len(left), why, left))
    return taken


def _parted(common: int, left: int, tournament: str, database: str) -> str:
    were = "1 event of the one that is copied was" if left == 1 else f"{left} events of the one that is copied were"
    where = f"after event {common}" if common else "from its beginning"
    return (
        f"it went on in both databases apart from each other {where}, so {were} left out. Enter by hand what is "
        f"missing; `tallyboard tournament log --tournament {tournament[:8]} --db {quote(database)}` has all of it."
    )


def _take(target: "Store", about: About, its: Sequence[StoredEvent]) -> tuple[int, int | None]:
    """How many of these events were new to the target; and where the two part, after how many common ones, else
    None."""
    from sqlalchemy import insert, select, update

    from tallyboard.store.tables.schema import tournament_events, tournaments

    with target.reading() as sql:
        there = {one.id: one for one in listed(sql)}.get(about.id)
        if there is not None and _common(events(sql, about.id), its) == len(its):
            return 0, None
    with target.writing() as connection:
        row = {**about._asdict(), "crc": check(*about[:5]), "last": 0}
        connection.execute(without_clash(connection, tournaments).values(row))
        mine = tournaments.c.id == about.id
        connection.execute(select(tournaments.c.id).where(mine).with_for_update())
        known = events(CoreSql(connection), about.id)
        common = _common(known, its)
        if common < len(known):
            return 0, None if common == len(its) else common
        new = its[common:]
        if new:
            rows = [
                {"tournament": about.id, **one._asdict(), "crc": check(about.id, *one)} for one in _after(known, new)
            ]
            connection.execute(insert(tournament_events), rows)
            connection.execute(update(tournaments).where(mine).values(last=its[-1].number, active=about.active))
        return len(new), None


def _common(one: Sequence[StoredEvent], other: Sequence[StoredEvent]) -> int:
    """How many events they begin with that say the same, whenever each was entered."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.line != b.line), min(len(one), len(other)))


def _after(known: Sequence[StoredEvent], new: Sequence[StoredEvent]) -> list[StoredEvent]:
    """These events, none before the last that is known."""
    at, minute = (known[-1].at, known[-1].minute) if known else (0, 0)
    return [event._replace(at=max(at, event.at), minute=max(minute, event.minute)) for event in new]
