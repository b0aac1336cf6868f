"""Somebody who has seen every datagram, of this board and of others, and has no key."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from shared_rules.link import datagram, frame, laptop_half, orders
from shared_rules.link.datagram import FROM_BOARD, FROM_LAPTOP, NOBODY, Header, Seal
from tests.link.table import BOARD
from tests.radio.air import Address

if TYPE_CHECKING:
    from tests.radio.world import World

OLD = "an old match"  # the key of an ASSIGN of another day
_OTHER = "e66141040399"
_LATELY = 40


class Forger:
    """`every_ms`: between two datagrams, about. `due`: when the next one is sent."""

    def __init__(self, draw: random.Random, every_ms: int) -> None:
        self.due = 0
        self._draw = draw
        self._every = every_ms
        self._seen: list[bytes] = []
        self._addresses: list[Address] = [("10.0.0.66", 6_666)]

    def remembers(self, key: bytes, board: str = BOARD) -> None:
        """A session of another day that this key has sealed."""
        seal, pair = Seal(key), (self._draw.randbytes(8), self._draw.randbytes(8))
        match = orders.assign(OLD, "crokinole-official", ("Ann", "Zoë"))
        asked = [(frame.HELLO, bytes((frame.PROTOCOL,))), (frame.ACK, laptop_half.ack(0, 1_000)), (frame.ASSIGN, match)]
        self._seen.append(datagram.write(seal, Header(FROM_BOARD, board, pair[0], NOBODY, 1)))
        self._seen.append(datagram.write(seal, Header(FROM_LAPTOP, board, *pair, 0)))
        self._seen.append(datagram.write(seal, Header(FROM_BOARD, board, *pair, 2)))
        for at, (kind, body) in enumerate(asked):
            said = kind, at, body
            self._seen.append(datagram.write(seal, Header(FROM_LAPTOP, board, *pair, 100 + at, said)))
            self._seen.append(datagram.write(seal, Header(FROM_BOARD, board, *pair, 100 + at, (0x80 | kind, at, b""))))

    def heard(self, data: bytes, sender: Address) -> None:
        self._seen.append(data)
        if sender not in self._addresses:
            self._addresses.append(sender)

    def act(self, world: "World") -> None:
        """Send something, where it is time."""
        if world.now < self.due or not self._seen:
            return
        self.due = world.now + self._draw.randint(1, 2 * self._every)
        world.tally["forged datagrams"] += 1
        data = self._some()
        if self._draw.random() < 0.6:
            data = self._draw.choice(_CHANGES)(self, data)
        receivers = [world.board.address, *(program.address for program in world.programs)]
        world.send(data, self._draw.choice(self._addresses), self._draw.choice(receivers), forged=True)

    def _some(self) -> bytes:
        return self._draw.choice(self._seen[-_LATELY:] if self._draw.random() < 0.6 else self._seen)

    def _bits(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self._draw.randint(1, 3)):
            changed[self._draw.randrange(len(data))] ^= 1 << self._draw.randrange(8)
        return bytes(changed)

    def _parts(self, data: bytes) -> bytes:
        at = self._draw.randrange(1, len(data))
        return data[:at] + self._some()[at:]

    def _turned(self, data: bytes) -> bytes:
        return data[:1] + bytes((data[1] ^ FROM_BOARD ^ FROM_LAPTOP,)) + data[2:]

    def _of_another(self, data: bytes) -> bytes:
        name = self._draw.choice((BOARD, _OTHER)).encode()
        return data[:2] + bytes((len(name),)) + name + data[3 + data[2] :]

    def _counted_on(self, data: bytes) -> bytes:
        at = 3 + data[2] + 16
        count = int.from_bytes(data[at : at + 4], "little") + self._draw.randint(1, 99)
        return data[:at] + count.to_bytes(4, "little") + data[at + 4 :]

    def _shorter(self, data: bytes) -> bytes:
        return data[: self._draw.randint(0, len(data))]


_CHANGES: tuple[Callable[[Forger, bytes], bytes], ...] = (
    Forger._bits,
    Forger._parts,
    Forger._turned,
    Forger._of_another,
    Forger._counted_on,
    Forger._shorter,
)
