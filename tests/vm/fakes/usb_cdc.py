"""`usb_cdc`: no data port before boot.py has asked for one, then the rig's end of a cable."""

from rig import Failure, rig

# Less than a board's 256, so that answers leave in pieces.
_FIFO_BYTES = 64


class Serial:
    """One port. `arrived` and `carry` are the far end's; the other names are CircuitPython's."""

    def __init__(self):
        self.connected = True
        self.timeout = None
        self.write_timeout = None
        self._received = bytearray()
        self._sending = bytearray()
        self.listener = None  # a function that gets what is sent

    def arrived(self, data):
        """Bytes from the laptop, or hex digits of them."""
        self._received.extend(bytes.fromhex(data) if isinstance(data, str) else data)

    def carry(self):
        """What the board has sent by now leaves for the laptop."""
        if self._sending:
            data = bytes(self._sending)
            self._sending = bytearray()
            if self.listener is not None:
                self.listener(data)
            rig.say("sent " + data.hex())

    @property
    def in_waiting(self):
        return len(self._received)

    @property
    def out_waiting(self):
        return len(self._sending)

    def readinto(self, buffer):
        if self.timeout != 0:
            raise Failure("a read that can wait for the laptop")
        count = min(len(buffer), len(self._received))
        buffer[:count] = self._received[:count]
        self._received = self._received[count:]
        return count

    def read(self, size=1):
        data = bytearray(min(size, len(self._received)))
        self.readinto(data)
        return bytes(data)

    def write(self, data):
        if self.write_timeout != 0:
            raise Failure("a write that can wait for the laptop")
        count = min(len(data), _FIFO_BYTES - len(self._sending))
        self._sending.extend(data[:count])
        return count

    def flush(self):
        pass

    def reset_input_buffer(self):
        self._received = bytearray()

    def reset_output_buffer(self):
        self._sending = bytearray()


console = None
data = None


def enable(*, console=True, data=False):
    globals()["data"] = rig.port = Serial() if data else None


def disable():
    enable(console=False)
