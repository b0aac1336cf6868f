"""What the whole firmware has on the heap through 10,000 presses: `heap_board.py PRESSES LEAK`.

Matches of 25 presses each are played over and over: counted, undone, refused, taken off, bounced, closed, reopened,
won, started again, gone back from and started once more. After every 1,000 presses, always at the same place of the
same match, a line:

    heap PRESSES BYTES

BYTES are in use after a collection. A laptop acknowledges the journal each time, for its ring has to go round. LEAK is
"none", or what is kept at every press on purpose: "int" or "tuple". The last line has the number up to which the laptop
holds the journal.
"""

import gc
import sys

from box.rig import rig
from run_board import power_on

from shared_rules.link import frame, laptop_half

EVERY = 1000

MATCH = (
    "press A2",
    "bounce B1",
    "press UNDO",
    "press UNDO",
    "press A1",
    "press A1",
    "press B4",
    "down UNDO",
    "press A1",  # off again
    "up UNDO",
    "press UNDO",
    "press A5",  # refused
    "press MENU",
    "press NEXT",
    "press UNDO",
    "press NEXT",
    "press B2",
    "press A1",
    "press A1",
    "press NEXT",
    "press B1",  # refused: the match is over
    "press UNDO",
    "press NEXT",
    "press MENU",
    "hold NEXT",
    "hold UNDO",  # back to the result
    "hold NEXT",
)


class Laptop:
    """Acknowledges everything when it is told to."""

    def __init__(self) -> None:
        self._decoder = frame.Decoder()
        rig.listener = self.hears
        self.acked = 0

    def asks(self) -> None:
        rig.arrive(frame.encode(frame.HELLO, 1, laptop_half.hello()))

    def hears(self, data: bytes) -> None:
        for kind, _, body in self._decoder.feed(data):
            if kind == frame.WELCOME:
                board = laptop_half.read_welcome(body)
                rig.arrive(frame.encode(frame.ACK, 2, laptop_half.ack(board["epoch"], board["next"])))
            elif kind == frame.ACKED:
                self.acked = laptop_half.read_acked(body)


class Source:
    """The commands, and a look at the heap between two of them."""

    def __init__(self, presses: int) -> None:
        self._left = presses
        self._next = 0
        self._presses = 0
        self._laptop: Laptop | None = None

    def readline(self) -> str:
        if self._laptop is None and rig.data_enabled:
            self._laptop = Laptop()
            self._laptop.asks()  # once before the first sample: what both ends keep for it is there then
            import tableside.reclaim  # noqa: F401 - else it comes when the ring is full for the first time
        if self._next == len(MATCH):
            self._next = 0
            if self._presses % EVERY == 0:
                self._sample()
            if self._presses >= self._left:
                assert self._laptop is not None
                print("acknowledged", self._laptop.acked)
                return ""
        line = MATCH[self._next]
        self._next += 1
        if line[0] != "d" and line[0] != "u":
            self._presses += 1
        return line

    def _sample(self) -> None:
        gc.collect()
        assert self._laptop is not None
        print("heap", self._presses, gc.mem_alloc())  # type: ignore[attr-defined]  # MicroPython's gc has it
        self._laptop.asks()


def keep_something(what: str) -> None:
    """Patch a leak into the panel; in short lists, for a long one wants more room in one piece than there is."""
    from tableside.panel import Panel

    kept: "list[list[int | tuple[int, int]]]" = [[]]
    key_down = Panel.key_down

    def leaking(self: Panel, key: int, at_ms: int) -> None:
        if len(kept[-1]) == 32:
            kept.append([])
        kept[-1].append(at_ms if what == "int" else (key, at_ms))
        key_down(self, key, at_ms)

    Panel.key_down = leaking  # type: ignore[method-assign]  # the panel's own, with a leak


if __name__ == "__main__":
    if sys.argv[2] != "none":
        keep_something(sys.argv[2])
    rig.quiet = True
    power_on(Source(int(sys.argv[1])))
