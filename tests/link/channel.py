"""A channel that does to bytes what cables, hubs and drivers do: it loses, changes, doubles, delays and remembers them.

A fault hits a frame, a USB packet of one, or single bytes of one; `rate` is in any case the share of frames that are
hit, a burst's included.
"""

import random
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple

from shared_rules.link import frame

FRAME, PACKET, BYTE = "frame", "packet", "byte"
_PACKET_BYTES = 64  # of USB at full speed

_BURST = 0.1  # of the hits begin one
_BURST_FRAMES = (2, 5)  # so many more frames are hit then
_STALL_MS = (20, 3000)
_KEPT = 80  # frames that a line remembers


class Noise(NamedTuple):
    """How bad a channel is: the share of frames that are hit, 0 to 1, what of a frame a fault hits, and how.

    `mostly`: one of KINDS that two faults in three are of; "" for all alike.
    """

    rate: float
    grain: str = FRAME
    mostly: str = ""

    def begins(self) -> float:
        """The chance that a frame outside of a burst is hit, so that with the bursts the share is `rate`."""
        if self.rate <= 0:
            return 0.0
        hits = 1 + _BURST * sum(_BURST_FRAMES) / 2
        return 1 / (1 + hits * (1 - self.rate) / self.rate)


PERFECT = Noise(0.0)


class Past:
    """What was on a line in one direction, through all conversations."""

    def __init__(self) -> None:
        self._frames: list[tuple[int, bytes]] = []  # coded, with the number of the conversation
        self._conversation = 0

    def next_conversation(self) -> None:
        self._conversation += 1

    def keep(self, coded: bytes) -> None:
        self._frames.append((self._conversation, coded))
        del self._frames[:-_KEPT]

    def last(self) -> bytes:
        """The last frame that was kept, b"" before the first."""
        return self._frames[-1][1] if self._frames else b""

    def some(self, draw: random.Random) -> bytes:
        """Whole frames or the tail of some."""
        if not self._frames:
            return b""
        at = draw.randrange(len(self._frames))
        some = self._frames[at : at + draw.randint(1, 4)]
        data = b"".join(coded for _, coded in some)
        if draw.random() < 0.5:
            data = data[draw.randrange(len(data)) :]
        return data

    def answer(self, draw: random.Random, asked: bytes, same_id: bool) -> bytes:
        """An answer to such a request from an earlier conversation.

        `same_id`: as if it had had this request's number. By chance it has it once in 256 times; what must not happen
        then is to be seen more often.
        """
        request = frame.decode(asked[:-1])
        if request is None:
            return b""
        kinds = _ANSWERS.get(request[0], ())
        old = [
            received for talk, one in self._frames if talk < self._conversation and (received := frame.decode(one[:-1]))
        ]
        fitting = [received for received in old if received[0] in kinds]
        if not fitting:
            return b""
        kind, number, body = draw.choice(fitting)
        return frame.encode(kind, request[1] if same_id else number, body)


_ANSWERS = {
    frame.HELLO: (frame.WELCOME, frame.NO),
    frame.PULL: (frame.REC, frame.END, frame.NO),
    frame.ACK: (frame.ACKED, frame.NO),
    frame.STATE: (frame.SCORE, frame.NO),
    frame.TIME: (frame.TIMED, frame.NO),
}


class Line:
    """One direction of a conversation: `put` what one end writes, `take` what has arrived at the other.

    `past`: what was on it before. `requests`: what was on the other one, where this one has the answers; `same_ids`:
    old ones come again with the number of the present request. `old`: request ids of frames that came again. `faults`:
    counts what was done, by kind.
    """

    def __init__(
        self,
        noise: Noise,
        past: Past,
        requests: Past | None,
        same_ids: bool,
        draw: random.Random,
        faults: Counter[str],
    ) -> None:
        self._same_ids = same_ids
        self.old: set[int] = set()
        self._requests = requests
        self._noise = noise
        self._begins = noise.begins()
        self._past = past
        self._draw = draw
        self._faults = faults
        self._unit = bytearray()  # written, and not yet a whole frame
        self._on_the_way: deque[tuple[int, bytes]] = deque()
        self._last_due = 0
        self._burst = 0

    def put(self, data: bytes, now: int) -> None:
        """Bytes go onto the line at this time (ms)."""
        self._unit += data
        while (end := self._unit.find(0)) >= 0:
            coded = bytes(self._unit[: end + 1])
            del self._unit[: end + 1]
            self._send(coded, now)

    def flush(self, now: int) -> None:
        """What has no end yet goes as it is."""
        if self._unit:
            coded = bytes(self._unit)
            self._unit.clear()
            self._send(coded, now)

    def waiting(self) -> bool:
        """Whether there is something without an end."""
        return bool(self._unit)

    def due(self) -> int | None:
        """When the next bytes arrive, None when none are on the way."""
        return self._on_the_way[0][0] if self._on_the_way else None

    def take(self, now: int) -> bytes:
        """What has arrived by now."""
        data = b""
        while self._on_the_way and self._on_the_way[0][0] <= now:
            data += self._on_the_way.popleft()[1]
        return data

    def stale_tail(self, now: int) -> None:
        """Bytes of an earlier time come first."""
        self._later(0, self._earlier(), now)

    def _send(self, coded: bytes, now: int) -> None:
        self._past.keep(coded)
        if self._burst:
            self._burst -= 1
        elif self._draw.random() >= self._begins:
            self._later(0, coded, now)
            return
        elif self._draw.random() < _BURST:
            self._faults["burst"] += 1
            self._burst = self._draw.randint(*_BURST_FRAMES)
        self._faults["frames hit"] += 1
        for delay, piece in self._hit(coded):
            self._later(delay, piece, now)

    def _later(self, delay: int, data: bytes, now: int) -> None:
        self._last_due = max(self._last_due, now + 1 + delay)  # the line stands still: two stalls do not add up
        if data:
            self._on_the_way.append((self._last_due, data))

    # ---- faults

    def _hit(self, coded: bytes) -> list[tuple[int, bytes]]:
        """What becomes of the frame: pieces, each with the ms that it is held back."""
        draw = self._draw
        if self._noise.grain == FRAME:
            return self._fault(coded)
        size = _PACKET_BYTES if self._noise.grain == PACKET else 1
        pieces = [coded[at : at + size] for at in range(0, len(coded), size)]
        count = 1 if draw.random() < 0.6 else draw.randint(1, 4)
        hit = set(draw.sample(range(len(pieces)), min(count, len(pieces))))
        done: list[tuple[int, bytes]] = []
        for at, piece in enumerate(pieces):
            done += self._fault(piece) if at in hit else [(0, piece)]
        return done

    def _fault(self, data: bytes) -> list[tuple[int, bytes]]:
        kind = self._noise.mostly
        if not kind or self._draw.random() < 1 / 3:
            kind = self._draw.choice(KINDS)
        self._faults[kind] += 1
        return _FAULTS[kind](self, data)

    def _drop(self, data: bytes) -> list[tuple[int, bytes]]:
        return []

    def _flip(self, data: bytes) -> list[tuple[int, bytes]]:
        changed = bytearray(data)
        for _ in range(self._draw.choice((1, 1, 2, 3, 8))):
            changed[self._draw.randrange(len(data))] ^= 1 << self._draw.randrange(8)
        return [(0, bytes(changed))]

    def _truncate(self, data: bytes) -> list[tuple[int, bytes]]:
        at = self._draw.randrange(len(data))
        return [(0, data[:at] if self._draw.random() < 0.5 else data[at + 1 :])]

    def _duplicate(self, data: bytes) -> list[tuple[int, bytes]]:
        return [(0, data + data)]

    def _junk(self, data: bytes) -> list[tuple[int, bytes]]:
        at = self._draw.randrange(len(data) + 1)
        junk = self._draw.randbytes(self._draw.choice((1, 1, 2, 5, 20, 300)))
        if self._draw.random() < 0.3:
            junk += b"\x00"
        return [(0, data[:at] + junk + data[at:])]

    def _stall(self, data: bytes) -> list[tuple[int, bytes]]:
        at = self._draw.randrange(len(data))
        return [(0, data[:at]), (self._draw.randint(*_STALL_MS), data[at:])]

    def _replay(self, data: bytes) -> list[tuple[int, bytes]]:
        earlier = self._earlier()
        return [(0, earlier + data if self._draw.random() < 0.5 else data + earlier)]

    def _earlier(self) -> bytes:
        data = b""
        if self._requests is not None and self._draw.random() < 0.7:
            data = self._past.answer(self._draw, self._requests.last(), self._same_ids)
        data = data or self._past.some(self._draw)
        self.old |= {received[1] for coded in data.split(b"\x00") if (received := frame.decode(coded))}
        return data


_FAULTS: dict[str, Callable[[Line, bytes], list[tuple[int, bytes]]]] = {
    "drop": Line._drop,
    "flip": Line._flip,
    "truncate": Line._truncate,
    "duplicate": Line._duplicate,
    "junk": Line._junk,
    "stall": Line._stall,
    "replay": Line._replay,
}
KINDS = tuple(_FAULTS)
