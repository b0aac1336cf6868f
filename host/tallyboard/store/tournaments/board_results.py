"""Results that boards recorded, as events of the tournaments that called their matches."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk import Refusal, Tournament, lines
from tallyboard.shapes import MatchObject
from tallyboard.store.match_objects import MatchObjects
from tallyboard.store.matches import kept
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tournaments.appending import BOARD, append
from tallyboard.store.tournaments.calls import CallKey, prefix_of, read_key
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import About

if TYPE_CHECKING:
    from tallyboard.store.store import Store

_LIKE_A_CALLS = '%"key": "________-%'  # of a match as it is kept: the few others are sorted out by what they say


class Finished(NamedTuple):
    """A finished match of a call: its id, what its key says, and the figures of A and B. `won`: 0 or 1 where the game
    itself decided a level one, else None."""

    match: str
    key: CallKey
    scores: tuple[int, int]
    twenties: tuple[int, int]
    won: int | None

    def line(self, tournament: Tournament) -> str | None:
        """The line of this result; None where the tournament knows of no such call."""
        call = tournament.call_of_event(self.key.number)
        if call is None:
            return None
        (a, b), (for_a, for_b) = call.entrants, self.scores
        words = [f"result {call.match}/{self.key.game} {a} {for_a} {b} {for_b}"]
        words += [f"twenties {self.twenties[0]} {self.twenties[1]}"] if any(self.twenties) else []
        words += [] if self.won is None else [f"won {call.entrants[self.won]}"]
        return " ".join([*words, f"board {self.match}"])

    def stands_as(self, line: str) -> bool:
        """Whether this line, one of ours of the same match, says the same: A stands first in all of them."""
        said = lines.read(line)
        if not isinstance(said, lines.Result):
            return False
        won = None if said.won is None else said.entrants.index(said.won)
        return (said.game, said.scores, said.twenties, won) == (self.key.game, self.scores, self.twenties, self.won)


def finished(sql: Sql, boards: Collection[str] | None = None) -> list[Finished]:
    """The finished matches of calls at these boards, one at least, None: at all, as they stand now."""
    of_them, values = ("", {}) if boards is None else among(boards)
    only = f"AND board {of_them}" if of_them else ""
    wanted = f"{kept.SELECT} WHERE result LIKE :like {only} ORDER BY board, epoch, first_seq"
    found = (kept.object_of(row) for row in sql.rows(wanted, like=_LIKE_A_CALLS, **values))
    of_calls = [match for match in found if match is not None and read_key(match["key"]) is not None]
    if not of_calls:
        return []
    objects = MatchObjects(sql, ())
    made = (_finished(objects.of(match)) for match in of_calls)
    return [one for one in made if one is not None]


def _finished(match: MatchObject) -> Finished | None:
    key = read_key(match["key"])
    if key is None or match["status"] != "finished" or match["sides"] != ["A", "B"]:
        return None
    totals, twenties, winners = match["totals"], match["twenties"], match["winners"]
    scores = totals["A"], totals["B"]
    is_decided = scores[0] == scores[1] and len(winners) == 1
    won = match["sides"].index(winners[0]) if is_decided else None
    return Finished(match["match"], key, scores, (twenties.get("A", 0), twenties.get("B", 0)), won)


def untaken(sql: Sql, about: About, those: Iterable[Finished]) -> list[Finished]:
    """Those of these that the tournament has not, or not so; for this nothing is computed."""
    mine = [one for one in those if one.key.tournament == prefix_of(about.id)]
    if not mine:
        return []
    wanted = "SELECT line FROM tournament_events WHERE tournament = :id AND who = :who ORDER BY number"
    last = _last_by_board(line for (line,) in sql.rows(wanted, id=about.id, who=BOARD))
    return [one for one in mine if one.match not in last or not one.stands_as(last[one.match])]


def _last_by_board(said: Iterable[str]) -> dict[str, str]:
    """The last line of each board's match by its id, which stands at the end of the line."""
    return {words[-1]: line for line in said if (words := line.split())[:1] == ["result"] and words[-2:-1] == ["board"]}


def take_results(store: "Store", followed: Followed, those: Iterable[Finished]) -> Iterator[tuple[Finished, Refusal]]:
    """Enter these results of boards, as far as nobody else has; those that the tournament refuses, and why.

    Raises TallyboardError where the store fails.
    """
    for one in those:

        def decide(tournament: Tournament, one: Finished = one) -> list[str]:
            last = _last_by_board(event.line for event in followed.events if event.who == BOARD)
            line = one.line(tournament)
            is_there = one.match in last and one.stands_as(last[one.match])
            return [] if line is None or is_there else [line]

        try:
            append(store, followed, decide, BOARD)
        except Refusal as refusal:
            yield one, refusal
