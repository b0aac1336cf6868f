"""Bringing a tournament from one store into another: what one has more of comes along; where both went on apart from
each other, each keeps its own, and that is said."""

from collections.abc import Sequence
from shlex import quote
from typing import NamedTuple

from tallyboard.errors import TallyboardError, later, nlater
from tallyboard.errors import store as told
from tallyboard.shapes import LeftOutObject
from tallyboard.store.reader import Reader
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.appending import next_of
from tallyboard.store.tournaments.mending import line_before, whole
from tallyboard.store.tournaments.notices import all_notices, take
from tallyboard.store.tournaments.rows import About, StoredEvent, events, every_list, without_row
from tallyboard.store.transactions import Writable, take_alone
from tallyboard.text.language import _, here

_OF_THE_LIST = ("name", "first_line", "time_zone", "created", "crc", "active", "last")


class LeftOut(NamedTuple):
    """A tournament that did not come along whole: its name, its id, how many of its `events` did not, and why, in a
    sentence. `apart`: where it went on in both databases, the events that did not come. `kind`: tournament, season."""

    name: str
    tournament: str
    events: int
    why: str
    apart: Sequence[StoredEvent] = ()
    kind: str = "tournament"

    def as_json(self) -> LeftOutObject:
        return {
            "name": self.name,
            "tournament": self.tournament,
            "events": self.events,
            "why": self.why,
            "apart": [{"event": one.number, "line": one.line, "who": one.who} for one in self.apart],
        }

    def __str__(self) -> str:
        of_a_season = self.kind == "season"
        said = later("The season %(name)s: %(why)s") if of_a_season else later("The tournament %(name)s: %(why)s")
        return _(said, name=self.name, why=self.why)


def merge_tournaments(source: Reader, target: Writable) -> tuple[int, int, list[LeftOut]]:
    """Write into the target what the source's tournaments have and it lacks; the source stays as it is. How many events
    and notices were new, and what was left out. Raises TallyboardError about whichever of the two fails."""
    count = 0
    with source.reading() as sql:
        known, noted = every_list(sql), all_notices(sql)
        left_out = [LeftOut(name, name, 0, _(told.NO_BEGINNING)) for name in without_row(sql)]
    for about in reversed(known):  # here they come in the order in which they came there
        kind = "season" if about.is_season else "tournament"
        with source.reading() as sql:
            try:
                its = events(sql, about.id)
            except TallyboardError as error:
                left_out.append(
                    LeftOut(
                        about.name,
                        about.id,
                        about.last,
                        _("%(why)s Nothing of it was copied.", why=str(error)),
                        kind=kind,
                    )
                )
                continue
        try:
            new, common = _take(target, about, its)
        except TallyboardError:
            with target.reading() as sql:
                if not _is_damaged(sql, about):
                    raise
            left_out.append(LeftOut(about.name, about.id, len(its), _(told.DAMAGED_THERE), kind=kind))
            continue
        count += new
        if common is not None:
            left = its[common:]
            were = nlater(
                "%(num)s event of the one that is copied was",
                "%(num)s events of the one that is copied were",
                len(left),
            )
            where = later("after event %(number)s", number=common) if common else later("from its beginning")
            names = {"tournament": about.id[:8], "database": quote(source.database)}
            why = here().filled(told.APART, {"where": where, "were": were, "kind": kind, **names})
            left_out.append(LeftOut(about.name, about.id, len(left), why, left, kind))
    with target.reading() as sql:
        there = {about.id for about in every_list(sql)}
    return count, take(target, [one for one in noted if one.tournament in there]), left_out


def _is_damaged(sql: Sql, about: About) -> bool:
    if about.id in without_row(sql):
        return True
    try:
        events(sql, about.id)
    except TallyboardError:
        return True
    return False


def _take(target: Writable, about: About, its: Sequence[StoredEvent]) -> tuple[int, int | None]:
    """How many of these events were new to the target; and where the two part, after how many common ones, else
    None."""
    with target.reading() as sql:
        there = {one.id: one for one in every_list(sql)}.get(about.id)
        if there is not None and _common(events(sql, about.id), its) == len(its):
            return 0, None
    with target.writing() as sql:
        if there is None:
            take_alone(sql)  # of two that bring tournaments, for the number
            row = about._replace(used=0, auto=False, last=0, number=next_of(sql, "number"), ahead=0).as_row()
            sql.insert("tournaments", [row], "DO NOTHING")
        sql.lock("tournaments", about.id)
        known = events(sql, about.id)
        common = _common(known, its)
        begun, healed = about, _healed(about, its, known[common:])
        if healed is None:
            begun = next(one for one in every_list(sql) if one.id == about.id)
            healed = _healed(begun, known, its[common:])
        if healed is None:
            return 0, common
        if healed == known:
            return 0, None
        at, minute = (known[common - 1].at, known[common - 1].minute) if common else (0, 0)
        later = [one._replace(at=max(at, one.at), minute=max(minute, one.minute)) for one in healed[common:]]
        gone = "DELETE FROM tournament_events WHERE tournament = :id AND number > :common"
        sql.run(gone, id=about.id, common=common)
        sql.insert("tournament_events", [one.as_row(about.id) for one in later])
        values = begun._replace(last=len(healed)).as_row()
        changed = ", ".join(f"{name} = :{name}" for name in _OF_THE_LIST)
        sql.run(f"UPDATE tournaments SET {changed} WHERE id = :id", **values)
        before = {event.number: event.line for event in known}
        return sum(before.get(event.number) != event.line for event in healed), None


def _healed(about: About, sound: Sequence[StoredEvent], mended: Sequence[StoredEvent]) -> list[StoredEvent] | None:
    """The sound events, and in force again what a list that was mended has behind them; None where the two part.
    `mended` is that list from where it says something else."""
    there = {event.number: event for event in sound}
    for event in mended:
        if not event.line.startswith("note "):
            return None
        line = line_before(event.line)
        if line is None:
            continue  # it is lost
        if event.number in there and there[event.number].line != line:
            return None
        there.setdefault(event.number, event._replace(line=line))
    return whole(about._replace(last=0), there)


def _common(one: Sequence[StoredEvent], other: Sequence[StoredEvent]) -> int:
    """How many events they begin with that say the same, whenever each was entered."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.line != b.line), min(len(one), len(other)))
