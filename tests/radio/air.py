"""An access point in simulated time, in ms, and CircuitPython's `wifi`, `socketpool` and `select` as a board has them.

What a board's modules do on a network of this machine is virtual/box/air.py's; here datagrams only wait in a list.
"""

import errno
from collections.abc import Callable, Iterator
from typing import Any

Address = tuple[str, int]


class Air:
    """`deliver(data, sender, receiver)` is called with each datagram that is sent; what becomes of it is the caller's.
    `up`: the access point is there."""

    def __init__(self, deliver: Callable[[bytes, Address, Address], None]) -> None:
        self.deliver = deliver
        self.up = True
        self.now = 0
        self.joins_in_ms = 400


class Wifi:
    """wifi.radio on a Pico W: what `connect` begins goes on by itself."""

    def __init__(self, air: Air, address: Address) -> None:
        self._air = air
        self._joined_at: int | None = None
        self.address = address
        self.tries = 0

    def connect(self, ssid: str, password: str, *, timeout: float) -> None:
        assert timeout and timeout <= 0.01, "this waits"
        self.tries += 1
        self._joined_at = self._air.now + self._air.joins_in_ms if self._air.up else None
        raise ConnectionError("Unknown failure 1")

    @property
    def connected(self) -> bool:
        if not self._air.up:
            self._joined_at = None
        return self._joined_at is not None and self._air.now >= self._joined_at


class Socket:
    """A UDP socket of a Pico W, which keeps one datagram."""

    def __init__(self, air: Air, wifi: Wifi) -> None:
        self._air = air
        self._wifi = wifi
        self.waiting: tuple[bytes, Address] | None = None
        self.dropped = 0
        self._closed = False

    def settimeout(self, seconds: float) -> None:
        assert seconds == 0, "this waits"

    def arrive(self, data: bytes, sender: Address) -> None:
        if self.waiting is None:
            self.waiting = data, sender
        else:
            self.dropped += 1

    def recvfrom_into(self, buffer: bytearray) -> tuple[int, Address]:
        if self._closed or self.waiting is None:
            raise OSError(errno.EAGAIN)
        (data, sender), self.waiting = self.waiting, None
        count = min(len(data), len(buffer))
        buffer[:count] = data[:count]
        return count, sender

    def sendto(self, data: bytes, receiver: Address) -> int:
        if self._closed:
            raise OSError(errno.EBADF)
        if not self._wifi.connected:
            raise OSError(errno.EHOSTUNREACH)
        self._air.deliver(bytes(data), self._wifi.address, receiver)
        return len(data)

    def close(self) -> None:
        self._closed = True


class Pool:
    AF_INET, SOCK_DGRAM = 0, 1

    def __init__(self, air: Air, wifi: Wifi) -> None:
        self._air = air
        self._wifi = wifi
        self.socket_of: Socket | None = None

    def socket(self, family: int, kind: int) -> Socket:
        self.socket_of = Socket(self._air, self._wifi)
        return self.socket_of


class Poll:
    def __init__(self) -> None:
        self._socket: Socket | None = None

    def register(self, socket: Socket, mask: int) -> None:
        assert mask == 1
        self._socket = socket

    def unregister(self, socket: Socket) -> None:
        self._socket = None

    def ipoll(self, timeout: int) -> Iterator[Any]:
        assert timeout == 0, "this waits"
        if self._socket is not None and self._socket.waiting is not None:
            yield self._socket, 1
