"""A tournament in memory, which goes on from where it was: a day is not computed anew at each look."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Generic, Protocol, Self, TypeVar
from zoneinfo import ZoneInfo

from tallyboard.desk import DeskEvent, Tournament
from tallyboard.desk.season import Season
from tallyboard.errors import TallyboardError
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.rows import About, StoredEvent, events, find, of_id

_DAY_MINUTES = 24 * 60
_SET_BACK_MS = 1_000  # what two laptops' clocks, or two commands in one ms, are apart is no jump
_AFRESH_MS = 6 * 3_600_000  # after a night the database's clock holds again
TOLD_MS = 60_000  # by as much a clock was set back of which people are told


class Accepted(Protocol):
    """A line that was accepted: its number from 1, and how it is kept."""

    number: int
    line: str


class EventList(Protocol):
    """What a list gives: a tournament or a season."""

    def enter(self, line: str, minute: int = 0, /) -> Accepted:
        """Take a line; raises Refusal and changes nothing."""

    def at(self, minute: int) -> Self:
        """As it stands in this minute, to be looked at."""


Its = TypeVar("Its", bound=EventList)


class FollowedList(Generic[Its]):
    """What the events of a list give, as of the last `catch_up`. `events[0]` is number 1. `set_back`: by how many ms
    the clock was found to be set back when something was entered last."""

    def __init__(self, about: About, begun: Callable[[str], Its]) -> None:
        self.about = about
        self.set_back = 0
        self.events: list[StoredEvent] = []
        self._begun = begun
        self.computed = begun(about.first_line)

    def forget(self) -> None:
        """Begin anew: what is here may not be what is stored."""
        self.events = []
        self.computed = self._begun(self.about.first_line)

    def catch_up(self, sql: Sql) -> bool:
        """Take in what was stored meanwhile; whether there was anything. Raises TallyboardError."""
        self.about = of_id(sql, self.about.id)
        new = events(sql, self.about.id, len(self.events))
        try:
            for event in new:
                self.computed.enter(event.line, event.minute)
                self.events.append(event)
        except BaseException:
            self.forget()
            raise
        return bool(new)

    @property
    def first_day(self) -> date | None:
        """The day of the first draw in the tournament's time zone, from whose midnight minutes are counted; None before
        it. A list of entrants may be begun weeks before; a script that was read may have its draw on a later day."""
        drawn = next((event for event in self.events if _draws(event.line)), None)
        return None if drawn is None else self.local(drawn.at).date() - timedelta(days=drawn.minute // _DAY_MINUTES)

    def local(self, at: int) -> datetime:
        """This moment (ms since 1970) in the tournament's time zone."""
        return datetime.fromtimestamp(at / 1000, ZoneInfo(self.about.time_zone))

    def ahead(self, now: int) -> int:
        """How many ms the desk's time goes before the database's clock, which says `now`: where that was set back it
        goes on from the last event, at the clock's pace."""
        last = self.events[-1].at if self.events else 0
        if now + self.about.ahead < last - _SET_BACK_MS:
            return last - now
        return 0 if now - last >= _AFRESH_MS else self.about.ahead

    def at(self, now: int) -> Its:
        """What it gives as it stands when the database's clock says `now` (ms since 1970), to be looked at."""
        return self.computed.at(self.minute_of("", now + self.ahead(now)))

    def steps(self, line: str, _now: int) -> list[str]:
        """The lines as which this one is kept."""
        return [line]

    def minute_of(self, line: str, at: int) -> int:
        """The minute of a line that is entered at this moment of the desk's time, never less than that of the last
        event. Minutes go as clocks on a wall do, also on a day on which these are put forward or back."""
        last, first = self.events[-1].minute if self.events else 0, self.first_day
        if first is None and not _draws(line):
            return last  # also in a time zone that this laptop does not know
        local = self.local(at).replace(tzinfo=None)
        return max(last, (local - datetime.combine(first or local.date(), time())) // timedelta(minutes=1))


class Followed(FollowedList[Tournament]):
    """That of a tournament."""

    def __init__(self, about: About) -> None:
        super().__init__(about, Tournament)

    @property
    def tournament(self) -> Tournament:
        """What its events give."""
        return self.computed

    def steps(self, line: str, now: int) -> list[str]:
        """Of `call` alone each of the calls that it makes, for a call is known by the number of its event."""
        if line.lower().split() != ["call"]:
            return [line]
        return [f"call {match} {table}" for match, table in self.at(now).next_calls()]


class FollowedSeason(FollowedList[Season]):
    """That of a season."""

    def __init__(self, about: About) -> None:
        super().__init__(about, Season)

    @property
    def season(self) -> Season:
        """What its events give."""
        return self.computed


def begun(first_line: str) -> Tournament | Season:
    """What this line begins; raises Refusal."""
    is_season = first_line.lower().split()[:1] == ["season"]
    return Season(first_line) if is_season else Tournament(first_line)


def _draws(line: str) -> bool:
    return line.lower().split()[:1] == ["draw"]


def replayed(first_line: str, those: Iterable[StoredEvent | DeskEvent]) -> Tournament:
    """The tournament that these events give, anew: to be tried upon, or as it stood before something was entered."""
    made = Tournament(first_line)
    for event in those:
        made.enter(event.line, event.minute)
    return made


def followed(sql: Sql, word: str | None = None) -> Followed:
    """The tournament that `find` finds, caught up. Raises TallyboardError."""
    made = Followed(find(sql, word))
    made.catch_up(sql)
    return made


def each_followed(sql: Sql, those: Iterable[About]) -> Iterator[tuple[About, Followed | None]]:
    """Each of these tournaments caught up; None in place of one that cannot be read, for a disk has damaged it."""
    for about in those:
        made = Followed(about)
        try:
            made.catch_up(sql)
        except TallyboardError:
            yield about, None
        else:
            yield about, made


def script(of: Followed) -> str:
    """The tournament as a script of the desk: what `compute` reads. Behind a result that was taken in its comment says
    which match of the notation it is."""
    from tallyboard.text.tournament.cmn import id_in  # only now: at each look nobody reads the notation

    lines, minute = [of.about.first_line], 0
    for event in of.events:
        if event.minute != minute:
            minute = event.minute
            lines.append(f"at {minute // 60}:{minute % 60:02}")
        lines.append(f"{event.line}  # {event.reason}" if id_in(event.reason) else event.line)
    return "".join(f"{line}\n" for line in lines)
