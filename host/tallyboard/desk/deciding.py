"""How a match between two known entrants stands: who won, by what, and which game is due."""

from collections.abc import Callable
from dataclasses import dataclass

from tallyboard.desk.records import Game, Pair, Record

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
    if record.forfeit:
        return _without(record.forfeit, players, played.due)
    if played.how is not None:
        return played
    out = tuple(x for x in players if is_out(x))
    return _without(out, players, played.due) if out else played


def _without(absent: tuple[int, ...], players: Pair, due: int | None) -> Verdict:
    here = [x for x in players if x not in absent]
    return Verdict(WALKOVER, here[0], due=due) if here else Verdict(DOUBLE_FORFEIT, None, due=due)


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
        leader = low if won[low] > won[high] else high
        ahead = won[leader] - won[players[0] + players[1] - leader]
        if won[leader] * 2 > best or (number >= best and ahead > 0):
            return Verdict(PLAYED, leader, tuple(games))
