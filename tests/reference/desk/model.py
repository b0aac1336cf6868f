"""What the list of events leaves behind: entrants, tables, phases, records, calls."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from tests.reference.desk.declare import Declaration

NOBODY = 0
Side = Any  # the number of an entrant; in partners the two of a side, ascending
OUT = ("withdrawn", "disqualified")


def members(*sides: Side) -> list[int]:
    """The entrants of some sides."""
    return [entrant for side in sides if side for entrant in (side if isinstance(side, tuple) else (side,))]


@dataclass
class Entrant:
    number: int
    name: str
    players: list[str]
    status: str = "in"


@dataclass
class Table:
    name: str
    open: bool = True
    last_ended: int = 0  # the number of the event that ended its last call


@dataclass
class Game:
    """One game of a match; `winner` None is level."""

    scores: dict[Side, int]
    twenties: dict[Side, int]
    winner: Side | None


@dataclass
class Record:
    """What stands for a match and two sides."""

    hand: dict[int, Game] = field(default_factory=dict)
    board: dict[int, Game] = field(default_factory=dict)
    forfeit: tuple[Side, ...] = ()

    def games(self) -> dict[int, Game]:
        return {**self.board, **self.hand}


@dataclass
class Pairing:
    """A drawn match of a league: `a` on side A. `place` is its place in the round of its group."""

    round: int
    group: int
    place: int
    a: Side
    b: Side
    seat: int | None = None  # the table in a rotation


@dataclass
class Phase:
    number: int
    declaration: Declaration
    drawn: bool = False
    ended: bool = False
    order: list[int] = field(default_factory=list)
    groups: list[list[int]] = field(default_factory=list)  # of a league; of a Swiss phase none
    pairings: list[Pairing] = field(default_factory=list)
    byes: list[tuple[int, int]] = field(default_factory=list)  # round, entrant
    seats: list[list[int]] = field(default_factory=list)  # of a rotation: who is up, who is down, by table; 0: nobody
    turns: int = 0  # the rounds of a rotation
    full: bool = False  # a full round robin
    shootouts: list[dict[int, int]] = field(default_factory=list)
    absentees: set[int] = field(default_factory=set)  # not `in` when it was drawn from an earlier phase

    @property
    def league(self) -> bool:
        return self.declaration.format in ("round-robin", "swiss", "partners")

    @property
    def by_rounds(self) -> bool:
        """Whether every `draw` draws one round."""
        return self.declaration.format in ("swiss", "partners")

    @property
    def rounds_drawn(self) -> int:
        return max([pairing.round for pairing in self.pairings], default=0)

    def seed(self, entrant: int) -> int:
        return self.order.index(entrant)


@dataclass
class Call:
    table: str
    phase: int
    key: str
    players: tuple[Side, Side]
    minute: int

    @property
    def entrants(self) -> list[int]:
        return members(*self.players)


@dataclass
class Match:
    """A match as it stands now. In `sides`: None not known, 0 nobody.

    `state` knows no calls: waiting, ready, decided, void, cancelled. `winner` and `loser`: None unknown (or level),
    0 nobody. `due`: the next game, by the games alone. `sources`: the keys of the matches that a bracket's players
    come from.
    """

    phase: int
    key: str
    index: int
    group: int
    place: int
    sides: tuple[Side | None, Side | None]
    sources: tuple[str | None, str | None] = (None, None)
    seat: int | None = None
    state: str = "waiting"
    how: str | None = None
    winner: Side | None = None
    loser: Side | None = None
    games: list[Game] = field(default_factory=list)
    due: int | None = None

    @property
    def name(self) -> str:
        return f"{self.phase}:{self.key}"

    @property
    def players(self) -> tuple[Side, Side] | None:
        """Both sides, ascending, or None if one is not known or nobody."""
        a, b = self.sides
        return (min(a, b), max(a, b)) if a and b else None

    @property
    def entrants(self) -> list[int]:
        """All who are known to play in it."""
        return members(*self.sides)

    @property
    def undecided(self) -> bool:
        return self.state in ("waiting", "ready")


@dataclass
class State:
    """Everything that the list of events has led to."""

    doubles: bool
    seed: int
    now: int = 0
    entrants: dict[int, Entrant] = field(default_factory=dict)
    contest: dict[int, int] = field(default_factory=dict)
    seeds: list[int] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    phases: dict[int, Phase] = field(default_factory=dict)
    records: dict[tuple[int, str, tuple[Side, Side]], Record] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    called_to: dict[tuple[int, str], int] = field(default_factory=dict)  # how often an entrant to a table
    last_event: dict[int, tuple[int, int]] = field(default_factory=dict)  # of an entrant: event number, minute
    durations: dict[int, list[int]] = field(default_factory=dict)  # of a phase, of calls that a decision by games ended
    # Only to be quick: the matches of a phase as they stand since the last event, by the identity of the phase.
    seen: dict[int, tuple[Phase, list[Match]]] = field(default_factory=dict)

    def lot(self, word: str, phase: int, entrant: int) -> str:
        return hashlib.sha256(f"{self.seed}/{word}/{phase}/{entrant}".encode("ascii")).hexdigest()

    def is_in(self, entrant: int) -> bool:
        return self.entrants[entrant].status == "in"

    def is_out(self, entrant: int) -> bool:
        return self.entrants[entrant].status in OUT

    def record(self, phase: int, key: str, x: Side, y: Side) -> Record | None:
        return self.records.get((phase, key, (min(x, y), max(x, y))))
