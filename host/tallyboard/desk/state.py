"""What stands after the events so far; what can be called, what hinders the rest, and when that is expected."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from tallyboard.desk.field import Field
from tallyboard.desk.matches import NOBODY, READY, Match, Pair, Standing, members, pair, phase_number, phase_of_match
from tallyboard.desk.phase import Phase
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


@dataclass(frozen=True)
class Call:
    """A match that two sides were called to play: A and B as they were then, by which event, in which minute."""

    match: str
    table: str
    number: int
    entrants: tuple[int, int]
    minute: int

    @property
    def pair(self) -> Pair:
        """The two who were called, the smaller number first."""
        return pair(*self.entrants)

    @property
    def everybody(self) -> tuple[int, ...]:
        """All who were called: of partners all four."""
        return members(*self.entrants)


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

    def begin(self, call: Call) -> None:
        table = self.tables[call.table]
        table.call = call
        self.calls[call.number] = call
        for x in call.everybody:
            table.times[x] = table.times.get(x, 0) + 1

    def end(self, call: Call, number: int) -> None:
        """The call ends with the event of this number."""
        table = self.tables[call.table]
        table.call, table.ended = None, number


class State:
    """The field, the phases and the floor; `number` and `minute` are those of the event that is being applied."""

    def __init__(self, entry: str, seed: int) -> None:
        self.entry = entry
        self.field = Field(seed)
        self.phases: list[Phase] = []
        self.floor = Floor()
        self.number = 0
        self.minute = 0

    def phase(self, number: int) -> Phase:
        """The phase of this number; raises Refusal `unknown-phase`."""
        if not 1 <= number <= len(self.phases):
            raise Refusal(told.NO_PHASE, phase=number)
        return self.phases[number - 1]

    def phase_of(self, match: str) -> Phase:
        """The phase that the name of a match has, whether it has such a match or not; raises Refusal `unknown-match`
        where that is no such name, or `unknown-phase`."""
        return self.phase(phase_of_match(match, len(self.field.entrants)))

    def match(self, name: str) -> tuple[Phase, Match]:
        """The match of this name in capitals, with its phase; raises Refusal `unknown-match` or `unknown-phase`."""
        phase = self.phase_of(name)
        match = phase.find(name)
        if match is None:
            raise Refusal(told.NO_MATCH if phase.drawn else told.NO_MATCH_YET, match=name, phase=phase.number)
        return phase, match

    def standing(self, name: str) -> Standing:
        """How the match of this name stands; Refusal as `match`."""
        phase, match = self.match(name)
        return phase.standing(match)

    def heard_of(self, entrants: Iterable[int]) -> None:
        """The event is the last of these; of a side of both."""
        self.floor.last_event.update((x, (self.number, self.minute)) for x in members(*entrants))


@dataclass(frozen=True)
class Hindrance:
    """Why a player cannot be called now: `away` (not in), at another `table`, or at `rest` up to this minute."""

    entrant: int
    kind: Literal["away", "table", "rest"]
    table: str = ""
    minute: int = 0


def hindrances(state: State, match: str, minute: int) -> list[Hindrance]:
    """Of each player of an undecided match, A first, what hinders the call; none of a match that can be called, and of
    one that is over or whose players are not known. Raises Refusal where there is no match of this name."""
    found = state.standing(match)
    if found.state != READY:
        return []
    floor, rest = state.floor, state.phase_of(match).options.rest
    at_table = {x: call.table for call in floor.calls_now() for x in call.everybody}
    hinders = []
    for x in found.everybody:
        rests_until = floor.last_event[x][1] + rest if x in floor.last_event else minute
        if not state.field.is_in(x):
            hinders.append(Hindrance(x, "away"))
        elif x in at_table:
            hinders.append(Hindrance(x, "table", table=at_table[x]))
        elif minute < rests_until:
            hinders.append(Hindrance(x, "rest", minute=rests_until))
    return hinders


def next_calls(state: State, minute: int) -> list[tuple[Match, Table]]:
    """Every match that can be called now, each with its table, in the order of the calls."""
    free = [table for table in state.floor.open_tables() if table.call is None]
    if not free:
        return []
    busy = {x for call in state.floor.calls_now() for x in call.everybody}
    here = {e.number for e in state.field.entrants if state.field.is_in(e.number)} - busy
    found = []
    for _, match, players in sorted(_ready(state, here, minute), key=lambda ready: ready[0]):
        own = seat_of(state, match)
        seats = [table for table in free if own in (None, table)]
        if here.issuperset(players) and seats:
            table = min(seats, key=lambda t: (sum(t.times.get(x, 0) for x in players), t.ended))
            free.remove(table)
            here.difference_update(players)
            found.append((match, table))
    return found


def seat_of(state: State, match: Match) -> Table | None:
    """The table at which a match is played where players move from table to table, and there were enough of them."""
    phase = state.phases[phase_number(match.name) - 1]
    tables = list(state.floor.tables.values())
    if match.seat is None or not isinstance(phase, RoundRobin) or len(tables) < len(phase.seats[0]):
        return None
    return tables[match.seat - 1]


def _ready(
    state: State, here: set[int], minute: int
) -> Iterator[tuple[tuple[int, int, int, int, int], Match, tuple[int, ...]]]:
    """The matches of these that are ready and rested, with what they are called by (the lowest round, the longest wait,
    phase, group and place) and with everybody in them."""
    last_event = state.floor.last_event
    for phase in state.phases:
        rested = {x for x in here if x not in last_event or minute - last_event[x][1] >= phase.options.rest}
        for match in phase.matches():
            found = phase.standing(match)
            if found.state == READY and rested.issuperset(found.everybody):
                waits_since = max(last_event.get(x, (0, 0))[0] for x in found.everybody)
                yield (match.round, waits_since, phase.number, match.group, match.place), match, found.everybody


def minutes_of(phase: Phase, floor: Floor) -> int:
    """How long a match of the phase takes: the lower median of those that were called and played, from three on."""
    lengths = sorted(floor.lengths.get(phase.number, ()))
    if len(lengths) >= 3:
        return lengths[(len(lengths) - 1) // 2]
    return phase.options.minutes * phase.options.best


Expected = tuple[str, str | None, int | None]


def schedule(state: State, now: int) -> list[Expected]:
    """(match, table, minute) of all that are neither decided nor void nor cancelled, by round index, phase, group and
    place: the table and the minute of its call, or the minute when it is expected to start, None where none can be
    said."""
    clock = _Clock(state, now)
    matches = [(phase, match) for phase in state.phases for match in phase.matches() if phase.standing(match).is_open]
    matches.sort(key=lambda found: found[1].round)  # stable: a phase has its own by group and place
    return [clock.expect(phase, match) for phase, match in matches]


class _Clock:
    """The rest of the day, match by match."""

    def __init__(self, state: State, now: int) -> None:
        floor = state.floor
        self._field = state.field
        self._now = now
        self._minutes = {phase.number: minutes_of(phase, floor) for phase in state.phases}
        self._free = {x: minute for x, (_, minute) in floor.last_event.items()}  # without rest
        self._ends: dict[str, int] = {}
        self._calls = {(call.match, call.pair): call for call in floor.calls_now()}
        self._tables: list[int] = []
        for table in floor.open_tables():
            ends = now
            if table.call:
                ends = max(now, table.call.minute + self._minutes[phase_number(table.call.match)])
                self._free.update(dict.fromkeys(table.call.everybody, ends))
            heapq.heappush(self._tables, ends)

    def expect(self, phase: Phase, match: Match) -> Expected:
        """When the next of the matches is expected."""
        found = phase.standing(match)
        minutes, rest = self._minutes[phase.number], phase.options.rest
        call = self._calls.get((match.name, found.pair)) if found.pair else None
        if call:
            self._ends[match.name] = max(self._now, call.minute + minutes)
            return match.name, call.table, call.minute
        sides = list(zip(found.sides, phase.sources(match), strict=True))
        known = found.everybody
        is_unsure = match.name.endswith(":F2") and found.players is None  # a reset that may not be needed
        if NOBODY in found.sides:  # it ends with the match that its player comes from
            froms = [source for side, source in sides if side is None and source in self._ends]
            self._ends.update((match.name, self._ends[source]) for source in froms if source)
        elif self._tables and not is_unsure and all(map(self._field.is_in, known)):
            ends = [self._free.get(x) for x in known]
            ends += [self._ends.get(source or "") for side, source in sides if not side]
            ready = [self._now if end is None else max(self._now, end + rest) for end in ends]
            start = max(self._tables[0], *ready)
            end = start + minutes
            heapq.heapreplace(self._tables, end)
            self._ends[match.name] = end
            self._free.update(dict.fromkeys(known, end))
            return match.name, None, start
        return match.name, None, None
