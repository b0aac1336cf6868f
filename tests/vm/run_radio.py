"""A board's half of the radio joins, calls, is asked, loses its network and joins again, on CPython and on MicroPython:
`run_radio.py DATAGRAM…`.

First the datagrams, in hex digits, read and written again. Then a line for each state that it comes to, with what it
has sent by then, and with the memory that a thousand turns took in which nothing was due, which a VM alone can say.
"""

import gc
import sys

from box import air
from box.cpu import BoardTime

board = BoardTime()
sky = air.Air(board, lambda: Far(), "hall", "long enough")
found = air.modules(sky)
for name in found:
    sys.modules[name] = found[name]  # type: ignore[assignment]

from shared_rules.link import datagram, frame, laptop_half  # noqa: E402 - its hashlib is a board's
from tableside import radio  # noqa: E402

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any

    from box.air import Address

KEY = bytes(range(32))
LAPTOPS = bytes(range(0x11, 0x19))
SEAL = datagram.Seal(KEY)
STATES = ("parked", "joining", "calling", "heard")


class Far:
    """A laptop at the other end of a socket: it answers a call, and asks once."""

    def __init__(self) -> None:
        self._coming: "list[tuple[bytes, Address]]" = []

    def send(self, data: bytes, to: "Address") -> None:
        if is_silent:
            return
        print(bytes(data).hex(), to[0])
        said = datagram.read(data)
        assert said is not None and SEAL.fits(data)
        if said.laptops == datagram.NOBODY:
            self._say(said, 0, None)
        elif said.frame is None:
            self._say(said, 1, (frame.HELLO, 42, laptop_half.hello()))

    def _say(self, to: datagram.Header, counter: int, said: "tuple[int, int, bytes] | None") -> None:
        header = datagram.Header(datagram.FROM_LAPTOP, to.board, to.boards, LAPTOPS, counter, said)
        self._coming.append((datagram.write(SEAL, header), ("10.0.0.1", 8766)))

    def receive(self) -> "tuple[bytes, Address] | None":
        return self._coming.pop(0) if self._coming else None

    def close(self) -> None:
        print("closed")


class NoTable:
    """Its memory does not answer, which it says to whoever asks."""

    journal = None


def network() -> "tuple[Any, Any, Any]":
    return sky.radio, found["socketpool"].SocketPool(sky.radio), found["select"].poll()  # type: ignore[attr-defined]


def taken() -> int:
    """By a thousand turns, at this moment."""
    if not hasattr(gc, "mem_alloc"):
        return 0
    now = board.ms
    link.step(now)
    gc.collect()
    before: int = gc.mem_alloc()
    for _ in range(1000):
        link.step(now)
    after: int = gc.mem_alloc()
    return after - before


def come_to(state: int) -> None:
    """Turns until it is there, and has said what it has to say."""
    while link.state != state:
        turn()
    for _ in range(3):
        turn()
    print(STATES[link.state], link.air(), "took", taken())


def turn() -> None:
    board.advance(4)
    sky.carry()
    link.step(board.ms)


for text in sys.argv[1:]:
    given = bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
    header = datagram.read(given)
    assert header is not None and SEAL.fits(given)
    print(datagram.write(SEAL, header).hex())
is_silent = False
pressed = 0
settings = radio.Settings("hall", "long enough", "".join(["%02x" % byte for byte in KEY]), "")
table: "Any" = NoTable()
link = radio.RadioLink(
    network, settings, bytes, lambda: pressed, lambda: None, 2000, table, lambda: {"board": "e661640843"}, table
)
for state in (radio.PARKED, radio.JOINING, radio.HEARD):
    come_to(state)
sky.happens("off")
come_to(radio.PARKED)
sky.happens("on")
for state in (radio.JOINING, radio.HEARD):
    come_to(state)
is_silent = True
come_to(radio.CALLING)
