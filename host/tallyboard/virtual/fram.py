"""The MB85RC256V ferroelectric memory (datasheet DS501-00017, "Command" and "Device ID")."""

from tallyboard.virtual.cells import Cells
from tallyboard.virtual.i2c import Target

# The reserved slave address 0xF8 >> 1 answers with the id of the part whose address is written to it.
ID_ADDRESS = 0x7C
# Manufacturer 0x00A (Fujitsu), product 0x510 (density 0x5, proprietary 0x10).
DEVICE_ID = bytes((0x00, 0xA5, 0x10))


class FRAM(Target):
    """A write is two address bytes, high first, and any number of data bytes. Each is stored as it arrives; there is
    no page and no waiting. The address steps and wraps at the end; a read goes on from where it stands."""

    def __init__(self, cells: Cells) -> None:
        super().__init__()
        self.cells = cells
        self.address = 0

    def write(self, data: bytes) -> None:
        """Two address bytes, then data."""
        if len(data) < 2:
            return  # the address is taken over with its second byte
        size = len(self.cells)
        self.address = int.from_bytes(data[:2], "big") % size
        for value in data[2:]:
            self.cells.store(self.address, value)
            self.address = (self.address + 1) % size

    def read(self, count: int) -> bytes:
        """Sequential read from the current address."""
        size = len(self.cells)
        data = bytes(self.cells.byte((self.address + step) % size) for step in range(count))
        self.address = (self.address + count) % size
        return data


class DeviceId(Target):
    """The reserved address, answered by the FRAM: it is there when the FRAM is."""

    def __init__(self, fram: FRAM, fram_address: int) -> None:
        self._fram = fram
        self._fram_address = fram_address
        self._asked = False
        self.writes = 0

    @property
    def plugged(self) -> bool:  # type: ignore[override]
        return self._fram.plugged

    def write(self, data: bytes) -> None:
        """The 8-bit slave address of the part that is asked for its id; the last bit does not count."""
        self._asked = data[0] >> 1 == self._fram_address

    def read(self, count: int) -> bytes:
        """The three bytes of the id; an idle bus reads 0xFF."""
        return (DEVICE_ID if self._asked else b"").ljust(count, b"\xff")[:count]
