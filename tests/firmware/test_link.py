"""The board's half of the link answers everything, never waits, and does a bounded piece of work a turn."""

from shared_rules import frame, messages, record
from shared_rules.events import COUNT, event
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tableside.table import Table
from tests.firmware.chips import FramChip, medium_of


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


def board(presses=50, room=256):
    table = Table(lambda: Journal(medium_of(FramChip()), lambda: 7), 2, "crokinole-official discs=24")
    table.step(0)
    for n in range(presses):
        table.enter(event(COUNT, n % 2, 5), n)
    port = Port(room)
    about = {"board": "0011", "firmware": "1", "table": "Tisch"}
    return table, port, Link(port, table, lambda: dict(about), Screen(table, []))


def answers(port, link, *requests, turns=200):
    for kind, request, body in requests:
        port.arrived += frame.encode(kind, request, body)
    for turn in range(turns):
        link.step(turn)
    got = frame.Decoder().feed(port.sent)
    port.sent.clear()
    return got


def test_hello_says_who_and_what():
    table, port, link = board()
    ((kind, request, body),) = answers(port, link, (frame.HELLO, 9, messages.hello()))
    assert (kind, request) == (frame.WELCOME, 9)
    fields = messages.read_welcome(body)
    assert (fields["epoch"], fields["next"], fields["table"]) == (7, table.journal.next, "Tisch")


def test_a_pull_is_answered_with_records_and_an_end():
    table, port, link = board()
    got = answers(port, link, (frame.PULL, 1, messages.pull(7, 0, 1000)))
    assert [kind for kind, _, _ in got][-1] == frame.END
    data = b"".join(messages.read_rec(body)[1] for kind, _, body in got if kind == frame.REC)
    assert data == bytes(table.journal.read(0, table.journal.next))
    assert len(data) == table.journal.next * record.SIZE


def test_partial_writes_are_kept():
    _, whole_port, whole = board()
    _, slow_port, slow = board(room=3)
    ask = (frame.PULL, 1, messages.pull(7, 0, 1000))
    assert answers(slow_port, slow, ask, turns=2000) == answers(whole_port, whole, ask)


def test_a_reader_that_stops_reading_costs_nothing():
    _, port, link = board(room=0)
    port.arrived += frame.encode(frame.PULL, 1, messages.pull(7, 0, 1000))
    for turn in range(100):
        before = port.writes
        link.step(turn)
        assert port.writes <= before + 1
    port.room = 256
    assert answers(port, link)[-1][0] == frame.END


def test_a_new_request_ends_the_pull_before_it():
    _, port, link = board()
    port.arrived += frame.encode(frame.PULL, 1, messages.pull(7, 0, 1000))
    for turn in range(3):
        link.step(turn)
    got = answers(port, link, (frame.HELLO, 2, messages.hello()))
    assert got[-1][:2] == (frame.WELCOME, 2)
    assert frame.END not in [kind for kind, _, _ in got]


def test_what_cannot_be_done_is_answered_no_with_a_reason():
    table, port, link = board()
    asked = [
        (0x55, b"", frame.UNKNOWN),
        (frame.PULL, b"short", frame.MALFORMED),
        (frame.PULL, messages.pull(8, 0, 1), frame.EPOCH),
        (frame.PULL, messages.pull(7, table.journal.next + 1, 1), frame.RANGE),
        (frame.ACK, messages.ack(8, 0), frame.EPOCH),
        (frame.ACK, messages.ack(7, table.journal.next + 1), frame.RANGE),
        (frame.HELLO, b"", frame.MALFORMED),
    ]
    for kind, body, reason in asked:
        ((answer, request, said),) = answers(port, link, (kind, 3, body))
        assert (answer, request) == (frame.NO, 3)
        assert messages.read_no(said)[0] == reason
    table.journal = None
    ((answer, _, said),) = answers(port, link, (frame.HELLO, 3, messages.hello()))
    assert messages.read_no(said)[0] == frame.MEMORY


def test_an_ack_is_cumulative_and_never_goes_back():
    table, port, link = board()
    ((_, _, body),) = answers(port, link, (frame.ACK, 1, messages.ack(7, 20)))
    assert messages.read_acked(body) == 20
    ((_, _, body),) = answers(port, link, (frame.ACK, 1, messages.ack(7, 10)))
    assert messages.read_acked(body) == 20
    assert table.journal.acked == 20


def test_junk_is_skipped():
    _, port, link = board()
    port.arrived += b"\xff" * 500 + b"\x00" + b"\x03\x01" + b"\x00\x00"
    ((kind, _, _),) = answers(port, link, (frame.HELLO, 1, messages.hello()))
    assert kind == frame.WELCOME


def test_without_a_data_port_there_is_no_link_and_no_fault():
    Link(None, lambda: None, dict, lambda now: None).step(0)
