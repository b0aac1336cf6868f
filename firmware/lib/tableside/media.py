"""What a journal can be kept in: an FRAM chip, or the microcontroller's own non-volatile memory."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any


class Fram:
    """An MB85RC256V: bytes are stored as they arrive and can be written again at once.

    A transaction is the address, high byte first, and then the bytes in one go (datasheet, "Byte Write", "Sequential
    Read"). `device` is an I2CDevice or like one, `size` in bytes. Raises OSError when the chip does not answer.
    """

    rewritable = True

    def __init__(self, device: "Any", size: int) -> None:
        self._device = device
        self._at = bytearray(2)
        self.size = size

    def _address(self, buffer: bytearray, at: int) -> None:
        buffer[0] = at >> 8
        buffer[1] = at & 255

    def read(self, at: int, count: int) -> bytes | bytearray:
        data = bytearray(count)
        self._address(self._at, at)
        with self._device as chip:
            chip.write_then_readinto(self._at, data)
        return data

    def write(self, at: int, data: bytes | bytearray) -> None:
        buffer = bytearray(2 + len(data))
        self._address(buffer, at)
        buffer[2:] = data
        with self._device as chip:
            chip.write(buffer)


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
