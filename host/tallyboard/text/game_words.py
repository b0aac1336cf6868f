"""Games, their options and lengths in the words of a language."""

from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from shared_rules.games.options import OptionError, to_text
from tallyboard.errors import TallyboardError
from tallyboard.text.language import Language, later
from tallyboard.text.language import language as in_context
from tallyboard.text.printable import printable

# An option as it stands in a game line, else its name.
OPTIONS = {
    "format=doubles": later("doubles"),
    "format=two-on-one": later("two against one"),
    "rounds=1": later("1 round"),
    "best_of=1": later("1 round"),
    "games=1": later("1 game"),
    "target": later("to %(value)s points"),
    "rounds": later("%(value)s rounds"),
    "best_of": later("best of %(value)s rounds"),
    "games": later("%(value)s games"),
    "discs": later("%(value)s discs a side"),
    "scoring=simple": later("everyone gets what they count"),
    "sides=3": later("three sides"),
    "start=loser": later("the loser chooses who starts"),
    "dames": later("%(value)s dames a side"),
    "counters": later("counters of %(value)s"),
    "washers": later("%(value)s washers a side"),
    "holes": later("holes of %(value)s"),
}
# What the players of a game call a round.
ROUNDS = {"round": later("round"), "game": later("game"), "manche": later("manche")}
_LENGTHS = ("target", "rounds", "best_of", "games")


def game_name(language: Language, game: str) -> str:
    """What a game is called; one of a newer version by its id."""
    try:
        return language(facts_of(game).name)
    except OptionError:
        return game


def round_word(language: Language, game: str) -> str:
    """What the players of this game call a round, as they say it where this language has no word for it; `round` of a
    game of a newer version."""
    try:
        word = catalogue.by_id(game).ROUND
    except OptionError:
        word = "round"
    return in_context(language.code, "game")(ROUNDS.get(word, word))


def game_words(language: Language, line: str) -> str:
    """A game line without the word `game`: `Championship crokinole, 4 rounds`; options that stand by default only where
    they say how long a match is. As it is where only a newer version knows the game."""
    try:
        return game_line_words(language, line)
    except TallyboardError:
        return printable(line)


def game_line_words(language: Language, line: str) -> str:
    """The same; raises TallyboardError where the line is not valid."""
    game, options = parsed(line)
    defaults = dict(catalogue.by_id(game).OPTIONS)
    said = [_option(language, name, value, defaults[name]) for name, value in catalogue.in_order(game, options)]
    return ", ".join([game_name(language, game), *filter(None, said)])


def _option(language: Language, name: str, value: Any, default: Any) -> str:
    text = to_text(value)
    exact = OPTIONS.get(f"{name}={text}")
    if exact is not None:
        return in_context(language.code, "game")(exact)
    if name not in _LENGTHS and value == default:
        return ""
    return language(OPTIONS[name], value=text) if name in OPTIONS else f"{name}={text}"


def parsed(line: str) -> tuple[str, dict[str, Any]]:
    """(game id, options in force) of a game line; raises TallyboardError."""
    words = line.lower().split()
    try:
        return catalogue.parse(words[1:] if words[:1] == ["game"] else words)
    except OptionError as error:
        raise TallyboardError(
            "The game line %(line)s is not valid: %(error)s.",
            "Write it as in a scoresheet.",
            line=printable(line),
            error=error,
        ) from None


def has_twenties(line: str) -> bool:
    """Whether twenties are counted in this game."""
    return bool(catalogue.by_id(parsed(line)[0]).TWENTIES)
