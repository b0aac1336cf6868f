"""Results by totals, forfeits, and taking away what stands; the list of matches."""

from collections.abc import Sequence

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.errors import TallyboardError
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, StaleError
from tallyboard.pages.desk.declared import game_said
from tallyboard.pages.desk.entered import find_match, match_words, options_of, outcome
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.matches import (
    GivenFigures,
    asked_game,
    asked_match,
    enter_figures,
    game_figures,
    match_of,
    sure_of,
)
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.sheets import can_be_sheet
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered
from tallyboard.store.failures import UnreachableError


async def results(desk: Desk) -> Response:
    """The list of matches, those that can be played first."""
    seen, options = await desk.look(lambda look: (look.seen, [one.options for one in look.tournament.phases]))
    words = desk.words(seen)
    phases = [
        (phase, [(match, outcome(match, words, its)) for match in phase["matches"] if 0 not in match["sides"]])
        for phase, its in zip(seen.computed["phases"], options, strict=True)
        if phase["drawn"]
    ]
    return framed(desk, seen, "desk/results.html", "desk_results", phases=phases)


async def result(desk: Desk) -> Response:
    """The page where the result of a match is entered."""
    return await _page(desk)


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    name, game = asked_match(desk), asked_game(desk, returned.given.get("game", ""))
    shown = await desk.look(lambda look: match_of(look, name, game, desk.words()))
    words = desk.words(shown.seen)
    return framed(
        desk,
        shown.seen,
        "desk/result.html",
        "desk_results",
        returned,
        shown=shown,
        figures=[(one, game_figures(one.hand, words), game_figures(one.board, words)) for one in shown.games],
        game_said=game_said(shown.line, words),
        outcome=outcome(shown.match, words, shown.options),
        sure=sure_of(returned.given),
        place="",
        can_be_sheet=can_be_sheet(shown.line),
        fresh=desk.links.url("desk_result", {"game": shown.game}, t=desk.word, match=name),
    )


async def set_result(desk: Desk) -> Response:
    """Enter the totals of a game."""
    form = await desk.posted()
    name = asked_match(desk)
    game = asked_game(desk, form.raw("game")) or 1
    a, b = form.number("score-a", -9999, 9999), form.number("score-b", -9999, 9999)
    twenties = form.number("twenties-a", 0, 999, 0), form.number("twenties-b", 0, 999, 0)
    won = form.choice("won", ("", "a", "b"))
    if won and a != b and not form.wrong:
        form.refuse("won", desk.words()._("The scores are not equal: who has more has won."))
    reason = form.text("reason")
    try:
        form.check()
        figures = GivenFigures(name, game, (a, b), twenties, won, reason)
        note = await enter_figures(desk, form, figures, asks=True)
    except (FieldError, StaleError, Refusal) as error:
        return await _page(desk, await desk.returned(form, error))
    return desk.back(form, note, desk.url("desk_day"))


async def forfeit(desk: Desk) -> Response:
    """One or both of a match gave it up, or did not come."""
    form = await desk.posted()
    name = asked_match(desk)
    who = form.choice("who", ("a", "b", "both"))
    reason = form.text("reason")

    def decide(tournament: Tournament) -> Sequence[str]:
        form.check()
        players = tournament.match(name)[1].players or ()
        lost = {"a": players[:1], "b": players[1:], "both": players}[who]
        return [" ".join(["forfeit", name, *map(str, lost)])]

    return await _entered(desk, form, Entry(decide, lambda after, words: _said(after, words, name), None, reason))


async def clear(desk: Desk) -> Response:
    """Take away what stands for a match and its two, or for two others who played it before."""
    form = await desk.posted()
    name = asked_match(desk)
    reason = form.text("reason")
    others = [form.number(field, 1, 1000) for field in ("x", "y") if form.has(field)]

    def decide(_: Tournament) -> Sequence[str]:
        form.check()
        return [" ".join(["clear", name, *map(str, others)])]

    def said(after: Entered, words: Words) -> list[Markup]:
        return [words._("What stood for %(match)s is taken away.", match=name), *_said(after, words, name)]

    return await _entered(desk, form, Entry(decide, said, None, reason))


def _said(after: Entered, words: Words, name: str) -> list[Markup]:
    found = find_match(after.seen, name)
    return [match_words(found, words, options_of(after.tournament, name))] if found else []


async def _entered(desk: Desk, form: Posted, entry: Entry) -> Response:
    """Enter what a button of the page of a match says, as long as what stands is what the page knew."""
    subject = subjects.match(asked_match(desk))
    try:
        note = await desk.enter(form, entry._replace(subject=subject))
    except UnreachableError:
        raise
    except TallyboardError as error:
        note = desk.site.once.keep(await desk.failed(error))
        return desk.back(form, note, desk.url("desk_result", match=asked_match(desk)))
    return desk.back(form, note, desk.url("desk_day"))


ROUTES = [
    shows("/desk/{t}/matches", results, "desk_results"),
    shows("/desk/{t}/result/{match}", result, "desk_result"),
    takes("/desk/{t}/result/{match}", set_result, "desk_set_result", "desk_result"),
    takes("/desk/{t}/result/{match}/forfeit", forfeit, "desk_forfeit", "desk_result"),
    takes("/desk/{t}/result/{match}/clear", clear, "desk_clear", "desk_result"),
]
