"""Why a port cannot be opened: which program has it, and which group may have it."""

import contextlib
import getpass
import os
import sys
from pathlib import Path
from typing import NamedTuple

from tallyboard.errors import TallyboardError

_PROC = Path("/proc")
_MODEM_MANAGER = "ModemManager"


class Holder(NamedTuple):
    """A process that has a port open."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


class PortInUseError(TallyboardError):
    """Another program has the port."""


def holders(port: str, proc: Path = _PROC) -> list[Holder]:
    """The other processes that have this device open, as far as this user may see it; none where there is no /proc.

    Of a pty the program at its far end, which has the multiplexer open too, is left out: it is the device.
    """
    device = os.path.realpath(port)
    found = []
    for folder in _processes(proc):
        links = set()
        with contextlib.suppress(OSError):  # of another user, or gone meanwhile
            for link in (folder / "fd").iterdir():
                with contextlib.suppress(OSError):
                    links.add(os.readlink(link))
        if device in links and not any(link.endswith("/ptmx") for link in links) and int(folder.name) != os.getpid():
            found.append(Holder(int(folder.name), _name(folder)))
    return sorted(found)


def in_use(port: str, proc: Path = _PROC) -> PortInUseError:
    """The sentence for a port that another program has locked."""
    seen = holders(port, proc)
    who = " and ".join(map(str, seen)) or "another program"
    step = "Close that program, then try again."
    if not seen:
        # A daemon's open files are not shown to users, its name is.
        seen = [
            Holder(int(folder.name), _name(folder)) for folder in _processes(proc) if _name(folder) == _MODEM_MANAGER
        ]
        if seen:
            who += f", probably by {seen[0]}"
        else:
            step = f"Close that program, then try again; `sudo lsof {port}` shows which it is."
    if any(holder.name == _MODEM_MANAGER for holder in seen):
        step = (
            "It tries every new port for a minute: wait, then try again. Where no mobile modem is used, "
            "`sudo systemctl disable --now ModemManager` ends that for good."
        )
    return PortInUseError(f"The port {port} is in use by {who}.", step)


def not_allowed(port: str) -> TallyboardError:
    """The sentence for a port that this user may not open."""
    if sys.platform.startswith("linux"):
        step = _how_to_be_allowed(port)
    else:  # Windows says so of a port that is in use
        step = "Close any program that uses it, then try again."
    return TallyboardError(f"You may not open the port {port}.", step)


def _how_to_be_allowed(port: str) -> str:
    """By the group that owns the device; dialout, Debian's, where the device cannot be seen."""
    import grp

    group = "dialout"
    members: list[str] = []
    with contextlib.suppress(OSError):
        status = os.stat(port)
        if status.st_mode & 0o060 != 0o060:
            return f"Only its owner may; `ls -l {port}` shows who that is."
        group = str(status.st_gid)  # in a container a group may have no name
        with contextlib.suppress(KeyError):
            group, _, _, members = grp.getgrgid(status.st_gid)
    if getpass.getuser() in members:
        return f"You are in its group {group}, but since your login only: log in again."
    return f"Add yourself to the group {group} with `sudo usermod -aG {group} $USER` and log in again."


def _processes(proc: Path) -> list[Path]:
    try:
        return [folder for folder in proc.iterdir() if folder.name.isdigit()]
    except OSError:  # not on Linux
        return []


def _name(folder: Path) -> str:
    try:
        return (folder / "comm").read_text(errors="replace").strip()
    except OSError:
        return "a program"
