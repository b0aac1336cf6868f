"""The events of a match: one small integer each, the same in memory, in a record and on the wire.

An event is `kind << 10 | side << 8 | arg`: kind 1 to 31, side 0 to 2 (A, B, C) or 3 where it belongs to no side, arg 0
to 255. As an int it costs no allocation on the board, and its two bytes are the first two of a journal record.
"""

from shared_rules import SaidError

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
OWN = 24  # this kind and the seven behind it are every game's own, with its own words: see Match.WORDS

SIDES = "ABC"
NOBODY = 3
COLOURS = ("green", "red")

# Reasons of a refusal, in the order in which the board's table of texts lists them.
DISC = 0  # more than a side has; the board says it in the game's word, see Match.TOO_MANY
NONE = 1  # taking off what is not there
TURN = 2  # not that side's turn
OVER = 3  # the match is over
NO = 4  # anything else


class RefusedError(SaidError):
    """The rules do not allow this event now; nothing has changed. `code` is DISC, NONE, TURN, OVER or NO."""

    def __init__(self, code: int, said: str, **values: object) -> None:
        super().__init__(said, **values)
        self.code = code


def event(kind: int, side: int = NOBODY, arg: int = 0) -> int:
    """The event as an int; kind 1 to 31, side 0 to 3, arg 0 to 255."""
    return kind << 10 | side << 8 | arg
