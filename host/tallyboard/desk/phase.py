"""What a league and a bracket have in common."""

from abc import ABC, abstractmethod

from tallyboard.desk.field import Field
from tallyboard.desk.matches import OVER, Match, Pair, Standing
from tallyboard.desk.options import LEAGUES, REPLAY, Options


class Phase(ABC):
    """One format with one game. `order` is its entrants as drawn, best first; `away` who could not be drawn then.
    `groups` are those of a round robin."""

    least = 2  # entrants who can be drawn

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        self.number = number
        self.format = format
        self.options = options
        self.field = field
        self.drawn = False
        self.order: list[int] = []
        self.groups: list[list[int]] = []
        self.away: frozenset[int] = frozenset()
        self._matches: dict[str, Match] = {}  # by round index, group and place
        self._known: dict[str, Standing] = {}
        self._finished: bool | None = None  # None: to be found out when it is asked for

    @property
    def is_league(self) -> bool:
        """Round robin or Swiss; else a knock-out."""
        return self.format in LEAGUES

    @property
    def game(self) -> str:
        """The game line with every option, without the word `game`."""
        return self.options.game

    def forget(self) -> None:
        """Anything that was worked out may have changed: who is out, or a draw."""
        self._known, self._finished = {}, None

    @abstractmethod
    def forget_match(self, name: str, players: Pair) -> None:
        """The record of this match and these two has changed, and nothing else."""

    def matches(self) -> list[Match]:
        """All matches by round index, group and place; none before the draw."""
        return list(self._matches.values())

    def find(self, name: str) -> Match | None:
        return self._matches.get(name)

    def sources(self, match: Match) -> tuple[str | None, str | None]:
        """The names of the matches that the sides come from; None where they come from the draw."""
        return None, None

    def standing(self, match: Match) -> Standing:
        found = self._known.get(match.name)
        if found is None:
            found = self._known[match.name] = self._work_out(match)
        return found

    @abstractmethod
    def _work_out(self, match: Match) -> Standing:
        """The same, anew."""

    def standing_of(self, name: str) -> Standing | None:
        """How the match of this name stands; None where there is none."""
        match = self.find(name)
        return self.standing(match) if match else None

    @abstractmethod
    def ranking(self, by_figures: bool = False) -> list[list[int]]:
        """The entrants from best to last, those who are level together, by seed. By figures: of several groups by what
        a match brought on average, whatever the place in the group."""

    @abstractmethod
    def champion(self) -> int | None:
        """Who alone is on the first place when the phase is finished."""

    def lost_first(self) -> list[int] | None:
        """Who lost their first match of a single, by seed; None while it is not known, and of other formats."""
        return None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be decided."""
        if self._finished is None:
            self._finished = self._is_finished()
        return self._finished

    def _is_finished(self) -> bool:
        return self.drawn and all(self.standing(match).state in OVER for match in self.matches())

    def line_of(self, number: int) -> str:
        """The game line of a match's game of this number, from 1; in a knock-out also of what decides a level one."""
        if self.is_league or number <= self.options.best or self.options.level == REPLAY:
            return self.game
        entry = [word for word in self.game.split() if word.startswith("format=")]
        return " ".join(["twenties-shootout", *entry])
