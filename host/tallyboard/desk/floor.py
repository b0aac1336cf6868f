"""The tables: what is called to them, what can be called in the order of the desk, and when the rest is expected."""

import heapq
from dataclasses import dataclass, field
from typing import Literal

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.field import Field
from tallyboard.desk.matches import NOBODY, READY, Match, Pair, pair, phase_number
from tallyboard.desk.phase import Phase


@dataclass(frozen=True)
class Call:
    """A match that two entrants were called to play: A and B as they were then, by which event, in which minute."""

    match: str
    table: str
    number: int
    entrants: tuple[int, int]
    minute: int

    @property
    def pair(self) -> Pair:
        """The two who were called, the smaller number first."""
        return pair(*self.entrants)


@dataclass
class Table:
    """A table by its name. `times` says how often each entrant was called there; `ended` is the number of the event
    with which its last call ended, 0 before."""

    name: str
    open: bool = True
    call: Call | None = None
    times: dict[int, int] = field(default_factory=dict)
    ended: int = 0


class Floor:
    """All tables, in the order in which they were first opened."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.calls: dict[int, Call] = {}  # the last that each event made, by its number
        self.last_event: dict[int, tuple[int, int]] = {}  # (number of the event, minute) of each entrant
        self.lengths: dict[int, list[int]] = {}  # minutes of each phase's calls that ended by a decision by games

    def open_tables(self) -> list[Table]:
        """Those that can be played at."""
        return [table for table in self.tables.values() if table.open]

    def calls_now(self) -> list[Call]:
        """The calls that last, by table."""
        return [table.call for table in self.tables.values() if table.call]

    def call_of(self, match: str, players: Pair | None) -> Call | None:
        """The call of these two to this match."""
        return next((c for c in self.calls_now() if c.match == match and c.pair == players), None)

    def busy(self) -> set[int]:
        """Who is in a call."""
        return {x for call in self.calls_now() for x in call.entrants}

    def begin(self, call: Call) -> None:
        """The two are called."""
        table = self.tables[call.table]
        table.call = call
        self.calls[call.number] = call
        for x in call.entrants:
            table.times[x] = table.times.get(x, 0) + 1

    def end(self, call: Call, number: int) -> None:
        """The call ends with the event of this number."""
        table = self.tables[call.table]
        table.call, table.ended = None, number

    def heard_of(self, entrants: tuple[int, ...], number: int, minute: int) -> None:
        """The event of this number is the last of these."""
        for x in entrants:
            self.last_event[x] = (number, minute)


def is_free(phase: Phase, match: Match, field: Field, floor: Floor, minute: int) -> bool:
    """Whether the match is ready and rested: both players known and in, undecided, in no call, and after their rest."""
    return _players_of(phase, match, _rested(phase, _here(field, floor), floor, minute)) is not None


@dataclass(frozen=True)
class Hindrance:
    """Why a player cannot be called now: `away` (not in), at another `table`, or at `rest` up to this minute."""

    entrant: int
    kind: Literal["away", "table", "rest"]
    table: str = ""
    minute: int = 0


def hindrances(phase: Phase, match: Match, field: Field, floor: Floor, minute: int) -> list[Hindrance]:
    """Of each player of an undecided match, A first, what hinders the call; none of a match that can be called, and of
    one that is over or whose players are not known."""
    found = phase.standing(match)
    if found.state != READY:
        return []
    at_table = {x: call.table for call in floor.calls_now() for x in call.entrants}
    hinders = []
    for x in found.players or ():
        rests_until = floor.last_event[x][1] + phase.options.rest if x in floor.last_event else minute
        if not field.is_in(x):
            hinders.append(Hindrance(x, "away"))
        elif x in at_table:
            hinders.append(Hindrance(x, "table", table=at_table[x]))
        elif minute < rests_until:
            hinders.append(Hindrance(x, "rest", minute=rests_until))
    return hinders


def _here(field: Field, floor: Floor) -> set[int]:
    """Who is in, and in no call."""
    return {e.number for e in field.entrants if field.is_in(e.number)} - floor.busy()


def _rested(phase: Phase, here: set[int], floor: Floor, minute: int) -> set[int]:
    """Those of these since whose last event the phase's minutes of rest have passed."""
    return {x for x in here if x not in floor.last_event or minute - floor.last_event[x][1] >= phase.options.rest}


def _players_of(phase: Phase, match: Match, rested: set[int]) -> tuple[int, int] | None:
    """Both players of an undecided match where they are among these; None where it cannot be called."""
    found = phase.standing(match)
    return found.players if found.state == READY and rested.issuperset(found.players or ()) else None


def next_calls(phases: list[Phase], field: Field, floor: Floor, minute: int) -> list[tuple[Match, Table]]:
    """Every match that can be called now, each with its table, in the order of the calls."""
    free = [table for table in floor.open_tables() if table.call is None]
    if not free:
        return []
    busy = floor.busy()
    found = []
    for _, match, players in sorted(_ready(phases, field, floor, minute), key=lambda ready: ready[0]):
        if not free:
            break
        if busy.isdisjoint(players):
            table = min(free, key=lambda t: (sum(t.times.get(x, 0) for x in players), t.ended))
            free.remove(table)
            busy.update(players)
            found.append((match, table))
    return found


_Waited = tuple[int, int, int, tuple[int, int, int]]


def _ready(
    phases: list[Phase], field: Field, floor: Floor, minute: int
) -> list[tuple[_Waited, Match, tuple[int, int]]]:
    """The matches that are ready and rested, with what they are called by: the lowest round, the longest wait, phase,
    group and place."""
    here = _here(field, floor)
    found = []
    for phase in phases:
        rested = _rested(phase, here, floor, minute)
        for match in phase.matches():
            players = _players_of(phase, match, rested)
            if players:
                waits_since = max(floor.last_event.get(x, (0, 0))[0] for x in players)
                found.append(((match.round, waits_since, phase.number, match.sequence), match, players))
    return found


@dataclass(frozen=True)
class Expected:
    """A match that is undecided: the table and the minute of its call, or the minute when it is expected to start, None
    where none can be said."""

    match: str
    table: str | None
    start: int | None


def minutes_of(phase: Phase, floor: Floor) -> int:
    """How long a match of the phase takes: the lower median of those that were called and played, from three on."""
    lengths = sorted(floor.lengths.get(phase.number, ()))
    if len(lengths) >= 3:
        return lengths[(len(lengths) - 1) // 2]
    return phase.options.minutes * phase.options.best


def schedule(phases: list[Phase], field: Field, floor: Floor, now: int) -> list[Expected]:
    """All matches that are neither decided nor void nor cancelled, by round index, phase, group and place."""
    return _Clock(phases, field, floor, now).run()


class _Clock:
    """The rest of the day, match by match."""

    def __init__(self, phases: list[Phase], field: Field, floor: Floor, now: int) -> None:
        self._phases = phases
        self._field = field
        self._floor = floor
        self._now = now
        self._minutes = {phase.number: minutes_of(phase, floor) for phase in phases}
        self._free = {x: minute for x, (_, minute) in floor.last_event.items()}  # without rest
        self._ends: dict[str, int] = {}
        tables = []
        for table in floor.open_tables():
            ends = now
            if table.call:
                phase = phase_number(table.call.match)
                ends = max(now, table.call.minute + self._minutes[phase])
                for x in table.call.entrants:
                    self._free[x] = ends
            tables.append(ends)
        heapq.heapify(tables)
        self._tables = tables

    def run(self) -> list[Expected]:
        """Each open match with its start."""
        open_matches = []
        for phase in self._phases:
            for match in phase.matches():
                if phase.standing(match).is_open:
                    open_matches.append((match.round, phase.number, match.group, match.place, phase, match))
        open_matches.sort(key=lambda found: found[:4])
        return [self._expect(phase, match) for *_, phase, match in open_matches]

    def _expect(self, phase: Phase, match: Match) -> Expected:
        standing = phase.standing(match)
        call = self._floor.call_of(match.name, standing.pair)
        if call:
            self._ends[match.name] = max(self._now, call.minute + self._minutes[phase.number])
            return Expected(match.name, call.table, call.minute)
        if NOBODY in standing.sides:
            self._follow(phase, match)
            return Expected(match.name, None, None)
        if self._is_unsure(match, phase) or not self._tables:
            return Expected(match.name, None, None)
        known = [x for x in standing.sides if x]
        if not all(self._field.is_in(x) for x in known):
            return Expected(match.name, None, None)
        start = max(self._tables[0], *self._ready(phase, match))
        end = start + self._minutes[phase.number]
        heapq.heapreplace(self._tables, end)
        self._ends[match.name] = end
        self._free.update((x, end) for x in known)
        return Expected(match.name, None, start)

    def _is_unsure(self, match: Match, phase: Phase) -> bool:
        """A reset that is not known to be needed."""
        return match.name.endswith(":F2") and phase.standing(match).players is None

    def _follow(self, phase: Phase, match: Match) -> None:
        """A match with nobody on one side ends with the match that its player comes from."""
        for side, source in zip(phase.standing(match).sides, self._sources(phase, match), strict=True):
            if side is None and source in self._ends:
                self._ends[match.name] = self._ends[source]

    def _ready(self, phase: Phase, match: Match) -> list[int]:
        """When each side is free for the match."""
        rest = phase.options.rest
        ready = []
        for side, source in zip(phase.standing(match).sides, self._sources(phase, match), strict=True):
            end = self._free.get(side) if side else self._ends.get(source or "")
            ready.append(self._now if end is None else max(self._now, end + rest))
        return ready

    def _sources(self, phase: Phase, match: Match) -> tuple[str | None, str | None]:
        return phase.sources(match) if isinstance(phase, Bracket) else (None, None)
