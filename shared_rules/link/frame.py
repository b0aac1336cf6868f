"""The link's frames: COBS, ended by 0x00; before coding type, request id, body, CRC-32, at most 200 bytes.

Both ends use this file. Whatever is not a whole frame with a right check is counted and skipped to the next 0x00.
"""

from shared_rules.journal.crc import crc32

PROTOCOL = 2
OLDEST_PROTOCOL = 1  # which both ends still speak: no FOLLOW, an ASSIGN_1, a STATE without a body
MAX_BODY = 194  # 200 less type, request id and CRC

# Requests of the laptop; the reply to one has the same request id.
HELLO = 0x01  # protocol
PULL = 0x02  # epoch, from, count: answered by REC…, then END
# Epoch, upto: each record below upto is in the laptop's store, or damaged on the board itself; answered by ACKED.
ACK = 0x03
STATE = 0x04  # nothing: answered by SCORE; the protocol: answered by LIVE
TIME = 0x05  # Unix time; answered by TIMED
ASSIGN_1 = 0x06  # as ASSIGN without who starts, which is open; an empty key is malformed
SETUP = 0x07  # brightness, table name; answered by SET
FOLLOW = 0x08  # epoch, from: answered by REC… as records are made, then END before the answer to the next request
ASSIGN = 0x09  # who starts, key, game line, names: the match to be played here next, an empty key: none; by ASSIGNED

# Replies of the board.
WELCOME = 0x81  # see board_half.py
REC = 0x82  # from, records
END = 0x83  # oldest, next
ACKED = 0x84  # upto
TIMED = 0x85  # next
ASSIGNED = 0x86  # nothing
SET = 0x87  # nothing
SCORE = 0x88  # see board_half.py
LIVE = 0x89  # the key of the assignment that waits, and behind it a SCORE
NO = 0xFF  # reason, a sentence in ASCII

# Reasons of a NO.
UNKNOWN = 1  # no such type
MALFORMED = 2  # the body does not fit the type
EPOCH = 3  # the journal has another epoch now
RANGE = 4  # outside of what the journal holds
MEMORY = 5  # the journal's medium does not answer
REFUSED = 6  # not now, or not on this board


def encode(kind: int, request: int, body: bytes = b"") -> bytes:
    """The bytes of a frame on the wire, its closing 0x00 included; raises ValueError for a body over MAX_BODY."""
    if len(body) > MAX_BODY:
        raise ValueError("a frame's body has at most %d bytes" % MAX_BODY)
    plain = bytes((kind, request)) + bytes(body)
    check = crc32(plain)
    plain += bytes((check & 255, check >> 8 & 255, check >> 16 & 255, check >> 24))
    coded = bytearray()
    for part in plain.split(b"\x00"):  # at most 200 bytes, so no run needs a second code byte
        coded.append(len(part) + 1)
        coded.extend(part)
    coded.append(0)
    return bytes(coded)


def decode(coded: bytes | bytearray) -> tuple[int, int, bytes] | None:
    """(type, request id, body) of a coded frame without its 0x00, or None when it is damaged."""
    size = len(coded)
    if size < 7 or size > MAX_BODY + 7:
        return None
    plain = bytearray()
    at = 0
    while at < size:
        code = coded[at]
        if code == 0 or at + code > size:
            return None
        plain.extend(coded[at + 1 : at + code])
        at += code
        if at < size:
            plain.append(0)
    check = crc32(memoryview(plain)[:-4])
    n = len(plain) - 4
    if plain[n] | plain[n + 1] << 8 | plain[n + 2] << 16 | plain[n + 3] << 24 != check:
        return None
    return plain[0], plain[1], bytes(plain[2:n])


class Decoder:
    """Frames out of a stream of bytes that may hold anything.

    `damaged` counts what stood between two 0x00 and was no frame. Memory is bounded: of an overlong run only its
    existence is kept, up to the next 0x00.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._kept = bytearray()
        self._overlong = False

    def feed(self, data: bytes | memoryview) -> list[tuple[int, int, bytes]]:
        """The list of frames (type, request id, body) that these bytes complete."""
        frames: list = []
        start = 0
        data = bytes(data)
        while True:
            end = data.find(b"\x00", start)
            if end < 0:
                self._keep(data[start:])
                return frames
            self._keep(data[start:end])
            if self._kept or self._overlong:
                found = None if self._overlong else decode(self._kept)
                if found is None:
                    self.damaged += 1
                else:
                    frames.append(found)
            self._kept = bytearray()
            self._overlong = False
            start = end + 1

    def _keep(self, part: bytes) -> None:
        if self._overlong or len(self._kept) + len(part) > MAX_BODY + 7:
            self._overlong = True
            self._kept = bytearray()
        else:
            self._kept.extend(part)
