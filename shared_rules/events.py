"""The events of a match: one small integer each, the same in memory, in a record and on the wire.

An event is `kind << 10 | side << 8 | arg`: kind 1 to 31, side 0 to 2 (A, B, C) or 3 where it belongs to no side, arg 0
to 255. As an int it costs no allocation on the board, and its two bytes are the first two of a journal record.
"""

COUNT = 1  # one more disc or washer in the zone or hole of value arg
OFF = 2  # one fewer in the zone of value arg
NEXT = 3
AGREE = 4
PENALTY = 5  # arg points
FORFEIT = 6
KNOCKED = 7
SUNK = 8  # into the hole of value arg
DAME = 9
COUNTER = 10  # the counter of value arg
STOP = 11
COLOUR = 12  # arg: an index of COLOURS
FIRST = 13
UNDO = 14
BOARD = 15
DEAD = 16

SIDES = "ABC"
NOBODY = 3
COLOURS = ("green", "red")

# Reasons of a refusal, in the order in which the board's table of texts lists them.
DISC = 0  # more than a side has
NONE = 1  # taking off what is not there
TURN = 2  # not that side's turn
DONE = 3  # the match is over
NO = 4  # anything else

# How an event reads in a scoresheet: (kind, words after the side, what stands last). Events of no side come first.
_PLAIN = ((NEXT, "next"), (UNDO, "undo"))
_WORDS = (
    (AGREE, "agree", ""),
    (FORFEIT, "forfeit", ""),
    (KNOCKED, "knocked", ""),
    (DAME, "dame", ""),
    (STOP, "stop", ""),
    (BOARD, "board", ""),
    (DEAD, "dead", ""),
    (OFF, "off", "number"),
    (PENALTY, "penalty", "number"),
    (SUNK, "sunk", "number"),
    (COUNTER, "counter", "number"),
    (COLOUR, "colour", "colour"),
)


class RefusedError(ValueError):
    """The rules do not allow this event now; nothing has changed. `code` is DISC, NONE, TURN, DONE or NO."""

    def __init__(self, code, reason):
        super().__init__(reason)
        self.code = code
        self.reason = reason


def event(kind, side=NOBODY, arg=0):
    """The event as an int; kind 1 to 31, side 0 to 3, arg 0 to 255."""
    return kind << 10 | side << 8 | arg


def number(word):
    """The whole number that `word` spells in ASCII digits, at most nine of them; None when it spells none."""
    if not word or len(word) > 9:
        return None
    for c in word:
        if c not in "0123456789":
            return None
    return int(word)


def _side(word):
    if len(word) != 1 or word.upper() not in SIDES:
        raise RefusedError(NO, f"there is no side {word.upper()}; the sides are A and B, in a three-player game also C")
    return SIDES.index(word.upper())


def _argument(what, word):
    if what == "colour":
        if word not in COLOURS:
            raise RefusedError(NO, f"unknown colour {word}; it is green or red")
        return COLOURS.index(word)
    value = number(word)
    if value is None or value > 255 or word != str(value):
        raise RefusedError(
            NO, f"unknown zone {word}" if what == "zone" else f"{word} is not a value that this game has"
        )
    return value


def from_words(words):
    """The event that the lower-case words of a scoresheet line say; raises RefusedError with the reason when none."""
    for kind, word in _PLAIN:
        if words[0] == word:
            if len(words) != 1:
                raise RefusedError(NO, f"'{word}' stands alone on its line")
            return event(kind)
    if words[0] == "first":
        if len(words) != 2:
            raise RefusedError(NO, "'first' is followed by one side, as in 'first B'")
        return event(FIRST, _side(words[1]))
    if len(words[0]) != 1:
        raise RefusedError(
            NO, f"unknown line '{words[0]}'; a line is 'next', 'undo', 'first S', 'name S TEXT' or 'S EVENT'"
        )
    side = _side(words[0])
    if len(words) == 1:
        raise RefusedError(NO, f"what did side {SIDES[side]} do? a zone or a word is missing")
    for kind, word, what in _WORDS:
        if words[1] == word:
            if len(words) != (3 if what else 2):
                raise RefusedError(NO, f"'{word}' is followed by " + (f"one {what}" if what else "nothing"))
            return event(kind, side, _argument(what, words[2]) if what else 0)
    if len(words) != 2:
        raise RefusedError(NO, f"too many words after '{words[1]}'")
    return event(COUNT, side, _argument("zone", words[1]))


def to_text(code):
    """The scoresheet line of an event, as `from_words` reads it."""
    kind, side, arg = code >> 10, code >> 8 & 3, code & 255
    for plain, word in _PLAIN:
        if kind == plain:
            return word
    if kind == FIRST:
        return "first " + SIDES[side]
    if kind == COUNT:
        return f"{SIDES[side]} {arg}"
    for known, word, what in _WORDS:
        if kind == known:
            last = "" if not what else " " + (COLOURS[arg] if what == "colour" else str(arg))
            return f"{SIDES[side]} {word}{last}"
    raise ValueError("no event has the code %d" % code)
