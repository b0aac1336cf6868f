"""A board's radio joins, sends, hears and loses its network, on CPython and on MicroPython: `run_air.py`.

A line for each step. The last tells whether asking took memory while nothing came, which a VM alone can say.
"""

import gc
import sys

from box import air
from box.cpu import BoardTime, Failure

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

    from box.air import Address

HUB = ("192.168.4.1", 8766)


class Far:
    """A wire to a hub that answers with what it got, twice."""

    def __init__(self) -> None:
        self.coming: "list[tuple[bytes, Address]]" = []

    def send(self, data: bytes, to: "Address") -> None:
        print("sent", bytes(data), to)
        self.coming += [(data, to), (data + b" again", to)]

    def receive(self) -> "tuple[bytes, Address] | None":
        return self.coming.pop(0) if self.coming else None

    def close(self) -> None:
        print("closed")


def tried(what: "Callable[[], object]") -> None:
    """What it gives, or how it fails."""
    try:
        print(what())
    except OSError as error:
        print("OSError", error.args[0])
    except (ValueError, RuntimeError, Failure) as error:
        print(type(error).__name__, error)


board = BoardTime()
sky = air.Air(board, Far, "hall", "long enough")
found = air.modules(sky)
radio = sky.radio
pool = found["socketpool"].SocketPool(radio)  # type: ignore[attr-defined]
try:
    radio.connect("hall", "long enough", timeout=0.001)
except ConnectionError as error:
    print(error)
board.advance(2000)
print(radio.connected, radio.ipv4_address, board.ms)
at = pool.socket(pool.AF_INET, pool.SOCK_DGRAM)
at.settimeout(0)
poll = found["select"].poll()  # type: ignore[attr-defined]
poll.register(at, 1)
into = bytearray(64)
tried(lambda: at.recv_into(into))
at.sendto(memoryview(b"word"), HUB)
print(sky.carry(), sky.dropped, len(poll.ipoll(0)))
tried(lambda: at.recvfrom_into(into))
print(bytes(into[:4]))
tried(lambda: at.sendto(b"x", ("hub", 1)))
tried(lambda: radio.connect("another", timeout=8))
tried(lambda: at.settimeout(None))
tried(lambda: found["hashlib"].new("sha256", b"a").digest())  # type: ignore[attr-defined]
tried(lambda: found["hashlib"].new("md5"))  # type: ignore[attr-defined]


def asks() -> bool:
    """What a turn asks in which nothing comes."""
    sky.carry()
    for _ in poll.ipoll(0):
        return False
    return radio.connected


asks()
gc.collect()
gc.disable()
before = gc.mem_alloc() if sys.implementation.name == "micropython" else 0  # type: ignore[attr-defined]
for _ in range(100):
    asks()
after = gc.mem_alloc() if sys.implementation.name == "micropython" else 0  # type: ignore[attr-defined]
gc.enable()
sky.switch(False)
board.advance(3000)
tried(lambda: at.sendto(b"x", HUB))
at.close()
tried(lambda: at.recv_into(into))
print("memory", after - before)
