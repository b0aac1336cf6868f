"""The --state folder, a board's memory: what makes a virtual board the same board next time.

uid        8 bytes, the chip's number, made once
fram.bin   the FRAM            nvm.bin    the flash sector behind microcontroller.nvm
lock       held while a board runs on the folder
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.system.files import write_whole
from tallyboard.virtual.chip.cells import Cells
from tallyboard.virtual.chip.nvm import ERASED, NVM_BYTES

UID_BYTES = 8


class MemoryFolder:
    """The folder, locked for this process until `close`, or until the process ends in any way."""

    def __init__(self, path: Path) -> None:
        """Makes the folder if need be. Raises TallyboardError when it cannot be used or a board runs on it."""
        self._path = path
        with self._usable():
            path.mkdir(parents=True, exist_ok=True)
            self._lock = open(path / "lock", "a")  # noqa: SIM115
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise TallyboardError(
                f"A virtual board is running on {path} already.",
                "End it with `quit`, or choose another --state folder.",
            ) from None

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TallyboardError(
                f"The board's folder {self._path} cannot be used: {error.strerror}.", "Choose another --state folder."
            ) from None

    def uid(self) -> bytes:
        """The chip's number, 8 bytes."""
        path = self._path / "uid"
        if not path.exists():
            with self._usable():  # a Pico's flash id starts with 0xE6
                write_whole(path, b"\xe6" + os.urandom(UID_BYTES - 1), durable=False)
        uid = path.read_bytes()
        if len(uid) != UID_BYTES:
            raise TallyboardError(
                f"{path} has {len(uid)} bytes instead of {UID_BYTES}.", "Delete it to give the board a new number."
            )
        return uid

    def fram(self, size: int, on_store: Callable[[], None] | None = None) -> Cells:
        """The cells of the FRAM; a new one is all zero."""
        with self._usable():
            return Cells(self._path / "fram.bin", size, 0x00, on_store)

    def nvm(self, on_store: Callable[[], None] | None = None) -> Cells:
        """The cells of the nvm sector; a new one is erased."""
        with self._usable():
            return Cells(self._path / "nvm.bin", NVM_BYTES, ERASED, on_store)

    def close(self) -> None:
        """Let another board have the folder."""
        self._lock.close()
