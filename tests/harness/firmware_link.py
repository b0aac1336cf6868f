"""The firmware's half of the link on a port in memory."""

from shared_rules.games.events import COUNT, event
from shared_rules.link import frame
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable


class Port:
    """usb_cdc.data with a FIFO that takes `room` bytes a write."""

    def __init__(self, room: int = 256) -> None:
        self.arrived = bytearray()
        self.sent = bytearray()
        self.room = room
        self.writes = 0

    @property
    def in_waiting(self) -> int:
        return len(self.arrived)

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self.arrived))
        buffer[:count] = self.arrived[:count]
        del self.arrived[:count]
        return count

    def write(self, data: bytes) -> int:
        self.writes += 1
        taken = bytes(data[: self.room])
        self.sent += taken
        return len(taken)


def board(
    presses: int = 50, room: int = 256, chip: FramChip | None = None, name: str = "Tisch"
) -> tuple[WorkingTable, Port, Link]:
    chip = chip or FramChip()
    table = WorkingTable(lambda: Journal(medium_of(chip), lambda: 7), 2, "crokinole-official discs=24", name=name)
    table.step(0)
    for n in range(presses):
        table.enter(event(COUNT, n % 2, 5), n)
    port = Port(room)
    about = {"board": "0011", "firmware": "1"}
    return table, port, Link(port, table, lambda: dict(about), Screen(table, []))


def answers(
    port: Port, link: Link, *requests: tuple[int, int, bytes], turns: int = 200, at_ms: int = 0
) -> list[tuple[int, int, bytes]]:
    for kind, request, body in requests:
        port.arrived += frame.encode(kind, request, body)
    for turn in range(turns):
        link.step(at_ms + turn)
    got = frame.Decoder().feed(bytes(port.sent))
    port.sent.clear()
    return got
