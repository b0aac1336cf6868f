"""Matches: who plays, what stands for each game, results by totals, forfeits, and taking away what stands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games import catalogue
from shared_rules.games.crokinole import DiscGame
from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import Game, judge
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.errors import later
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, fills, form_about, page_of, shows, takes
from tallyboard.pages.desk.declared import game_said
from tallyboard.pages.desk.figures import (
    enter_figures,
    game_figures,
    given_figures,
    has_twenties,
    is_shootout,
    match_words,
    options_of,
    outcome,
    sure_of,
)
from tallyboard.pages.desk.posted import Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.live.hall import Viewing
from tallyboard.pages.public.facts import gathered
from tallyboard.pages.public.view import View
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.text.printable import printable
from tallyboard.text.quantities import time_of_day
from tallyboard.text.tournament.bracket import short
from tallyboard.text.tournament.matches import find_match
from tallyboard.text.tournament.names import Names

_MOST_RESULTS = 21  # of a game that stand as buttons: those of ten rounds


class GameOfMatch(NamedTuple):
    """A game: what was entered by hand, what a board recorded (with the id of its match), whether it is due, whether
    it is the shootout of a level match."""

    number: int
    hand: Game | None
    board: Game | None
    recorded: str
    due: bool
    is_shootout: bool

    @property
    def counts(self) -> Game | None:
        """What counts: the hand's, else the board's."""
        return self.hand or self.board


class MatchShown(NamedTuple):
    """`sides`: A and B. `games`: those with a result, and the one that is due. `game`: the number of the one that is
    meant, `line` its game line. `forfeit`: who gave the match up. `may_follow`: whether a shootout decides where this
    game is level."""

    seen: Seen
    match: DeskMatchObject
    sides: tuple[int, int]
    games: list[GameOfMatch]
    game: int
    line: str
    forfeit: tuple[int, ...]
    may_follow: bool
    form: Form

    @property
    def stands(self) -> GameOfMatch | None:
        """What stands for the game that is meant."""
        return next((one for one in self.games if one.number == self.game and one.counts), None)

    @property
    def results(self) -> Sequence[tuple[int, int]]:
        """All that the game can end with, where they are few enough to choose from."""
        game, options = catalogue.parse(self.line.split())
        found = facts_of(game).results(options)
        return found if len(found) <= _MOST_RESULTS else ()

    @property
    def is_signed(self) -> bool:
        """Whether a score can be below 0."""
        game, options = catalogue.parse(self.line.split())
        return facts_of(game).limits(options).is_signed

    @property
    def is_shootout(self) -> bool:
        """Whether the score of the game is its twenties."""
        return is_shootout(self.line)

    @property
    def has_twenties(self) -> bool:
        """Whether the game counts twenties beside its score."""
        return has_twenties(self.line)


def match_of(look: Look, name: str, game: int | None, words: Words) -> MatchShown:
    """The match of this name, and the game of this number, None: the one that is due, or the last. Raises NotFound."""
    try:
        phase, match = look.tournament.state.match(name)
    except Refusal:
        raise NotFound(words._("There is no such match."), words._("Go back to the list of matches.")) from None
    found, computed = phase.standing(match), find_match(look.seen.computed, name)
    if found.pair is None or found.players is None or computed is None:
        raise NotFound(words._("Who plays this match is not known yet."), words._("Go back to the list of matches."))
    record = look.tournament.state.field.records.of(name, found.pair)
    due = found.verdict.due
    numbers = sorted({*record.games(), *([due] if due else [])}) or [1]
    hand, board = ({number: found.a_first(one) for number, one in of.items()} for of in (record.hand, record.board))
    games = [
        GameOfMatch(
            number,
            hand.get(number),
            board.get(number),
            record.played[number].id if number in record.played else "",
            number == due,
            number > phase.options.best and is_shootout(phase.line_of(number)),
        )
        for number in numbers
    ]
    meant = game if game in numbers else due or numbers[-1]
    level = replace(record, hand={**record.hand, meant: Game((0, 0), (0, 0), None)}, forfeit=())
    follows = None if phase.is_league else judge(level, found.pair, phase.options.best, lambda _: False).due
    of_shootouts = [is_shootout(phase.line_of(number)) for number in (meant, meant + 1)]
    return MatchShown(
        look.seen,
        computed,
        found.players,
        games,
        meant,
        phase.line_of(meant),
        record.forfeit,
        follows == meant + 1 > phase.options.best and of_shootouts == [False, True],
        form_about(look, subjects.match(name)),
    )


class LastHeard(NamedTuple):
    """The score of a match as its table told it last; `round`: behind which one, 0 where that is not known. `at`: the
    time of day when it was heard, "" of one that is there now."""

    table: str
    scores: tuple[int, int]
    round: int
    at: str
    by_phone: bool


def heard(desk: Desk, shown: MatchShown) -> LastHeard | None:
    """What the table where it is called has told of it and is not entered yet; None where that plays something else."""
    tables = shown.seen.computed["tables"]
    table = next((one["table"] for one in tables if one["match"] == shown.match["match"]), "")
    names = Names(shown.seen.computed["entrants"])
    sides = [printable(names[side]) for side in shown.sides]
    for card in desk.site.live.cards(Viewing(table)):
        scores = {side.name: side.total for side in card.sides if side.total is not None}
        if sorted(scores) == sorted(sides) and card.stage is not None:
            closed = card.stage.number - 1 if card.stage.kind == "round" else 0
            at = time_of_day(desk.words().language, datetime.fromtimestamp(card.heard / 1000)) if card.heard else ""
            return LastHeard(card.word, (scores[sides[0]], scores[sides[1]]), closed, at, card.source == "phone")
    return None


def _goes_on(look: Look, view: View, name: str) -> Markup | None:
    """Where the winner of this match of a bracket goes: `Semi-finals, W3.2`; None for nowhere."""
    phase, _ = look.tournament.state.match(name)
    kind = name.partition(":")[2][:1]
    into = (one.name for one in phase.matches() if name in phase.sources(one))
    found = [one for one in into if kind in "WL" and one.partition(":")[2][:1] in (kind, "F")]
    return Markup("{}, {}").format(view.round(view.matches[found[0]]), short(found[0])) if found else None


def asked_match(desk: Desk) -> str:
    """The name of the match in the address, as the tournament has it."""
    return str(desk.request.path_params["match"])[:60].upper()


def asked_game(desk: Desk, given: str = "") -> int | None:
    """The game that is asked for; None for none."""
    word = given or desk.request.query_params.get("game", "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else None


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
        view = View(gathered(look), desk.language, desk.links)
        return {
            "shown": shown,
            "figures": [(one, game_figures(one.hand, words), game_figures(one.board, words)) for one in shown.games],
            "heard": heard(desk, shown),
            "where": view.named(shown.match),
            "goes_on": _goes_on(look, view, name),
            "game_said": game_said(shown.line, words),
            "called": view.table_of(name) if shown.match["state"] == "called" else "",
            "outcome": outcome(shown.match, words, options_of(look.tournament, name)),
            "best": options_of(look.tournament, name).best,
            "can_be_sheet": issubclass(catalogue.by_id(shown.line.split()[0]), DiscGame),
            "fresh": desk.links.url("desk_result", {"game": shown.game}, t=desk.word, match=name),
        }

    typed = desk.request.query_params.get("by") == "points" or "score-a" in returned.given
    around = {"sure": sure_of(returned.given), "typed": typed, "place": desk.opened_from(returned.given)}
    return await page_of(desk, "desk/result.html", "desk_results", found, returned, **around)


async def set_result(desk: Desk, form: Posted) -> Response:
    """Enter the totals of a game."""
    number = asked_game(desk, form.raw("game")) or 1
    figures, reason = given_figures(form, number, desk.words()), form.text("reason")
    form.check()
    return desk.back(
        form, await enter_figures(desk, form, asked_match(desk), figures, reason, asks=True), desk.url("desk_day")
    )


async def forfeit(desk: Desk, form: Posted) -> Entry:
    """One or both of a match gave it up, or did not come."""
    who = form.choice("who", ("a", "b", "both"))

    def lost(tournament: Tournament) -> Sequence[int]:
        players = tournament.match(asked_match(desk))[1].players or ()
        return {"a": players[:1], "b": players[1:], "both": players}[who]

    return _about_match(desk, form, "forfeit", lost)


async def clear(desk: Desk, form: Posted) -> Entry:
    """Take away what stands for a match and its two, or for two others who played it before."""
    others = [form.number(field, 1, 1000) for field in ("x", "y") if form.has(field)]
    told = later("What stood is taken away.")
    return _about_match(desk, form, "clear", lambda _: others, told)


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
        return [*([words._(told)] if told else []), *stands]

    return Entry(decide, said, subjects.match(name), reason)


ROUTES = [
    shows("/desk/{t}/matches", results, "desk_results"),
    shows("/desk/{t}/result/{match}", result, "desk_result"),
    fills("/desk/{t}/result/{match}", set_result, "desk_set_result", "desk_result", result, ""),
    takes("/desk/{t}/result/{match}/forfeit", forfeit, "desk_forfeit", "desk_result", "desk_day", "desk_result"),
    takes("/desk/{t}/result/{match}/clear", clear, "desk_clear", "desk_result", "desk_day", "desk_result"),
]
