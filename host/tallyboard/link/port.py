"""A serial port whose every failure is a sentence that says what to do."""

import errno
import select
from typing import Protocol

import serial

from tallyboard.errors import TallyboardError
from tallyboard.link.port_access import in_use, not_allowed
from tallyboard.link.pty_links import refuse_stale

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


class SerialPort:
    """The serial device `name`, opened for this process alone.

    Raises TallyboardError when it cannot be opened, and from `read` and `write` when it goes away. A pty serves too: it
    has no DTR line, which pyserial tolerates.
    """

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
        except TallyboardError:
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
            raise self._gone() from error
        return data

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise TallyboardError(
                f"The device on {self.name} does not take what is sent to it.",
                "Unplug it and plug it in again.",
            ) from error
        except OSError as error:
            raise self._gone() from error

    def close(self) -> None:
        self._serial.close()

    def _gone(self) -> TallyboardError:
        return TallyboardError(
            f"The device on {self.name} went away.",
            "Plug it in again: what had arrived is stored, the next sync brings the rest.",
        )


def _cannot_open(name: str, error: Exception) -> TallyboardError:
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return TallyboardError(f"There is no port {name}.", "Plug the board in and check the name of its port.")
    if number == errno.EBUSY or "exclusively lock" in text:
        return in_use(name)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        return not_allowed(name)
    if number in (errno.ENXIO, errno.ENODEV, errno.EIO):
        return TallyboardError(f"Nothing is connected to the port {name}.", "Plug the board in and try again.")
    if number in (errno.EISDIR, errno.ENOTDIR, errno.ENOTTY, errno.EINVAL) or "Could not configure port" in text:
        return TallyboardError(
            f"{name} is not a serial port.", "Give the name of the port that the board is plugged into."
        )
    return TallyboardError(f"The port {name} cannot be opened: {text}.", "Check its name, then try again.")
