"""The I2C bus: who is on it, and `busio.I2C` on top."""

import errno
import sys
from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from tallyboard.virtual.chip.pins import Pin, Pins

# RP2040 datasheet 1.4.3: SDA is on even, SCL on odd GPIOs; pairs of pins alternate between the two peripherals.
_PERIPHERALS = 2


class Target(ABC):
    """A part on the bus. Unplugged, it acknowledges nothing."""

    def __init__(self) -> None:
        self.plugged = True
        self.writes = 0
        """Transactions with at least one byte written, not counting the address phase of a read."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """One write transaction, without the address byte; at least one byte."""

    @abstractmethod
    def read(self, count: int) -> bytes:
        """`count` bytes of a read transaction."""

    def unplug(self) -> None:
        """Pull the part off the bus."""
        self.plugged = False

    def plug(self) -> None:
        """Put the part back."""
        self.plugged = True


class Bus:
    """What hangs on the two wires."""

    def __init__(self) -> None:
        self.targets: dict[int, Target] = {}
        self.writes = 0
        """Acknowledged write transactions of all parts together."""

    def answers(self, address: int) -> bool:
        """Whether a part acknowledges this 7-bit address."""
        target = self.targets.get(address)
        return target is not None and target.plugged

    def target(self, address: int) -> Target:
        """The part at a 7-bit address. Raises OSError(ENODEV), as an unacknowledged address does on RP2040."""
        target = self.targets.get(address)
        if target is None or not target.plugged:
            raise OSError(errno.ENODEV, "No such device")
        return target

    def write(self, address: int, data: bytes) -> None:
        """A write transaction; of no bytes, it only asks for the acknowledge."""
        target = self.target(address)
        if data:
            target.writes += 1
            self.writes += 1
            target.write(data)

    def write_then_read(self, address: int, data: bytes, count: int) -> bytes:
        """A write and, after a repeated start, a read."""
        target = self.target(address)
        if data:
            target.write(data)
        return target.read(count)


class HasBus(Protocol):
    """What I2C needs of the hardware: the bus, the pins, and which two pins the bus is wired to."""

    bus: Bus
    pins: Pins
    sda: Pin
    scl: Pin


class I2C:
    """`busio.I2C`. A subclass that sets `hardware` is what the firmware gets."""

    hardware: ClassVar[HasBus]

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000, timeout: int = 255) -> None:
        """`frequency` in Hz, at most 1,000,000. Errors as CircuitPython's raspberrypi port gives them."""
        pair = (scl.number // 2) % _PERIPHERALS == (sda.number // 2) % _PERIPHERALS
        if scl.number % 2 == 0 or sda.number % 2 == 1 or not pair:
            raise ValueError("Invalid pins")
        if frequency > 1_000_000:
            raise ValueError("frequency must be <= 1000000")
        hardware = self.hardware
        hardware.pins.check_free(scl)
        hardware.pins.check_free(sda)
        if scl is not hardware.scl or sda is not hardware.sda:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        hardware.pins.claim(scl)
        hardware.pins.claim(sda)
        self.frequency = frequency
        self._pins: tuple[Pin, ...] = (scl, sda)
        self._locked = False

    def deinit(self) -> None:
        """Let go of the pins."""
        for pin in self._pins:
            self.hardware.pins.release(pin)
        self._pins = ()

    def __enter__(self) -> "I2C":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.deinit()

    def try_lock(self) -> bool:
        """True when the lock was free and is now held."""
        if self._locked or not self._pins:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the lock back."""
        self._locked = False

    def scan(self) -> list[int]:
        """The addresses 0x08…0x77 that acknowledge."""
        return [address for address in range(0x08, 0x78) if self._bus().answers(address)]

    def probe(self, address: int) -> bool:
        """Whether the address acknowledges."""
        return self._bus().answers(address)

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int = sys.maxsize) -> None:
        """Write buffer[start:end]; of length 0 it only probes. OSError(ENODEV) when nothing acknowledges."""
        self._bus().write(address, bytes(memoryview(buffer)[start:end]))

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int = sys.maxsize) -> None:
        """Fill buffer[start:end] (at least one byte)."""
        view = memoryview(buffer)[start:end]
        if not view:
            raise ValueError("buffer length must be >= 1")
        view[:] = self._bus().target(address).read(len(view))

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int = sys.maxsize,
        in_start: int = 0,
        in_end: int = sys.maxsize,
    ) -> None:
        """Write a slice, then read into a slice without a stop between."""
        view = memoryview(in_buffer)[in_start:in_end]
        if not view:
            raise ValueError("in_buffer length must be >= 1")
        data = bytes(memoryview(out_buffer)[out_start:out_end])
        view[:] = self._bus().write_then_read(address, data, len(view))

    def _bus(self) -> Bus:
        if not self._pins:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        if not self._locked:
            raise RuntimeError("Function requires lock")
        return self.hardware.bus
