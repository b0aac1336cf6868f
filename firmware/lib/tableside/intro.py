"""What players read before they begin: the game, what it is played to, who starts, or who may choose."""

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tableside import texts

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match


def intro_text(match: "Match") -> str:
    """Of a round before its first event; "" where there is nothing to say."""
    if match.closed:
        chooser = match.chooser()
        return "" if chooser is None else texts.MAY_CHOOSE % SIDES[chooser]
    if not match.untouched():
        return ""
    text = texts.word(catalogue.TITLES[catalogue.number_of(match.ID)]).split()[0]
    for name in match.LENGTH:
        if name in match.options:
            text = _length_text(text, name, match.options[name])
            break
    return text + texts.STARTS % SIDES[match.seats[match.first]]


def _length_text(game: str, name: str, value: int) -> str:
    """The game, and how long it is by the option of this name."""
    if name == "target":
        return texts.TO % (game, value)
    if name == "best_of":
        return texts.BEST_OF % (game, value)
    return texts.LONG % (game, value, texts.word(name.upper()))
