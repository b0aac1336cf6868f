"""The laptop's end of a USB cable: a port on bytes that the page carries."""

from collections.abc import Callable

from tallyboard.errors import TallyboardError
from tallyboard.link.ports import READ_S
from tallyboard.play.laptop.threads import Waiting


class Cable:
    """A Port. `send` has the page carry bytes to the board; `serial_number` is what USB says of it."""

    def __init__(self, name: str, serial_number: str, send: Callable[[bytes], None]) -> None:
        self.name = name
        self.serial_number = serial_number
        self._is_in = True
        self._send = send
        self._arrived = bytearray()
        self._news = Waiting()

    def arrived(self, data: bytes) -> None:
        """These have come from the board."""
        self._arrived += data
        self._news.look()

    def pull(self) -> None:
        """The cable is out: whoever reads or writes hears it."""
        self._is_in = False
        self._news.look()

    def read(self) -> bytes:
        self._news.wait(lambda: bool(self._arrived) or not self._is_in, READ_S)
        self._check()
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._send(bytes(data))

    def close(self) -> None:
        """The cable stays in."""

    def _check(self) -> None:
        if not self._is_in:
            raise TallyboardError(
                f"The device on {self.name} went away.",
                "Plug it in again: what had arrived is stored, the rest comes then.",
            )
