"""What the displays show: text from a match and a few facts about the panel, nothing else."""

from shared_rules.events import SIDES
from tableside import texts

# Views of the numbers; 0 is the one that the game chooses.
USUAL = 0
ROUND = 1
TOTAL = 2
TWENTIES = 3

HAPPENING_MS = 3000  # how long a happening is shown; a text that is too long for its display moves through in that
SCROLL_MS = 100  # how often a happening that moves is looked at


def usual_view(match):
    """ROUND while discs are being counted, else TOTAL."""
    return ROUND if match.TWENTIES and match.counted() else TOTAL


def other_view(match, view):
    """The view after this one."""
    view = view or usual_view(match)
    return view % (TWENTIES if match.TWENTIES else TOTAL) + 1


def points(match, side, view):
    """(number, whether its last point is lit) for this side's display."""
    view = view or usual_view(match)
    if view == ROUND:
        return (0 if match.finished else match.raw(side)), True
    if view == TWENTIES:
        return match.twenties[side], False
    return match.totals[side], False


def number_text(number):
    """Four characters, right-aligned; a number that has no room shows dashes."""
    return "%4d" % number if -999 <= number <= 9999 else "----"


def is_first(match, side):
    """Whether this side is first in the round being played."""
    return not match.finished and match.seats[match.first] == side


def award_text(match):
    """The sides that were awarded something in the round just closed, and what."""
    text = ""
    for side in range(match.sides):
        if match.awarded[side]:
            text += ("" if not text else "  ") + SIDES[side] + "%3d" % match.awarded[side]
    return text


def scrolled(text, age_ms):
    """The four characters of a text to show at this age; a longer text moves once through in its three seconds."""
    if len(text) <= 4:
        return four(text)
    at = min(len(text) - 4, age_ms * (len(text) - 3) // HAPPENING_MS)
    return text[at : at + 4]


def four(text):
    return (text + "    ")[:4]


def match_text(match):
    """What the status says of a match when nothing else is to be said."""
    if match.finished:
        return four(texts.WIN + SIDES[match.winners[0]]) if len(match.winners) == 1 else texts.DRAW
    if match.review:
        return four(SIDES[match.agreed[0]] + texts.AGREED) if match.agreed else texts.AGREE
    if match.turn is not None and match.touched:
        waiting = sum(match.pending)
        return four(SIDES[match.turn] + (">%2d" % waiting if waiting else " >"))
    if match.shootout:
        return four(texts.SHOOTOUT + str(match.shootout % 10))
    number = match.closed + 1
    return four(match.ROUND + (" %d" if number < 100 else "%d") % number)
