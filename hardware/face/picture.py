"""Draws the face of the box: displays, keys and what each key means, for a match of crokinole."""

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
# The status has 14 segments; of the letters only those that the drawing shows, with the diagonal of R.
_STATUS = {"R": ("ABEFG", (22, 40, 36, 66)), "1": ("BC", None), " ": ("", None)}

_MEANINGS = ("20", "15", "10", "5", "·")
_STATUS_LIT = "#40e070"


class Look(NamedTuple):
    """The colours of a display: its lit segments, its dark ones, what is around them."""

    lit: str
    dark: str
    ground: str


_LED = Look(lit="#ff4030", dark="#2a1512", ground="#120806")


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


def display(x: float, y: float, text: str, look: Look = _LED) -> list[str]:
    """A side's display, 270 wide and 104 high, with a text of four characters: a lit point after its character."""
    out = [f'<rect x="{x}" y="{y}" width="270" height="104" rx="6" fill="{look.ground}" stroke="{look.dark}"/>']
    pointed = text.endswith(".")
    for i, character in enumerate(text.rstrip(".")):
        at = x + 18 + i * 58 + (16 if i > 1 else 0)
        out += _digit(at, y + 16, character, look)
        out.append(_dot(at + 49, y + 87, look.lit if pointed and i == 3 else look.dark))
    return [*out, _dot(x + 134, y + 36, look.dark), _dot(x + 134, y + 68, look.dark)]


def _status(x: float, y: float, text: str) -> list[str]:
    out = [f'<rect x="{x}" y="{y}" width="250" height="104" rx="6" fill="#061008"/>']
    for i, character in enumerate(text):
        segments, diagonal = _STATUS[character]
        at = x + 18 + i * 58
        out += [_line(at, y + 16, line, _STATUS_LIT) for name, line in _LINES.items() if name in segments]
        if diagonal:
            out.append(_line(at, y + 16, diagonal, _STATUS_LIT))
    return out


def _key(x: float, y: float, name: str, meaning: str) -> list[str]:
    return [
        f'<circle cx="{x}" cy="{y}" r="24" fill="#e8e2d4" stroke="#8a8272" stroke-width="3"/>',
        f'<text x="{x}" y="{y + 6}" font-size="17" text-anchor="middle" fill="#222">{meaning}</text>',
        f'<text x="{x}" y="{y + 42}" font-size="12" text-anchor="middle" fill="#b9b2a2">{name}</text>',
    ]


def face_svg(buttons: list[str]) -> str:
    """The face of a two-sided box with these keys, as SVG."""
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 500" font-family="sans-serif">',
        '<rect width="940" height="500" rx="24" fill="#3b3630"/>',
    ]
    out += display(60, 70, "° 45.") + display(610, 70, "  20.") + _status(345, 70, "R 1 ")
    for x, text in ((195, "A: first this round, 45 counted"), (470, "round 1"), (745, "B: 20 counted")):
        out.append(f'<text x="{x}" y="52" font-size="16" text-anchor="middle" fill="#d8d0c0">{text}</text>')
    for side, left in (("A", 83), ("B", 633)):
        keys = [name for name in buttons if name.startswith(side)]
        for row, name in enumerate(keys):
            out += _key(left + row * 56, 260, name, _MEANINGS[row])
    for x, name, meaning in ((370, "UNDO", "↶"), (470, "NEXT", "▶"), (570, "MENU", "≡")):
        if name in buttons:
            out += _key(x, 380, name, meaning)
    out.append(
        '<text x="470" y="470" font-size="15" text-anchor="middle" fill="#d8d0c0">'
        "press 20 as they fall · count with the discs still lying · read both displays · NEXT</text>"
    )
    return "\n".join([*out, "</svg>"]) + "\n"
