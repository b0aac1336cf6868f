"""A board's memory: cells that keep what was stored when the process is killed, in the --state folder."""

import fcntl
import mmap
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tallyboard.drive.files import BOOT_OUT, SETTINGS
from tallyboard.errors import TallyboardError
from tallyboard.system.files import write_whole


class Cells:
    """A fixed number of bytes in a file.

    The file is mapped shared: a stored byte is in the kernel's page cache at once, so a SIGKILL of the process, this
    simulation's power cut, keeps every byte stored before it and none after it. `on_store` is called after each byte;
    what it raises (or its killing the process) leaves exactly the bytes stored so far.
    """

    def __init__(self, path: Path, size: int, fresh: int, on_store: Callable[[], None] | None = None) -> None:
        """`size` in bytes; `fresh` is the value (0…255) of every cell of a new part. Raises TallyboardError when the
        file is there but of another size."""
        self.size = size
        self._on_store = on_store
        if not path.exists():
            write_whole(path, bytes([fresh]) * size, durable=False)  # a kill must not leave a part that is half new
        with open(path, "r+b") as file:
            found = os.fstat(file.fileno()).st_size
            if found != size:
                raise TallyboardError(
                    "%(path)s has %(found)s bytes instead of %(size)s: it is not the memory of this board.",
                    "Give the board another --state folder, or delete that file to fit a new part.",
                    path=path,
                    found=found,
                    size=size,
                )
            self._map = mmap.mmap(file.fileno(), size)

    def read_into(self, at: int, view: bytearray | memoryview) -> None:
        """Fill `view` from address `at`."""
        view[:] = self._map[at : at + len(view)]

    def store(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Store from address `at`, byte by byte."""
        for address, value in enumerate(data, at):
            self._map[address] = value
            if self._on_store is not None:
                self._on_store()

    def fill(self, value: int) -> None:
        """Set every cell at once, as erasing a flash sector does; counts as one store."""
        self._map[:] = bytes([value]) * self.size
        if self._on_store is not None:
            self._on_store()


class PowerCut:
    """Cuts the power, by killing the process, when `after` bytes (from 1) have been stored since power-on."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


UID_BYTES = 8
PHONE_UID_BYTES = 12  # of a board that a laptop has named
NVM_BYTES = 4096
ERASED = 0xFF
_FRAM = "fram.bin"
# What CircuitPython's main.c writes at power-on, of a board that could have a radio.
_BOOT_OUT = """Adafruit CircuitPython 10.2.1 on 2026-05-12; Raspberry Pi Pico W with rp2040
Board ID:raspberry_pi_pico_w
UID:{}
"""
_OWN_SETTINGS = "# Settings of this virtual board; they go before those of all.\n"


class MemoryFolder:
    """The folder, locked for this process until `close`, or until the process ends in any way."""

    def __init__(self, path: Path, on_store: Callable[[], None] | None = None) -> None:
        """Makes the folder if need be; `on_store`: see Cells. Raises TallyboardError when it cannot be used or a board
        runs on it."""
        self.path = path
        self._on_store = on_store
        with self.usable():
            path.mkdir(parents=True, exist_ok=True)
            self._lock = open(path / "lock", "a")  # noqa: SIM115
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise TallyboardError(
                "A board is running on %(path)s already.", "End it, or choose another --state folder.", path=path
            ) from None

    @contextmanager
    def usable(self) -> Iterator[None]:
        """What cannot be done in the folder is a TallyboardError."""
        try:
            yield
        except OSError as error:
            raise TallyboardError(
                "The board's folder %(path)s cannot be used: %(reason)s.",
                "Choose another --state folder.",
                path=self.path,
                reason=error.strerror,
            ) from None

    def uid(self) -> bytes:
        """The chip's number, 8 bytes; 12 of a board that plays as a phone."""
        path = self.path / "uid"
        if not path.exists():
            with self.usable():  # a Pico's flash id starts with 0xE6
                write_whole(path, b"\xe6" + os.urandom(UID_BYTES - 1), durable=False)
        uid = path.read_bytes()
        if len(uid) not in (UID_BYTES, PHONE_UID_BYTES):
            raise TallyboardError(
                "%(path)s has %(found)s bytes instead of %(size)s.",
                "Delete it to give the board a new number.",
                path=path,
                found=len(uid),
                size=UID_BYTES,
            )
        return uid

    def be_a_drive(self) -> None:
        """Let the folder look like the board's CIRCUITPY, so that what is written onto a drive can be written there."""
        settings = self.path / SETTINGS
        with self.usable():
            write_whole(self.path / BOOT_OUT, _BOOT_OUT.format(self.uid().hex().upper()).encode(), durable=False)
            if not settings.exists():
                write_whole(settings, _OWN_SETTINGS.encode(), durable=False)

    def become(self, uid: bytes, fram: bytes) -> Path | None:
        """Be the board of this number from now on, with this in its FRAM; where the memory of the one before is kept,
        None where there was none."""
        memory, aside = self.path / _FRAM, None
        with self.usable():
            if memory.exists():
                number = len(list(self.path.glob("before-*.bin"))) + 1
                aside = self.path / f"before-{number}.bin"
                memory.rename(aside)
            write_whole(memory, fram)
            write_whole(self.path / "uid", uid)
        return aside

    def fram(self, size: int) -> Cells:
        """The cells of the FRAM; a new one is all zero."""
        return self._cells(_FRAM, size, 0x00)

    def nvm(self) -> Cells:
        """The cells of the nvm sector; a new one is erased."""
        return self._cells("nvm.bin", NVM_BYTES, ERASED)

    def _cells(self, name: str, size: int, fresh: int) -> Cells:
        with self.usable():
            return Cells(self.path / name, size, fresh, self._on_store)

    def close(self) -> None:
        """Let another board have the folder."""
        self._lock.close()
