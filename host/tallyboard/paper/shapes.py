"""What is printed of a tournament, and how the desk's becomes that."""

from typing import Literal, NotRequired, TypedDict

from tallyboard.desk import Tournament, as_object
from tallyboard.desk.objects import TournamentObject

Size = Literal["a4", "letter"]
LanguageCode = Literal["en", "fr"]
Kind = Literal["standings", "bracket", "schedule", "calls", "scorecards", "scoresheets"]


class TournamentPaper(TypedDict):
    """A tournament to be printed.

    `printed`: when and in which time zone that is, as people read it. `games`: the game line of each phase, without
    the word `game`, phase 1 first. `due`: by the name of a match the game line of the game that is due, where that is
    not the phase's. `best`: of how many games a match is, by phase. `titles`: of the phases, phase 1 first, "" for
    "Phase 1".
    """

    name: str
    printed: str
    tournament: TournamentObject
    games: list[str]
    due: NotRequired[dict[str, str]]
    best: NotRequired[list[int]]
    titles: NotRequired[list[str]]


def paper_of(name: str, printed: str, tournament: Tournament) -> TournamentPaper:
    """The tournament of this name to be printed; `printed`: when, as people read it."""
    made = as_object(tournament)
    due = {
        match["match"]: phase.line_of(match["due"])
        for phase, its in zip(tournament.phases, made["phases"], strict=True)
        for match in its["matches"]
        if not phase.is_league and match["due"] and match["due"] > phase.options.best
    }
    games = [phase.game for phase in tournament.phases]
    best = [1 if phase.is_league else phase.options.best for phase in tournament.phases]
    return {"name": name, "printed": printed, "tournament": made, "games": games, "due": due, "best": best}
