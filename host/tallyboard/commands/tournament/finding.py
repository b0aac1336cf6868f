"""Which match of a tournament is meant by two entrants."""

import re

from tallyboard.desk import Tournament
from tallyboard.desk.matches import DECIDED
from tallyboard.desk.objects import DeskMatchObject, match_object
from tallyboard.errors import TallyboardError
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import listed

_MATCH_NAME = re.compile(r"\d+:[^/]+(?:/\d+)?")


def is_match_name(word: str) -> bool:
    """Whether the word has the form of a match's name, `1:1-2`, with or without a game, `1:W1.1/2`."""
    return _MATCH_NAME.fullmatch(word) is not None


def open_match(x: int, y: int, tournament: Tournament, result: str = "X SCORE Y SCORE") -> str:
    """The match of these two that is called, else ready; raises TallyboardError where there is none, or several.

    `result`: what is to be entered for it, as the error is to tell it.
    """
    if x == y:
        raise TallyboardError(f"{tournament.entrants[x - 1].name} stands there twice.", "Name the two of the match.")
    found = tournament.open_matches(x, y)
    now = {table.call.match for table in tournament.tables.values() if table.call}
    called = [one for one in found if one in now]
    if len(called) == 1:
        return called[0]
    if len(found) == 1:
        return found[0]
    both = f"{tournament.entrants[x - 1].name} and {tournament.entrants[y - 1].name}"
    if found:
        raise TallyboardError(f"{both} have several matches: {listed(found)}.", "Give the match instead of the names.")
    raise _none(both, decided_matches(x, y, tournament), result)


def decided_matches(x: int, y: int, tournament: Tournament) -> list[DeskMatchObject]:
    """The matches of these two that are decided, as the JSON object has them."""
    return [
        match_object(phase, match, found, False)
        for phase in tournament.phases
        for match in phase.matches()
        if (found := phase.standing(match)).state == DECIDED and set(found.sides) == {x, y}
    ]


def _none(both: str, decided: list[DeskMatchObject], entered: str) -> TallyboardError:
    if len(decided) == 1:
        match = decided[0]
        result = score(match)
        told = f" ({result})" if result else ""
        return TallyboardError(
            f"{both} have no match to be played; {match['match']} is decided{told}.",
            f"To correct it, name it: `tallyboard tournament result {match['match']} {entered}`.",
        )
    if decided:
        names = listed(match["match"] for match in decided)
        return TallyboardError(
            f"{both} have no match to be played; {names} are decided.", "To correct one, name it before the entrants."
        )
    return TallyboardError(
        f"{both} have no match that is called or ready.", "`tallyboard tournament schedule` shows who plays whom."
    )
