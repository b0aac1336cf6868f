"""What a journal can be kept in: an FRAM chip, or the microcontroller's own non-volatile memory."""


class Fram:
    """Bytes that are stored as they arrive and can be written again at once.

    `chip` takes slices, as adafruit_fram does; a bytearray serves as well.
    Raises OSError when the chip does not answer.
    """

    rewritable = True

    def __init__(self, chip):
        self._chip = chip
        self.size = len(chip)

    def read(self, at, count):
        return self._chip[at : at + count]

    def write(self, at, data):
        self._chip[at : at + len(data)] = data


class Nvm(Fram):
    """`microcontroller.nvm`: on RP2040 bytes that are 0xFF are programmed; any other write erases all 4 KB first.

    So it is only ever appended to, and erased as a whole by `format`.
    """

    rewritable = False

    def format(self, data):
        """Erase everything, and begin with these bytes."""
        self.write(0, bytes(data) + b"\xff" * (self.size - len(data)))
