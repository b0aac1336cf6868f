"""Why a port cannot be opened: which program has it, and which group may have it."""

import contextlib
import getpass
import os
import sys
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.system.open_files import PROC, Holder, holders, name_of, processes

_MODEM_MANAGER = "ModemManager"


class PortInUseError(TallyboardError):
    """Another program has the port."""


def in_use(port: str, proc: Path = PROC) -> PortInUseError:
    """The sentence for a port that another program has locked."""
    seen = holders(port, proc)
    who = " and ".join(map(str, seen)) or "another program"
    step = "Close that program, then try again."
    if not seen:
        # A daemon's open files are not shown to users, its name is.
        seen = [
            Holder(int(folder.name), name_of(folder)) for folder in processes(proc) if name_of(folder) == _MODEM_MANAGER
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
