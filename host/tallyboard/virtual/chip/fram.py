"""The MB85RC256V ferroelectric memory (datasheet DS501-00017, "Command")."""

from tallyboard.virtual.chip.cells import Cells
from tallyboard.virtual.chip.i2c import Target


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
