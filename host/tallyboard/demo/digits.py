"""LED digits for a terminal: five lines high, drawn from the same segments that the display has."""

from rich.text import Text

from tallyboard.demo.board import Displays
from tallyboard.virtual.chip.segments import SEVEN_SEGMENT_CHARACTERS

# Which of the segments A (top), then clockwise to F, and G (middle) are lit for a character of a numeric display.
_SEGMENTS = {
    character: "".join(segment for bit, segment in enumerate("ABCDEFG") if bits >> bit & 1)
    for bits, character in SEVEN_SEGMENT_CHARACTERS.items()
}
_HEIGHT = 5
LED = "red"
STATUS_LED = "green"


def large(shown: str) -> list[str]:
    """Five lines for what a numeric display shows, such as "  :20."."""
    lines = [""] * _HEIGHT
    for character in shown:
        if character == ".":
            glyph = ["", "", "", "", "●"]
            lines = [line[:-1] if mark else line for line, mark in zip(lines, glyph, strict=True)]
        elif character == ":":
            glyph = ["  ", "● ", "  ", "● ", "  "]
        else:
            lit = _SEGMENTS[character]
            glyph = [
                _across("A" in lit),
                _beside("F" in lit, "B" in lit),
                _across("G" in lit),
                _beside("E" in lit, "C" in lit),
                _across("D" in lit),
            ]
        lines = [line + part for line, part in zip(lines, glyph, strict=True)]
    return lines


def _across(lit: bool) -> str:
    return " ━━━  " if lit else "      "


def _beside(left: bool, right: bool) -> str:
    return ("┃" if left else " ") + "   " + ("┃" if right else " ") + " "


def table(displays: Displays, names: dict[str, str]) -> Text:
    """The displays of a table side by side, the status below them."""
    sides = [side for side in displays if side != "S"]
    width = 28
    text = Text()
    text.append("   ".join(f"{names.get(side, side):<{width}}" for side in sides).rstrip() + "\n", "bold")
    blocks = [large(displays[side]) for side in sides]
    for row in zip(*blocks, strict=True):
        text.append("   ".join(f"{part:<{width}}" for part in row).rstrip() + "\n", LED)
    text.append("\n   ")
    text.append(" " + " ".join(displays["S"]) + " ", f"bold {STATUS_LED}")
    text.append("\n")
    return text
