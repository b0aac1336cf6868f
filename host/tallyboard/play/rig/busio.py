"""`busio`: the I2C bus of the rig. Misuse is an error here that a board might not notice."""

import sys

from rig import rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from tallyboard.play.rig.board import Pin
    from tallyboard.play.rig.chips import HT16K33, Fram

_EVERYTHING = sys.maxsize
_ENODEV = 19  # what an address that nobody answers raises on RP2040


class I2C:
    def __init__(self, scl: "Pin", sda: "Pin", *, frequency: int = 100000, timeout: int = 255) -> None:
        self.scl = scl
        self.sda = sda
        self.frequency = frequency
        self._locked = False

    def try_lock(self) -> bool:
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        self._locked = False

    def deinit(self) -> None:
        pass

    def __enter__(self) -> "I2C":
        return self

    def __exit__(self, *exception: object) -> None:
        self.deinit()

    def _chip(self, address: int) -> "HT16K33 | Fram":
        if not self._locked:
            raise RuntimeError("Function requires lock")
        chip = rig.bus.get(address)
        if chip is None or not chip.plugged:
            raise OSError(_ENODEV)
        if chip.faulty:
            chip.faulty = False
            raise RuntimeError("the bus is at a loss")
        return chip

    def probe(self, address: int) -> bool:
        chip = rig.bus.get(address)
        return chip is not None and chip.plugged

    def scan(self) -> list[int]:
        return [address for address in range(8, 0x78) if self.probe(address)]

    def writeto(
        self, address: int, buffer: bytes | bytearray | memoryview, *, start: int = 0, end: int = _EVERYTHING
    ) -> None:
        chip = self._chip(address)
        data = memoryview(buffer)[start:end]
        if len(data):  # of no bytes: only the acknowledge is asked for
            chip.write(data)

    def readfrom_into(
        self, address: int, buffer: bytearray | memoryview, *, start: int = 0, end: int = _EVERYTHING
    ) -> None:
        self._chip(address).read_into(memoryview(buffer)[start:end])

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes | bytearray | memoryview,
        in_buffer: bytearray | memoryview,
        *,
        out_start: int = 0,
        out_end: int = _EVERYTHING,
        in_start: int = 0,
        in_end: int = _EVERYTHING,
    ) -> None:
        chip = self._chip(address)
        chip.write(memoryview(out_buffer)[out_start:out_end])
        chip.read_into(memoryview(in_buffer)[in_start:in_end])


class SPI:
    """Nothing hangs on one; the drivers name it in their annotations, which CPython evaluates."""


class UART:
    """As SPI."""
