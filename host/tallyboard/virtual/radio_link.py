"""The link by radio: the datagrams of a board's sockets are datagrams of this machine.

What is sent to everybody, 255.255.255.255, goes to 127.0.0.1: to the hub of this machine, and not into a network that
others use.
"""

import contextlib
import socket

from tallyboard.virtual.box.air import Air
from tallyboard.virtual.box.cpu import BoardTime
from tallyboard.virtual.box.usb_serial import Serial

_EVERYBODY, _HERE = "255.255.255.255", "127.0.0.1"
_LARGEST = 65_536


class UdpWire:
    """See box/air.py; `fd` can be waited for. What this machine refuses to send is lost on the way."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(("", 0))

    @property
    def fd(self) -> int:
        """-1 once it is closed."""
        return self._socket.fileno()

    def send(self, data: bytes, to: tuple[str, int]) -> None:
        host, port = to
        with contextlib.suppress(OSError):
            self._socket.sendto(data, (_HERE if host == _EVERYBODY else host, port))

    def receive(self) -> tuple[bytes, tuple[str, int]] | None:
        try:
            return self._socket.recvfrom(_LARGEST)
        except OSError:  # nothing is there, or nobody listened where the last one went
            return None

    def close(self) -> None:
        self._socket.close()


class RadioLink:
    """See conductor.Link. The firmware has one socket at a time; of several the newest is waited for."""

    def __init__(self, board: BoardTime, ssid: str, password: str) -> None:
        """The access point nearby has this name and password."""
        self.air = Air(board, self._open, ssid, password)
        self._newest: UdpWire | None = None

    def _open(self) -> UdpWire:
        self._newest = UdpWire()
        return self._newest

    @property
    def fd(self) -> int:
        return -1 if self._newest is None else self._newest.fd

    def publish(self) -> None:
        """The board has started."""

    def wants(self, port: Serial) -> tuple[bool, bool]:
        return self.fd >= 0, False

    def carry(self, port: Serial, is_readable: bool, is_writable: bool) -> bool:
        return self.air.carry()

    def close(self) -> None:
        """The power goes."""
        self.air.restart(True)
