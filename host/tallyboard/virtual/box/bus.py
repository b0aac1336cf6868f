"""The I2C bus and what hangs on it, at the level of registers; and the microcontroller's own memory.

A memory's cells are whatever has `size`, `read_into(at, view)`, `store(at, data)` and `fill(value)`: on a board they
take no room on the heap, so the rig keeps them in files.
"""

import sys

from .cpu import Failure

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Protocol

    from .pins import Pin

    Buffer = bytes | bytearray | memoryview
    Room = bytearray | memoryview

    class Memory(Protocol):
        """Bytes that outlast the power; it can go at each that is stored, and `fill` is one store."""

        size: int

        def read_into(self, at: int, view: Room) -> None: ...

        def store(self, at: int, data: Buffer) -> None: ...

        def fill(self, value: int) -> None: ...


_EVERYTHING = sys.maxsize
_ENODEV = 19  # what an address that nobody answers raises on RP2040
_ERASED = 0xFF
_PAGE_BYTES = 256
_RAM_BYTES = 16
_UNDEFINED = 0xA5  # what a byte of RAM holds after power-on: a firmware that lights it unwritten is to be seen


class Target:
    """A part on the bus. Unplugged, it acknowledges nothing; faulty, it makes the bus fail once."""

    def __init__(self) -> None:
        self.plugged = True
        self.faulty = False
        self.writes = 0
        """Transactions with at least one byte written, not counting the address phase of a read."""
        self.reads = 0

    def write(self, data: "Buffer") -> None:
        """One write transaction, without the address byte; at least one byte."""
        raise NotImplementedError

    def read_into(self, view: "Room") -> None:
        """The bytes of a read transaction."""
        raise NotImplementedError

    def unplug(self) -> None:
        """Pull the part off the bus."""
        self.plugged = False

    def plug(self) -> None:
        """Put the part back."""
        self.plugged = True


class HT16K33(Target):
    """The LED driver (datasheet Rev. 1.10, "Command Summary").

    A write starts with a command byte. Only the display data pointer (0x00…0x0F) is followed by data, which goes into
    RAM from there, the pointer stepping and wrapping at 16. A read gives RAM from the pointer.

    After power-on the oscillator is off and nothing is lit. RAM is then undefined by the datasheet.
    """

    def __init__(self) -> None:
        Target.__init__(self)
        self.ram = bytearray(_RAM_BYTES)
        self.revision = 0
        """Counts every change that could change what is lit."""
        self._power_on()

    def _power_on(self) -> None:
        for at in range(_RAM_BYTES):
            self.ram[at] = _UNDEFINED
        self.oscillator = False
        self.display_on = False
        self.blink = 0
        self.dimming = 15
        self.unwritten = (1 << _RAM_BYTES) - 1
        """A bit for each byte of RAM that nobody has written."""
        self._pointer = 0
        self.revision += 1

    @property
    def lit(self) -> bool:
        """Whether RAM is shown: plugged in, oscillator running, display on. A blinking display counts as shown."""
        return self.plugged and self.oscillator and self.display_on

    def write(self, data: "Buffer") -> None:
        """A command byte and, after a display data pointer, data."""
        command = data[0]
        group = command & 0xF0
        if group == 0x00:
            self._pointer = command & 0x0F
            for at in range(1, len(data)):
                self.ram[self._pointer] = data[at]
                self.unwritten &= ~(1 << self._pointer)
                self._pointer = (self._pointer + 1) % _RAM_BYTES
        elif group == 0x20:
            self.oscillator = bool(command & 0x01)
        elif group == 0x80:
            self.display_on = bool(command & 0x01)
            self.blink = (command >> 1) & 0x03
        elif group == 0xE0:
            self.dimming = command & 0x0F
        # The rest is key scanning and test modes, which light nothing here.
        self.revision += 1

    def read_into(self, view: "Room") -> None:
        """Display RAM from the pointer on, wrapping."""
        for at in range(len(view)):
            view[at] = self.ram[self._pointer]
            self._pointer = (self._pointer + 1) % _RAM_BYTES

    def unplug(self) -> None:
        """Pull the plug: the chip loses its RAM and its set-up. Back again, it is dark until somebody sets it up."""
        Target.unplug(self)
        self._power_on()


class FRAM(Target):
    """The MB85RC256V ferroelectric memory (datasheet DS501-00017, "Command").

    A write is two address bytes, high first, and any number of data bytes. Each is stored as it arrives; there is no
    page and no waiting. The address steps and wraps at the end; a read goes on from where it stands.
    """

    def __init__(self, memory: "Memory") -> None:
        Target.__init__(self)
        self.memory = memory
        self.address = 0

    def write(self, data: "Buffer") -> None:
        """Two address bytes, then data."""
        if len(data) < 2:
            return  # the address is taken over with its second byte
        self.address = (data[0] << 8 | data[1]) % self.memory.size
        self._move(self.memory.store, memoryview(data)[2:])

    def read_into(self, view: "Room") -> None:
        """Sequential read from the current address."""
        self._move(self.memory.read_into, memoryview(view))

    def _move(self, move: "Callable[[int, memoryview], None]", view: memoryview) -> None:
        while len(view):
            count = min(len(view), self.memory.size - self.address)
            move(self.address, view[:count])
            view = view[count:]
            self.address = (self.address + count) % self.memory.size


class ByteArray:
    """`nvm.ByteArray` of an RP2040: one flash sector (CircuitPython, ports/raspberrypi/common-hal/nvm).

    Writing where every byte is still 0xFF programs the pages concerned. Writing anywhere else copies the sector,
    erases it and programs it again: in between it is empty, and a power cut there loses it.
    """

    # The device has no iterator for it either, so `bytes(nvm)` and `for` must fail here too.
    __iter__ = None

    def __init__(self, memory: "Memory") -> None:
        self._memory = memory
        self.page_programs = 0
        self.sector_erases = 0

    def __len__(self) -> int:
        return self._memory.size

    def __getitem__(self, index: int | slice) -> int | bytearray:
        """One value, or a copy of a slice of step 1."""
        start, stop = self._bounds(index)
        data = self._read(start, stop)
        return data if isinstance(index, slice) else data[0]

    def __setitem__(self, index: int | slice, value: "int | Buffer") -> None:
        """Write one value, or a slice from a buffer of the same length (ValueError otherwise)."""
        start, stop = self._bounds(index)
        if not isinstance(index, slice):
            if not isinstance(value, int):
                raise TypeError("can't convert to int")
            if not 0 <= value <= 255:
                raise ValueError("bytes must be 0-255")
            value = bytes((value,))
        elif isinstance(value, int):
            raise NotImplementedError("array/bytes required on right side")
        if len(value) != stop - start:
            raise ValueError("Slice and value different lengths.")
        if self._is_blank(start, stop):
            self._program(start, value)
        else:
            sector = self._read(0, len(self))
            sector[start:stop] = value
            self._memory.fill(_ERASED)
            self.sector_erases += 1
            self._program(0, sector)

    def _bounds(self, index: int | slice) -> tuple[int, int]:
        size = len(self)
        if not isinstance(index, slice):
            at = index + size if index < 0 else index
            if not 0 <= at < size:
                raise IndexError("index out of range")
            return at, at + 1
        if index.step not in (None, 1):
            raise NotImplementedError("only slices with step=1 (aka None) are supported")
        start, stop = index.start or 0, size if index.stop is None else index.stop
        start, stop = [min(max(at + size if at < 0 else at, 0), size) for at in (start, stop)]
        return start, max(start, stop)

    def _read(self, start: int, stop: int) -> bytearray:
        data = bytearray(stop - start)
        self._memory.read_into(start, data)
        return data

    def _is_blank(self, start: int, stop: int) -> bool:
        for at in range(start, stop, 64):  # in pieces: on a board this takes no heap at all
            if any([value != _ERASED for value in self._read(at, min(at + 64, stop))]):
                return False
        return True

    def _program(self, start: int, data: "Buffer") -> None:
        if len(data):
            self.page_programs += (start + len(data) - 1) // _PAGE_BYTES - start // _PAGE_BYTES + 1
            self._memory.store(start, data)


class Bus:
    """What hangs on the two wires. `on_write` is told of each write transaction, after the part has it."""

    def __init__(self, sda: "Pin", scl: "Pin") -> None:
        self.sda = sda
        self.scl = scl
        self.targets: dict[int, Target] = {}
        self.writes = 0
        """Acknowledged write transactions of all parts together."""
        self.on_write: "Callable[[int, Buffer], None] | None" = None

    def answers(self, address: int) -> bool:
        """Whether a part acknowledges this 7-bit address."""
        target = self.targets.get(address)
        return target is not None and target.plugged

    def target(self, address: int) -> Target:
        """The part at a 7-bit address. Raises OSError(ENODEV), as an unacknowledged address does on RP2040."""
        target = self.targets.get(address)
        if target is None or not target.plugged:
            raise OSError(_ENODEV, "No such device")
        if target.faulty:
            target.faulty = False
            raise RuntimeError("the bus is at a loss")
        return target

    def write(self, address: int, data: "Buffer") -> None:
        """A write transaction; of no bytes, it only asks for the acknowledge."""
        target = self.target(address)
        if len(data):
            target.writes += 1
            self.writes += 1
            target.write(data)
            if self.on_write is not None:
                self.on_write(address, data)

    def write_then_read(self, address: int, data: "Buffer", view: "Room") -> None:
        """A write, where there is something to write, and, after a repeated start, a read."""
        target = self.target(address)
        if len(data):
            target.write(data)
        target.reads += 1
        target.read_into(view)


class I2C:
    """`busio.I2C`. A subclass that sets `bus` is what the firmware gets."""

    bus: Bus

    def __init__(self, scl: "Pin", sda: "Pin", *, frequency: int = 100_000, timeout: int = 255) -> None:
        """`frequency` in Hz, at most 1,000,000. Errors as CircuitPython's raspberrypi port gives them."""
        # RP2040 datasheet 1.4.3: SDA is on even, SCL on odd GPIOs; pairs of pins alternate between the two peripherals.
        if scl.number % 2 == 0 or sda.number % 2 == 1 or scl.number // 2 % 2 != sda.number // 2 % 2:
            raise ValueError("Invalid pins")
        if frequency > 1_000_000:
            raise ValueError("frequency must be <= 1000000")
        scl.check_free()
        sda.check_free()
        if scl is not self.bus.scl or sda is not self.bus.sda:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        scl.claim()
        sda.claim()
        self.frequency = frequency
        self._pins: "tuple[Pin, ...]" = (scl, sda)
        self._locked = False

    def deinit(self) -> None:
        """Let go of the pins."""
        for pin in self._pins:
            pin.release()
        self._pins = ()

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
        bus = self._used()
        return [address for address in range(0x08, 0x78) if bus.answers(address)]

    def writeto(self, address: int, buffer: "Buffer", *, start: int = 0, end: int = _EVERYTHING) -> None:
        """Write buffer[start:end]; of length 0 it only probes. OSError(ENODEV) when nothing acknowledges."""
        self._used().write(address, memoryview(buffer)[start:end])

    def writeto_then_readfrom(self, address: int, out_buffer: "Buffer", in_buffer: "Room") -> None:
        """Write, then fill the other (at least one byte) without a stop between."""
        if not len(in_buffer):
            raise ValueError("buffer length must be >= 1")
        self._used().write_then_read(address, out_buffer, in_buffer)

    def _used(self) -> Bus:
        if not self._pins:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        if not self._locked:
            raise RuntimeError("Function requires lock")
        return self.bus


class I2CDevice:
    """`adafruit_bus_device.i2c_device` (CircuitPython, shared-module/adafruit_bus_device/i2c_device), which has it
    built in, so the drive's own is never the one that runs.

    One address of a bus; `with device:` holds the bus's lock. Nobody there: ValueError at once, OSError later.
    """

    def __init__(self, i2c: I2C, device_address: int, probe: bool = True) -> None:
        self.i2c = i2c
        self.device_address = device_address
        if probe:
            with self:
                try:
                    i2c.writeto(device_address, b"")
                except OSError:
                    raise ValueError("No I2C device at address: 0x%x" % device_address) from None

    def __enter__(self) -> "I2CDevice":
        if not self.i2c.try_lock():
            raise Failure("the bus is locked, and a board would wait for ever")
        return self

    def __exit__(self, *_exception: object) -> None:
        self.i2c.unlock()

    def write(self, buf: "Buffer", *, start: int = 0, end: int = _EVERYTHING) -> None:
        """Write buf[start:end]."""
        self.i2c.writeto(self.device_address, buf, start=start, end=end)

    def write_then_readinto(self, out_buffer: "Buffer", in_buffer: "Room") -> None:
        """Write, then read without a stop between."""
        self.i2c.writeto_then_readfrom(self.device_address, out_buffer, in_buffer)
