"""A match of a phase, and how it stands."""

from dataclasses import dataclass

from tallyboard.desk.deciding import Verdict
from tallyboard.desk.records import Game

WAITING, READY, CALLED, DECIDED, VOID, CANCELLED = "waiting", "ready", "called", "decided", "void", "cancelled"
OVER = (DECIDED, VOID, CANCELLED)
NOBODY = 0

Sides = tuple[int | None, int | None]  # A and B: entrants' numbers, None where not known yet, NOBODY
UNDECIDED = Verdict(None, None)


@dataclass(frozen=True)
class Match:
    """A match by its name, and where it stands among the others: round index, group (from 0) and place in the round."""

    name: str
    phase: int
    round: int
    group: int
    place: int

    @property
    def sequence(self) -> tuple[int, int, int]:
        """What a phase's matches are sorted by."""
        return self.round, self.group, self.place


@dataclass(frozen=True)
class Standing:
    """Who plays a match, and what has come of it."""

    sides: Sides
    state: str
    verdict: Verdict = UNDECIDED

    @property
    def players(self) -> tuple[int, int] | None:
        """Both entrants, A first, where both are known."""
        a, b = self.sides
        return (a, b) if a and b else None

    @property
    def pair(self) -> tuple[int, int] | None:
        """The same, the smaller number first."""
        a, b = self.sides
        if not a or not b:
            return None
        return (a, b) if a < b else (b, a)

    def a_first(self, game: Game) -> Game:
        """A game of the two with A's figures first; records have those of the smaller number first."""
        if self.players == self.pair:
            return game
        return Game(game.scores[::-1], game.twenties[::-1], game.winner)

    @property
    def is_empty(self) -> bool:
        """Nobody on both sides."""
        return self.sides == (NOBODY, NOBODY)

    @property
    def is_open(self) -> bool:
        """Undecided, with the players known or not."""
        return self.state in (WAITING, READY)
