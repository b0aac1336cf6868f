"""A match: what was entered of it, what decides it, and how it stands."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from shared_rules.games.options import number
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal

_SIDE = r"([^-.+]+)(?:\+([^-.+]+))?"
_NAME = re.compile(rf"([^:]+):(?:{_SIDE}-{_SIDE}(?:\.(.+))?|[WL]([^.]+)\.(.+)|T|F[12])")

Pair = tuple[int, int]
MOST_ENTRANTS = 1000


def pair(x: int, y: int) -> Pair:
    """Two entrants, the smaller number first: what records are kept by."""
    return (x, y) if x < y else (y, x)


def side(*entrants: int) -> int:
    """Who play together as one number: an entrant its own, two partners one above all entrants."""
    first, second = min(entrants), max(entrants)
    return first if len(entrants) == 1 else first * MOST_ENTRANTS + second


def members(*sides: int | None) -> tuple[int, ...]:
    """The entrants of sides that are known: of each itself, or its two partners, the smaller first."""
    found: list[int] = []
    for one in sides:
        if one and one > MOST_ENTRANTS:
            found += [(one - 1) // MOST_ENTRANTS, (one - 1) % MOST_ENTRANTS + 1]
        elif one:
            found.append(one)
    return tuple(found)


def side_text(number: int) -> str:
    """A side as the names of matches have it: `5`, or `1+5`."""
    return "+".join(map(str, members(number)))


def side_of(entrant: int, sides: Iterable[int | None]) -> int | None:
    """Which of these is the entrant, or has it; None of none."""
    return next((one for one in sides if one and (one == entrant or entrant in members(one))), None)


@dataclass(frozen=True)
class Game:
    """One game's figures, those of the smaller entrant first. `winner` is the entrant's number, None where level."""

    scores: tuple[int, int]
    twenties: tuple[int, int]
    winner: int | None

    def reversed(self) -> "Game":
        """The figures of the greater entrant first."""
        return Game(self.scores[::-1], self.twenties[::-1], self.winner)


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
        of_phase = [players for match, of in self._of.items() if match.startswith(start) for players in of]
        return {x for players in of_phase for x in members(*players)}


PLAYED, WALKOVER, DOUBLE_FORFEIT, BYE = "played", "walkover", "double forfeit", "bye"


@dataclass(frozen=True)
class Verdict:
    """`how` is None while nothing decides. `due` is the next game, None where the games alone decide."""

    how: str | None
    winner: int | None
    games: tuple[Game, ...] = ()
    due: int | None = None


def judge(record: Record, players: Pair, best: int | None, is_out: Callable[[int], bool]) -> Verdict:
    """The first of: a forfeit, the games, an entrant who is out. `best` is None in a league, which has one game."""
    played = _by_games(record, players, best)
    missing = record.forfeit or (() if played.how else tuple(x for x in players if is_out(x)))
    if not missing:
        return played
    here = [x for x in players if x not in missing]
    return Verdict(WALKOVER if here else DOUBLE_FORFEIT, here[0] if here else None, due=played.due)


def _by_games(record: Record, players: Pair, best: int | None) -> Verdict:
    """Games count from 1 on, without a gap, until one decides."""
    games: list[Game] = []
    won = dict.fromkeys(players, 0)
    while True:
        number = len(games) + 1
        game = record.game(number)
        if game is None:
            return Verdict(None, None, tuple(games), number)
        games.append(game)
        if game.winner is not None:
            won[game.winner] += 1
        if best is None:
            return Verdict(PLAYED, game.winner, tuple(games))
        low, high = players
        behind, leader = (high, low) if won[low] > won[high] else players
        if won[leader] * 2 > best or (number >= best and won[leader] > won[behind]):
            return Verdict(PLAYED, leader, tuple(games))


WAITING, READY, CALLED, DECIDED, VOID, CANCELLED = "waiting", "ready", "called", "decided", "void", "cancelled"
OVER = (DECIDED, VOID, CANCELLED)
OPEN = (READY, CALLED)  # can be played, and is not decided
NOBODY = 0

Sides = tuple[int | None, int | None]  # A and B: entrants' numbers, None where not known yet, NOBODY
UNDECIDED = Verdict(None, None)


@dataclass(frozen=True)
class Match:
    """A match by its name, and where it stands among the others: round index, group (from 0) and place in the round.
    `drawn`: A and B as a league's draw has them; in a knock-out that follows from the results. Where partners change,
    a side is a pair of them as one number, see `side`."""

    name: str
    round: int
    group: int
    place: int
    drawn: tuple[int, int] = (NOBODY, NOBODY)
    seat: int | None = None  # the table, from 1, where players move from table to table


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
        return pair(a, b) if a and b else None

    @property
    def everybody(self) -> tuple[int, ...]:
        """All entrants that are known: both, or both of both sides."""
        return members(*self.sides)

    def a_first(self, game: Game) -> Game:
        """A game of the two with A's figures first; records have those of the smaller number first."""
        return game if self.players == self.pair else game.reversed()

    @property
    def is_empty(self) -> bool:
        """Nobody on both sides."""
        return self.sides == (NOBODY, NOBODY)

    @property
    def is_open(self) -> bool:
        """Undecided, with the players known or not."""
        return self.state in (WAITING, READY)


@lru_cache(4096)  # an event asks several times for the phase of its match
def phase_of_match(name: str, entrants: int) -> int:
    """The phase of a match name in capitals; raises Refusal `unknown-match` where it is no such name.

    A league's is `1:2-5` or `1:2-5.2`, with partners `1:1+5-2+7`, its entrants among `entrants`, the smaller first; a
    bracket's `1:W2.1`, `1:L3.2`, `1:T`, `1:F1`, `1:F2`. Numbers are 1 to 1000, a meeting's 2 to 1000.
    """
    found = _NAME.fullmatch(name)
    if found:
        numbers = [number(word) or 0 if word is not None else 1 for word in found.groups()]
        if all(1 <= value <= MOST_ENTRANTS for value in numbers) and _are_sides(found, numbers[1:5], entrants):
            return numbers[0]
    raise Refusal(told.NO_MATCH_NAME, match=name)


def _are_sides(found: re.Match[str], numbers: list[int], entrants: int) -> bool:
    """Whether the entrants in a name of a league's match are in their sequence; true of a bracket's."""
    w, x, y, z = numbers
    if found[2] is None:
        return True
    if found[6] == "1" or (found[3] is None) != (found[5] is None):
        return False
    if found[3] is None:
        return w < y <= entrants
    return w < x and y < z and w < y and x != y and x != z and max(x, z) <= entrants


def sides_named(match: str) -> tuple[int, ...]:
    """The two sides of a league's match by its name alone; none of a bracket's."""
    found = re.fullmatch(r"\d+:(\d+)(?:\+(\d+))?-(\d+)(?:\+(\d+))?(?:\.\d+)?", match)
    if found is None:
        return ()
    w, x, y, z = found.groups()
    return tuple(side(*(int(one) for one in both if one)) for both in ((w, x), (y, z)))


def as_sides(match: str, entrants: tuple[int, ...]) -> tuple[int, ...]:
    """Entrants as the sides of the match of this name for which they stand, by the name alone; as they are where
    partners do not change, and where not each is of a side of its own."""
    if "+" not in match:
        return entrants
    own = [side_of(x, sides_named(match)) for x in entrants]
    return tuple(one for one in own if one) if None not in own and len(set(own)) == len(own) else entrants


def phase_number(match: str) -> int:
    """The number of the phase that the name of a match begins with; the name is known to be one."""
    return int(match.split(":")[0])
