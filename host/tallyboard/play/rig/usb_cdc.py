"""`usb_cdc`: no data port before boot.py has asked for one, then the rig's end of a cable."""

from rig import Failure, rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

# Less than a board's 256, so that answers leave in pieces.
_FIFO_BYTES = 64


class Serial:
    """One port. `arrived` and `carry` are the far end's; the other names are CircuitPython's."""

    def __init__(self) -> None:
        self.connected = True
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._received = bytearray()
        self._sending = bytearray()
        self.listener: "Callable[[bytes], None] | None" = None  # a function that gets what is sent

    def arrived(self, data: bytes | str) -> None:
        """Bytes from the laptop, or hex digits of them."""
        rig.stirred = rig.now
        self._received.extend(bytes.fromhex(data) if isinstance(data, str) else data)

    def carry(self) -> None:
        """What the board has sent by now leaves for the laptop."""
        if self._sending and self.connected:
            rig.stirred = rig.now
            data = bytes(self._sending)
            self._sending = bytearray()
            if self.listener is not None:
                self.listener(data)
            rig.say("sent " + data.hex())

    @property
    def in_waiting(self) -> int:
        return len(self._received)

    @property
    def out_waiting(self) -> int:
        return len(self._sending)

    def readinto(self, buffer: bytearray) -> int:
        if self.timeout != 0:
            raise Failure("a read that can wait for the laptop")
        count = min(len(buffer), len(self._received))
        buffer[:count] = self._received[:count]
        self._received = self._received[count:]
        return count

    def read(self, size: int = 1) -> bytes:
        data = bytearray(min(size, len(self._received)))
        self.readinto(data)
        return bytes(data)

    def write(self, data: bytes | bytearray) -> int:
        if self.write_timeout != 0:
            raise Failure("a write that can wait for the laptop")
        count = min(len(data), _FIFO_BYTES - len(self._sending))
        self._sending.extend(data[:count])
        return count

    def flush(self) -> None:
        pass

    def reset_input_buffer(self) -> None:
        self._received = bytearray()

    def reset_output_buffer(self) -> None:
        self._sending = bytearray()


console = None
data: Serial | None = None


def enable(*, console: bool = True, data: bool = False) -> None:
    globals()["data"] = rig.port = Serial() if data else None


def disable() -> None:
    enable(console=False)
