"""How many lines a name takes, before it is set."""

import re
from collections.abc import Iterable

from tallyboard.paper.typesetter import measured

_SPACE = 0.25  # ems
_LONG = re.compile(r"[^\s-]{19,}")  # as page.typ has it, which breaks such words every six letters
_SLACK = 1.02


class Wrapping:
    """Of these texts, all in bold. Widths are in ems: millimetres by the size of the type."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._pieces = {text: _pieces(text) for text in texts}
        known = sorted({piece for pieces in self._pieces.values() for piece, _ in pieces})
        widths = measured("measure", {"pieces": known}) if known else []
        self._widths = dict(zip(known, widths, strict=True))

    def lines(self, text: str, room: float) -> int:
        """How many lines the text takes in so many ems; 99 where a piece of it is wider than that."""
        lines, used = 1, 0.0
        for piece, begins_word in self._pieces[text]:
            width = self._widths[piece] * _SLACK
            if width > room:
                return 99
            space = _SPACE if begins_word and used else 0
            if used + space + width > room:
                lines, used, space = lines + 1, 0.0, 0
            used += space + width
        return lines

    def most_lines(self, room: float) -> int:
        """The lines of the text that takes most."""
        return max((self.lines(text, room) for text in self._pieces), default=1)


def _pieces(text: str) -> list[tuple[str, bool]]:
    """What cannot be broken, and whether it is the beginning of a word."""
    found = []
    for word in text.split(" "):
        broken = _LONG.sub(lambda long: re.sub(r"(.{6})", "\\1\0", long[0]), word).replace("-", "-\0")
        found += [(piece, at == 0) for at, piece in enumerate(filter(None, broken.split("\0")))]
    return found
