"""A serial port whose every failure is a sentence that says what to do."""

import contextlib
import errno
import getpass
import os
import select
import stat
import sys
from pathlib import Path
from typing import NamedTuple, Protocol

import serial

from tallyboard.errors import CoreError, later
from tallyboard.errors import link as errors
from tallyboard.system.files import PROC, Holder, holders, name_of, processes
from tallyboard.text.language import _

_MODEM_MANAGER = "ModemManager"


class PortInUseError(CoreError):
    """Another program has the port."""


class GoneError(CoreError):
    """The port has gone away: its cable was pulled, or its socket has ended."""


class ImpostorError(CoreError):
    """The board says that it is another one than the port is for."""


class VoidError(CoreError):
    """What a phone recorded is not taken: it is not the board of its table any more."""


class Whose(NamedTuple):
    """What a port knows of its board before that says a word: its id, the name of its table, and by which token it was
    let in; each empty where whoever is there says it, or nobody does."""

    board: str = ""
    table: str = ""
    check: str = ""


def in_use(port: str, proc: Path = PROC) -> PortInUseError:
    """The sentence for a port that another program has locked."""
    seen = holders(port, proc)
    who = _(" and ").join(map(str, seen)) or _("another program")
    step = later("Close that program, then try again.")
    if not seen:
        # A daemon's open files are not shown to users, its name is.
        named = (Holder(int(folder.name), name_of(folder)) for folder in processes(proc))
        seen = [holder for holder in named if holder.name == _MODEM_MANAGER]
        if seen:
            who += _(", probably by %(program)s", program=seen[0])
        else:
            step = later("Close that program, then try again; `sudo lsof %(port)s` shows which it is.", port=port)
    if any(holder.name == _MODEM_MANAGER for holder in seen):
        step = later(
            "It tries every new port for a minute: wait, then try again. Where no mobile modem is used, "
            "`sudo systemctl disable --now ModemManager` ends that for good."
        )
    return PortInUseError(errors.IN_USE, port=port, who=who, next_step=step)


def not_allowed(port: str) -> CoreError:
    """The sentence for a port that this user may not open."""
    # Windows says so of a port that is in use.
    is_linux = sys.platform.startswith("linux")
    step = _how_to_be_allowed(port) if is_linux else later("Close any program that uses it, then try again.")
    return CoreError(errors.NOT_ALLOWED, port=port, next_step=step)


def _how_to_be_allowed(port: str) -> str:
    """By the group that owns the device; dialout, Debian's, where the device cannot be seen."""
    import grp

    group = "dialout"
    members: list[str] = []
    with contextlib.suppress(OSError):
        status = os.stat(port)
        if status.st_mode & 0o060 != 0o060:
            return later("Only its owner may; `ls -l %(port)s` shows who that is.", port=port)
        group = str(status.st_gid)  # in a container a group may have no name
        with contextlib.suppress(KeyError):
            group, _, _, members = grp.getgrgid(status.st_gid)
    if getpass.getuser() in members:
        return later("You are in its group %(group)s, but since your login only: log in again.", group=group)
    return later(
        "Add yourself to the group %(group)s with `sudo usermod -aG %(group)s $USER` and log in again.", group=group
    )


# A pty's number is given away again as soon as it is free. The link that a killed board left leads to whoever has that
# number next: another board, or somebody's terminal. On Linux the node of a pty is made with it, and no use changes the
# node's ctime: a link that is older than the node behind it was made for another pty. Elsewhere nobody knows.

_PTY_MAJORS = range(136, 144)  # of Linux's devices: the slaves of /dev/pts
_SECOND_NS = 1_000_000_000


class PtyBehind(NamedTuple):
    """The link itself (device, inode, when it was made, in ns) and the pty that it leads to (number, since when)."""

    link: tuple[int, int, int]
    pty: tuple[int, int]

    @property
    def is_stale(self) -> bool:
        """Whether the pty is younger than its link; some disks know whole seconds only."""
        made = self.link[2]
        return self.pty[1] > made + (0 if made % _SECOND_NS else _SECOND_NS)


def pty_behind(path: str) -> PtyBehind | None:
    """What this link leads to, None where it is no link to a pty."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        there = os.stat(path)
        if not stat.S_ISCHR(there.st_mode) or os.major(there.st_rdev) not in _PTY_MAJORS or not os.path.islink(path):
            return None
        last = path  # of a chain the link that names the pty
        while os.path.islink(target := os.path.join(os.path.dirname(last), os.readlink(last))):
            last = target
        link = os.lstat(last)
    except OSError:
        return None
    return PtyBehind((link.st_dev, link.st_ino, link.st_mtime_ns), (there.st_rdev, there.st_ctime_ns))


def refuse_stale(path: str, before: PtyBehind | None = None) -> None:
    """Raises TallyboardError for a link whose pty is another one than it was made for; `before`: what it led to when it
    was known to be right, for a clock may have been set back since."""
    now = pty_behind(path)
    if now is None:
        return
    if now.is_stale or (before is not None and before.link == now.link and before.pty != now.pty):
        raise CoreError(errors.LEFT_OVER, path=path)


READ_S = 0.1  # the longest that one read waits
READ_BYTES = 4096  # that one read takes; a system may hold far more, which waits there
WRITE_S = 2.0
BAUD = 115_200  # USB CDC ignores it


class Port(Protocol):
    """What a client needs of a port; `name` is what the user called it."""

    name: str

    def read(self) -> bytes:
        """What has arrived, after waiting a short time for the first byte; b"" when nothing came."""

    def write(self, data: bytes) -> None:
        """Send all of data."""

    def close(self) -> None:
        """Let go of the port."""


def whose(port: Port) -> Whose:
    """What the port knows of its board. A cable knows nothing: most ports do not have it."""
    known: Whose = getattr(port, "whose", Whose())
    return known


class SerialPort:
    """The serial device `name`, opened for this process alone. Raises TallyboardError when it cannot be opened, and
    from `read` and `write` when it goes away. A pty serves too: it has no DTR line, which pyserial tolerates."""

    def __init__(self, name: str) -> None:
        self.name = name
        refuse_stale(name)  # before it is opened: that alone would change somebody's terminal
        try:
            self._serial = serial.Serial(name, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)
            self._poll = select.poll()
            self._poll.register(self._serial.fileno(), select.POLLIN)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise _cannot_open(name, error) from error
        try:
            refuse_stale(name)  # it may have changed hands meanwhile
        except CoreError:
            self.close()
            raise

    def read(self) -> bytes:
        try:
            # pyserial's own waiting costs several times as much, and there are sixty tables that nobody presses.
            if not self._poll.poll(READ_S * 1000) and self._serial.is_open:
                return b""
            data: bytes = self._serial.read(1)
            if data:
                data += self._serial.read(min(self._serial.in_waiting, READ_BYTES - 1))
        except (OSError, TypeError) as error:  # TypeError: pyserial, closed under a read
            raise GoneError(errors.WENT_AWAY, port=self.name) from error
        return data

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise CoreError(errors.TAKES_NOTHING, port=self.name) from error
        except OSError as error:
            raise GoneError(errors.WENT_AWAY, port=self.name) from error

    def close(self) -> None:
        self._serial.close()


def _cannot_open(name: str, error: Exception) -> CoreError:
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return CoreError(errors.NO_PORT, port=name)
    if number == errno.EBUSY or "exclusively lock" in text:
        return in_use(name)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        return not_allowed(name)
    if number in (errno.ENXIO, errno.ENODEV, errno.EIO):
        return CoreError(errors.UNCONNECTED, port=name)
    if number in (errno.EISDIR, errno.ENOTDIR, errno.ENOTTY, errno.EINVAL) or "Could not configure port" in text:
        return CoreError(errors.NOT_SERIAL, port=name)
    return CoreError(errors.CANNOT_OPEN, port=name, why=text)
