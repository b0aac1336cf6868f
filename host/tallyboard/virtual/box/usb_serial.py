"""`usb_cdc.Serial` with its FIFOs (CircuitPython, shared-module/usb_cdc; TinyUSB FIFOs of 256 bytes on RP2040).

The far ends of the FIFOs belong to whoever carries the bytes: `arrived` puts in, `leaving`/`sent` take out. A pty has
no DTR line, so the data port always counts as connected; with nobody reading, the FIFO fills and writes fall short.
"""

if False:  # for mypy alone: see shared_rules/__init__.py
    from .cpu import BoardTime

FIFO_BYTES = 256


class Serial:
    """One port. `timeout` and `write_timeout` in seconds: None (default) waits for ever, 0 not at all."""

    def __init__(self, board: "BoardTime", connected: bool, fifo_bytes: int = FIFO_BYTES) -> None:
        self._board = board
        self._fifo_bytes = fifo_bytes
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
        since = self._board.ms
        while True:
            take = len(self._received) if size < 0 else min(size - len(data), len(self._received))
            data.extend(self._received[:take])
            self._received = self._received[take:]
            if len(data) == size or self._is_over(self.timeout, since):
                return bytes(data)

    def readinto(self, buf: bytearray) -> int:
        """Fill `buf` as far as bytes are there or come in time; how many were read."""
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def write(self, buf: bytes | bytearray | memoryview) -> int:
        """Put bytes into the FIFO; how many went in. Less than len(buf) when the time is up and it is full."""
        if not self.connected:
            # With DTR low TinyUSB overwrites the oldest bytes and reports success.
            self._sending = (self._sending + buf)[-self._fifo_bytes :]
            return len(buf)
        written = 0
        since = self._board.ms
        while True:
            take = min(len(buf) - written, self._fifo_bytes - len(self._sending))
            self._sending.extend(buf[written : written + take])
            written += take
            if written == len(buf) or self._is_over(self.write_timeout, since):
                return written

    def _is_over(self, timeout: float | None, since: int) -> bool:
        """Whether nothing more is waited for; else board time has gone on."""
        if timeout is not None and self._board.ms - since >= timeout * 1000:
            return True
        self._board.wait()
        return False

    # What the far end calls

    @property
    def room(self) -> int:
        """How many bytes `arrived` may bring; the host has to keep the rest."""
        return self._fifo_bytes - len(self._received)

    def arrived(self, data: bytes) -> None:
        """Bytes from the host, at most `room`."""
        self._received.extend(data)

    def leaving(self) -> bytes:
        """The bytes on their way to the host."""
        return bytes(self._sending)

    def sent(self, count: int) -> None:
        """The host has taken the first `count` of them."""
        self._sending = self._sending[count:]
