"""When each match is expected to start: as soon as a table is free and its players are."""

import heapq
from dataclasses import dataclass

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor
from tallyboard.desk.matches import NOBODY, Match
from tallyboard.desk.names import phase_number
from tallyboard.desk.phase import Phase


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
