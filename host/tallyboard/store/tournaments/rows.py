"""Reading tournaments and their events. Every row carries a check: nothing could compute anew what a disk changed."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from tallyboard.errors import CoreError, Told
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import LATEST_MS, Sql, rows_if_there
from tallyboard.text.quantities import in_zone

KEPT = "id, name, first_line, time_zone, created, crc, used, auto, last, active, number, ahead"
# Of a shape before 0007, whose `used` was the moment when it was chosen, as `created` is.
_KEPT_BEFORE = f"{KEPT.replace('used', 'CASE WHEN used > created THEN used ELSE created END').partition(', number')[0]}"
_EVENTS = "SELECT number, line, at, minute, who, reason, crc FROM tournament_events WHERE tournament = :id"
_FEW = 5  # tournaments that a sentence lists
_SEASON = "season"  # the first word of a season's first line
_LONGEST = 3_153_600_000_000  # a hundred years in ms: no clock is set back so far


class About(NamedTuple):
    """A tournament, or a season, as it stands in the list.

    `first_line`: that of its script. `time_zone`: an IANA name. `created` and `active` (when something was entered
    last, before that its creation): ms since 1970 by the database's clock. `used`: of all, the one with the greatest is
    in use; 0: never chosen in this database. `auto`: its calls are made by themselves. `last`: the number of its last
    event, 0 before the first. `number`: greater, the later it came into this database. `ahead`: how many ms its desk's
    time goes before the database's clock, which was set back.
    """

    id: str
    name: str
    first_line: str
    time_zone: str
    created: int
    used: int
    auto: bool
    last: int
    active: int
    number: int = 0
    ahead: int = 0

    @property
    def is_season(self) -> bool:
        """Its list is that of a season: a roster, and nights that are tournaments."""
        return self.first_line.partition(" ")[0] == _SEASON

    @property
    def day(self) -> str:
        """The day of its last event, in its own time zone."""
        return f"{in_zone(self.time_zone, self.active):%Y-%m-%d}"

    def as_row(self) -> dict[str, Any]:
        return {**self._asdict(), "crc": check(*self[:5])}


class StoredEvent(NamedTuple):
    """An event as a line of the desk's script. `at`: ms since 1970 by the database's clock. `minute`: of the
    tournament's days, see `Followed.minute_of`. `who` made it, and why, "" where nothing was said."""

    number: int
    line: str
    at: int
    minute: int
    who: str
    reason: str

    def as_row(self, tournament: str) -> dict[str, Any]:
        return {"tournament": tournament, **self._asdict(), "crc": check(tournament, *self)}


def check(*values: Any) -> int:
    return crc32("\n".join(map(str, values)).encode("utf-8", "surrogateescape"))


def listed(sql: Sql) -> list[About]:
    """All tournaments, the newest first; a row that a disk has damaged is left out."""
    return [about for about in every_list(sql) if not about.is_season]


def seasons(sql: Sql) -> list[About]:
    """All seasons, in the same way."""
    return [about for about in every_list(sql) if about.is_season]


def every_list(sql: Sql) -> list[About]:
    """Both, in the same way."""
    found = (about_of(row) for row in rows_if_there(sql, "tournaments", f"SELECT {_kept(sql)} FROM tournaments"))
    known = [about for about in found if about is not None]
    return sorted(known, key=lambda about: (about.number, about.created, about.id), reverse=True)


def in_use(known: Iterable[About]) -> About:
    """Which of these, one at least, is in use: the one that was chosen last; where none was in this database, the one
    that came last."""
    return max(known, key=lambda about: (about.used, about.number, about.created, about.id))


def _kept(sql: Sql) -> str:
    return KEPT if sql.has("tournaments", "number", "ahead") else _KEPT_BEFORE


def about_of(row: tuple[Any, ...]) -> About | None:
    """The tournament of a row with the columns of KEPT, the last two as far as there are any; None where a disk has
    damaged how it began. Of the rest what cannot be is 0, see `has_its_state`."""
    begun, crc, (used, auto, *numbers) = row[:5], row[5], row[6:]
    if crc != check(*begun):
        return None
    used, *numbers = (value if type(value) is int and 0 <= value < LATEST_MS else 0 for value in (used, *numbers))
    numbers[3:] = [ahead if ahead < _LONGEST else 0 for ahead in numbers[3:]]
    return About._make((*begun, used, type(auto) in (int, bool) and auto == 1, *numbers, 0, 0)[: len(About._fields)])


def has_its_state(sql: Sql, about: About, count: int) -> bool:
    """Whether what changes from event to event stands in the row as it can be, with so many events."""
    row = next(sql.rows(f"SELECT {_kept(sql)} FROM tournaments WHERE id = :id", id=about.id))
    return row[6:] == about[5 : 5 + len(row[6:])] and about.last == count


def without_row(sql: Sql) -> list[str]:
    """The ids of the tournaments of which there is something, and no sound row of how they began."""
    if not sql.has("tournaments") or not sql.has("tournament_events"):
        return []
    rows = sql.rows("SELECT id FROM tournaments UNION SELECT tournament FROM tournament_events")
    return sorted({str(row[0]) for row in rows} - {about.id for about in every_list(sql)})


def of_id(sql: Sql, tournament: str) -> About:
    """The tournament of this id; raises TallyboardError where it is not there any more."""
    found = next(sql.rows(f"SELECT {_kept(sql)} FROM tournaments WHERE id = :id", id=tournament), None)
    about = None if found is None else about_of(found)
    if about is None:
        raise NoTournamentError(told.NO_TOURNAMENT, word=tournament)
    return about


class NoTournamentError(CoreError):
    """There is none, or none that is called so."""


def find(sql: Sql, word: str | None = None) -> About:
    """The tournament of this name, in whatever case, or whose id begins so; None: the one in use. Raises
    TallyboardError where there is none, or more than one."""
    return _found(listed(sql), word, told.NO_TOURNAMENT_YET, told.NO_TOURNAMENT, told.SEVERAL_TOURNAMENTS)


def find_season(sql: Sql, word: str | None = None) -> About:
    """The season, in the same way."""
    return _found(seasons(sql), word, told.NO_SEASON_YET, told.NO_SEASON, told.SEVERAL_SEASONS)


def _found(known: list[About], word: str | None, none_yet: Told, none: Told, several: Told) -> About:
    if word is None:
        if not known:
            raise NoTournamentError(none_yet)
        return in_use(known)
    wanted = " ".join(word.split()).casefold()
    found = [about for about in known if about.name.casefold() == wanted]
    found = found or [about for about in known if wanted and about.id.startswith(wanted)]
    if not found:
        raise NoTournamentError(none, word=word)
    if len(found) > 1:
        some = ", ".join(f"{about.name} ({about.id})" for about in found[:_FEW])
        raise CoreError(several, word=word, some=some)
    return found[0]


def events(sql: Sql, tournament: str, since: int = 0) -> list[StoredEvent]:
    """Its events with a greater number than `since`, in order. Raises TallyboardError where a disk has damaged one, or
    one is missing: what follows cannot be known then."""
    known = next(sql.rows("SELECT last FROM tournaments WHERE id = :id", id=tournament), (0,))[0]  # first: it grows
    found: list[StoredEvent] = []
    for *row, crc in sql.rows(f"{_EVENTS} AND number > :since ORDER BY number", id=tournament, since=since):
        if crc != check(tournament, *row):
            raise CoreError(told.DAMAGED_EVENT, number=row[0])
        found.append(StoredEvent(*row))
    expected = next((n for n, event in enumerate(found, since + 1) if event.number != n), since + len(found) + 1)
    if expected <= since + len(found) or (type(known) is int and known >= expected):
        raise CoreError(told.DAMAGED_EVENT, number=expected)
    return found


def sound_lines(sql: Sql, tournament: str, like: str) -> list[str]:
    """The lines of this form (of SQL's LIKE) in their order, without those of events that a disk has damaged."""
    rows = sql.rows(f"{_EVENTS} AND line LIKE :like ORDER BY number", id=tournament, like=like)
    return [row[1] for row in rows if row[-1] == check(tournament, *row[:-1])]


def lines_of_all(sql: Sql) -> list[str]:
    """The lines of all events that are there, of whatever tournament, sound or not."""
    rows = rows_if_there(sql, "tournament_events", "SELECT line FROM tournament_events")
    return [line for (line,) in rows if isinstance(line, str)]
