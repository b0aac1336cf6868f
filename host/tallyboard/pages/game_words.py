"""Games in the reader's language, by the words that stand on paper too."""

from tallyboard.errors import TallyboardError
from tallyboard.paper import view
from tallyboard.paper.english import ENGLISH
from tallyboard.paper.french import FRENCH
from tallyboard.text.language import Language
from tallyboard.text.printable import printable

# By the language's code.
PAPER_WORDS = {"en": ENGLISH, "fr": FRENCH}


def game_name(language: Language, game: str) -> str:
    """What a game is called; one of a newer version by its id."""
    return PAPER_WORDS[language.code].games.get(game, game)


def game_words(language: Language, line: str) -> str:
    """A game line without the word `game`: `Championship crokinole, 4 rounds`; as it is where only a newer version
    knows the game."""
    try:
        return view.game_words(line, PAPER_WORDS[language.code])
    except TallyboardError:
        return printable(line)
