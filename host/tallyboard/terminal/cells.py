"""Text in the cells of a terminal: how wide it is there, cut to a width, and broken into lines. A wide letter takes two
cells and a combining mark none (Unicode Standard Annex 11 and the general categories)."""

from unicodedata import category, east_asian_width

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from collections.abc import Sequence

_NO_CELL = ("Mn", "Me", "Cf")  # marks upon the letter before, and what only says how to join or to order letters
_JAMO = range(0x1160, 0x1200)  # vowels and endings of a Korean syllable, drawn into the cells of its beginning


class _Cells(dict[str, int]):
    """The cells of each letter that was ever asked for."""

    def __missing__(self, letter: str) -> int:
        if category(letter) in _NO_CELL or ord(letter) in _JAMO:
            cells = 0
        else:
            cells = 2 if east_asian_width(letter) in "WF" else 1
        self[letter] = cells
        return cells


_CELLS = _Cells()


def width(text: str) -> int:
    """The cells that the text takes."""
    return len(text) if text.isascii() else sum(map(_CELLS.__getitem__, text))


def cut(text: str, room: int, mark: str = "…") -> str:
    """The text where it fits into so many cells, else as much of its beginning as does, and the mark."""
    if width(text) <= room:
        return text
    return _beginning(text, room - 1).rstrip() + mark if room > 0 else ""


def padded(text: str, room: int, right: bool = False) -> str:
    """The text with blanks behind it, or before it, up to so many cells."""
    blank = " " * (room - width(text))
    return blank + text if right else text + blank


def cut_names(names: "Sequence[str]", room: int, mark: str = "…") -> str:
    """`Ann : Bob` in so many cells; where they are too long, the longest are cut."""
    left = room - 3 * (len(names) - 1)
    rooms = [width(name) for name in names]
    while sum(rooms) > max(left, len(names)):
        rooms[rooms.index(max(rooms))] -= 1
    return cut(" : ".join(cut(*one, mark) for one in zip(names, rooms, strict=True)), room, mark)


def wrapped(text: str, room: int) -> list[str]:
    """The text in lines of at most so many cells, broken at blanks that may break; a word that is longer is broken
    itself."""
    room = max(room, 2)  # a wide letter
    lines = [""]
    for word in filter(None, text.replace("\n", " ").split(" ")):
        if lines[-1] and width(lines[-1]) + 1 + width(word) <= room:
            lines[-1] += " " + word
            continue
        if lines[-1]:
            lines.append("")
        while width(word) > room:
            lines[-1] = _beginning(word, room)
            word = word[len(lines[-1]) :]
            lines.append("")
        lines[-1] = word
    return lines


def _beginning(text: str, room: int) -> str:
    """As many letters as fit, with the marks upon them."""
    taken = 0
    for index, letter in enumerate(text):
        taken += _CELLS[letter]
        if taken > room:
            return text[:index]
    return text
