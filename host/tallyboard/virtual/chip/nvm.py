"""`microcontroller.nvm` of an RP2040: one 4 KB flash sector (CircuitPython, ports/raspberrypi/common-hal/nvm)."""

from tallyboard.virtual.chip.cells import Cells

NVM_BYTES = 4096
PAGE_BYTES = 256
ERASED = 0xFF


class ByteArray:
    """`nvm.ByteArray`.

    Writing where every byte is still 0xFF programs the pages concerned. Writing anywhere else copies the sector,
    erases it and programs it again: in between it is empty, and a power cut there loses it.
    """

    # The device has no iterator for it either, so `bytes(nvm)` and `for` must fail here too.
    __iter__ = None

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self.page_programs = 0
        self.sector_erases = 0

    def __len__(self) -> int:
        return len(self._cells)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int | slice) -> int | bytearray:
        """One value, or a copy of a slice of step 1."""
        if isinstance(index, slice):
            start, stop = self._bounds(index)
            return bytearray(self._cells[start:stop])
        return self._cells.byte(self._address(index))

    def __setitem__(self, index: int | slice, value: int | bytes | bytearray | memoryview) -> None:
        """Write one value, or a slice from a buffer of the same length (ValueError otherwise)."""
        if isinstance(index, slice):
            start, stop = self._bounds(index)
            if isinstance(value, int):
                raise NotImplementedError("array/bytes required on right side")
            data = bytes(value)
            if len(data) != stop - start:
                raise ValueError("Slice and value different lengths.")
        else:
            start = self._address(index)
            if not isinstance(value, int):
                raise TypeError(f"can't convert {type(value).__name__} to int")
            if not 0 <= value <= 255:
                raise ValueError("bytes must be 0-255")
            data = bytes((value,))
        self._write(start, data)

    def _bounds(self, index: slice) -> tuple[int, int]:
        start, stop, step = index.indices(len(self))
        if step != 1:
            raise NotImplementedError("only slices with step=1 (aka None) are supported")
        return start, max(start, stop)

    def _address(self, index: int) -> int:
        address = index + len(self) if index < 0 else index
        if not 0 <= address < len(self):
            raise IndexError("index out of range")
        return address

    def _write(self, start: int, data: bytes) -> None:
        if all(value == ERASED for value in self._cells[start : start + len(data)]):
            self._program(start, data)
        else:
            sector = bytearray(self._cells[:])
            sector[start : start + len(data)] = data
            self._cells.erase(ERASED)
            self.sector_erases += 1
            self._program(0, sector)

    def _program(self, start: int, data: bytes | bytearray) -> None:
        if not data:
            return
        first, last = start // PAGE_BYTES, (start + len(data) - 1) // PAGE_BYTES
        self.page_programs += last - first + 1
        for address, value in enumerate(data, start):
            if value != ERASED:  # programming only turns ones into zeros
                self._cells.store(address, value)
