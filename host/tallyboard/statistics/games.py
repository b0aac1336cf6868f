"""The games that count in a tournament, each with the board's match behind it."""

from collections.abc import Iterator
from typing import NamedTuple

from shared_rules.games import catalogue
from tallyboard.desk import Tournament
from tallyboard.desk.matches import VOID, BoardMatch, Game, Pair
from tallyboard.desk.options import SHOOTOUT
from tallyboard.desk.phase import Phase


class Counted(NamedTuple):
    """A game that counts. `players`: the smaller number first, as in the figures of `game`. `has_twenties`: whether
    they are counted in it. `table`: the one to which it was called, None where it was not. `played`: the board's match,
    None for a result by hand alone."""

    players: Pair
    game: Game
    has_twenties: bool
    table: str | None
    played: BoardMatch | None


def counted_games(tournament: Tournament) -> Iterator[Counted]:
    """Those of all matches with the players that they have now, by phase and match.

    Left out are those of void matches, which count for nobody, and the shootout that decides a level match of a
    knock-out: like that of Southwest it is no round of the game.
    """
    calls = {(call.match, call.pair): call.table for call in tournament.calls}
    for phase in tournament.phases:
        twenties = _has_twenties(phase)
        for match in phase.matches():
            standing = phase.standing(match)
            players = standing.pair
            if players is None or standing.state == VOID:
                continue
            record = phase.field.records.of(match.name, players)
            table = calls.get((match.name, players))
            for number, game in enumerate(standing.verdict.games, 1):
                if number <= phase.options.best or phase.options.level != SHOOTOUT:
                    yield Counted(players, game, twenties, table, record.played.get(number))


def _has_twenties(phase: Phase) -> bool:
    counts: bool = catalogue.by_id(phase.game.split()[0]).TWENTIES
    return counts
