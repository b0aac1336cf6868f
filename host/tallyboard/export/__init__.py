"""The matches of a store for other programs: a room for each format, and no heavy import before one is asked for."""

from collections.abc import Callable
from enum import StrEnum

from tallyboard.shapes import InTournament, MatchObject

# Which game of a tournament a match is, None outside of tournaments.
GameOf = Callable[[MatchObject], InTournament | None]


class Rows(StrEnum):
    """What a row of a CSV export is of."""

    MATCHES = "matches"
    ROUNDS = "rounds"
    PRESSES = "presses"
