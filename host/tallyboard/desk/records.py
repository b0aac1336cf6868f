"""What was entered about a match and two entrants: games by hand and from boards, and forfeits."""

from dataclasses import dataclass, field

Pair = tuple[int, int]


def pair(x: int, y: int) -> Pair:
    """Two entrants, the smaller number first: what records are kept by."""
    return (x, y) if x < y else (y, x)


@dataclass(frozen=True)
class Game:
    """One game's figures, those of the smaller entrant first. `winner` is the entrant's number, None where level."""

    scores: tuple[int, int]
    twenties: tuple[int, int]
    winner: int | None


@dataclass(frozen=True)
class BoardMatch:
    """What a board recorded as a game: the id of its match, and which entrants were its sides A and B."""

    id: str
    sides: tuple[int, int]


@dataclass
class Record:
    """Everything that stands for one match and two entrants, by the number of the game. `played` is what stands behind
    the results of `board`."""

    hand: dict[int, Game] = field(default_factory=dict)
    board: dict[int, Game] = field(default_factory=dict)
    played: dict[int, BoardMatch] = field(default_factory=dict)
    forfeit: tuple[int, ...] = ()  # who gave it up: nobody, one or both

    def game(self, number: int) -> Game | None:
        """What counts as game `number`: the hand's, else the board's."""
        return self.hand.get(number) or self.board.get(number)

    def games(self) -> list[int]:
        """The numbers of the games that have a result."""
        return sorted({*self.hand, *self.board})

    def disputed(self) -> list[int]:
        """The games in which hand and board disagree."""
        return [g for g in sorted(self.hand) if g in self.board and self.hand[g] != self.board[g]]


NOTHING = Record()


class Records:
    """All records of a tournament, by the match's name and the two entrants."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Pair, Record]] = {}

    def of(self, match: str, players: Pair) -> Record:
        """What stands for the match and these two; an empty record, not to be changed, where nothing does."""
        return self._of.get(match, {}).get(players, NOTHING)

    def to_change(self, match: str, players: Pair) -> Record:
        """The same, to be added to."""
        return self._of.setdefault(match, {}).setdefault(players, Record())

    def clear(self, match: str, players: Pair) -> bool:
        """Take away what stands for the match and these two; whether anything did."""
        of_match = self._of.get(match, {})
        stood = of_match.pop(players, None)
        if not of_match:
            self._of.pop(match, None)
        return stood is not None

    def all(self) -> list[tuple[str, Pair, Record]]:
        """Each record with its match and its two entrants."""
        return [(match, players, record) for match, of in self._of.items() for players, record in of.items()]

    def entrants_of(self, phase: int) -> set[int]:
        """Who has a record in a match of the phase."""
        start = f"{phase}:"
        return {x for match, of in self._of.items() if match.startswith(start) for players in of for x in players}
