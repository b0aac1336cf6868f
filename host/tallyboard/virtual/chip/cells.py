"""Memory cells that keep what was stored when the process is killed."""

import mmap
import os
import signal
from collections.abc import Callable
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.system.files import write_whole


class Cells:
    """A fixed number of bytes in a file.

    The file is mapped shared: a stored byte is in the kernel's page cache at once, so a SIGKILL of the process, this
    simulation's power cut, keeps every byte stored before it and none after it. `on_store` is called after each byte;
    what it raises (or its killing the process) leaves exactly the bytes stored so far.
    """

    def __init__(self, path: Path, size: int, fresh: int, on_store: Callable[[], None] | None = None) -> None:
        """`size` in bytes; `fresh` is the value (0…255) of every cell of a new part.

        Raises TallyboardError when the file is there but of another size.
        """
        self.on_store = on_store
        if not path.exists():
            write_whole(path, bytes([fresh]) * size, durable=False)  # a kill must not leave a part that is half new
        with open(path, "r+b") as file:
            found = os.fstat(file.fileno()).st_size
            if found != size:
                raise TallyboardError(
                    f"{path} has {found} bytes instead of {size}: it is not the memory of this board.",
                    "Give the board another --state folder, or delete that file to fit a new part.",
                )
            self._map = mmap.mmap(file.fileno(), size)

    def __len__(self) -> int:
        return len(self._map)

    def __getitem__(self, index: slice) -> bytes:
        return self._map[index]

    def byte(self, address: int) -> int:
        """The value 0…255 at an address 0…len-1."""
        return self._map[address]

    def store(self, address: int, value: int) -> None:
        """Store one byte."""
        self._map[address] = value
        if self.on_store is not None:
            self.on_store()

    def erase(self, value: int = 0xFF) -> None:
        """Set every cell at once, as erasing a flash sector does; counts as one store."""
        self._map[:] = bytes([value]) * len(self._map)
        if self.on_store is not None:
            self.on_store()

    def close(self) -> None:
        """Let go of the file; the bytes stay."""
        self._map.close()


class PowerCut:
    """Cuts the power, by killing the process, when `after` bytes (from 1) have been stored since power-on."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
