"""What a person reads on a display: segment bits to text.

A lit point follows its character ("1.2"), the colon stands between the second and the third character, a ring of the
upper four segments is "°", a pattern that is no character is "?". A dark display is four blanks.
"""

import ast
from functools import cache

from tallyboard.drive.files import adafruit_library
from tallyboard.virtual.box.bus import HT16K33

CHARACTERS = 4
DARK = " " * CHARACTERS

# Adafruit's 7-segment backpack: digits in these bytes of RAM, the colon in bit 1 of byte 4, points in bit 7.
SEVEN_POSITIONS = (0, 2, 6, 8)
COLON_BYTE = 4
COLON = 0x02
SEVEN_POINT = 0x80

# Bits 0…6 are segments a…g. Where a digit and a letter look the same the digit wins (5 and S, 0 and O).
SEVEN_SEGMENT_CHARACTERS = {
    0x00: " ", 0x40: "-", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
    0x07: "7", 0x7F: "8", 0x6F: "9", 0x77: "A", 0x7C: "b", 0x39: "C", 0x58: "c", 0x5E: "d", 0x79: "E",
    0x71: "F", 0x3D: "G", 0x76: "H", 0x74: "h", 0x30: "I", 0x1E: "J", 0x38: "L", 0x54: "n", 0x5C: "o",
    0x73: "P", 0x67: "q", 0x50: "r", 0x78: "t", 0x3E: "U", 0x1C: "u", 0x6E: "y", 0x08: "_", 0x48: "=",
    0x63: "°",
}  # fmt: skip

FOURTEEN_POINT = 0x4000
FOURTEEN_BITS = 0x7FFF


@cache
def fourteen_segment_characters() -> dict[int, str]:
    """Pattern to character for 14 segments: the table the Adafruit driver writes with, read without importing it. Where
    two characters look the same a capital wins, then a digit ("I" and ":", "C" and "[")."""
    source = (adafruit_library("adafruit_ht16k33") / "segments.py").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "CHARS":
            chars = ast.literal_eval(node.value)
            break
    else:
        raise LookupError("adafruit_ht16k33.segments has no table CHARS")
    printable = [chr(code) for code in range(0x20, 0x7F)]
    ranked = sorted(printable, key=lambda char: (char != " ", not char.isupper(), not char.isdigit(), char))
    table: dict[int, str] = {}
    for char in ranked:
        index = (ord(char) - 0x20) * 2
        table.setdefault(chars[index] << 8 | chars[index + 1], char)
    return table


def seven_segment_text(ram: bytes | bytearray) -> str:
    """The text of display RAM behind four 7-segment digits."""
    text = ""
    for index, position in enumerate(SEVEN_POSITIONS):
        if index == 2 and ram[COLON_BYTE] & COLON:
            text += ":"
        bits = ram[position]
        text += SEVEN_SEGMENT_CHARACTERS.get(bits & ~SEVEN_POINT, "?")
        if bits & SEVEN_POINT:
            text += "."
    return text


def fourteen_segment_text(ram: bytes | bytearray) -> str:
    """The text of display RAM behind four 14-segment characters."""
    table = fourteen_segment_characters()
    text = ""
    for index in range(CHARACTERS):
        bits = (ram[2 * index] | ram[2 * index + 1] << 8) & FOURTEEN_BITS
        char = table.get(bits & ~FOURTEEN_POINT)
        if char is not None:
            text += char + ("." if bits & FOURTEEN_POINT else "")
        else:
            # The driver's "?" has the point in its pattern; on its own it is no pattern of the table.
            text += table.get(bits, "?." if bits & FOURTEEN_POINT else "?")
    return text


def display_text(name: str, display: HT16K33) -> str:
    """What is to be read on the display of this name ("S" has 14 segments, the others 7)."""
    if not display.lit:
        return DARK
    return fourteen_segment_text(display.ram) if name == "S" else seven_segment_text(display.ram)
