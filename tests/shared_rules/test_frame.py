"""Frames on the wire: round trips, and streams that hold anything."""

import sys
from binascii import crc32
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared_rules.link import frame
from shared_rules.link.frame import MAX_BODY, Decoder, decode, encode
from tests.harness.campaign import examples

Frame = tuple[int, int, bytes]

LONGEST = MAX_BODY + 8  # bytes on the wire: 200, one of COBS, the closing 0x00

byte = st.integers(0, 255)
# Bodies of zeros, of anything, and of no zero at all: the three that COBS treats differently.
bodies = st.one_of(
    st.binary(max_size=MAX_BODY),
    st.integers(0, MAX_BODY).map(bytes),
    st.lists(st.integers(1, 255), max_size=MAX_BODY).map(bytes),
)
frames = st.tuples(byte, byte, bodies)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """The data cut at these places."""
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    return [data[one:other] for one, other in pairwise(places)]


def test_a_frame_worked_by_hand() -> None:
    """HELLO, request 7, protocol 1: 01 07 01 and the check; without a zero in it COBS puts one byte before."""
    check = crc32(b"\x01\x07\x01").to_bytes(4, "little")
    assert 0 not in check
    assert encode(frame.HELLO, 7, b"\x01") == b"\x08\x01\x07\x01" + check + b"\x00"
    check = crc32(b"\x00\x00").to_bytes(4, "little")
    assert encode(0, 0) == b"\x01\x01\x05" + check + b"\x00"


@given(byte, byte, bodies)
@example(0, 0, b"")
@example(0x82, 255, b"\xff" * MAX_BODY)
@example(0, 0, b"\x00" * MAX_BODY)
def test_a_frame_comes_back(kind: int, request: int, body: bytes) -> None:
    coded = encode(kind, request, body)
    assert coded.count(0) == 1
    assert coded[-1] == 0
    assert len(coded) <= LONGEST
    assert decode(coded[:-1]) == (kind, request, body)
    assert decode(bytearray(coded[:-1])) == (kind, request, body)
    assert Decoder().feed(coded) == [(kind, request, body)]


def test_a_body_too_long_is_an_error() -> None:
    with pytest.raises(ValueError, match="194 bytes"):
        encode(frame.REC, 1, bytes(MAX_BODY + 1))


@given(st.lists(frames, max_size=6), st.lists(st.integers(0, 1300), max_size=8))
def test_it_does_not_matter_how_the_bytes_arrive(sent: list[Frame], cuts: list[int]) -> None:
    decoder = Decoder()
    wire = b"".join(encode(*each) for each in sent)
    received = []
    for piece in pieces(wire, cuts):
        received += decoder.feed(piece)
    assert received == sent
    assert decoder.damaged == 0


@given(st.lists(frames, min_size=1, max_size=3))
def test_one_byte_at_a_time(sent: list[Frame]) -> None:
    decoder = Decoder()
    received = []
    for each in sent:
        for value in encode(*each):
            received += decoder.feed(bytes([value]))
    assert (received, decoder.damaged) == (sent, 0)


# --- Damage ---

junk = st.one_of(
    st.binary(max_size=40),
    st.binary(min_size=150, max_size=700),
    st.integers(195, 210).map(lambda n: b"\xff" * n),
    st.just(b"\x00"),
)


@settings(max_examples=examples(300))
@given(st.lists(st.one_of(junk, frames), max_size=12), st.lists(st.integers(0, 3000), max_size=12))
def test_junk_costs_at_most_the_frame_it_runs_into(parts: list[bytes | Frame], cuts: list[int]) -> None:
    """Never an error; a frame that begins after a 0x00 is received; what is received more than that was in the junk."""
    wire = b""
    sure: list[Frame] = []
    maybe: list[Frame] = []
    for part in parts:
        if isinstance(part, bytes):
            wire += part
        else:
            (sure if wire[-1:] in (b"", b"\x00") else maybe).append(part)
            wire += encode(*part)
    decoder = Decoder()
    received = []
    for piece in pieces(wire, cuts):
        received += decoder.feed(piece)
    for each in received:
        assert each in sure or each in maybe
    expected = iter(received)
    assert all(each in expected for each in sure)  # in this order
    runs = [run for run in wire.split(b"\x00")[:-1] if run]
    assert len(received) + decoder.damaged == len(runs)


@settings(max_examples=examples(300))
@given(st.binary(max_size=600), frames, frames)
def test_in_step_again_at_the_next_zero(before: bytes, one: Frame, other: Frame) -> None:
    decoder = Decoder()
    decoder.feed(before)
    decoder.feed(encode(*one))
    assert decoder.feed(encode(*other)) == [other]


@given(frames, st.data())
def test_no_single_flipped_bit_is_accepted(sent: Frame, data: st.DataObject) -> None:
    coded = bytearray(encode(*sent))
    bit = data.draw(st.integers(0, 8 * len(coded) - 1))
    coded[bit // 8] ^= 1 << bit % 8
    decoder = Decoder()
    assert decoder.feed(coded) == []  # type: ignore[arg-type]  # a bytearray does as well
    decoder.feed(b"\x00")
    assert decoder.damaged >= 1
    assert decoder.feed(encode(*sent)) == [sent]


@pytest.mark.parametrize("body", [b"\x01", bytes(20), bytes(range(60))])
def test_not_one_of_all_flipped_bits_is_accepted(body: bytes) -> None:
    coded = encode(frame.REC, 3, body)
    for bit in range(8 * len(coded)):
        bad = bytearray(coded)
        bad[bit // 8] ^= 1 << bit % 8
        assert Decoder().feed(bytes(bad) + b"\x00") == [], bit


@given(frames, st.data())
def test_no_truncated_frame_is_accepted(sent: Frame, data: st.DataObject) -> None:
    coded = encode(*sent)
    cut = data.draw(st.integers(0, len(coded) - 2))
    decoder = Decoder()
    assert decoder.feed(coded[:cut] + b"\x00") == []
    assert decoder.damaged == (1 if cut else 0)


@given(st.binary(max_size=400))
def test_decode_takes_anything(data: bytes) -> None:
    found = decode(data)
    if found is not None:
        assert encode(*found)[:-1] == data


def test_zeros_between_frames_are_no_damage() -> None:
    decoder = Decoder()
    sent = (frame.PULL, 9, b"\x00\x01\x00")
    assert decoder.feed(b"\x00\x00" + encode(*sent) + b"\x00\x00" + encode(*sent)) == [sent, sent]
    assert decoder.damaged == 0


def test_the_longest_frame_is_taken_and_one_byte_more_is_not() -> None:
    longest = encode(frame.REC, 1, b"x" * MAX_BODY)
    assert len(longest) == LONGEST
    decoder = Decoder()
    assert decoder.feed(longest) == [(frame.REC, 1, b"x" * MAX_BODY)]
    assert decoder.feed(b"\x01" + longest) == []
    assert decoder.damaged == 1


def size_of(decoder: Decoder) -> int:
    """Bytes that the decoder holds between two calls."""
    return sum(sys.getsizeof(value) for value in vars(decoder).values())


def test_memory_is_bounded_however_long_nothing_ends() -> None:
    decoder = Decoder()
    largest = 0
    for n in range(4000):
        decoder.feed(bytes([1 + n % 255]) * (n % 97))
        largest = max(largest, size_of(decoder))
    assert largest < 1024
    assert decoder.damaged == 0
    assert decoder.feed(b"\x00") == []
    assert decoder.damaged == 1
    assert decoder.feed(encode(frame.ACK, 1, b"after")) == [(frame.ACK, 1, b"after")]


def test_types_and_reasons_are_all_different() -> None:
    kinds = [frame.HELLO, frame.PULL, frame.ACK, frame.WELCOME, frame.REC, frame.END, frame.ACKED, frame.NO]
    assert len(set(kinds)) == len(kinds)
    reasons = [frame.UNKNOWN, frame.MALFORMED, frame.EPOCH, frame.RANGE, frame.MEMORY]
    assert len(set(reasons)) == len(reasons)
