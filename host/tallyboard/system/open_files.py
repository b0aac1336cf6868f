"""Which programs have a file or a device open, as far as the system tells: Linux does, in /proc."""

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Holder(NamedTuple):
    """A process that has a file open."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holders(path: str, proc: Path = PROC) -> list[Holder]:
    """The other processes that have this file open, as far as this user may see it; none where there is no /proc.

    Of a pty the program at its far end, which has the multiplexer open too, is left out: it is the device.
    """
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
