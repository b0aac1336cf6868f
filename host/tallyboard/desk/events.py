"""What an event of the desk says: a type for each kind, not yet whether it can be."""

from dataclasses import dataclass

SINGLES, DOUBLES = "singles", "doubles"
IN, ABSENT, WITHDRAWN, DISQUALIFIED = "in", "absent", "withdrawn", "disqualified"
OUT = (WITHDRAWN, DISQUALIFIED)
CONTEST = "contest"


class What:
    """Any of them."""


@dataclass(frozen=True)
class Add(What):
    """A new entrant, with the name that was given whole (see `players_of`)."""

    name: str


@dataclass(frozen=True)
class Rename(What):
    """Another name for an entrant."""

    entrant: int
    name: str


@dataclass(frozen=True)
class SetStatus(What):
    """Entrants are here, away or out; `entrants` is None for all who are not out."""

    status: str
    entrants: tuple[int, ...] | None


@dataclass(frozen=True)
class ContestTwenties(What):
    """An entrant's twenties in the contest before the tournament."""

    entrant: int
    twenties: int


@dataclass(frozen=True)
class Seeds(What):
    """The first of the order; None: as the contest placed them."""

    entrants: tuple[int, ...] | None


@dataclass(frozen=True)
class Open(What):
    """Tables that can be played at."""

    tables: tuple[str, ...]


@dataclass(frozen=True)
class Close(What):
    """A table that can no longer be played at."""

    table: str


@dataclass(frozen=True)
class Declare(What):
    """A phase: its format, its options and its game, as words."""

    phase: int
    format: str
    options: tuple[str, ...]
    game: tuple[str, ...]


@dataclass(frozen=True)
class Draw(What):
    """Draw a phase, or a Swiss phase's next round. `pairs`: that round as it was paired by hand, A first; empty where
    the rules pair it."""

    phase: int
    pairs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Redraw(What):
    """Draw again what was drawn last."""

    phase: int


@dataclass(frozen=True)
class End(What):
    """A league ends here."""

    phase: int


@dataclass(frozen=True)
class CallAll(What):
    """Call all that can be called."""


@dataclass(frozen=True)
class CallMatch(What):
    """Call one match to one table."""

    match: str
    table: str


@dataclass(frozen=True)
class Free(What):
    """The call at a table ends."""

    table: str


@dataclass(frozen=True)
class Result(What):
    """What two entrants scored in a game of a match. `twenties` as `scores` in the sequence of `entrants`; `won` where
    the game itself decided a level one; `board` is the id of the board's match, None for a result by hand."""

    match: str
    game: int
    entrants: tuple[int, int]
    scores: tuple[int, int]
    twenties: tuple[int, int]
    won: int | None
    board: str | None


@dataclass(frozen=True)
class Forfeit(What):
    """One or both gave a match up."""

    match: str
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Clear(What):
    """Take away what stands for a match and two entrants; None: those whose match it is now."""

    match: str
    entrants: tuple[int, int] | None


@dataclass(frozen=True)
class Shootout(What):
    """Twenties in a shootout of tied entrants of a league: (entrant, twenties) for each."""

    phase: int
    twenties: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Note(What):
    """A line in the log."""

    text: str


@dataclass(frozen=True)
class Undo(What):
    """Take back the last event that stands and is no board's result."""
