"""How wide and how many lines a name is, before it is set; broken as page.typ does.

A name is broken between the two of a pair first, then between words, then at the hyphens of a word that no line holds,
and every six letters only in words without any.
"""

import re
from collections.abc import Iterable

from tallyboard.paper.typesetter import measured

MOST_LINES = 4
PAIR = " & "
_SPACE = 0.25  # ems
_LONG = re.compile(r"[^\s-]{19,}")
_SLACK = 1.02
_USUAL = 0.75  # the part of the names that is as narrow as what is usual
_TOO_MANY = 99  # lines, of what no line holds


class Wrapping:
    """Of these texts, all in bold. Widths are in ems: millimetres by the size of the type."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = sorted(set(texts))
        known = sorted({piece for text in self._texts for piece in _all_pieces(text)})
        widths = measured("measure", {"pieces": known}) if known else []
        self._widths = {piece: width * _SLACK for piece, width in zip(known, widths, strict=True)}
        numbers = range(1, MOST_LINES + 1)
        self._rooms = {lines: sorted(self._room(text, lines) for text in self._texts) for lines in numbers}

    def lines(self, text: str, room: float) -> int:
        """How many lines the text takes in so many ems; 99 or more where a piece of it is wider than that."""
        return self._filled(_couple(text), room, 0)[0]

    def widest(self, lines: int) -> float:
        """The room, in ems, in which every text takes at most so many lines."""
        return max(self._rooms[min(lines, MOST_LINES)], default=0.0)

    def usual(self, lines: int) -> float:
        """The same of all but the widest quarter of the texts."""
        rooms = self._rooms[min(lines, MOST_LINES)]
        return rooms[int(_USUAL * (len(rooms) - 1))] if rooms else 0.0

    def _room(self, text: str, lines: int) -> float:
        """The smallest room in which the text takes at most so many lines, to a tenth of an em."""
        low, high = 0, 1 + int(10 * sum(self._widths[name] + _SPACE for name in _couple(text)))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.lines(text, middle / 10) <= lines else (middle, high)
        return high / 10

    def _filled(self, units: list[str], room: float, level: int) -> tuple[int, float]:
        """How many lines these units take, and how much of the last; those wider than a line are broken in turn."""
        lines, used = 0, room
        blank = 0.0 if level == _PIECES else _SPACE
        for unit in units:
            width = self._widths[unit]
            if lines and used + blank + width <= room:
                used += blank + width
            elif width <= room:
                lines, used = lines + 1, width
            elif level == _PIECES:
                return _TOO_MANY, room
            else:
                inner, used = self._filled(_DIVIDED[level](unit), room, level + 1)
                lines += inner
                used = room if level == 0 else used  # who comes next has a line of their own
        return lines, used


def _couple(text: str) -> list[str]:
    """`Ann &`, `Bob`; a single name as it is."""
    *before, last = text.split(PAIR)
    return [*(f"{name}\u00a0&" for name in before), last]


def _pieces(word: str) -> list[str]:
    broken = _LONG.sub(lambda long: re.sub(r"(.{6})", "\\1\0", long[0]), word).replace("-", "-\0")
    return [piece for piece in broken.split("\0") if piece] or [word]


def _words(name: str) -> list[str]:
    return name.split(" ")


_DIVIDED = (_words, _pieces)
_PIECES = len(_DIVIDED)


def _all_pieces(text: str) -> set[str]:
    words = [word for name in _couple(text) for word in _words(name)]
    return {*_couple(text), *words, *(piece for word in words for piece in _pieces(word))}
