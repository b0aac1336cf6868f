"""What a league and a bracket have in common."""

from abc import ABC, abstractmethod

from tallyboard.desk.field import Field
from tallyboard.desk.matches import OVER, Match, Pair, Standing
from tallyboard.desk.options import LEAGUES, Options


class Phase(ABC):
    """One format with one game. `order` is its entrants as drawn, best first; `away` who could not be drawn then."""

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        self.number = number
        self.format = format
        self.options = options
        self.field = field
        self.drawn = False
        self.order: list[int] = []
        self.away: frozenset[int] = frozenset()
        self._finished: bool | None = None  # None: to be found out when it is asked for

    @property
    def is_league(self) -> bool:
        """Round robin or Swiss; else a knock-out."""
        return self.format in LEAGUES

    @property
    def game(self) -> str:
        """The game line with every option, without the word `game`."""
        return self.options.game

    @abstractmethod
    def forget(self) -> None:
        """Anything that was worked out may have changed: who is out, or a draw."""

    @abstractmethod
    def forget_match(self, name: str, players: Pair) -> None:
        """The record of this match and these two has changed, and nothing else."""

    @abstractmethod
    def matches(self) -> list[Match]:
        """All matches by round index, group and place; none before the draw."""

    @abstractmethod
    def find(self, name: str) -> Match | None:
        """The match of this name."""

    @abstractmethod
    def standing(self, match: Match) -> Standing:
        """How a match of this phase stands."""

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """The entrants from best to last, those who are level together, by seed."""

    @abstractmethod
    def champion(self) -> int | None:
        """Who alone is on the first place when the phase is finished."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be decided."""
        if self._finished is None:
            self._finished = self._is_finished()
        return self._finished

    def _is_finished(self) -> bool:
        return self.drawn and all(self.standing(match).state in OVER for match in self.matches())

    def line_of(self, number: int) -> str:
        """The game line of a match's game of this number, from 1."""
        return self.game if self.is_league or number <= self.options.best else self.level_game()

    def level_game(self) -> str:
        """The game line of what decides a level knock-out match."""
        if self.options.level == "replay":
            return self.game
        entry = [word for word in self.game.split() if word.startswith("format=")]
        return " ".join(["twenties-shootout", *entry])


def pair_of(phase: Phase, name: str) -> Pair | None:
    """The two whose match this is now; None where one is not known, or the match is gone."""
    match = phase.find(name)
    return phase.standing(match).pair if match else None
