"""The chips on the bus and in the microcontroller, at the level of their registers.

`write(data)` is a write transaction without its address byte, `read_into(view)` a read. A chip that is not plugged does
not answer; one that is faulty makes the bus fail once. Memories are files: on a board they take no room on the heap, so
they take none here.
"""

from failure import Failure

from tableside.pins import MOST_LIGHT

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

    from tallyboard.play.rig.rig import Rig

_ALL = 0xFFFF  # a bit for each byte of display RAM
_UNDEFINED = 0xA5  # what such a byte holds at power-on


class HT16K33:
    """The LED driver (datasheet, "Command Summary"): a write to its display RAM, or a command, is said to the rig.

    RAM is undefined when the power comes. To light a byte of it that nobody has written since is a failure, and so is a
    display brighter than the supply allows.
    """

    def __init__(self, rig: "Rig", address: int) -> None:
        self._rig = rig
        self._address = address
        self.ram = bytearray(16)
        self.plugged = True
        self.faulty = False
        self._power_on(_UNDEFINED)

    def _power_on(self, value: int) -> None:
        self._pointer = 0
        self._oscillator = self._on = False
        self._light = 16
        self._written = 0  # a bit for each byte
        for i in range(16):
            self.ram[i] = value

    def write(self, data: memoryview) -> None:
        if len(data) > 1 or data[0] >> 4:  # else it only says from where to read
            self._rig.say("write %02x " % self._address, data)
        what = data[0] >> 4
        if what == 0:
            self._pointer = data[0]
            for i in range(1, len(data)):
                self.ram[self._pointer] = data[i]
                self._written |= 1 << self._pointer
                self._pointer = (self._pointer + 1) % 16
        elif what == 2:
            self._oscillator = bool(data[0] & 1)
        elif what == 8:
            self._on = bool(data[0] & 1)
        elif what == 14:
            self._light = 1 + (data[0] & 15)
            if self._light > MOST_LIGHT:
                raise Failure("display %02x is told to be as bright as %d" % (self._address, self._light))
        if self._oscillator and self._on and self._written != _ALL:
            raise Failure("display %02x is lit, and nobody has said what it shows" % self._address)
        if self._on and self._light > MOST_LIGHT and any(self.ram):
            raise Failure("display %02x is lit, and as bright as %d" % (self._address, self._light))
        self._rig.wrote()

    def read_into(self, view: memoryview) -> None:
        self._rig.looks += 1
        for i in range(len(view)):
            view[i] = self.ram[self._pointer]
            self._pointer = (self._pointer + 1) % 16

    def unplug(self) -> None:
        """It forgets everything; what it holds when it is back looks like a display that is to be dark."""
        self.plugged = False
        self._power_on(0)


class Memory:
    """Bytes that outlast the power, in a file of this size. Stores them one by one, for the power can go at each."""

    def __init__(self, rig: "Rig", path: str, size: int) -> None:
        self._rig = rig
        self._path = path
        self._file = open(path, "r+b")
        self.size = size

    def read_into(self, at: int, view: bytearray | memoryview) -> None:
        self._rig.stirred = self._rig.now
        self._file.seek(at)
        self._file.readinto(view)

    def store(self, at: int, data: memoryview) -> None:
        self._rig.stirred = self._rig.now
        self._file.seek(at)
        count = self._rig.power(len(data))
        whole = count == len(data)
        stored = data if whole else memoryview(data)[:count]
        self._file.write(stored)
        if not self._rig.quiet:
            self._rig.say("kept %s %d " % (self._path, at), stored)
        if not whole:
            self._rig.end("cut")

    def close(self) -> None:
        self._file.close()


class Fram:
    """MB85RC256V: two bytes of address, high byte first, then any number of bytes, wrapping at the end."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.plugged = True
        self.faulty = False
        self._at = 0

    def write(self, data: memoryview) -> None:
        if len(data) < 2:
            return
        self._at = (data[0] << 8 | data[1]) % self.memory.size
        self._move(self.memory.store, memoryview(data)[2:])

    def read_into(self, view: memoryview) -> None:
        self._move(self.memory.read_into, memoryview(view))

    def _move(self, move: "Callable[[int, memoryview], None]", view: memoryview) -> None:
        while len(view):
            count = min(len(view), self.memory.size - self._at)
            move(self._at, view[:count])
            view = view[count:]
            self._at = (self._at + count) % self.memory.size

    def unplug(self) -> None:
        self.plugged = False


class Nvm:
    """`microcontroller.nvm` of an RP2040: bytes that are 0xFF are programmed, anything else erases all of it first."""

    def __init__(self, rig: "Rig", memory: Memory) -> None:
        self._rig = rig
        self.memory = memory

    def __len__(self) -> int:
        return self.memory.size

    def _span(self, place: int | slice) -> tuple[int, int]:
        if not isinstance(place, slice):
            place = slice(place, place + 1)
        if place.step not in (None, 1):
            raise NotImplementedError("only slices with step=1 (aka None) are supported")
        start = place.start or 0
        stop = self.memory.size if place.stop is None else min(place.stop, self.memory.size)
        if start < 0 or stop < start:
            raise IndexError("index out of range")
        return start, stop

    def __getitem__(self, place: int | slice) -> int | bytearray:
        data = self._read(*self._span(place))
        return data if isinstance(place, slice) else data[0]

    def _read(self, start: int, stop: int) -> bytearray:
        data = bytearray(stop - start)
        self.memory.read_into(start, data)
        return data

    def __setitem__(self, place: int | slice, value: int | bytes | bytearray) -> None:
        start, stop = self._span(place)
        data = memoryview(bytes((value,)) if isinstance(value, int) else value)
        if len(data) != stop - start:
            raise ValueError("Slice and value different lengths.")
        if not self._blank(start, stop):
            self._rig.say("erased")
        self.memory.store(start, data)

    def _blank(self, start: int, stop: int) -> bool:
        for at in range(start, stop, 64):  # in pieces: on a board this takes no heap at all
            if any([value != 0xFF for value in self._read(at, min(at + 64, stop))]):
                return False
        return True
