"""The scoresheet: a match as plain text, read line by line and written back, the game's own words among them."""

from shared_rules import SaidError
from shared_rules.games import catalogue
from shared_rules.games.events import (
    AGREE,
    BOARD,
    COLOUR,
    COLOURS,
    COUNT,
    COUNTER,
    DAME,
    DEAD,
    FIRST,
    FORFEIT,
    KNOCKED,
    NEXT,
    NO,
    OFF,
    OWN,
    PENALTY,
    SIDES,
    STOP,
    SUNK,
    UNDO,
    RefusedError,
    event,
)
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError, number
from shared_rules.readable import unreadable

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
_FOLLOWED = {
    "": "'%(word)s' is followed by nothing",
    "number": "'%(word)s' is followed by one number",
    "colour": "'%(word)s' is followed by one colour",
}


def _words(match: "Match | None") -> tuple:
    """As _WORDS, and those that the match's game has for itself."""
    if match is None:
        return _WORDS
    return _WORDS + tuple([(OWN + i, match.WORDS[i][0], match.WORDS[i][1]) for i in range(len(match.WORDS))])


def _side(word: str) -> int:
    if len(word) != 1 or word.upper() not in SIDES:
        raise RefusedError(
            NO,
            "there is no side %(side)s; the sides are A and B, in a three-player game also C",
            side=word.upper(),
        )
    return SIDES.index(word.upper())


def _argument(what: str, word: str) -> int:
    if what == "colour":
        if word not in COLOURS:
            raise RefusedError(NO, "unknown colour %(word)s; it is green or red", word=word)
        return COLOURS.index(word)
    value = number(word)
    if value is None or value > 255:
        raise RefusedError(
            NO,
            "unknown zone or word %(word)s" if what == "zone" else "%(word)s is not a value that this game has",
            word=word,
        )
    return value


def from_words(words: list, match: "Match | None" = None) -> int:
    """The event that the lower-case words of a scoresheet line of this match say; raises RefusedError with the reason
    when none. Without a match the words that are a game's own are not known."""
    for kind, word in _PLAIN:
        if words[0] == word:
            if len(words) != 1:
                raise RefusedError(NO, "'%(word)s' stands alone on its line", word=word)
            return event(kind)
    if words[0] == "first":
        if len(words) != 2:
            raise RefusedError(NO, "'first' is followed by one side, as in 'first B'")
        return event(FIRST, _side(words[1]))
    if len(words[0]) != 1:
        raise RefusedError(
            NO,
            "unknown line '%(word)s'; a line is 'next', 'undo', 'first S', 'name S TEXT' or 'S EVENT'",
            word=words[0],
        )
    side = _side(words[0])
    if len(words) == 1:
        raise RefusedError(NO, "what did side %(side)s do? a zone or a word is missing", side=SIDES[side])
    for kind, word, what in _words(match):
        if words[1] == word:
            if len(words) != (3 if what else 2):
                raise RefusedError(NO, _FOLLOWED[what], word=word)
            return event(kind, side, _argument(what, words[2]) if what else 0)
    if len(words) != 2:
        raise RefusedError(NO, "too many words after '%(word)s'", word=words[1])
    return event(COUNT, side, _argument("zone", words[1]))


def to_text(code: int, match: "Match | None" = None) -> str:
    """The scoresheet line of an event, as `from_words` reads it; raises ValueError for a kind that it does not know."""
    kind, side, arg = code >> 10, code >> 8 & 3, code & 255
    for plain, word in _PLAIN:
        if kind == plain:
            return word
    if kind == FIRST:
        return "first " + SIDES[side]
    if kind == COUNT:
        return f"{SIDES[side]} {arg}"
    for known, word, what in _words(match):
        if kind == known:
            last = "" if not what else " " + (COLOURS[arg] if what == "colour" else str(arg))
            return f"{SIDES[side]} {word}{last}"
    raise ValueError("no event has the code %d" % code)


if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match


class SheetError(SaidError):
    """A line that is refused: `line` counts from 1, `cause` says why. The sheet has no result."""

    def __init__(self, line: int, refusal: SaidError) -> None:
        super().__init__(refusal.said, **refusal.values)
        self.line = line
        self.cause = SaidError.__str__(self)

    def __str__(self) -> str:
        return "line %d: %s" % (self.line, self.cause)


class Scoresheet:
    """A match being read: feed it lines, then take `match` (None before the game line) and `names` by side."""

    def __init__(self) -> None:
        self.match: "Match" = None
        self.names: list = [None] * 3

    def feed(self, line: str) -> None:
        """Take one line; raises RefusedError or OptionError with the cause."""
        words = line.split("#")[0].split()
        if not words:
            return
        low = [word.lower() for word in words]
        if low[0] == "game":
            if self.match is not None:
                raise RefusedError(NO, "the game line comes only once")
            game_id, options = catalogue.parse(low[1:])
            self.match = catalogue.make(game_id, options)
        elif self.match is None:
            raise RefusedError(NO, "the game line comes first, as in 'game crokinole-official'")
        elif low[0] == "name":
            self._name(words, line)
        else:
            self.match.play(from_words(low, self.match))

    def _name(self, words: list, line: str) -> None:
        sides = SIDES[: self.match.sides]
        if len(words) < 3 or len(words[1]) != 1 or words[1].upper() not in sides:
            raise RefusedError(NO, "a name line is 'name S TEXT', S one of %(all)s", all=", ".join(list(sides)))
        code = unreadable(line.split("#")[0].replace("\t", " "))
        if code is not None:
            raise RefusedError(
                NO,
                "a name has no characters like %(character)s, which are not seen or move others",
                character="U+%04X" % code,
            )
        self.names[sides.index(words[1].upper())] = " ".join(words[2:])


def read(text: str) -> Scoresheet:
    """The Scoresheet of a whole text; raises SheetError at the first line that is refused."""
    sheet = Scoresheet()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not [line for line in lines if line.split("#")[0].split()]:
        raise SheetError(max(1, len(lines)), RefusedError(NO, "there is no game line, as in 'game crokinole-official'"))
    for i in range(len(lines)):
        try:
            sheet.feed(lines[i])
        except (RefusedError, OptionError) as refusal:
            raise SheetError(i + 1, refusal) from None
    return sheet


def write(match: "Match", names: "tuple | list" = ()) -> str:
    """The text of a match: the game line with every option, the names, the events that stand."""
    lines = ["game " + catalogue.to_line(match)]
    for side in range(match.sides):
        if side < len(names) and names[side]:
            lines.append(f"name {SIDES[side]} {names[side]}")
    for i in range(match.length):
        lines.append(to_text(match.events[i], match))
    return "\n".join(lines) + "\n"
