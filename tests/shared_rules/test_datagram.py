"""The datagrams of docs/link-vectors.json, read by Python's own hmac; and that nothing else is read."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from shared_rules.link.datagram import FROM_BOARD, KEY_BYTES, NOBODY, SIZE, Header, Seal, read, write
from shared_rules.link.frame import MAX_BODY

KEY = bytes(range(KEY_BYTES))
FILE = Path(__file__).parents[2] / "docs" / "link-vectors.json"
VECTORS = [
    (row["counter"], bytes.fromhex(row["frame"]), bytes.fromhex(row["bytes"]))
    for row in json.loads(FILE.read_text(encoding="utf-8"))["radio"]["datagrams"]
]


def a_header(body: bytes = b"", name: str = "e661640843") -> Header:
    return Header(FROM_BOARD, name, bytes(8), NOBODY, 7, (1, 2, body))


def test_the_file_has_all_kinds() -> None:
    assert [counter for counter, _, _ in VECTORS] == [1, 0, 2, 1, 3]


@pytest.mark.parametrize(("counter", "frame", "data"), VECTORS)
def test_the_vectors_of_the_file(counter: int, frame: bytes, data: bytes) -> None:
    assert data[-8:] == hmac.digest(KEY, data[:-8], hashlib.sha256)[:8]
    assert Seal(KEY).fits(data)
    header = read(data)
    assert header is not None
    assert (header.board, header.counter) == ("e661640843", counter)
    assert header.boards == bytes(range(1, 9))
    assert header.laptops in (NOBODY, bytes(range(0x11, 0x19)))
    said = b"" if header.frame is None else bytes(header.frame[:2]) + header.frame[2]
    assert said == frame
    assert write(Seal(KEY), header) == data


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_length_is_none(key: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Seal(key)


def test_the_longest_and_what_is_longer() -> None:
    longest = write(Seal(KEY), a_header(bytes(MAX_BODY), "x" * 64))
    assert len(longest) == SIZE
    found = read(longest)
    assert found is not None and found.frame == (1, 2, bytes(MAX_BODY))
    assert read(longest + b"\x00") is None
    with pytest.raises(ValueError, match="body"):
        write(Seal(KEY), a_header(bytes(MAX_BODY + 1)))
    for name in ("", "x" * 65):
        with pytest.raises(ValueError, match="id"):
            write(Seal(KEY), a_header(name=name))


def test_half_a_frame_and_other_bytes_are_nothing() -> None:
    whole = write(Seal(KEY), a_header())
    for size in range(len(whole)):
        found = read(whole[:size])
        assert found is None or found.frame is None, size  # two bytes less is a datagram without a frame, and no seal
        assert found is None or not Seal(KEY).fits(whole[:size])
    assert read(b"\x55" + whole[1:]) is None
    assert read(whole[:1] + b"\x13" + whole[2:]) is None
    assert read(whole[:2] + b"\x00" + whole[3:]) is None
    assert read(whole[:3] + b"\xff" + whole[4:]) is None  # no UTF-8
