"""The hall: what can be called in the order of the desk, what hinders the rest, and when that is expected."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tallyboard.desk.matches import NOBODY, READY, Match, phase_number
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import Floor, State, Table


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
    at_table = {x: call.table for call in floor.calls_now() for x in call.entrants}
    hinders = []
    for x in found.players or ():
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
    busy = {x for call in state.floor.calls_now() for x in call.entrants}
    here = {e.number for e in state.field.entrants if state.field.is_in(e.number)} - busy
    found = []
    for _, match, players in sorted(_ready(state, here, minute), key=lambda ready: ready[0]):
        if here.issuperset(players) and free:
            table = min(free, key=lambda t: (sum(t.times.get(x, 0) for x in players), t.ended))
            free.remove(table)
            here.difference_update(players)
            found.append((match, table))
    return found


def _ready(
    state: State, here: set[int], minute: int
) -> Iterator[tuple[tuple[int, int, int, int, int], Match, tuple[int, int]]]:
    """The matches of these that are ready and rested, with what they are called by: the lowest round, the longest wait,
    phase, group and place."""
    last_event = state.floor.last_event
    for phase in state.phases:
        rested = {x for x in here if x not in last_event or minute - last_event[x][1] >= phase.options.rest}
        for match in phase.matches():
            found = phase.standing(match)
            if found.players and found.state == READY and rested.issuperset(found.players):
                waits_since = max(last_event.get(x, (0, 0))[0] for x in found.players)
                yield (match.round, waits_since, phase.number, match.group, match.place), match, found.players


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


def schedule(state: State, now: int) -> list[Expected]:
    """All matches that are neither decided nor void nor cancelled, by round index, phase, group and place."""
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
                self._free.update(dict.fromkeys(table.call.entrants, ends))
            heapq.heappush(self._tables, ends)

    def expect(self, phase: Phase, match: Match) -> Expected:
        """When the next of the matches is expected."""
        found = phase.standing(match)
        minutes, rest = self._minutes[phase.number], phase.options.rest
        call = self._calls.get((match.name, found.pair)) if found.pair else None
        if call:
            self._ends[match.name] = max(self._now, call.minute + minutes)
            return Expected(match.name, call.table, call.minute)
        sides = list(zip(found.sides, phase.sources(match), strict=True))
        known = [x for x in found.sides if x]
        is_unsure = match.name.endswith(":F2") and found.players is None  # a reset that may not be needed
        if NOBODY in found.sides:  # it ends with the match that its player comes from
            froms = [source for side, source in sides if side is None and source in self._ends]
            self._ends.update((match.name, self._ends[source]) for source in froms if source)
        elif self._tables and not is_unsure and all(map(self._field.is_in, known)):
            ends = [self._free.get(side) if side else self._ends.get(source or "") for side, source in sides]
            ready = [self._now if end is None else max(self._now, end + rest) for end in ends]
            start = max(self._tables[0], *ready)
            end = start + minutes
            heapq.heapreplace(self._tables, end)
            self._ends[match.name] = end
            self._free.update(dict.fromkeys(known, end))
            return Expected(match.name, None, start)
        return Expected(match.name, None, None)
