"""A match that a board recorded without a call, as the result of a tournament's match."""

from collections.abc import Sequence

from tallyboard.commands.tournament.finding import is_match_name, open_match
from tallyboard.commands.tournament.names import entrant_of, entrants_of
from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError
from tallyboard.shapes import MatchObject
from tallyboard.text.tournament.given import board_line, can_be_result


def line_of_board(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> str:
    """The line `result … board ID` of a match object; `words`: the match, and who were A and B, as far as was said."""
    if not can_be_result(recorded):
        raise TallyboardError(
            f"The match {recorded['match'][:8]} is {recorded['status']}, with {len(recorded['sides'])} sides.",
            "Only a finished match of two sides can be a result; enter it by hand: `tallyboard tournament result`.",
        )
    named = words[0] if words and is_match_name(words[0]) else None
    sides = _sides(recorded, words[1:] if named else words, tournament)
    match = named or open_match(*sides, tournament)
    if named is None:
        due = tournament.match(match)[1].verdict.due
        match += f"/{due}" if due not in (None, 1) else ""
    return board_line(recorded, match, sides)


def _sides(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> tuple[int, int]:
    """The entrants who were A and B: those who are named, else those whose names the match has."""
    step = "Say who were A and B: `tallyboard tournament result Ann Bob --match " + recorded["match"][:8] + "`."
    if words:
        both = entrants_of(words, tournament.entrants)
    else:
        names = [name for side in recorded["sides"] if (name := recorded["names"][side])]
        if len(names) != len(recorded["sides"]):
            raise TallyboardError("The match has no names.", step)
        try:
            both = [entrant_of(name, tournament.entrants) for name in names]
        except TallyboardError as error:
            raise TallyboardError(error.cause, step) from None
    if len(both) != 2 or both[0] == both[1]:
        raise TallyboardError("A match is of two entrants.", step)
    return both[0], both[1]
