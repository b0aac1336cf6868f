"""`busio`: the I2C bus of the rig. Misuse is an error here that a board might not notice."""

import sys

from rig import rig

_EVERYTHING = sys.maxsize
_ENODEV = 19  # what an address that nobody answers raises on RP2040


class I2C:
    def __init__(self, scl, sda, *, frequency=100000, timeout=255):
        self.scl = scl
        self.sda = sda
        self.frequency = frequency
        self._locked = False

    def try_lock(self):
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self):
        self._locked = False

    def deinit(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.deinit()

    def _chip(self, address):
        if not self._locked:
            raise RuntimeError("Function requires lock")
        chip = rig.bus.get(address)
        if chip is None or not chip.plugged:
            raise OSError(_ENODEV)
        if chip.faulty:
            chip.faulty = False
            raise RuntimeError("the bus is at a loss")
        return chip

    def probe(self, address):
        chip = rig.bus.get(address)
        return chip is not None and chip.plugged

    def scan(self):
        return [address for address in range(8, 0x78) if self.probe(address)]

    def writeto(self, address, buffer, *, start=0, end=_EVERYTHING):
        chip = self._chip(address)
        data = memoryview(buffer)[start:end]
        if len(data):  # of no bytes: only the acknowledge is asked for
            chip.write(data)

    def readfrom_into(self, address, buffer, *, start=0, end=_EVERYTHING):
        self._chip(address).read_into(memoryview(buffer)[start:end])

    def writeto_then_readfrom(
        self,
        address,
        out_buffer,
        in_buffer,
        *,
        out_start=0,
        out_end=_EVERYTHING,
        in_start=0,
        in_end=_EVERYTHING,
    ):
        chip = self._chip(address)
        chip.write(memoryview(out_buffer)[out_start:out_end])
        chip.read_into(memoryview(in_buffer)[in_start:in_end])


class SPI:
    """Nothing hangs on one; the drivers name it in their annotations, which CPython evaluates."""


class UART:
    """As SPI."""
