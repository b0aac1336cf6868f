"""A match of a tournament as lists of pages have it."""

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, GameObject
from tallyboard.pages.public import words
from tallyboard.pages.public.view import View
from tallyboard.text.tournament.matches import tally
from tallyboard.text.tournament.names import NOBODY


class SideRow(NamedTuple):
    """Who stands on a side, whether they have won, and what of a league or bracket they have in the match so far."""

    who: Markup
    won: bool
    score: str
    twenties: str


class GameRow(NamedTuple):
    """A game of a match: its number, score and twenties, and the page of the match that a board recorded; "" where
    none did. `is_shootout`: it decides a level match."""

    number: int
    score: str
    twenties: str
    address: str
    is_shootout: bool


class MatchRow(NamedTuple):
    """`where`: phase, group and round. `note`: how it was decided where figures do not say it, or
    who is not here to play it. `table`: where it is or
    was called to. `time`: since when, or when it is expected; "" where that is not known."""

    match: DeskMatchObject
    where: Markup
    sides: tuple[SideRow, SideRow]
    games: list[GameRow]
    note: Markup
    table: Markup
    time: str = ""

    @property
    def name(self) -> str:
        """As it is called at the desk: `1:2-5`."""
        return self.match["match"]

    @property
    def is_over(self) -> bool:
        """Whether nothing is to come of it any more."""
        return self.match["state"] in words.OVER


def match_row(view: View, match: DeskMatchObject, time: str = "") -> MatchRow:
    """The row of this match."""
    whos = view.sides(match)
    best = view.facts_of(view.phase_of(match["match"])).best
    figures = [str(number) for number in tally(match, best)] or ["", ""]
    sides = [
        SideRow(whos[at], _has_won(match, at), figures[at], str(sum(game["twenties"][at] for game in match["games"])))
        for at in (0, 1)
    ]
    table = view.calls.get(match["match"]) or view.facts.tables.get(match["match"], "")
    return MatchRow(
        match,
        words.where(view, match),
        (sides[0], sides[1]),
        [_game(view, match, number, game) for number, game in enumerate(match["games"], 1)],
        words.outcome(view, match) or words.absent(view, match),
        view.table(table) if table else Markup(""),
        time,
    )


def match_rows(view: View, matches: Iterable[DeskMatchObject]) -> list[MatchRow]:
    """The rows of these matches, in this order."""
    return [match_row(view, match) for match in matches]


def _has_won(match: DeskMatchObject, at: int) -> bool:
    return match["winner"] not in (None, NOBODY) and match["winner"] == match["sides"][at]


def _game(view: View, match: DeskMatchObject, number: int, game: GameObject) -> GameRow:
    recorded = view.facts.recorded.get((match["match"], number))
    address = view.links.url("match", match=recorded.id) if recorded else ""
    twenties = _pair(game["twenties"]) if any(game["twenties"]) else ""
    return GameRow(number, _pair(game["scores"]), twenties, address, words.is_shootout(view, match, number - 1))


def _pair(figures: list[int]) -> str:
    return f"{figures[0]} : {figures[1]}"
