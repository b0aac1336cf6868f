"""A match as the desk's forms need it: who plays, what stands for each game, and which game is meant."""

from typing import NamedTuple

from markupsafe import Markup

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal
from tallyboard.desk.matches import Game
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.desk.options import Options
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, Form, form_about
from tallyboard.pages.desk.entered import find_match
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look, Seen


class GameOfMatch(NamedTuple):
    """A game: what was entered by hand, what a board recorded (with the id of its match), whether it is due, whether
    it is the shootout of a level match."""

    number: int
    hand: Game | None
    board: Game | None
    recorded: str
    due: bool
    is_shootout: bool = False

    @property
    def counts(self) -> Game | None:
        """What counts: the hand's, else the board's."""
        return self.hand or self.board


class MatchShown(NamedTuple):
    """`sides`: A and B. `games`: those with a result, and the one that is due. `game`: the number of the one that is
    meant, `line` its game line. `forfeit`: who gave the match up. `options`: of its phase."""

    seen: Seen
    match: DeskMatchObject
    sides: tuple[int, int]
    games: list[GameOfMatch]
    game: int
    line: str
    forfeit: tuple[int, ...]
    form: Form
    options: Options

    @property
    def stands(self) -> GameOfMatch | None:
        """What stands for the game that is meant."""
        return next((one for one in self.games if one.number == self.game and one.counts), None)

    @property
    def has_twenties(self) -> bool:
        """Whether the game counts twenties beside its score."""
        return catalogue.by_id(self.line.split()[0]).TWENTIES and not self.is_shootout

    @property
    def is_shootout(self) -> bool:
        """Whether the score of the game is its twenties."""
        return is_shootout(self.line)


def match_of(look: Look, name: str, game: int | None, words: Words) -> MatchShown:
    """The match of this name, and the game of this number, None: the one that is due, or the last. Raises NotFound."""
    try:
        phase, match = look.tournament.state.match(name)
        found = phase.standing(match)
    except Refusal:
        raise NotFound(words._("There is no such match."), words._("Go back to the list of matches.")) from None
    computed = find_match(look.seen, name)
    if found.pair is None or found.players is None or computed is None:
        raise NotFound(words._("Who plays this match is not known yet."), words._("Go back to the list of matches."))
    record = look.tournament.state.field.records.of(name, found.pair)
    due = found.verdict.due

    def seen(one: Game | None) -> Game | None:
        return None if one is None else found.a_first(one)

    numbers = sorted({*record.games(), *([due] if due else [])}) or [1]
    games = [
        GameOfMatch(
            number,
            seen(record.hand.get(number)),
            seen(record.board.get(number)),
            record.played[number].id if number in record.played else "",
            number == due,
            number > phase.options.best and is_shootout(phase.line_of(number)),
        )
        for number in numbers
    ]
    meant = game if game in numbers else due or numbers[-1]
    line = phase.line_of(meant)
    return MatchShown(
        look.seen,
        computed,
        found.players,
        games,
        meant,
        line,
        record.forfeit,
        form_about(look, subjects.match(name)),
        phase.options,
    )


def is_shootout(line: str) -> bool:
    """Whether the score of a game with this line is its twenties."""
    return facts_of(line.split()[0]).is_shootout


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
