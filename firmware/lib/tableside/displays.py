"""Faces of LED segments on HT16K33 drivers: any may be missing, or go and come back, and the score goes on."""

from shared_rules.journal.record import FULL_LIGHT

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

_LOOK_MS = 100  # how often one of the displays is asked whether it still shows what it should

# Segments A to G are bits 0 to 6, the point bit 7.
_SEVEN = {
    "0": 0x3F,
    "1": 0x06,
    "2": 0x5B,
    "3": 0x4F,
    "4": 0x66,
    "5": 0x6D,
    "6": 0x7D,
    "7": 0x07,
    "8": 0x7F,
    "9": 0x6F,
    "-": 0x40,
    " ": 0x00,
    "°": 0x63,
}
_POINT = 0x80
_DIGITS = (0, 2, 6, 8)  # bytes of display RAM behind the four digits

# Two bytes a character from blank to "_", the upper one first: the patterns of adafruit_ht16k33.segments.CHARS, whose
# module a board takes a fifth of a second to compile.
_FOURTEEN = (
    b"\x00\x00\x40\x06\x02\x20\x12\xce\x12\xed\x0c\x24\x23\x5d\x04\x00"  #  !"#$%&'
    b"\x24\x00\x09\x00\x3f\xc0\x12\xc0\x08\x00\x00\xc0\x00\x00\x0c\x00"  # ()*+,-./
    b"\x0c\x3f\x00\x06\x00\xdb\x00\x8f\x00\xe6\x20\x69\x00\xfd\x00\x07"  # 01234567
    b"\x00\xff\x00\xef\x12\x00\x0a\x00\x24\x40\x00\xc8\x09\x80\x60\xa3"  # 89:;<=>?
    b"\x02\xbb\x00\xf7\x12\x8f\x00\x39\x12\x0f\x00\xf9\x00\x71\x00\xbd"  # @ABCDEFG
    b"\x00\xf6\x12\x00\x00\x1e\x24\x70\x00\x38\x05\x36\x21\x36\x00\x3f"  # HIJKLMNO
    b"\x00\xf3\x20\x3f\x20\xf3\x00\xed\x12\x01\x00\x3e\x0c\x30\x28\x36"  # PQRSTUVW
    b"\x2d\x00\x15\x00\x0c\x09\x00\x39\x21\x00\x00\x0f\x0c\x03\x00\x08"  # XYZ[\]^_
)
# Display RAM has 16 bytes. Those behind the digits lead to no segment: they are written once and remember for us that
# the chip has kept its power.
_MARK = b"\x2d\xd2\x5a\xa5\x69\x96\x3c\xc3"
_RAM = 16
_OSCILLATOR_ON = b"\x21"  # without it RAM takes nothing (HT16K33 datasheet, "System Setup Register")


def seven_segments(text: str, point: bool) -> bytearray:
    """The bytes of display RAM behind four characters and the last one's point."""
    ram = bytearray(9)
    for i in range(4):
        ram[_DIGITS[i]] = _SEVEN[text[i]]
    if point:
        ram[8] |= _POINT
    return ram


def fourteen_segments(text: str, point: bool) -> bytearray:
    """The same for four characters from blank to "_" on 14 segments; they have no point here."""
    ram = bytearray(8)
    for i in range(4):
        at = (ord(text[i]) - 32) * 2
        ram[2 * i] = _FOURTEEN[at + 1]
        ram[2 * i + 1] = _FOURTEEN[at]
    return ram


def blank(device: "Any") -> None:
    """Clear the display RAM of the chip that this I2CDevice is: after a power-on it holds anything."""
    for data in (_OSCILLATOR_ON, bytes(1 + _RAM)):
        with device:
            device.write(data)


class Face:
    """One display. `connect()` gives its driver chip set up, or raises OSError or ValueError where it is not there.

    A chip has `write(ram)` for up to 16 bytes from the first, `read_into(ram)` for all of them, and `light(level)` (1
    to 16, or as bright as it may be, which it is when it is set up); all raise OSError when it has gone. One that lost
    its power for a moment answers as before, but has forgotten what it showed and that it is to be lit: so it is looked
    at now and then, and set up anew when it does not hold what it was sent.
    """

    def __init__(self, connect: "Callable[[], Any]", render: "Callable[[str, bool], bytearray]") -> None:
        self._connect = connect
        self._render = render
        self._chip: "Any" = None
        self._ram = render("    ", False)  # what the chip was last sent, but for the mark behind it
        self._seen = bytearray(_RAM)
        self._text: str | None = "    "
        self._point = False
        self._level = FULL_LIGHT

    def write(self, text: str | None, point: bool = False) -> None:
        """Show this from now on, None for every segment; writes to the chip only when it is a change."""
        if text == self._text and point == self._point:
            return
        self._text, self._point = text, point
        self._ram = bytearray(b"\xff" * len(self._ram)) if text is None else self._render(text, point)
        if self._chip is not None:
            try:
                self._chip.write(self._ram)
            except OSError:
                self._chip = None

    def light(self, level: int) -> None:
        """Set the brightness, 1 to 16."""
        if level == self._level:
            return
        self._level = level
        if self._chip is not None:
            try:
                self._chip.light(level)
            except OSError:
                self._chip = None

    def look(self) -> None:
        """Ask the chip what it shows; one that is new, or lost its memory, is set up and shown what it should."""
        if self._chip is None or not self._holds(self._chip):
            self._set_up()

    def _holds(self, chip: "Any") -> bool:
        """Whether the chip still has what it was last sent."""
        try:
            chip.read_into(self._seen)
        except OSError:
            return False
        return self._seen == self._whole()

    def _whole(self) -> bytearray:
        """All of the display RAM."""
        return self._ram + _MARK[: _RAM - len(self._ram)]

    def _set_up(self) -> None:
        self._chip = None
        try:
            chip = self._connect()
            if self._level != FULL_LIGHT:
                chip.light(self._level)
            chip.write(self._whole())
            self._chip = chip
        except (OSError, ValueError):
            self._chip = None

    def missing(self) -> bool:
        """Whether the chip did not answer when it was last spoken to."""
        return self._chip is None


class Watch:
    """Looks at one face after the other, one each tenth of a second, so that none costs a press its time."""

    def __init__(self, faces: list[Face]) -> None:
        self._faces = faces
        self._next = 0
        self._due: int | None = None

    def step(self, now_ms: int) -> None:
        if self._due is None:
            self._due = now_ms + _LOOK_MS
        if now_ms < self._due:
            return
        self._due = now_ms + _LOOK_MS
        self._faces[self._next].look()
        self._next = (self._next + 1) % len(self._faces)
