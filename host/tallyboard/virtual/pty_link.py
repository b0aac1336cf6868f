"""The link on a pty, in place of a USB cable."""

import contextlib
import os
import pty
import tty
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.virtual.box.usb_serial import Serial


class PtyLink:
    """Carries the bytes between a port's FIFOs and a pty whose slave PATH points to.

    The board keeps its own slave open: a laptop that closes the port then hangs nothing up, and the next one can open
    it. Bytes that were on their way stay in the pty, as they do in a USB host.
    """

    def __init__(self, path: Path) -> None:
        """Take PATH over: a symlink there is what an earlier board left and goes away. Raises TallyboardError when PATH
        is something else, or no link can be made there."""
        self._path = path
        if not path.parent.is_dir():
            raise TallyboardError(
                "There is no folder %(parent)s for the link %(name)s.",
                "Make it first.",
                parent=path.parent,
                name=path.name,
            )
        if path.exists() and not path.is_symlink():
            raise TallyboardError(
                "%(path)s is there and is not a link to a board.", "Choose another --link path.", path=path
            )
        self._fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.unlink(missing_ok=True)
            self._make("a try")
            self._fresh.unlink()
        except OSError as error:
            raise TallyboardError(
                "The link %(path)s cannot be made: %(what)s.",
                "Choose another --link path.",
                path=path,
                what=error.strerror or error,
            ) from None
        self.fd, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.fd, False)
        self._target = os.ttyname(self._slave)

    def publish(self) -> None:
        """Make PATH, whole at once: from here on it can be opened."""
        self._make(self._target)
        os.replace(self._fresh, self._path)

    def _make(self, target: str) -> None:
        """A link beside PATH."""
        self._fresh.unlink(missing_ok=True)
        os.symlink(target, self._fresh)

    def wants(self, port: Serial) -> tuple[bool, bool]:
        return bool(port.room), bool(port.out_waiting)

    def carry(self, port: Serial, is_readable: bool, is_writable: bool) -> bool:
        """Bring what the laptop sent, as far as the FIFO has room, and take what the firmware sent, as far as the pty
        has."""
        with contextlib.suppress(BlockingIOError):
            if is_readable:
                port.arrived(os.read(self.fd, port.room))
        with contextlib.suppress(BlockingIOError):
            if is_writable:
                port.sent(os.write(self.fd, port.leaving()))
        return is_readable or is_writable

    def close(self) -> None:
        """Pull the cable out and remove PATH, unless another board has taken it."""
        with contextlib.suppress(OSError):
            if os.readlink(self._path) == self._target:
                self._path.unlink()
        os.close(self.fd)
        os.close(self._slave)
