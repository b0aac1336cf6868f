"""What players read before they begin: the game, what it is played to, who starts, or who may choose."""

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tableside import texts
from tableside.menu.texts import GAMES

# Option that says how long a match is, and how that reads; the first that is in force counts.
_LENGTHS = (("target", texts.TO), ("games", texts.GAMES), ("rounds", texts.ROUNDS), ("best_of", texts.BEST_OF))


def intro_text(match):
    """Of a round before its first event; "" where there is nothing to say."""
    if match.closed:
        chooser = match.chooser()
        return "" if chooser is None else texts.MAY_CHOOSE % SIDES[chooser]
    if not match.untouched():
        return ""
    text = GAMES[catalogue.number_of(match.ID)].split()[0]
    for name, form in _LENGTHS:
        if name in match.options:
            text = form % (text, match.options[name])
            break
    return text + texts.STARTS % SIDES[match.seats[match.first]]
