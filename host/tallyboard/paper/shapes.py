"""What is printed: the JSON object of a tournament, with what paper says besides."""

from typing import Literal, NotRequired, TypedDict

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
