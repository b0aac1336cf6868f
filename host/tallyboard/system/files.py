"""Files that are whole or not there: written beside their place, brought to the disk, then put there in one step."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

# What is not in its place yet. A process that is killed, or a drive that is pulled out, leaves it behind.
BEGUN = ".tallyboard-*.new"


@contextlib.contextmanager
def whole_file(path: Path, durable: bool = True) -> Iterator[BinaryIO]:
    """A file to write to. It takes the place of `path` when the block ends, and never does where that raises.

    `durable`: its bytes are on the disk before it has its name, so that not even a power cut leaves half of it. Without
    that only the death of the process is survived: for what is made anew in a moment. Raises OSError.
    """
    # Two threads or processes that write the same file at a time do not meet; the last to end has it.
    begun = path.with_name(BEGUN.replace("*", f"{os.getpid()}-{threading.get_native_id()}"))
    try:
        with begun.open("wb") as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(begun, path)
    except BaseException:
        with contextlib.suppress(OSError):
            begun.unlink()
        raise


def write_whole(path: Path, data: bytes, durable: bool = True) -> None:
    """Have these bytes be the file; `durable` and errors as for whole_file."""
    with whole_file(path, durable) as file:
        file.write(data)


def bring_to_disk(folder: Path) -> None:
    """Have the names in this folder written: a system may do that in another order than they were given in. Does
    nothing on Windows, which writes removable drives through and opens no folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    with contextlib.suppress(OSError):  # some file systems cannot
        os.fsync(handle)
    os.close(handle)


PROC = Path("/proc")


class Holder(NamedTuple):
    """A process that has a file open."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holders(path: str, proc: Path = PROC) -> list[Holder]:
    """The other processes that have this file open, as far as this user may see it; none where there is no /proc. Of a
    pty the program at its far end, which has the multiplexer open too, is left out: it is the device."""
    device = os.path.realpath(path)
    found = []
    for folder in processes(proc):
        links = set()
        with contextlib.suppress(OSError):  # of another user, or gone meanwhile
            for link in (folder / "fd").iterdir():
                with contextlib.suppress(OSError):
                    links.add(os.readlink(link))
        if device in links and not any(link.endswith("/ptmx") for link in links) and int(folder.name) != os.getpid():
            found.append(Holder(int(folder.name), name_of(folder)))
    return sorted(found)


def processes(proc: Path = PROC) -> list[Path]:
    """The folder of each process that there is; none where there is no /proc."""
    try:
        return [folder for folder in proc.iterdir() if folder.name.isdigit()]
    except OSError:  # not on Linux
        return []


def name_of(folder: Path) -> str:
    """What the program of this process is called."""
    try:
        return (folder / "comm").read_text(errors="replace").strip()
    except OSError:
        return "a program"
