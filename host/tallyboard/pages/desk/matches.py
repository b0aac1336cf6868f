"""Matches: who plays, what stands for each game, results by totals, forfeits, and taking away what stands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games import catalogue
from shared_rules.games.crokinole import DiscGame
from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import Game
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.desk.phase import Phase
from tallyboard.errors import later
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, check_basis, form_about
from tallyboard.pages.desk.declared import game_said
from tallyboard.pages.desk.entered import doubts_said, match_words, options_of, outcome, result_said
from tallyboard.pages.desk.handlers import fills, page_of, shows, takes
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.store.tournaments.notices import Doubted
from tallyboard.text.doubts import doubts_of_line
from tallyboard.text.tournament.matches import find_match

_MOST_TWENTIES = 999  # that a line can have


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
    meant, `line` its game line. `forfeit`: who gave the match up."""

    seen: Seen
    match: DeskMatchObject
    sides: tuple[int, int]
    games: list[GameOfMatch]
    game: int
    line: str
    forfeit: tuple[int, ...]
    form: Form

    @property
    def stands(self) -> GameOfMatch | None:
        """What stands for the game that is meant."""
        return next((one for one in self.games if one.number == self.game and one.counts), None)

    @property
    def is_shootout(self) -> bool:
        """Whether the score of the game is its twenties."""
        return _is_shootout(self.line)

    @property
    def has_twenties(self) -> bool:
        """Whether the game counts twenties beside its score."""
        return _has_twenties(self.line)


def _is_shootout(line: str) -> bool:
    return facts_of(line.split()[0]).is_shootout


def _has_twenties(line: str) -> bool:
    return catalogue.by_id(line.split()[0]).TWENTIES and not _is_shootout(line)


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
            number > phase.options.best and _is_shootout(phase.line_of(number)),
        )
        for number in numbers
    ]
    meant = game if game in numbers else due or numbers[-1]
    form = form_about(look, subjects.match(name))
    return MatchShown(look.seen, computed, found.players, games, meant, phase.line_of(meant), record.forfeit, form)


def game_figures(game: Game | None, words: Words) -> Markup:
    """`8 : 4, twenties 5 : 2`; empty for none."""
    if game is None:
        return Markup("")
    said = Markup("{} : {}").format(*game.scores)
    if any(game.twenties):
        said += words._(", twenties %(first)s : %(second)s", first=game.twenties[0], second=game.twenties[1])
    if game.winner is not None and game.scores[0] == game.scores[1]:
        said += words._(", won by %(who)s", who=words.name(game.winner))
    return said


def asked_match(desk: Desk) -> str:
    """The name of the match in the address, as the tournament has it."""
    return str(desk.request.path_params["match"])[:60].upper()


def asked_game(desk: Desk, given: str = "") -> int | None:
    """The game that is asked for; None for none."""
    word = given or desk.request.query_params.get("game", "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else None


class GivenFigures(NamedTuple):
    """Of A and B in a game. `won`: `a` or `b`, where the game itself decided a level one, else empty."""

    match: str
    game: int
    scores: tuple[int, int]
    twenties: tuple[int, int]
    won: str
    reason: str

    def line(self, players: Sequence[int]) -> str:
        """The line that enters them."""
        a, b = players
        named = self.match + (f"/{self.game}" if self.game > 1 else "")
        words = [f"result {named} {a} {self.scores[0]} {b} {self.scores[1]}"]
        words += [f"twenties {self.twenties[0]} {self.twenties[1]}"] if any(self.twenties) else []
        words += [f"won {players['ab'.index(self.won)]}"] if self.won else []
        return " ".join(words)

    def are(self, game: Game | None, players: Sequence[int]) -> bool:
        """Whether they are those of this game, A's first."""
        a, b = self.scores
        side = self.won if a == b else "a" if a > b else "b"
        return game == Game(self.scores, self.twenties, players["ab".index(side)] if side else None)


async def enter_figures(desk: Desk, form: Posted, figures: GivenFigures, asks: bool = False) -> str:
    """Enter them; a correction of what was entered before needs a reason. What stands already is not entered again: a
    form whose answer was lost is sent twice. `asks`: whether somebody is asked about what looks wrong, and confirms it.
    Raises FieldError, StaleError, Refusal."""
    before = Markup("")
    subject = subjects.match(figures.match)
    is_sure = asks and form.raw("sure") == sure_of(form.given)

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before, figures
        words = desk.words()
        try:
            phase, match = tournament.state.match(figures.match)
        except Refusal:
            check_basis(form, subject, tournament)
            raise
        if asks:
            figures = _with_twenties(figures, phase)
            asked = _asked_about(figures, phase, form, words)
            if asked and not is_sure:
                raise FieldError({"sure": Markup(" ").join(asked)})
        found = phase.standing(match)
        if found.pair is None or found.players is None:
            check_basis(form, subject, tournament)
            raise FieldError({"": words._("Who plays this match is not known now.")})
        record = tournament.state.field.records.of(figures.match, found.pair)
        by_hand, counts = record.hand.get(figures.game), record.game(figures.game)
        if by_hand and not record.forfeit and figures.are(found.a_first(by_hand), found.players):
            return []
        check_basis(form, subject, tournament)
        if counts:
            own = Words(words.language, {one.number: one.name for one in tournament.entrants})
            before = game_figures(found.a_first(counts), own)
            if not figures.reason:
                cause = words._("Say why: %(figures)s stands for this game already.", figures=before)
                raise FieldError({"reason": cause})
        return [figures.line(found.players)]

    def said(after: Entered, words: Words) -> list[Markup]:
        if not after.made:
            return [words._("That stands already; it is not entered twice.")]
        return result_said(after, words, figures.match, figures.game, before)

    def confirms(one: Doubted) -> bool:
        own = (one.match, one.game, one.scores, one.twenties)
        return own == (figures.match, figures.game, figures.scores, figures.twenties)

    return await desk.enter(form, Entry(decide, said, None, figures.reason, confirms if is_sure else None))


def sure_of(given: Mapping[str, str]) -> str:
    """What the box confirms that a doubt is asked with: these figures, and no others."""
    return "/".join(given.get(name, "").strip() for name in ("score-a", "score-b", "twenties-a", "twenties-b"))


def _with_twenties(figures: GivenFigures, phase: Phase) -> GivenFigures:
    """The same; in a shootout the twenties are the score, and stand in one field."""
    is_one = _is_shootout(phase.line_of(figures.game)) and not any(figures.twenties)
    can_be = all(0 <= score <= _MOST_TWENTIES for score in figures.scores)
    return figures._replace(twenties=figures.scores) if is_one and can_be else figures


def _asked_about(figures: GivenFigures, phase: Phase, form: Posted, words: Words) -> list[Markup]:
    """What is asked before these are entered: twenties that were left out where they rank, figures that the game
    cannot have given."""
    asked = doubts_said(doubts_of_line(phase.line_of(figures.game), figures.scores, figures.twenties), words)
    ranks = phase.is_league and "twenties" in phase.options.chain and _has_twenties(phase.line_of(figures.game))
    if ranks and not form.has("twenties-a") and not form.has("twenties-b"):
        left_out = words._("Twenties are empty; they break ties here. Enter them, or confirm that there were none.")
        asked.insert(0, left_out)
    return asked


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
            "outcome": outcome(shown.match, words, options_of(look.tournament, name)),
            "can_be_sheet": issubclass(catalogue.by_id(shown.line.split()[0]), DiscGame),
            "fresh": desk.links.url("desk_result", {"game": shown.game}, t=desk.word, match=name),
        }

    sure = sure_of(returned.given)
    return await page_of(desk, "desk/result.html", "desk_results", found, returned, sure=sure, place="")


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
    told = later("What stood for %(match)s is taken away.")
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
        return [*([words._(told, match=name)] if told else []), *stands]

    return Entry(decide, said, subjects.match(name), reason)


ROUTES = [
    shows("/desk/{t}/matches", results, "desk_results"),
    shows("/desk/{t}/result/{match}", result, "desk_result"),
    fills("/desk/{t}/result/{match}", set_result, "desk_set_result", "desk_result", result, ""),
    takes("/desk/{t}/result/{match}/forfeit", forfeit, "desk_forfeit", "desk_result", "desk_day", "desk_result"),
    takes("/desk/{t}/result/{match}/clear", clear, "desk_clear", "desk_result", "desk_day", "desk_result"),
]
