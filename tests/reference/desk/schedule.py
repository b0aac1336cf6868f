"""Expected times: when each undecided match will start."""

from typing import Any

from tests.reference.desk.calls import called
from tests.reference.desk.decide import matches
from tests.reference.desk.model import NOBODY, Match, Phase, State, members


def duration(state: State, phase: Phase) -> int:
    """Minutes that a match of a phase takes: the lower median of three or more calls, else as declared."""
    seen = sorted(state.durations.get(phase.number, []))
    if len(seen) >= 3:
        return seen[(len(seen) - 1) // 2]
    return phase.declaration.minutes * phase.declaration.best


class Schedule:
    """Fills the tables and the players' time, match after match."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.table_free = {table.name: state.now for table in state.tables.values() if table.open}
        self.call_ends: dict[str, int] = {}  # by table
        self.player_ends: dict[int, int] = {}
        self.ends: dict[tuple[int, str | None], int] = {}
        for call in state.calls:
            end = max(call.minute + duration(state, state.phases[call.phase]), state.now)
            self.table_free[call.table] = self.call_ends[call.table] = end
            for player in call.entrants:
                self.player_ends[player] = end

    def rows(self) -> list[dict[str, Any]]:
        undecided = [
            match for phase in self.state.phases.values() for match in matches(self.state, phase) if match.undecided
        ]
        undecided.sort(key=lambda match: (match.index, match.phase, match.group, match.place))
        return [self.row(match) for match in undecided]

    def row(self, match: Match) -> dict[str, Any]:
        call = called(self.state, match)
        if call:
            self.ends[match.phase, match.key] = self.call_ends[call.table]
            return {"match": match.name, "table": call.table, "start": call.minute}
        return {"match": match.name, "table": None, "start": self.start(match)}

    def start(self, match: Match) -> int | None:
        if NOBODY in match.sides:
            unknown = match.sides.index(None)
            before = self.ends.get((match.phase, match.sources[unknown]))
            if before is not None:
                self.ends[match.phase, match.key] = before
            return None
        known = match.entrants
        if match.key == "F2" and match.players is None:
            return None
        if not self.table_free or any(not self.state.is_in(player) for player in known):
            return None
        phase = self.state.phases[match.phase]
        table = min(self.table_free, key=lambda name: self.table_free[name])
        start = max(self.state.now, self.table_free[table])
        for side, source in zip(match.sides, match.sources, strict=True):
            for player in members(side) if side else [None]:
                start = max(start, self.free_from(match.phase, player, source, phase.declaration.rest))
        end = start + duration(self.state, phase)
        self.table_free[table] = end
        for player in known:
            self.player_ends[player] = end
        self.ends[match.phase, match.key] = end
        return start

    def free_from(self, phase: int, player: int | None, source: str | None, rest: int) -> int:
        """The minute from which a side can play."""
        if player is None:
            before = self.ends.get((phase, source))
            return self.state.now if before is None else before + rest
        if player in self.player_ends:
            return self.player_ends[player] + rest
        if player in self.state.last_event:
            return self.state.last_event[player][1] + rest
        return self.state.now
