"""The firmware's half of the link on a port in memory."""

from shared_rules.games.events import COUNT, event
from shared_rules.link import frame
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tableside.table import Table
from tests.harness.memory_chips import FramChip, medium_of


class Port:
    """usb_cdc.data with a FIFO that takes `room` bytes a write."""

    def __init__(self, room=256):
        self.arrived = bytearray()
        self.sent = bytearray()
        self.room = room
        self.writes = 0

    @property
    def in_waiting(self):
        return len(self.arrived)

    def readinto(self, buffer):
        count = min(len(buffer), len(self.arrived))
        buffer[:count] = self.arrived[:count]
        del self.arrived[:count]
        return count

    def write(self, data):
        self.writes += 1
        taken = bytes(data[: self.room])
        self.sent += taken
        return len(taken)


def board(presses=50, room=256, chip=None, name="Tisch"):
    chip = chip or FramChip()
    table = Table(lambda: Journal(medium_of(chip), lambda: 7), 2, "crokinole-official discs=24", name=name)
    table.step(0)
    for n in range(presses):
        table.enter(event(COUNT, n % 2, 5), n)
    port = Port(room)
    about = {"board": "0011", "firmware": "1"}
    return table, port, Link(port, table, lambda: dict(about), Screen(table, []))


def answers(port, link, *requests, turns=200, at_ms=0):
    for kind, request, body in requests:
        port.arrived += frame.encode(kind, request, body)
    for turn in range(turns):
        link.step(at_ms + turn)
    got = frame.Decoder().feed(port.sent)
    port.sent.clear()
    return got
