"""Faces of LED segments on HT16K33 drivers: any may be missing, or go and come back, and the score goes on."""

_LOOK_MS = 250  # how often one of the displays is asked whether it still shows what it should

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
}
_POINT = 0x80
_DIGITS = (0, 2, 6, 8)  # bytes of display RAM behind the four digits; the colon is bit 1 of byte 4
_FIRST = bytes(1)  # HT16K33 datasheet, "Read Mode": the address of the first byte, then the bytes


def seven_segments(text, point, colon):
    """The driver's 16 bytes of display RAM for four characters, the last one's point, and the colon."""
    ram = bytearray(16)
    for i in range(4):
        ram[_DIGITS[i]] = _SEVEN[text[i]]
    if point:
        ram[8] |= _POINT
    if colon:
        ram[4] = 0x02
    return ram


def fourteen_segments(characters):
    """A function like `seven_segments`, from the driver library's table: two bytes a character, from blank on."""

    def render(text, point, colon):
        ram = bytearray(16)
        for i in range(4):
            at = (ord(text[i]) - 32) * 2
            ram[2 * i] = characters[at + 1]
            ram[2 * i + 1] = characters[at]
        return ram

    return render


class SevenChip:
    """A driver like adafruit_ht16k33.segments.Seg7x4 with auto_write off, as a Face wants it."""

    def __init__(self, driver):
        self._driver = driver

    def write(self, ram):
        for i in range(4):
            self._driver.set_digit_raw(i, ram[_DIGITS[i]])
        self._driver.colon = bool(ram[4])
        self._driver.show()

    def read_into(self, ram):
        device = self._driver.i2c_device[0]
        with device:
            device.write_then_readinto(_FIRST, ram)


class FourteenChip(SevenChip):
    """A driver like adafruit_ht16k33.segments.Seg14x4 with auto_write off."""

    def write(self, ram):
        for i in range(4):
            self._driver.set_digit_raw(i, ram[2 * i] | ram[2 * i + 1] << 8)
        self._driver.show()


class Face:
    """One display. `connect()` gives its driver chip set up, or raises OSError or ValueError where it is not there.

    A chip has `write(ram)` and `read_into(ram)` for its 16 bytes; both raise OSError when it has gone. One that lost
    its power for a moment answers as before, but has forgotten what it showed and that it is to be lit: so it is read
    before it is written, and set up anew when it does not hold what it was last sent.
    """

    def __init__(self, connect, render):
        self._connect = connect
        self._render = render
        self._chip = None
        self._ram = bytearray(16)  # what the chip was last sent
        self._seen = bytearray(16)
        self._text = None
        self._point = False
        self._colon = False

    def write(self, text, point, colon):
        """Show this from now on; writes to the chip only when it is a change."""
        if text == self._text and point == self._point and colon == self._colon:
            return
        self._text, self._point, self._colon = text, point, colon
        chip = self._chip
        if chip is not None and not (any(self._ram) and self._holds(chip)):
            chip = None  # nothing lit, and nothing remembered, look alike
        self._ram = self._render(text, point, colon)
        if self._chip is not None:
            self._send(chip)

    def look(self):
        """Ask the chip what it shows; one that is new, or lost its memory, is set up and shown what it should."""
        if self._chip is None or not self._holds(self._chip):
            self._send(None)

    def _holds(self, chip):
        """Whether the chip still has what it was last sent."""
        try:
            chip.read_into(self._seen)
        except OSError:
            return False
        return self._seen == self._ram

    def _send(self, chip):
        """Write to this chip, or to one set up anew."""
        try:
            self._chip = chip or self._connect()
            self._chip.write(self._ram)
        except (OSError, ValueError):
            self._chip = None

    def missing(self):
        """Whether the chip did not answer when it was last spoken to."""
        return self._chip is None


class Watch:
    """Looks at one face after the other, one each quarter of a second, so that none costs a press its time."""

    def __init__(self, faces):
        self._faces = faces
        self._next = 0
        self._due = _LOOK_MS
        for face in faces:
            face.look()

    def step(self, now_ms):
        if now_ms < self._due:
            return
        self._due = now_ms + _LOOK_MS
        self._faces[self._next].look()
        self._next = (self._next + 1) % len(self._faces)
