"""The tables, what is called to them, and when each entrant was last heard of."""

from dataclasses import dataclass, field

from tallyboard.desk.records import Pair, pair


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
