"""Which games of tournaments the matches of boards are."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tallyboard.desk import Refusal, events
from tallyboard.desk.objects import group_name
from tallyboard.errors import TallyboardError
from tallyboard.shapes import InTournament, MatchObject
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.calls import prefix_of, read_key
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import listed


class _Result(NamedTuple):
    """A game of a tournament's match."""

    of: Followed
    match: str
    game: int


class GamesOfTournaments:
    """Knows of a match which game of a tournament it is: that of the last result that has the match, else that of the
    call whose key the match has."""

    def __init__(self, tournaments: Iterable[Followed]) -> None:
        known = list(tournaments)
        self._by_prefix = {prefix_of(one.about.id): one for one in known}
        self._results = {match: result for one in known for match, result in _results(one)}

    def of(self, match: MatchObject) -> InTournament | None:
        """The game that this match is, None outside of tournaments."""
        key = read_key(match["key"])
        called = self._by_prefix.get(key.tournament) if key else None
        call = called.tournament.call_of_event(key.number) if key and called else None
        found = self._results.get(match["match"])
        if found is None and key and called and call:
            found = _Result(called, call.match, key.game)
        if found is None:
            return None
        return {**_where(found), "table": call.table if call else match["table"] or None}


def _results(of: Followed) -> Iterator[tuple[str, _Result]]:
    """(id of the board's match, the result) of each that stands."""
    for event in of.tournament.events:
        what = event.what
        if event.stands and isinstance(what, events.Result) and what.board is not None:
            yield what.board, _Result(of, what.match, what.game)


def _where(found: _Result) -> InTournament:
    """The game, without its table."""
    tournament, about = found.of.tournament, found.of.about
    phase_number = int(found.match.partition(":")[0])
    made: InTournament = {
        "tournament": about.id,
        "name": about.name,
        "phase": phase_number,
        "match": found.match,
        "game": found.game,
        "round": None,
        "group": None,
        "table": None,
    }
    try:
        phase, match = tournament.state.match(found.match)
    except Refusal:  # it was drawn again
        return made
    return {**made, "round": match.round, "group": group_name(phase, match.group)}


def of_all(sql: Sql) -> tuple[GamesOfTournaments, list[str]]:
    """(the games of all tournaments, the names of those tournaments that a disk has damaged)."""
    read, damaged = [], []
    for about in listed(sql):
        followed = Followed(about)
        try:
            followed.catch_up(sql)
        except TallyboardError:
            damaged.append(about.name)
        else:
            read.append(followed)
    return GamesOfTournaments(read), damaged
