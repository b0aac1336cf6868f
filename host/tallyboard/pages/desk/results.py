"""Results by totals, forfeits, and taking away what stands; the list of matches."""

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Tournament
from tallyboard.errors import later
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned
from tallyboard.pages.desk.declared import game_said
from tallyboard.pages.desk.entered import match_words, options_of, outcome
from tallyboard.pages.desk.handlers import comes_back_on, page_of, sends_back, shows, takes
from tallyboard.pages.desk.matches import (
    GivenFigures,
    asked_game,
    asked_match,
    enter_figures,
    game_figures,
    match_of,
    sure_of,
)
from tallyboard.pages.desk.posted import Posted
from tallyboard.pages.desk.sheets import can_be_sheet
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.text.tournament.matches import find_match


async def results(desk: Desk) -> Response:
    """The list of matches, those that can be played first."""

    def found(look: Look) -> dict[str, Any]:
        words = desk.words(look.seen)
        both = zip(look.seen.computed["phases"], look.tournament.phases, strict=True)
        drawn = [(phase, its.options) for phase, its in both if its.drawn]
        return {
            "phases": [
                (phase, [(one, outcome(one, words, its)) for one in phase["matches"] if 0 not in one["sides"]])
                for phase, its in drawn
            ]
        }

    return await page_of(desk, "desk/results.html", "desk_results", found)


async def result(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page where the result of a match is entered."""
    name, game = asked_match(desk), asked_game(desk, returned.given.get("game", ""))

    def found(look: Look) -> dict[str, Any]:
        words = desk.words(look.seen)
        shown = match_of(look, name, game, words)
        return {
            "shown": shown,
            "figures": [(one, game_figures(one.hand, words), game_figures(one.board, words)) for one in shown.games],
            "game_said": game_said(shown.line, words),
            "outcome": outcome(shown.match, words, shown.options),
            "can_be_sheet": can_be_sheet(shown.line),
            "fresh": desk.links.url("desk_result", {"game": shown.game}, t=desk.word, match=name),
        }

    sure = sure_of(returned.given)
    return await page_of(desk, "desk/result.html", "desk_results", found, returned, sure=sure, place="")


@comes_back_on(result, refused_at="")
async def set_result(desk: Desk, form: Posted) -> Response:
    """Enter the totals of a game."""
    game = asked_game(desk, form.raw("game")) or 1
    a, b = form.number("score-a", -9999, 9999), form.number("score-b", -9999, 9999)
    twenties = form.number("twenties-a", 0, 999, 0), form.number("twenties-b", 0, 999, 0)
    won = form.choice("won", ("", "a", "b"))
    if won and a != b and not form.wrong:
        form.refuse("won", desk.words()._("The scores are not equal: who has more has won."))
    figures = GivenFigures(asked_match(desk), game, (a, b), twenties, won, form.text("reason"))
    form.check()
    return desk.back(form, await enter_figures(desk, form, figures, asks=True), desk.url("desk_day"))


@sends_back("desk_day", failed_to="desk_result")
async def forfeit(desk: Desk, form: Posted) -> str:
    """One or both of a match gave it up, or did not come."""
    who = form.choice("who", ("a", "b", "both"))

    def lost(tournament: Tournament) -> Sequence[int]:
        players = tournament.match(asked_match(desk))[1].players or ()
        return {"a": players[:1], "b": players[1:], "both": players}[who]

    return await desk.enter(form, _about_match(desk, form, "forfeit", lost))


@sends_back("desk_day", failed_to="desk_result")
async def clear(desk: Desk, form: Posted) -> str:
    """Take away what stands for a match and its two, or for two others who played it before."""
    others = [form.number(field, 1, 1000) for field in ("x", "y") if form.has(field)]
    told = later("What stood for %(match)s is taken away.")
    return await desk.enter(form, _about_match(desk, form, "clear", lambda _: others, told))


def _about_match(
    desk: Desk, form: Posted, word: str, whose: Callable[[Tournament], Sequence[int]], told: str = ""
) -> Entry:
    """What a button of the page of a match enters, as long as what stands is what the page knew; `told` first."""
    name, reason = asked_match(desk), form.text("reason")

    def decide(tournament: Tournament) -> Sequence[str]:
        form.check()
        return [" ".join([word, name, *map(str, whose(tournament))])]

    def said(after: Entered, words: Words) -> list[Markup]:
        found = find_match(after.seen.computed, name)
        stands = [match_words(found, words, options_of(after.tournament, name))] if found else []
        return [*([words._(told, match=name)] if told else []), *stands]

    return Entry(decide, said, subjects.match(name), reason)


ROUTES = [
    shows("/desk/{t}/matches", results, "desk_results"),
    shows("/desk/{t}/result/{match}", result, "desk_result"),
    takes("/desk/{t}/result/{match}", set_result, "desk_set_result", "desk_result"),
    takes("/desk/{t}/result/{match}/forfeit", forfeit, "desk_forfeit", "desk_result"),
    takes("/desk/{t}/result/{match}/clear", clear, "desk_clear", "desk_result"),
]
