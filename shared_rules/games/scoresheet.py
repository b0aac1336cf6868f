"""The scoresheet: a match as plain text, read line by line and written back."""

from shared_rules.games import catalogue
from shared_rules.games.event_text import from_words, to_text
from shared_rules.games.events import NO, SIDES, RefusedError
from shared_rules.games.options import OptionError
from shared_rules.readable import unreadable

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match


class SheetError(ValueError):
    """A line that is refused: `line` counts from 1, `cause` says why. The sheet has no result."""

    def __init__(self, line: int, cause: str) -> None:
        super().__init__("line %d: %s" % (line, cause))
        self.line = line
        self.cause = cause


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
            raise RefusedError(NO, "a name line is 'name S TEXT', S one of " + ", ".join(list(sides)))
        code = unreadable(line.split("#")[0].replace("\t", " "))
        if code is not None:
            raise RefusedError(NO, "a name has no characters like U+%04X, which are not seen or move others" % code)
        self.names[sides.index(words[1].upper())] = " ".join(words[2:])


def read(text: str) -> Scoresheet:
    """The Scoresheet of a whole text; raises SheetError at the first line that is refused."""
    sheet = Scoresheet()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if not [line for line in lines if line.split("#")[0].split()]:
        raise SheetError(max(1, len(lines)), "there is no game line, as in 'game crokinole-official'")
    for i in range(len(lines)):
        try:
            sheet.feed(lines[i])
        except (RefusedError, OptionError) as refusal:
            raise SheetError(i + 1, str(refusal)) from None
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
