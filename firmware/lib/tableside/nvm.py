"""A journal's medium: the microcontroller's own non-volatile memory. A board loads this or fram.py."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any


class Nvm:
    """`microcontroller.nvm`: on RP2040 bytes that are 0xFF are programmed; any other write erases all 4 KB first.

    So it is only ever appended to, and erased as a whole by `format`. `chip` takes slices.
    """

    rewritable = False

    def __init__(self, chip: "Any") -> None:
        self._chip = chip
        self.size = len(chip)

    def read(self, at: int, count: int) -> bytes | bytearray:
        return self._chip[at : at + count]

    def write(self, at: int, data: bytes | bytearray) -> None:
        self._chip[at : at + len(data)] = data

    def format(self, data: bytes | bytearray) -> None:
        """Erase everything, and begin with these bytes."""
        image = bytearray(self.size)  # in one go, for each write to bytes that are not 0xFF erases
        for at in range(self.size):
            image[at] = 0xFF
        image[: len(data)] = data
        self.write(0, image)
