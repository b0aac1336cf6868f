"""Boards of many_boards.py on the hall socket: what a phone says, and no memory of its own."""

import json
import secrets
import select
import time
from collections.abc import Callable

from tallyboard.virtual.hall_line import HallLine, read_address

_START_S = 60.0


class PhonePort:
    """As usb_cdc.data with a write_timeout of 0. `board`: as the laptop has named it, "" until it has."""

    def __init__(self, card: str) -> None:
        self.board = ""
        self._in = bytearray()
        self._out = bytearray()
        self._address = read_address(card)
        self.line = HallLine(self._address, self._scan, self._hear, self._lost)
        self.fd = self.line.fd

    def _scan(self) -> None:
        token = secrets.token_urlsafe(32)
        said = {"seat": self._address.secret, "token": token, "empty": [token]}
        self.line.send(json.dumps({"admit": said}))

    def _hear(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            self._in += message
        elif "admit" in (said := json.loads(message)):
            self.board = said["admit"]["board"]
        else:
            raise SystemExit(f"A phone is not let in: {said}.")

    def _lost(self, why: str) -> None:
        raise SystemExit(f"A phone has lost its line: {why}.")

    @property
    def is_full(self) -> bool:
        return self.line.has_more

    @property
    def in_waiting(self) -> int:
        self.line.step()
        return len(self._in)

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self._in))
        buffer[:count] = self._in[:count]
        del self._in[:count]
        return count

    def write(self, data: bytes) -> int:
        self._out += data
        return len(data)

    def flush(self) -> None:
        """One message of what has been written."""
        if self._out:
            self.line.send(bytes(self._out))
            self._out.clear()


def admitted(card: str, meanwhile: Callable[[], None]) -> PhonePort:
    """A phone that is let in by this card; `meanwhile` is called again and again until it is."""
    port = PhonePort(card)
    deadline = time.monotonic() + _START_S
    while not port.board:
        port.line.step()
        meanwhile()
        select.select([port.fd], [], [], 0.005)
        if time.monotonic() > deadline:
            raise SystemExit(f"A phone is not let in within {_START_S:.0f} s.")
    return port
