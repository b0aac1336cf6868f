"""What entrants and tables did in a tournament, round by round, by the games that count and what boards tell."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.events import SIDES
from shared_rules.games.facts import facts_of
from shared_rules.games.match import BUST
from tallyboard.desk import Tournament
from tallyboard.desk.matches import VOID, BoardMatch, Game, Pair, members
from tallyboard.desk.options import SHOOTOUT
from tallyboard.journal.presses import NOT_COUNTED, Press
from tallyboard.shapes import BySide, ClosedRound, Figures, MatchObject, StatisticsObject
from tallyboard.text.board_names import natural


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
        twenties = bool(catalogue.by_id(phase.game.split()[0]).TWENTIES)
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


class BoardGame(NamedTuple):
    """A match that a board recorded, as a game of a tournament.

    `table`: where it was played, None where that is not known. `rounds`: the closed ones, None where a score without
    rounds stands by a correction. `busts`: by side, None in other games and where it is not known. `minutes`: from the
    first press to the result, None where the board's times do not tell.
    """

    table: str | None
    rounds: list[ClosedRound] | None
    counts_twenties: bool
    busts: BySide | None
    minutes: float | None


def board_game(match: MatchObject, presses: Sequence[Press], sheet: str | None, table: str | None) -> BoardGame | None:
    """The game of a match object with its press list; None where the match is not finished as it stands now, or is set
    aside. `sheet`: the scoresheet that stands instead of what the board recorded, None where none does."""
    if match["status"] != "finished":
        return None
    has_rounds = bool(match["rounds"])
    busts = None
    if has_rounds and facts_of(match["game"]).busts:
        pressed = [press.event[0] for press in presses if _stands(press) and press.note == BUST.lower()]
        found = pressed if sheet is None else _busts_in(sheet)
        busts = {side: found.count(side) for side in match["sides"]}
    rounds = match["rounds"] if has_rounds else None
    return BoardGame(table, rounds, bool(match["twenties"]), busts, _minutes(presses))


def _stands(press: Press) -> bool:
    return press.event not in ("", "undo") and not (press.undone or press.cut or press.note == NOT_COUNTED)


def _busts_in(sheet: str) -> list[str]:
    """The side of each bust in a scoresheet, by playing what stands in it again."""
    match = scoresheet.read(sheet).match
    again = catalogue.make(match.ID, match.options)
    found = []
    for event in match.events[: match.length]:
        again.play(event)
        if again.news == BUST:
            found.append(SIDES[event >> 8 & 3])
    return found


def _minutes(presses: Sequence[Press]) -> float | None:
    """From the first press, whether it stands or not, to the last that stands, which is the one that ended the match.
    By board time while the board was on; over a power-on by the time of day, where the laptop had told it."""
    pressed = [place for place, press in enumerate(presses) if press.event]
    standing = [place for place, press in enumerate(presses) if _stands(press)]
    if not standing:
        return None
    first, last = pressed[0], standing[-1]
    times = [press.ms for press in presses[first : last + 1]]
    known = [ms for ms in times if ms is not None]
    if len(known) == len(times) and known == sorted(known):  # a power-on begins at 0 again
        return (known[-1] - known[0]) / 60_000
    began, ended = presses[first].at, presses[last].at
    if began is None or ended is None:
        return None
    length = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    return max(0.0, length.total_seconds() / 60)


def statistics(
    tournament: Tournament, boards: Mapping[str, BoardGame], chosen: Collection[int] | None = None
) -> StatisticsObject:
    """The statistics of a tournament. `boards`: by the id of a match what its board tells. `chosen`: of these entrants
    only, and at the tables only of what they played; None: of all."""
    wanted = [one for one in tournament.entrants if chosen is None or one.number in chosen]
    entrants = {one.number: _Sum() for one in wanted}
    tables = {name: _Sum() for name in tournament.tables}
    for counted in counted_games(tournament):
        if entrants.keys().isdisjoint(members(*counted.players)):
            continue
        told = boards.get(counted.played.id) if counted.played else None
        for side in counted.players:
            for player in members(side):
                if player in entrants:
                    entrants[player].add(counted, told, [side])
        table = (told.table if told else None) or counted.table  # the board says it, else the call
        if table:  # in the tournament's own spelling
            table = next((name for name in tables if name.casefold() == table.casefold()), table)
            tables.setdefault(table, _Sum()).add(counted, told, counted.players)
    others = sorted(tables.keys() - tournament.tables.keys(), key=natural)
    return {
        "entrants": [
            {"entrant": one.number, "name": one.name, "score": its.score, **_figures(its)}
            for one, its in zip(wanted, entrants.values(), strict=True)
        ],
        "tables": [{"table": name, **_figures(tables[name])} for name in (*tournament.tables, *others)],
    }


class _Sum:
    """The games of one entrant, or of all at a table, added up."""

    def __init__(self) -> None:
        self.score: list[int] | None = None
        self.twenties: int | None = None
        self.busts: int | None = None
        self.games = self.rounds = self.first = self.first_won = 0
        self.rounds_with_twenties = self.twenties_in_rounds = 0
        self.zones: Counter[str] = Counter()
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
        self.rounds += len(rounds)
        for one in rounds:
            for side in sides:
                self.zones.update(one["counts"][side])
            awarded, first = one["awarded"], one["first"]
            if first in sides:
                self.first += 1
                self.first_won += all(awarded[first] > points for side, points in awarded.items() if side != first)
        if rounds and counted.has_twenties and told.counts_twenties:  # that count, also where a hand put them right
            self.rounds_with_twenties += len(rounds)
            self.twenties_in_rounds += sum(counted.game.twenties[place] for place in places)


def _figures(of: _Sum) -> Figures:
    """The figures; null where nothing is known, which is not 0."""
    is_told = of.rounds > 0
    return {
        "games": of.games,
        "twenties": of.twenties,
        "rounds": of.rounds if is_told else None,
        "twenties_a_round": _part(of.twenties_in_rounds, of.rounds_with_twenties),
        "zones": {zone: of.zones[zone] for zone in sorted(of.zones, key=by_worth)} if is_told else None,
        "first": of.first if is_told else None,
        "first_won": of.first_won if is_told else None,
        "first_share": _part(of.first_won, of.first),
        "busts": of.busts,
        "minutes": round(sum(of.minutes) / len(of.minutes), 1) if of.minutes else None,
    }


def by_worth(zone: str) -> tuple[int, str]:
    """Zones from the best on, behind them what is counted by a word."""
    return (-int(zone), "") if zone.isdecimal() else (1, zone)


def _part(some: int, of_all: int) -> float | None:
    return round(some / of_all, 3) if of_all else None
