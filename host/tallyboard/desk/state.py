"""What stands after the events so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tallyboard.desk.field import Field
from tallyboard.desk.matches import Match, Pair, Standing, pair, phase_of_match
from tallyboard.desk.phase import Phase
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal


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
        """The event is the last of these."""
        self.floor.last_event.update((x, (self.number, self.minute)) for x in entrants)
