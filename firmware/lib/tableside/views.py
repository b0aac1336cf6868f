"""What the displays show: text from a match and a few facts about the panel, nothing else."""

from shared_rules.games.events import AGREE, COLOUR, OWN, SIDES
from tableside import texts

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match

# Views of the numbers; 0 is the one that the game chooses.
USUAL = 0
ROUND = 1
TOTAL = 2
TWENTIES = 3

RING = "°"  # the upper four segments: this side is first


def usual_view(match: "Match") -> int:
    """TOTAL, but in a game that shows the running number ROUND while something is counted."""
    return ROUND if match.SHOWS_RUNNING and match.counted() else TOTAL


def other_view(match: "Match", view: int) -> int:
    """The view after this one."""
    view = view or usual_view(match)
    return view % (TWENTIES if match.TWENTIES else TOTAL) + 1


def points(match: "Match", side: int, view: int) -> tuple[int, bool]:
    """(number, whether its last point is lit) for this side's display in this view, which is not USUAL."""
    if view == ROUND:
        return (0 if match.finished else match.running(side)), True
    if view == TWENTIES:
        return match.twenties[side], False
    return match.totals[side], False


def number_text(number: int) -> str:
    """Four characters, right-aligned; a number that has no room shows dashes."""
    return "%4d" % number if -999 <= number <= 9999 else "----"


def side_text(match: "Match", side: int, number: int) -> str:
    """The number on this side's display, with the ring where the side is first in the round and there is room."""
    text = number_text(number)
    if match.finished or match.seats[match.first] != side or text[0] != " ":
        return text
    return RING + text[1:]


def award_text(match: "Match") -> str:
    """The sides that were awarded something in the round just closed, and what; "" for nothing."""
    return "  ".join([SIDES[s] + "%+d" % match.awarded[s] for s in range(match.sides) if match.awarded[s]])


def press_text(match: "Match", event: int) -> str:
    """Side and what of an event that was entered in this match; "" for one that the rest of the status tells."""
    kind, side, arg = event >> 10, event >> 8 & 3, event & 255
    if kind < OWN:
        text = texts.PRESSES[kind]
    else:
        text = "" if match is None else texts.word(match.WORDS[kind - OWN][2])
    text = text.replace("?", SIDES[side] if side < len(SIDES) else "")
    if "%" not in text:
        return text
    return text % (texts.COLOURS[arg] if kind == COLOUR else arg)


def undone_text(match: "Match", event: int) -> str:
    """What an undo took back."""
    return press_text(match, event) or texts.UNNAMED[event >> 10]


def four(text: str) -> str:
    return (text + "    ")[:4]


def result_texts(match: "Match") -> tuple[str, ...]:
    """What is said of the result, one after the other: of three sides also between whom a draw is."""
    if len(match.winners) == 1:
        return (texts.WIN + SIDES[match.winners[0]],)
    if match.sides == 2:
        return (texts.DRAW,)
    return texts.DRAW, "=".join([SIDES[side] for side in match.winners])[:4] if len(match.winners) == 2 else SIDES


def match_text(match: "Match") -> str:
    """What there is to say of a match first, when nothing else is to be said."""
    if match.finished:
        return result_texts(match)[0]
    if not match.review:
        return round_text(match)
    faults = () if match.agreed else match.faults()
    return press_text(match, faults[0]) if faults else review_text(match)


def review_text(match: "Match") -> str:
    """Who has agreed, if anybody has."""
    return SIDES[match.agreed[0]] + texts.AGREED if match.agreed else texts.UNNAMED[AGREE]


def round_text(match: "Match") -> str:
    """What the status says of a round being played when nothing else is to be said."""
    if match.turn is not None and match.touched:
        if match.over:
            return texts.OVER
        waiting = sum(match.pending)
        return SIDES[match.turn] + (">%2d" % waiting if waiting else " >")
    if match.shootout:
        return texts.SHOOTOUT + str(match.shootout % 10)
    number = match.closed + 1
    seat = match.seat_name(match.first)
    if seat is not None:
        return "%2d" % (number % 100) + seat
    return texts.word(match.ROUND)[0].upper() + (" %d" if number < 100 else "%d") % number
