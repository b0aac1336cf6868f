"""`usb_cdc.Serial` with its FIFOs (CircuitPython, shared-module/usb_cdc; TinyUSB FIFOs of 256 bytes on RP2040).

The far ends of the FIFOs belong to whoever carries the bytes: `arrived` puts in, `leaving`/`sent` take out. A pty has
no DTR line, so the data port always counts as connected; with nobody reading, the FIFO fills and writes fall short.
"""

from collections.abc import Callable
from typing import Protocol

FIFO_BYTES = 256


class HasTurns(Protocol):
    """What a blocking port needs of the hardware: the time, and letting it pass."""

    ms: int

    def turn(self) -> None:
        """Let the world have its turn."""


class Serial:
    """One port. `timeout` and `write_timeout` in seconds: None (default) waits for ever, 0 not at all."""

    def __init__(self, hardware: HasTurns, connected: bool) -> None:
        self._hardware = hardware
        self.connected = connected
        self.clear()

    def clear(self) -> None:
        """The state after a reset."""
        self._received = bytearray()
        self._sending = bytearray()
        self.timeout: float | None = None
        self.write_timeout: float | None = None

    # What the firmware calls

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read, 0…256."""
        return len(self._received)

    @property
    def out_waiting(self) -> int:
        """Bytes not yet sent, 0…256."""
        return len(self._sending)

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; -1: as many as come until the timeout."""
        data = bytearray()

        def whole() -> bool:
            take = len(self._received) if size < 0 else min(size - len(data), len(self._received))
            data.extend(self._received[:take])
            del self._received[:take]
            return len(data) == size

        self._wait(self.timeout, whole)
        return bytes(data)

    def readinto(self, buf: bytearray) -> int:
        """Fill `buf` as far as bytes are there or come in time; how many were read."""
        data = self.read(len(buf))
        memoryview(buf)[: len(data)] = data
        return len(data)

    def write(self, buf: bytes) -> int:
        """Put bytes into the FIFO; how many went in. Less than len(buf) when the time is up and it is full."""
        data = bytes(buf)
        written = 0

        def whole() -> bool:
            nonlocal written
            if not self.connected:
                # With DTR low TinyUSB overwrites the oldest bytes and reports success.
                self._sending = (self._sending + data)[-FIFO_BYTES:]
                written = len(data)
            take = min(len(data) - written, FIFO_BYTES - len(self._sending))
            self._sending.extend(data[written : written + take])
            written += take
            return written == len(data)

        self._wait(self.write_timeout, whole)
        return written

    def flush(self) -> None:
        """Start sending; the bytes leave with the next turn."""

    def reset_input_buffer(self) -> None:
        """Forget what was received."""
        self._received.clear()

    def reset_output_buffer(self) -> None:
        """Forget what was not sent."""
        self._sending.clear()

    def _wait(self, timeout: float | None, whole: Callable[[], bool]) -> None:
        started = self._hardware.ms
        while not whole():
            if timeout is not None and self._hardware.ms - started >= timeout * 1000:
                return
            self._hardware.turn()

    # What the far end calls

    @property
    def room(self) -> int:
        """How many bytes `arrived` may bring; the host has to keep the rest."""
        return FIFO_BYTES - len(self._received)

    def arrived(self, data: bytes) -> None:
        """Bytes from the host, at most `room`."""
        self._received.extend(data)

    def leaving(self) -> bytes:
        """The bytes on their way to the host."""
        return bytes(self._sending)

    def sent(self, count: int) -> None:
        """The host has taken the first `count` of them."""
        del self._sending[:count]
