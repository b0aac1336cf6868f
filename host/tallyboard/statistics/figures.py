"""From the games that count, and what boards tell of them, to the figures of entrants and tables."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from tallyboard.desk import Tournament
from tallyboard.shapes import ClosedRound, Figures, StatisticsObject
from tallyboard.statistics.board_game import BoardGame
from tallyboard.statistics.games import Counted, counted_games
from tallyboard.text.sorting import natural


def statistics(
    tournament: Tournament, boards: Mapping[str, BoardGame], chosen: Collection[int] | None = None
) -> StatisticsObject:
    """The statistics of a tournament. `boards`: by the id of a match what its board tells.

    `chosen`: of these entrants only, and at the tables only of what they played; None: of all.
    """
    wanted = [one for one in tournament.entrants if chosen is None or one.number in chosen]
    entrants = {one.number: _Sum() for one in wanted}
    tables = {name: _Sum() for name in tournament.tables}
    for counted in counted_games(tournament):
        if entrants.keys().isdisjoint(counted.players):
            continue
        told = boards.get(counted.played.id) if counted.played else None
        for player in counted.players:
            if player in entrants:
                entrants[player].add(counted, told, [player])
        table = _table(counted, told, tables)
        if table:
            tables.setdefault(table, _Sum()).add(counted, told, counted.players)
    others = sorted(tables.keys() - tournament.tables.keys(), key=natural)
    return {
        "entrants": [
            {
                "entrant": one.number,
                "name": one.name,
                "score": entrants[one.number].score,
                **_figures(entrants[one.number]),
            }
            for one in wanted
        ],
        "tables": [{"table": name, **_figures(tables[name])} for name in (*tournament.tables, *others)],
    }


def _table(counted: Counted, told: BoardGame | None, tables: Iterable[str]) -> str | None:
    """Where the game was played: the board says it, else the call, in the tournament's own spelling."""
    said = (told.table if told else None) or counted.table
    return next((name for name in tables if said and name.casefold() == said.casefold()), said)


class _Sum:
    """The games of one entrant, or of all at a table, added up."""

    def __init__(self) -> None:
        self.games = 0
        self.score: list[int] | None = None
        self.twenties: int | None = None
        self.rounds = 0
        self.rounds_with_twenties = 0
        self.twenties_in_rounds = 0
        self.zones: Counter[str] = Counter()
        self.first = 0
        self.first_won = 0
        self.busts: int | None = None
        self.minutes: list[float] = []

    def add(self, counted: Counted, told: BoardGame | None, players: Collection[int]) -> None:
        """A game, of what these of its players did in it."""
        self.games += 1
        places = [counted.players.index(player) for player in players]
        scores = counted.game.scores
        before = self.score or [0, 0]
        self.score = [before[0] + scores[places[0]], before[1] + scores[1 - places[0]]]
        if counted.has_twenties:
            self.twenties = (self.twenties or 0) + sum(counted.game.twenties[place] for place in places)
        if told is None or counted.played is None:
            return
        sides = ["AB"[counted.played.sides.index(player)] for player in players]
        if told.minutes is not None:
            self.minutes.append(told.minutes)
        if told.busts is not None:
            self.busts = (self.busts or 0) + sum(told.busts[side] for side in sides)
        rounds = [one for one in told.rounds or () if one["kind"] == "round"]  # the others only decide a level match
        for one in rounds:
            self._add_round(one, sides)
        if (
            rounds and counted.has_twenties and told.counts_twenties
        ):  # those that count, also where a hand put them right
            self.rounds_with_twenties += len(rounds)
            self.twenties_in_rounds += sum(counted.game.twenties[place] for place in places)

    def _add_round(self, one: ClosedRound, sides: Collection[str]) -> None:
        self.rounds += 1
        for side in sides:
            self.zones.update(one["counts"][side])
        if one["first"] in sides:
            awarded = one["awarded"]
            self.first += 1
            self.first_won += all(awarded[one["first"]] > awarded[side] for side in awarded if side != one["first"])


def _figures(of: _Sum) -> Figures:
    """The figures; null where nothing is known, which is not 0."""
    is_told = of.rounds > 0
    return {
        "games": of.games,
        "twenties": of.twenties,
        "rounds": of.rounds if is_told else None,
        "twenties_a_round": _part(of.twenties_in_rounds, of.rounds_with_twenties),
        "zones": {zone: of.zones[zone] for zone in sorted(of.zones, key=_by_worth)} if is_told else None,
        "first": of.first if is_told else None,
        "first_won": of.first_won if is_told else None,
        "first_share": _part(of.first_won, of.first),
        "busts": of.busts,
        "minutes": _mean(of.minutes),
    }


def _by_worth(zone: str) -> tuple[int, str]:
    """Zones from the best on, behind them what is counted by a word."""
    return (-int(zone), "") if zone.isdecimal() else (1, zone)


def _part(some: int, of_all: int) -> float | None:
    return round(some / of_all, 3) if of_all else None


def _mean(minutes: list[float]) -> float | None:
    return round(sum(minutes) / len(minutes), 1) if minutes else None
