"""One frame of the link in a datagram, for a board without a cable: not coded, but sealed by the board's key.

    0   1  0x54
    1   1  0x11 from the board, 0x12 from the laptop
    2   1  n, the length of the board's id, at most 64
    3   n  the board's id, as HELLO says it
    …   8  the board's number of this session
    …   8  the laptop's number of this session, 0 where the board knows none
    …   4  a counter, little-endian, which rises with each datagram of this session and direction
    …   m  the frame: type, request id, body; nothing where somebody only says that he is there
    …   8  the beginning of HMAC-SHA256 (RFC 2104) of all before it, by the board's key of 32 bytes

Both ends use this file. How a session begins and ends stands in docs/link.md.
"""

import hashlib
import struct

from shared_rules.link.frame import MAX_BODY

FROM_BOARD = 0x11
FROM_LAPTOP = 0x12
NOBODY = b"\x00\x00\x00\x00\x00\x00\x00\x00"  # in place of the laptop's number
KEY_BYTES = 32
SESSION_BYTES = 8
LONGEST_ID = 64
_SEAL = 8
_BLOCK = 64  # of SHA-256, to which HMAC fills the key up
_FIRST = 0x54
_COUNTER = 4
SIZE = 3 + LONGEST_ID + 2 * SESSION_BYTES + _COUNTER + 2 + MAX_BODY + _SEAL  # of the longest


class Seal:
    """What a key of KEY_BYTES makes of bytes. Raises ValueError for a key of another length."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError("a key has %d bytes" % KEY_BYTES)
        self._inner = _padded(key, 0x36)
        self._outer = _padded(key, 0x5C)

    def of(self, data: "bytes | bytearray | memoryview") -> bytes:
        inner = hashlib.new("sha256", self._inner)  # the one form that CircuitPython has too
        inner.update(data)
        outer = hashlib.new("sha256", self._outer)
        outer.update(inner.digest())
        return outer.digest()[:_SEAL]

    def fits(self, datagram: "bytes | memoryview") -> bool:
        """Whether these bytes, of which the last 8 are a seal, were sealed by this key; it takes the same time wherever
        they differ."""
        n = len(datagram) - _SEAL
        made = self.of(datagram[:n])
        differing = 0
        for i in range(_SEAL):
            differing |= made[i] ^ datagram[n + i]
        return not differing


def _padded(key: bytes, fill: int) -> bytes:
    padded = bytearray(_BLOCK)
    for i in range(_BLOCK):
        padded[i] = (key[i] if i < len(key) else 0) ^ fill
    return bytes(padded)


class Header:
    """What stands before the frame: `origin`, FROM_BOARD or FROM_LAPTOP; `board`, its id; the two numbers of the
    session, `boards` and `laptops`, bytes; and the `counter`. `frame`: (type, request id, body), None where there is
    none."""

    def __init__(
        self,
        origin: int,
        board: str,
        boards: bytes,
        laptops: bytes,
        counter: int,
        frame: "tuple[int, int, bytes] | None" = None,
    ) -> None:
        self.origin = origin
        self.board = board
        self.boards = boards
        self.laptops = laptops
        self.counter = counter
        self.frame = frame


def head(origin: int, board: str, boards: bytes, laptops: bytes) -> bytes:
    """What stands before the counter, the same through a session in one direction. Raises ValueError for an id over
    LONGEST_ID."""
    name = board.encode()
    if not 0 < len(name) <= LONGEST_ID:
        raise ValueError("a board's id has 1 to %d bytes" % LONGEST_ID)
    return bytes((_FIRST, origin, len(name))) + name + boards + laptops


def put(buffer: bytearray, at: int, seal: Seal, counter: int, frame: "tuple[int, int, bytes] | None") -> int:
    """Write what stands behind the head, which ends in the buffer at `at`; how many bytes the datagram has. Raises
    ValueError for a body over MAX_BODY."""
    struct.pack_into("<I", buffer, at, counter)
    at += _COUNTER
    if frame is not None:
        buffer[at], buffer[at + 1], body = frame
        if len(body) > MAX_BODY:
            raise ValueError("a frame's body has at most %d bytes" % MAX_BODY)
        at += 2
        buffer[at : at + len(body)] = body
        at += len(body)
    buffer[at : at + _SEAL] = seal.of(memoryview(buffer)[:at])
    return at + _SEAL


def write(seal: Seal, header: Header) -> bytes:
    """The datagram with this header and its frame. Raises ValueError as `head` and `put` do."""
    before = head(header.origin, header.board, header.boards, header.laptops)
    buffer = bytearray(SIZE)
    buffer[: len(before)] = before
    return bytes(buffer[: put(buffer, len(before), seal, header.counter, header.frame)])


def get(datagram: "bytes | memoryview", at: int) -> "tuple[int, tuple[int, int, bytes] | None] | None":
    """What stands behind the head, which ends at `at`: the counter, and the frame or None; None where that is no
    datagram's length."""
    end = len(datagram) - _SEAL
    rest = end - at - _COUNTER
    if rest < 0 or rest == 1 or rest > MAX_BODY + 2:
        return None
    counter = struct.unpack_from("<I", datagram, at)[0]
    at += _COUNTER
    return counter, (datagram[at], datagram[at + 1], bytes(datagram[at + 2 : end])) if rest else None


def read(datagram: bytes) -> "Header | None":
    """What the datagram says, whoever has sealed it; None where it is no such thing."""
    if len(datagram) < 3 or datagram[0] != _FIRST or datagram[1] not in (FROM_BOARD, FROM_LAPTOP):
        return None
    length = datagram[2]
    at = 3 + length + 2 * SESSION_BYTES
    behind = get(datagram, at) if 0 < length <= LONGEST_ID else None
    if behind is None:
        return None
    try:
        board = str(datagram[3 : 3 + length], "utf-8")
    except UnicodeError:  # of MicroPython and CPython alike
        return None
    boards = datagram[at - 2 * SESSION_BYTES : at - SESSION_BYTES]
    return Header(datagram[1], board, boards, datagram[at - SESSION_BYTES : at], behind[0], behind[1])
