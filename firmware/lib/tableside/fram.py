"""A journal's medium: an FRAM chip. A board loads this or nvm.py."""

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
