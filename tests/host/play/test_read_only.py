"""Somebody's own board is looked at with a page: nothing may reach it that it would note."""

import pytest

from browser.read_only import ForbiddenError, ReadOnlyClient, ReadOnlyPort
from shared_rules.link import frame
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import Paper

READING = {frame.HELLO, frame.PULL, frame.STATE, frame.FOLLOW}
TELLING = {frame.ACK, frame.TIME, frame.ASSIGN_1, frame.ASSIGN, frame.SETUP}


class Sink:
    """A port that keeps what is sent."""

    name = "usb"

    def __init__(self) -> None:
        self.sent = bytearray()

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", sorted(READING | TELLING))
def test_only_frames_that_read_go_out(kind: int) -> None:
    sink = Sink()
    data = frame.encode(kind, 7, b"\x01\x02")
    if kind in READING:
        ReadOnlyPort(sink).write(data)
        assert sink.sent == data
    else:
        with pytest.raises(ForbiddenError):
            ReadOnlyPort(sink).write(data)
        assert not sink.sent


def test_nor_does_a_kind_that_nobody_knows_yet() -> None:
    sink = Sink()
    for kind in set(range(256)) - READING:
        with pytest.raises(ForbiddenError):
            ReadOnlyPort(sink).write(frame.encode(kind, 0))
    assert not sink.sent


def test_a_forbidden_frame_is_seen_behind_one_that_may_go() -> None:
    sink = Sink()
    with pytest.raises(ForbiddenError):
        ReadOnlyPort(sink).write(frame.encode(frame.HELLO, 1, b"\x02") + frame.encode(frame.ACK, 2, bytes(8)))
    assert not sink.sent


def test_half_a_frame_stays_here() -> None:
    """Two halves would be a whole one on the board."""
    sink = Sink()
    ack = frame.encode(frame.ACK, 2, bytes(8))
    for part in (ack[:5], ack[5:], b"\x03", b"", frame.encode(frame.HELLO, 1, b"\x02")[:-1]):
        with pytest.raises(ForbiddenError):
            ReadOnlyPort(sink).write(part)
    assert not sink.sent


def test_what_ends_a_half_frame_goes_out() -> None:
    sink = Sink()
    ReadOnlyPort(sink).write(b"\x00")
    assert sink.sent == b"\x00"


def test_its_client_reads_everything_and_neither_acknowledges_nor_tells_the_time() -> None:
    board = BoardHalf(Paper())
    port = MemoryPort(board)
    client = ReadOnlyClient(ReadOnlyPort(port), clock=port.clock)
    fields = client.hello()
    assert client.ack(fields["epoch"], fields["next"]) == 0
    assert client.set_time(1_800_000_000) is False
    assert set(board.requests) <= READING
    assert board.acked == 0 and board.times == []


def test_a_client_that_forgets_is_stopped_at_the_port() -> None:
    board = BoardHalf(Paper())
    port = MemoryPort(board)
    client = ReadOnlyClient(ReadOnlyPort(port), clock=port.clock)
    client.hello()
    with pytest.raises(ForbiddenError):
        client.setup("Table 9", None)
    with pytest.raises(ForbiddenError):
        client.assign("k", "crokinole-official", ["a", "b"])
    assert set(board.requests) <= READING
