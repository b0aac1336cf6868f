"""Draws a display of LED segments, 270 wide and 104 high."""

from typing import NamedTuple

# Segments A to G of a digit 40 wide and 72 high, as polygons are thick lines: x1, y1, x2, y2.
_LINES = {
    "A": (6, 2, 34, 2),
    "B": (38, 6, 38, 32),
    "C": (38, 40, 38, 66),
    "D": (6, 70, 34, 70),
    "E": (2, 40, 2, 66),
    "F": (2, 6, 2, 32),
    "G": (6, 36, 34, 36),
}
# What lights for a character; "°" is the ring of the side that is first.
_DIGITS = {
    " ": "",
    "°": "ABFG",
    "0": "ABCDEF",
    "1": "BC",
    "2": "ABDEG",
    "3": "ABCDG",
    "4": "BCFG",
    "5": "ACDFG",
    "6": "ACDEFG",
    "7": "ABC",
    "8": "ABCDEFG",
    "9": "ABCDFG",
}
# What a digit of the status has besides: six lines from its middle outwards. Of its letters only those that are drawn.
_SPOKES = {
    "H": (9, 8, 16, 28),
    "J": (20, 8, 20, 28),
    "K": (31, 8, 24, 28),
    "L": (24, 44, 31, 64),
    "M": (20, 44, 20, 64),
    "N": (16, 44, 9, 64),
}
_STATUS = {"R": "ABEFGL", "1": "BC", " ": ""}


class Look(NamedTuple):
    """The colours of a display: its lit segments, its dark ones, what is around them."""

    lit: str
    dark: str
    ground: str


def _line(x: float, y: float, line: tuple[int, int, int, int], colour: str) -> str:
    x1, y1, x2, y2 = line
    return (
        f'<line x1="{x + x1}" y1="{y + y1}" x2="{x + x2}" y2="{y + y2}" '
        f'stroke="{colour}" stroke-width="7" stroke-linecap="round"/>'
    )


def _digit(x: float, y: float, character: str, look: Look) -> list[str]:
    lit = _DIGITS[character]
    return [_line(x, y, line, look.lit if name in lit else look.dark) for name, line in _LINES.items()]


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>'


def display(x: float, y: float, text: str, look: Look) -> list[str]:
    """A side's display, 270 wide and 104 high, with a text of four characters: a lit point after its character."""
    out = [f'<rect x="{x}" y="{y}" width="270" height="104" rx="6" fill="{look.ground}" stroke="{look.dark}"/>']
    pointed = text.endswith(".")
    for i, character in enumerate(text.rstrip(".")):
        at = x + 18 + i * 58 + (16 if i > 1 else 0)
        out += _digit(at, y + 16, character, look)
        out.append(_dot(at + 49, y + 87, look.lit if pointed and i == 3 else look.dark))
    return [*out, _dot(x + 134, y + 36, look.dark), _dot(x + 134, y + 68, look.dark)]


def status(x: float, y: float, text: str, look: Look) -> list[str]:
    """The status display, 270 wide and 104 high, with a text of four characters."""
    out = [f'<rect x="{x}" y="{y}" width="270" height="104" rx="6" fill="{look.ground}" stroke="{look.dark}"/>']
    for i, character in enumerate(text):
        lit = _STATUS[character]
        at = x + 28 + i * 58
        lines = _LINES | _SPOKES
        out += [_line(at, y + 16, line, look.dark) for name, line in lines.items() if name not in lit]
        out += [_line(at, y + 16, line, look.lit) for name, line in lines.items() if name in lit]
    return out
