"""A conversation with somebody's own board in which it is told nothing: it writes nothing down, and gives nothing up.

Who looks at a board with a page must find it as it was: no record is acknowledged, which would let the board free it
for a laptop that has it no more when the page is closed.
"""

from shared_rules.link import frame
from tallyboard.errors import TallyboardError
from tallyboard.link import Client, Port

ALLOWED = frozenset((frame.HELLO, frame.PULL, frame.STATE, frame.FOLLOW))
_END = b"\x00"  # of a frame; alone it ends what was half sent before


class ForbiddenError(TallyboardError):
    """Something was to be sent that would change the board."""


class ReadOnlyPort:
    """A Port that lets whole frames of the kinds in ALLOWED through to `port`, and refuses everything else."""

    def __init__(self, port: Port) -> None:
        self.name = port.name
        self._port = port

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> None:
        """Send it. Raises ForbiddenError, with nothing sent, unless each frame in it may be."""
        for coded in data.removesuffix(_END).split(_END):
            found = frame.decode(coded)
            if coded and (found is None or found[0] not in ALLOWED):
                raise self._forbidden()
        if not data.endswith(_END):
            raise self._forbidden()
        self._port.write(data)

    def close(self) -> None:
        self._port.close()

    def _forbidden(self) -> ForbiddenError:
        return ForbiddenError(
            f"Something was to be sent to {self.name} that would change the board; it was not.",
            "Reload the page.",
        )


class ReadOnlyClient(Client):
    """A Client for a hub that would acknowledge and tell the time: here it does neither."""

    def ack(self, epoch: int, upto: int) -> int:
        """What the board holds acknowledged by this laptop: nothing."""
        return 0

    def set_time(self, seconds: int) -> bool:
        """False: the board was not told."""
        return False
