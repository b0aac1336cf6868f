"""Which game of a tournament a board's match is."""

from typing import NamedTuple

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.errors import TallyboardError
from tallyboard.pages.public.asked import Asked
from tallyboard.pages.public.view import View
from tallyboard.shapes import MatchObject
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.calls import prefix_of, read_key
from tallyboard.store.tournaments.rows import listed


class TournamentGame(NamedTuple):
    """The tournament; the match there, None where it was drawn again without it, and its name; which of its games; the
    entrants on the sides A and B."""

    view: View
    match: DeskMatchObject | None
    name: str
    number: int
    players: tuple[int, int]


def tournament_game(asked: Asked, match: MatchObject) -> TournamentGame | None:
    """That of the result that has the match, else that of the call whose key it has; None outside of tournaments."""
    with asked.store.reading() as sql:
        wanted = _candidates(sql, match)
    for tournament in wanted:
        try:
            view = View(asked.known.facts(asked.store, tournament), asked.language, asked.links)
        except TallyboardError:  # a disk has damaged it
            continue
        for (name, number), board in view.facts.recorded.items():
            if board.id == match["match"]:
                return TournamentGame(view, view.matches.get(name), name, number, board.sides)
        called = _called(asked, view, match)
        if called is not None:
            return called
    return None


def _candidates(sql: Sql, match: MatchObject) -> list[str]:
    """The ids of the tournaments that have the match as a result, then of the one that called it."""
    key = read_key(match["key"])
    known = [about.id for about in listed(sql)]
    if not sql.has("tournament_events"):
        return []
    rows = sql.rows(
        "SELECT DISTINCT tournament FROM tournament_events WHERE line LIKE :like",
        like=f"result % board {match['match']}",
    )
    with_result = {row[0] for row in rows}
    calling = [one for one in known if key and prefix_of(one) == key.tournament]
    return [*(one for one in known if one in with_result), *(one for one in calling if one not in with_result)]


def _called(asked: Asked, view: View, match: MatchObject) -> TournamentGame | None:
    key = read_key(match["key"])
    if key is None or prefix_of(view.seen.about.id) != key.tournament:
        return None
    call = asked.known.asked(
        asked.store, view.seen.about.id, lambda _, tournament: tournament.call_of_event(key.number)
    )
    if call is None:
        return None
    return TournamentGame(view, view.matches.get(call.match), call.match, key.game, call.entrants)
