"""What hangs on a Raspberry Pi, as the firmware asks for it by `digitalio`, `keypad` and `busio`.

switch ─ kernel: edge, with its time ─ Lines ─ Keys ─ firmware ─ I2C ─┬─ Blinka's bus: displays, FRAM
                                                                      └─ JournalFile, in the FRAM's place
"""

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallyboard.errors import TallyboardError
from tallyboard.system.files import bring_to_disk, write_whole
from tallyboard.text.language import later
from tallyboard.virtual.box.bus import FRAM
from tallyboard.virtual.box.pins import EventQueue, KeyEvent, Pull

if TYPE_CHECKING:
    from tallyboard.pi.run import PiBoard

    Buffer = bytes | bytearray | memoryview
    Room = bytearray | memoryview

# What the kernel calls the chips of the header's pins, up to a Pi 3, on a Pi 4 and on a Pi 5. Their lines have the
# numbers of the pins (Blinka 10, generic_linux/raspberry_pi_pin.py).
CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
NOT_ALLOWED = later("Type `sudo usermod -aG gpio,i2c $USER`, and log in again.")
_DEV = Path("/dev")


class Lines:
    """The switches of all keys, from one request to the kernel on: to ground, pulled up inside the chip.

    `fd` can be waited for. `numbers`: the line of each pin. `now_ns()` is the clock of the edges, CLOCK_MONOTONIC.
    """

    def __init__(self, gpiod: Any, keys: Mapping[str, int], now_ns: Callable[[], int]) -> None:
        """`keys`: the line of each key. Raises TallyboardError where the lines are not to be had."""
        line = gpiod.line
        settings = gpiod.LineSettings(
            direction=line.Direction.INPUT, bias=line.Bias.PULL_UP, edge_detection=line.Edge.BOTH
        )
        path = _chip(gpiod)
        try:
            self._request = gpiod.request_lines(
                str(path), consumer="tallyboard", config={tuple(keys.values()): settings}
            )
        except (OSError, ValueError) as error:  # ValueError: the chip has no such line
            raise _not_to_be_had(gpiod, path, keys, error) from None
        self.fd: int = self._request.fd
        self._rising = gpiod.EdgeEvent.Type.RISING_EDGE
        self._now_ns = now_ns
        self._looked_ns = dict.fromkeys(keys.values(), 0)
        self._last = 0  # the number of the last edge

    def is_up(self, number: int) -> bool:
        """Whether this switch is open now. Edges of before are no news from then on."""
        self._looked_ns[number] = self._now_ns()
        return bool(self._request.get_value(number))

    def edges(self) -> Iterator[tuple[int, bool, int]]:
        """(line, whether it went down, when by `now_ns`) of each edge since the last call; the line is -1 where the
        kernel, which keeps sixteen for each line, had to forget some."""
        while self._request.wait_edge_events(0):
            for edge in self._request.read_edge_events():
                # Counted over all lines of a request; the oldest goes (linux/gpio.h, gpio_v2_line_event).
                if edge.global_seqno != self._last + 1:
                    yield -1, False, edge.timestamp_ns
                self._last = edge.global_seqno
                if edge.timestamp_ns > self._looked_ns[edge.line_offset]:
                    yield edge.line_offset, edge.event_type != self._rising, edge.timestamp_ns

    def close(self) -> None:
        self._request.release()


def _chip(gpiod: Any) -> Path:
    """The one that has the header's pins. Raises TallyboardError."""
    refused = False
    for path in sorted(_DEV.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                if chip.get_info().label in CHIPS:
                    return path
        except PermissionError:
            refused = True
        except OSError:  # no such device any more
            continue
    if refused:
        raise TallyboardError("This user may not read the Pi's pins.", NOT_ALLOWED)
    raise TallyboardError(
        "No pins of a Raspberry Pi are here: no /dev/gpiochip has them.",
        "Run it on a Raspberry Pi, or leave --hardware out for a virtual board.",
    )


def _not_to_be_had(gpiod: Any, path: Path, keys: Mapping[str, int], error: Exception) -> TallyboardError:
    """What to raise: which line somebody else has, and who."""
    with gpiod.Chip(str(path)) as chip:
        for key, number in keys.items():
            try:
                info = chip.get_line_info(number)
            except (OSError, ValueError):
                return TallyboardError(
                    "This Pi has no GPIO%(number)s, for %(key)s.", "Choose another --board.", number=number, key=key
                )
            if info.used:
                return TallyboardError(
                    "GPIO%(number)s, for %(key)s, is in use by %(program)s.",
                    "End that program, or take its line out of /boot/firmware/config.txt.",
                    number=number,
                    key=key,
                    program=info.consumer or later("the kernel"),
                )
    said = error.strerror if isinstance(error, OSError) else error
    return TallyboardError("The Pi's pins cannot be read: %(reason)s.", "Start the Pi again.", reason=said)


class DigitalInOut:
    """`digitalio.DigitalInOut`, an input with the pull that a switch needs. A subclass that sets `board` is what the
    firmware gets."""

    board: "PiBoard"

    def __init__(self, pin: str) -> None:
        self._number = self.board.numbers[pin]
        self.pull: str | None = None

    @property
    def value(self) -> bool:
        return self.pull == Pull.UP and self.board.lines.is_up(self._number)

    def deinit(self) -> None:
        """The line stays with the board."""


class Edges(EventQueue):
    """`keypad.EventQueue` of what the kernel has seen; `fetch(queue)` puts in what is new."""

    def __init__(
        self, board: "PiBoard", event_type: type[KeyEvent], most: int, fetch: "Callable[[Edges], None]"
    ) -> None:
        EventQueue.__init__(self, board, event_type, most)
        self._fetch = fetch

    def get_into(self, event: KeyEvent) -> bool:
        """Take the oldest event into `event`; False, and `event` untouched, when there is none."""
        if not self._events:
            self._fetch(self)
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.pop(0)
        return True


class Keys:
    """`keypad.Keys`. A subclass that sets `board` and `event_type` is what the firmware gets."""

    board: "PiBoard"
    event_type: type[KeyEvent]

    def __init__(
        self,
        pins: Sequence[str],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
    ) -> None:
        """`interval` means nothing: no edge waits for a scan."""
        if value_when_pressed or not pull:
            raise ValueError("the switches are to ground, and need the pulls")
        self._key_of = {self.board.numbers[pin]: key for key, pin in enumerate(pins)}
        self.events = Edges(self.board, self.event_type, max_events, self._fetch)
        self.board.listen(True)

    def _fetch(self, events: Edges) -> None:
        for number, pressed, ns in self.board.lines.edges():
            if number < 0:
                events.overflowed = True
            elif number in self._key_of and not (pressed and self.board.is_locked()):
                events.record(self._key_of[number], pressed, self.board.ticks_at(ns))

    def deinit(self) -> None:
        self.board.listen(False)


class JournalFile:
    """The cells of a memory in a file, in which a byte that is stored is on the disk: each store is synced before it
    is over, so that a cut leaves a prefix of what was written, as in an FRAM.

    A store overwrites in place. What stands beside it must outlast a cut in it, which SQLite assumes of disks as well
    (sqlite.org/psow.html). After a failure nobody knows what the disk has (a second sync may say that all is well), so
    the whole file is then written anew, as it was before.
    """

    def __init__(self, path: Path, size: int) -> None:
        """`size` in bytes; a new file is all zero. Raises TallyboardError for a file of another size."""
        self.size = size
        self._path = path
        self._fd: int | None = None
        self._image: bytearray | None = None  # what is on the disk for certain
        if path.is_file() and path.stat().st_size != size:
            raise TallyboardError(
                "%(path)s has %(found)s bytes instead of %(size)s: it is not the memory of this board.",
                "Give the board another --state folder, or delete that file for a new memory.",
                path=path,
                found=path.stat().st_size,
                size=size,
            )

    def look(self) -> None:
        """Have it there, whole and on the disk. Raises OSError where it cannot be."""
        if self._fd is not None:
            return
        if self._image is not None or not self._path.exists():
            write_whole(self._path, bytes(self._image or self.size))
            bring_to_disk(self._path.parent)
        self._fd = os.open(self._path, os.O_RDWR)
        try:
            os.fsync(self._fd)  # what a process stored that was killed before its sync
            self._image = self._image or bytearray(os.pread(self._fd, self.size, 0))
        except OSError:
            self.close()
            raise

    def read_into(self, at: int, view: "Room") -> None:
        """Fill `view` from address `at`. Raises OSError."""
        self.look()
        assert self._image is not None
        view[:] = self._image[at : at + len(view)]

    def store(self, at: int, data: "Buffer") -> None:
        """Store from address `at`, and have it on the disk. Raises OSError."""
        self.look()
        assert self._fd is not None and self._image is not None
        try:
            if os.pwrite(self._fd, data, at) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fdatasync(self._fd)
        except OSError:
            self.close()
            raise
        self._image[at : at + len(data)] = data

    def fill(self, value: int) -> None:
        """Store the same everywhere. Raises OSError."""
        self.store(0, bytes([value]) * self.size)

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


class I2C:
    """`busio.I2C`: `bus` is Blinka's. A subclass that sets it is what the firmware gets; where it sets a `file` too,
    that answers at `fram_address`, and nothing that hangs there."""

    bus: Any
    fram_address: int
    file: JournalFile | None = None

    def __init__(self, scl: object, sda: object, *, frequency: int = 100_000) -> None:
        """The kernel has the pins, and decides the frequency."""
        self._fram = None if self.file is None else FRAM(self.file)

    def try_lock(self) -> bool:
        return bool(self.bus.try_lock())

    def unlock(self) -> None:
        self.bus.unlock()

    def writeto(self, address: int, buffer: "Buffer", *, start: int = 0, end: int | None = None) -> None:
        """Write buffer[start:end]; of length 0 it only probes. Raises OSError where nothing answers."""
        if self._fram is None or address != self.fram_address:
            self.bus.writeto(address, buffer, start=start, end=end)
            return
        assert self.file is not None
        self.file.look()
        self._fram.write(memoryview(buffer)[start:end])

    def readfrom_into(self, address: int, buffer: "Room", *, start: int = 0, end: int | None = None) -> None:
        """Fill buffer[start:end]. Raises OSError where nothing answers."""
        if self._fram is None or address != self.fram_address:
            self.bus.readfrom_into(address, buffer, start=start, end=end)
        else:
            self._fram.read_into(memoryview(buffer)[start:end])

    def writeto_then_readfrom(self, address: int, out_buffer: "Buffer", in_buffer: "Room", **between: int) -> None:
        """Write all of the one, then fill the other without a stop between; `between`: what Adafruit's I2CDevice says
        of which part of each, which is always all. Raises OSError where nothing answers."""
        if self._fram is None or address != self.fram_address:
            self.bus.writeto_then_readfrom(address, out_buffer, in_buffer, **between)
        else:
            self._fram.write(out_buffer)
            self._fram.read_into(in_buffer)
