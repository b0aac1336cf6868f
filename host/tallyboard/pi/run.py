"""`tallyboard board --hardware`: whether there is such a Pi, and from its start to its end."""

import gc
import hashlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from tallyboard.drive.files import Wiring, pins_of, read_settings
from tallyboard.errors import TallyboardError
from tallyboard.pi.parts import I2C, NOT_ALLOWED, DigitalInOut, JournalFile, Keys, Lines
from tallyboard.system.files import write_whole
from tallyboard.text.language import later
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.box.cpu import TICKS_PERIOD, WatchDogTimer
from tallyboard.virtual.box.hardware import Controller, Module, controller_modules
from tallyboard.virtual.box.pins import KeyEvent, Pull
from tallyboard.virtual.conductor import AWAKE_TURNS, LONGEST_WAIT_S, Link
from tallyboard.virtual.memory import MemoryFolder
from tallyboard.virtual.power import on_signals, run_firmware, seat_of, write_line
from tallyboard.virtual.pty_link import PtyLink
from tallyboard.virtual.run import check, settings_over
from tallyboard.virtual.script import BoardOff, line_of

BOARD = "pi"  # unless another is named
MEDIA = ("fram", "file")
# A turn in which nothing comes takes so long: what the firmware does by itself, it does to the tenth of a second.
_IDLE_S = 0.005
_TOLD_EVERY_S = 1.0  # systemd, that the firmware's loop goes round
_NO_EXTRA = later("Install what a Pi needs: Tallyboard's wheel with `[pi]` behind its name.")
_NO_BUS = later("Turn it on: `sudo raspi-config nonint do_i2c 0`.")
_DISPLAY_OFF = b"\x80"  # HT16K33 datasheet, "Display Setup Register"
# The id of a Pi begins with "pi" and has ten bytes, which no chip's has and no phone's.
_UID = b"pi"
_AT_ONCE = 256  # bytes of an FRAM that are read or written together
_SERIAL, _MACHINE_ID = Path("/proc/device-tree/serial-number"), Path("/etc/machine-id")
Wait = Callable[[list[int], list[int], list[int], float], tuple[list[int], list[int], list[int]]]


def run_pi(spec: BoardSpec, stdout: TextIO, wait: Wait = select.select) -> int:
    """Run the drive's boot.py and code.py on this Pi until a signal; the exit code, as of virtual.run.run_board.

    What the hall tells goes to `stdout`, a JSON object a line. `wait`: as select.select, for tests. Raises
    TallyboardError for a board that cannot be, and for what is not there.
    """
    check(spec)
    if spec.radio:
        raise TallyboardError("A Raspberry Pi has a network of its own.", "Give --hall URL instead of --radio.")
    if spec.link is not None and spec.hall is not None:
        raise TallyboardError(
            "A board has a port or a seat in the hall.", "Give --link or --hall, one of them, or none."
        )
    if spec.storage not in (None, *MEDIA):
        raise TallyboardError(
            "A Pi has no storage %(storage)s.", "Choose --storage fram or --storage file.", storage=f"{spec.storage!r}"
        )
    settings = {**read_settings(spec.drive), **read_settings(spec.state)}
    if str(settings.get("TALLYBOARD_SIDES")) == "3":
        spec = replace(spec, sides=3)
    settings.update(settings_over(replace(spec, storage="fram")))  # which it is to the firmware, also in a file
    wiring = pins_of(spec.board or BOARD).fitted(spec.sides)
    with ExitStack() as stack:
        gpiod, pins = _imported("gpiod"), _imported("board")
        numbers = {pin: _number(pins, pin) for _, pin in wiring.buttons}
        i2c = _i2c(pins, wiring)
        folder = stack.enter_context(closing(PiFolder(spec.state, i2c)))
        if spec.hall is None and folder.seat.exists():
            raise TallyboardError(
                "The board in %(state)s plays at a table of a hall.",
                "Give --hall too, or another --state folder.",
                state=spec.state,
            )
        if folder.medium(spec.storage) == "file":
            i2c.file = stack.enter_context(closing(JournalFile(folder.memory, wiring.fram_bytes)))
        keys = {key: numbers[pin] for key, pin in wiring.buttons}
        lines = stack.enter_context(closing(Lines(gpiod, keys, time.monotonic_ns)))
        emit = partial(write_line, stdout)
        cable = stack.enter_context(closing(PtyLink(spec.link))) if spec.link is not None else None
        seat = stack.enter_context(closing(seat_of(spec, folder, wiring.fram_bytes, emit))) if spec.hall else None
        if seat is not None:
            seat.begin()
        names = (wiring.scl, wiring.sda, *numbers)
        board = PiBoard(folder.uid(), names, lines, numbers, i2c, cable or seat, wait)
        if seat is not None:
            seat.tell = lambda **what: emit(line_of(board.ms, **what))
        if cable is not None:
            cable.publish()
        stack.callback(_darken, i2c, [address for _, address in wiring.displays])
        stack.enter_context(on_signals(board.end, signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        # The firmware collects garbage in a pause between presses. All that stands here already is none.
        gc.freeze()
        stack.callback(gc.unfreeze)
        return run_firmware(board, replace(spec, board=spec.board or BOARD), settings)


# ---- what is there


def _imported(name: str) -> Any:
    """`gpiod`, or Blinka's `board` or `busio`. Raises TallyboardError where it is not there, or knows no Pi here."""
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # Blinka would ask on a terminal, and install things
    try:
        with redirect_stdout(sys.stderr):  # where it says what it is not made for
            return import_module(name)
    except ImportError as error:
        raise TallyboardError(
            "The Python library %(name)s is not installed.", _NO_EXTRA, name=error.name or name
        ) from None
    except (NotImplementedError, RuntimeError):
        raise _no_pi() from None


def _no_pi() -> TallyboardError:
    return TallyboardError("This is no Raspberry Pi that Blinka knows.", "Leave --hardware out for a virtual board.")


def _number(pins: Any, pin: str) -> int:
    """The number of the line behind this pin. Raises TallyboardError."""
    try:
        return int(getattr(pins, pin).id)
    except AttributeError:
        if not hasattr(pins, "D2"):
            raise _no_pi() from None
        raise TallyboardError("A Raspberry Pi has no pin %(pin)s.", "Choose another --board.", pin=pin) from None


def _i2c(pins: Any, wiring: Wiring) -> type[I2C]:
    """The firmware's `busio.I2C` on Blinka's bus. Raises TallyboardError."""

    class Wired(I2C):
        fram_address = wiring.fram_address

    try:
        Wired.bus = _imported("busio").I2C(getattr(pins, wiring.scl), getattr(pins, wiring.sda))
    except PermissionError:
        raise TallyboardError("This user may not use the Pi's I2C bus.", NOT_ALLOWED) from None
    except (OSError, ValueError, RuntimeError):
        raise TallyboardError(
            "There is no I2C bus on %(sda)s and %(scl)s.", _NO_BUS, sda=wiring.sda, scl=wiring.scl
        ) from None
    return Wired


def _darken(i2c: type[I2C], addresses: Sequence[int]) -> None:
    """A score that nobody keeps is not lit."""
    for address in addresses:
        with suppress(OSError):
            i2c.bus.writeto(address, _DISPLAY_OFF)


def uid_of_pi() -> bytes:
    """The number of a board that no hall has named: `_UID` and the Pi's serial number, or where there is none a check
    of the system's. Raises TallyboardError where there is neither."""
    with suppress(OSError, ValueError):
        return _UID + bytes.fromhex(_SERIAL.read_text().strip("\0\n").zfill(16))[-8:]
    with suppress(OSError):
        said = _MACHINE_ID.read_text().strip()  # which shall not be told as it is: machine-id(5)
        return _UID + hashlib.sha256(f"tallyboard {said}".encode()).digest()[:8]
    raise TallyboardError("This machine has no number of its own.", "Type `sudo systemd-machine-id-setup`.")


class PiFolder(MemoryFolder):
    """The --state folder of a board on a Pi. `memory`: the file that may stand for an FRAM;
    `seat`: what a hall_link keeps there."""

    def __init__(self, path: Path, i2c: type[I2C]) -> None:
        """Errors as MemoryFolder."""
        self._i2c = i2c
        self._is_chip = False
        self.memory = path / "fram.bin"
        self.seat = path / "seat.json"
        super().__init__(path)

    def medium(self, asked: str | None) -> str:
        """What the journal is in, "fram" or "file": as it is asked for, else as it was, else what there is. So a chip
        that does not answer once is not left for a file."""
        kept = self.path / "medium"
        was = kept.read_text().strip() if kept.exists() else "file" if self.memory.exists() else ""
        medium = asked or was or ("fram" if self._answers() else "file")
        if medium != was:
            with suppress(OSError):  # a disk without room: then the next start decides
                write_whole(kept, medium.encode())
        self._is_chip = medium == "fram"
        return medium

    def uid(self) -> bytes:
        """What a hall has named it, else the Pi's number."""
        return super().uid() if self.seat.exists() else uid_of_pi()

    def become(self, uid: bytes, fram: bytes) -> Path | None:
        """As MemoryFolder, also where the memory is a chip. Raises TallyboardError where that does not answer."""
        if not self._is_chip:
            return super().become(uid, fram)
        aside = self.path / f"before-{len(list(self.path.glob('before-*.bin'))) + 1}.bin"
        held = bytearray(len(fram))
        places = range(0, len(fram), _AT_ONCE)
        try:
            for at in places:
                self._i2c.bus.writeto_then_readfrom(
                    self._i2c.fram_address, at.to_bytes(2), held, in_start=at, in_end=at + _AT_ONCE
                )
            with self.usable():
                write_whole(aside, bytes(held))
            for at in places:
                self._i2c.bus.writeto(self._i2c.fram_address, at.to_bytes(2) + fram[at : at + _AT_ONCE])
        except OSError:
            raise TallyboardError("The FRAM does not answer.", "Look at its wires, or add --storage file.") from None
        with self.usable():
            write_whole(self.path / "uid", uid)
        return aside

    def _answers(self) -> bool:
        with suppress(OSError):
            self._i2c.bus.writeto_then_readfrom(self._i2c.fram_address, bytes(2), bytearray(1))
            return True
        return False


# ---- the board


class Watchdog(WatchDogTimer):
    """`microcontroller.watchdog`: systemd's, where that has started this (sd_notify(3))."""

    _told = 0.0

    def feed(self) -> None:
        """The firmware's loop goes round."""
        now = time.monotonic()
        place = os.environ.get("NOTIFY_SOCKET", "")
        if place and self.mode is not None and now - self._told >= _TOLD_EVERY_S:
            said = b"WATCHDOG=1" if self._told else b"READY=1"
            self._told = now
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                systemd.sendto(said, "\0" + place[1:] if place[0] == "@" else place)


class PiBoard(Controller):
    """A Pi with its parts, in its own time: a turn ends with an edge of a key, with bytes, or after 5 ms."""

    def __init__(
        self,
        uid: bytes,
        pins: Sequence[str],
        lines: Lines,
        numbers: Mapping[str, int],
        i2c: type[I2C],
        link: Link | None,
        wait: Wait,
    ) -> None:
        """`pins`: the names that `board` has; `numbers`: the line of each of them that a key has."""
        super().__init__(None, uid, os.urandom)
        self.watchdog = Watchdog(self)
        self.lines, self.numbers = lines, numbers
        self._pins, self._i2c, self._link, self._wait = pins, i2c, link, wait
        self._start_ns = time.monotonic_ns()
        self._is_listening = self._has_ended = False
        self._awake = 0

    def modules(self, in_boot: bool) -> dict[str, Module]:
        event = type("Event", (KeyEvent,), {"board": self})
        return controller_modules(self, in_boot) | {
            "board": Module(**{name: name for name in self._pins}),
            "busio": Module(I2C=self._i2c),
            "digitalio": Module(DigitalInOut=type("DigitalInOut", (DigitalInOut,), {"board": self}), Pull=Pull),
            "keypad": Module(Event=event, Keys=type("Keys", (Keys,), {"board": self, "event_type": event})),
        }

    def ticks_at(self, ns: int) -> int:
        """supervisor.ticks_ms at this time of CLOCK_MONOTONIC."""
        return (self.ticks_ms() + (ns - self._start_ns) // 1_000_000 - self.ms) % TICKS_PERIOD

    def is_locked(self) -> bool:
        """Whether the desk has locked the keys of this table."""
        return bool(getattr(self._link, "is_locked", False))

    def listen(self, is_listening: bool) -> None:
        """Whether edges of keys end a turn."""
        self._is_listening = is_listening

    def end(self, *_: object) -> None:
        """For a signal: the board ends at its next turn, at a second one at once."""
        if self._has_ended:
            raise BoardOff
        self._has_ended = True

    def turn(self, sleep_ms: int | None = None) -> None:
        """One turn. A sleep ends when it is over. Raises BoardOff when the board is to end."""
        until = time.monotonic() + (_IDLE_S if sleep_ms is None else sleep_ms / 1000)
        while True:
            if self._has_ended:
                raise BoardOff
            left = max(0.0, until - time.monotonic())
            self._serve(min(left, LONGEST_WAIT_S), sleep_ms is None)
            self.advance((time.monotonic_ns() - self._start_ns) // 1_000_000 - self.ms)
            if sleep_ms is None or not left:
                return

    def _serve(self, wait_s: float, with_keys: bool) -> None:
        """Wait at most so long for an edge or for bytes, and carry the bytes."""
        link, port = self._link, self.data
        reads, writes = link.wants(port) if link is not None else (False, False)
        readable = [link.fd] if link is not None and reads else []
        if with_keys and self._is_listening:
            readable.append(self.lines.fd)
        fds = [link.fd] if link is not None and writes else []
        read, write, _ = self._wait(readable, fds, [], 0 if with_keys and self._awake else wait_s)
        self._awake = max(0, self._awake - 1)
        if link is not None and link.carry(port, link.fd in read, bool(write)):
            self._awake = AWAKE_TURNS
