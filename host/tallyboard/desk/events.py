"""What an event of the desk says: a type for each kind, not yet whether it can be."""

from dataclasses import dataclass
from typing import Any, dataclass_transform

SINGLES, DOUBLES = "singles", "doubles"
IN, ABSENT, WITHDRAWN, DISQUALIFIED = "in", "absent", "withdrawn", "disqualified"
OUT = (WITHDRAWN, DISQUALIFIED)
CONTEST = "contest"


@dataclass_transform(frozen_default=True)
class What:
    """Any of them: a frozen dataclass each."""

    def __init_subclass__(cls, **_: Any) -> None:
        dataclass(frozen=True)(cls)


class Add(What):
    """A new entrant, with the name that was given whole (see `players_of`)."""

    name: str


class Rename(What):
    """Another name for an entrant."""

    entrant: int
    name: str


class SetStatus(What):
    """Entrants are here, away or out; `entrants` is None for all who are not out."""

    status: str
    entrants: tuple[int, ...] | None


class ContestTwenties(What):
    """An entrant's twenties in the contest before the tournament."""

    entrant: int
    twenties: int


class Seeds(What):
    """The first of the order; None: as the contest placed them."""

    entrants: tuple[int, ...] | None


class Open(What):
    """Tables that can be played at."""

    tables: tuple[str, ...]


class Close(What):
    """A table that can no longer be played at."""

    table: str


class Declare(What):
    """A phase: its format, its options and its game, as words."""

    phase: int
    format: str
    options: tuple[str, ...]
    game: tuple[str, ...]


class Draw(What):
    """Draw a phase, or a Swiss phase's next round. `pairs`: that round as it was paired by hand, A first; empty where
    the rules pair it."""

    phase: int
    pairs: tuple[tuple[int, int], ...] = ()


class Redraw(What):
    """Draw again what was drawn last."""

    phase: int


class End(What):
    """A league ends here."""

    phase: int


class CallAll(What):
    """Call all that can be called."""


class CallMatch(What):
    """Call one match to one table."""

    match: str
    table: str


class Free(What):
    """The call at a table ends."""

    table: str


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


class Forfeit(What):
    """One or both gave a match up."""

    match: str
    entrants: tuple[int, ...]


class Clear(What):
    """Take away what stands for a match and two entrants; None: those whose match it is now."""

    match: str
    entrants: tuple[int, int] | None


class Shootout(What):
    """Twenties in a shootout of tied entrants of a league: (entrant, twenties) for each."""

    phase: int
    twenties: tuple[tuple[int, int], ...]


class Note(What):
    """A line in the log."""

    text: str


class Undo(What):
    """Take back the last event that stands and is no board's result."""
