"""Games, formats and options of a phase in the reader's words."""

from markupsafe import Markup

from tallyboard.pages.desk.words import Words
from tallyboard.text import game_words

GAMES = (
    *("crokinole-championship", "crokinole-official", "crokinole-traditional", "twenties-shootout"),
    *("pichenotte-southwest", "pichenottes-quebec", "washers-ritzenthaler"),
)


def game_name(game: str, words: Words) -> Markup:
    """`Championship crokinole` of `crokinole-championship`."""
    return Markup("{}").format(game_words.game_name(words.language, game))


def game_said(line: str, words: Words) -> Markup:
    """A game line without the word `game` in words."""
    return Markup("{}").format(game_words.game_words(words.language, line))


def format_name(format: str, words: Words) -> Markup:
    """`Round robin`."""
    _ = words._
    known = {
        "round-robin": _("Everybody plays everybody (round robin)"),
        "swiss": _("Rounds drawn from the standings (Swiss)"),
        "single": _("Knock-out, one defeat"),
        "double": _("Knock-out, two defeats"),
    }
    return known.get(format) or Markup("{}").format(format)
