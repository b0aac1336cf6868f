"""A port with anything but a good board on it, on a clock of its own, and what must be so whatever comes from there.

The foe keeps a true board's half of the link and spoils what it says: what comes, how often, how fast, with which
numbers. It never waits for anybody: a laptop that listens for too long, or reads too much for one question, is told off
with a BrokenError.
"""

import random
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.journal.runs import Run, Spans, checker, singles
from tallyboard.link import conversation
from tallyboard.link.client import longest
from tallyboard.store import Heard, Store, Stored
from tests.harness.fake_board import BoardHalf
from tests.harness.paper import Paper

READ_S = 0.05  # the longest that a read waits
BYTE_S = 1e-6  # USB at full speed gives no more than a byte in this time
QUESTION_BYTES = 200_000  # that a laptop reads after one question; all that a foe here has to tell is 5,000
QUESTION_S = 200.0  # that it listens
CONVERSATION_S = 4 * longest(1 << 20)  # for all that a sync asks

EDGES = (0, 1, 7, 255, 256, 65_535, 1 << 20, 1 << 28, (1 << 31) - 1, 1 << 31, (1 << 32) - 24, (1 << 32) - 1)
SPEEDS = (0.0, 0.0, 0.0, 0.001, 0.04, 0.2, 0.24, 0.9, 3.0)  # seconds between two frames
REPLIES = (frame.WELCOME, frame.REC, frame.END, frame.ACKED, frame.TIMED, frame.SCORE, frame.LIVE, frame.NO)

Frame = tuple[int, int, bytes]  # type, request id, body


class BrokenError(BaseException):
    """A promise is broken. No Exception, for those are told as failures by what is under test."""


class Foe:
    """Answers requests as it likes; everything it does is drawn from the seed. `spoil`: it does mostly this."""

    def __init__(self, seed: int, spoil: "Spoil | None" = None) -> None:
        draw = self._draw = random.Random(seed)
        self._epochs = draw.sample((1, 7, 1 << 31, (1 << 32) - 1), 2)
        self._papers = [_paper(epoch, draw.choice((0, 3, 40, 400))) for epoch in self._epochs]
        self._half = BoardHalf(self._papers[0])
        size = len(self._papers[0].records)
        for number in draw.sample(range(size), draw.choice((0, 0, 1, size // 2)) if size else 0):
            self._half.spoil[number] = draw.randbytes(record.SIZE)
        for number in draw.sample(range(size), draw.choice((0, 0, 0, 1, size // 3)) if size else 0):
            self._half.withhold.add(number)
        self._half.oldest = draw.choice((0, 0, size // 2))
        self._half.acked = draw.choice((self._half.oldest, size))
        self._evil = draw.choice((0.0, 0.03, 0.1, 0.5, 0.95))  # the share of answers that are spoilt
        self._favourite = draw.choice((None, None, *_SPOILS, Foe._endless, Foe._endless))
        if spoil is not None:
            self._favourite, self._evil = spoil, 0.5
        self._speed = draw.choice(SPEEDS)
        self._piece = draw.choice((1, 3, 64, 4096))
        self._past: list[Frame] = []

    def answers(self, data: bytes) -> Iterator[tuple[float, bytes]]:
        """(seconds after the one before, bytes): what comes in answer to this, without an end at times."""
        draw = self._draw
        for kind, request, body in frame.Decoder().feed(data):
            true = self._true(kind, request, body)
            self._past = (self._past + true)[-60:]
            spoilt: Iterable[Frame | bytes] = true
            speed = self._speed if draw.random() < 0.5 else 0.0
            while draw.random() < self._evil:
                spoilt = (self._favourite or draw.choice(_SPOILS))(self, list(_some(spoilt, 2000)), request)
            piece = self._piece if speed else max(64, self._piece)
            for one in spoilt:
                coded = one if isinstance(one, bytes) else frame.encode(*one)
                for at in range(0, len(coded), piece):
                    yield speed, coded[at : at + piece]

    def _true(self, kind: int, request: int, body: bytes) -> list[Frame]:
        if kind == frame.STATE:
            half = self._half
            form = struct.pack(board_half.SCORE_FORM, half.paper.epoch, half.end, half.acked, 1, 0, 0, 0, 2)
            score = form + 2 * struct.pack(board_half.SCORE_SIDE_FORM, 20, 5)
            return [(frame.LIVE, request, board_half.live(score, "key"))]
        if kind == frame.FOLLOW:
            body += b"\xff\xff\xff\xff"
            kind = frame.PULL
        return [(reply, request, content) for reply, content in self._half._answer(kind, body)]

    # ---- what is done to an answer

    def _lose(self, true: list[Any], request: int) -> list[Any]:
        return [one for one in true if self._draw.random() < 0.5]

    def _double(self, true: list[Any], request: int) -> list[Any]:
        return [one for one in true for _ in range(self._draw.choice((1, 2, 5)))]

    def _shuffle(self, true: list[Any], request: int) -> list[Any]:
        return self._draw.sample(true, len(true))

    def _numbers(self, true: list[Any], request: int) -> list[Any]:
        """Other numbers in the bodies: the edges, or a little more or less."""
        return [one if isinstance(one, bytes) else (*one[:2], self._renumbered(one[2])) for one in true]

    def _renumbered(self, body: bytes) -> bytes:
        draw = self._draw
        made = bytearray(body)
        for _ in range(draw.choice((0, 1, 1, 2))):
            at = draw.choice((0, 2, 4, 6, 10, 14, 18, 22, 26))
            if at + 4 <= len(made):
                (number,) = struct.unpack_from("<I", made, at)
                number = draw.choice((draw.choice(EDGES), number + 1, number - 1, number + 23, number + 5000))
                struct.pack_into("<I", made, at, number & 0xFFFFFFFF)
        return bytes(made)

    def _texts(self, true: list[Any], request: int) -> list[Any]:
        """A board that is called otherwise."""
        name = self._draw.choice(("", " ", "\x1b[2J", "../../x", "a\x00b", "é" * 20, "\u202e", "x" * 40))
        fields: dict[str, Any] = {"board": name, "firmware": "\x07", "table": "\x1b]0;x\x07", "protocol": 2}
        half = BoardHalf(self._papers[0], **fields) if self._draw.random() < 0.5 else self._half
        return [(frame.WELCOME, request, half._answer(frame.HELLO, b"")[0][1]), *true]

    def _frames(self, true: list[Any], request: int) -> list[Any]:
        """Other types, request ids and lengths."""
        draw = self._draw
        made: list[Any] = []
        for one in true:
            if isinstance(one, bytes) or draw.random() < 0.5:
                made.append(one)
                continue
            kind, number, body = one
            what = draw.randrange(4)
            kind = draw.choice((*REPLIES, draw.randrange(256))) if what == 0 else kind
            number = draw.randrange(256) if what == 1 else number
            body = body[: draw.randrange(len(body) + 1)] if what == 2 else body
            body = (body + draw.randbytes(draw.choice((1, 8, 184))))[: frame.MAX_BODY] if what == 3 else body
            made.append((kind, number, body))
        return made

    def _noise(self, true: list[Any], request: int) -> list[Any]:
        draw = self._draw
        made: list[Any] = []
        for one in true:
            coded = bytearray(one if isinstance(one, bytes) else frame.encode(*one))
            if coded and draw.random() < 0.5:
                coded[draw.randrange(len(coded))] ^= 1 << draw.randrange(8)
            made += [draw.randbytes(draw.choice((0, 5, 300))), bytes(coded)]
        return made

    def _stale(self, true: list[Any], request: int) -> list[Any]:
        """What was said before, or by the journal of another epoch, under the present request id."""
        other = BoardHalf(self._papers[1])
        first = self._draw.randrange(len(self._papers[1].records) + 1)
        asked = laptop_half.pull(self._papers[1].epoch, first, self._draw.choice((1, 30)))
        old = [(kind, request, body) for kind, body in other._answer(frame.PULL, asked)]
        old += [(kind, request, body) for kind, _, body in self._draw.sample(self._past, min(4, len(self._past)))]
        return old + true if self._draw.random() < 0.5 else old[:-1]

    def _changes(self, true: list[Any], request: int) -> list[Any]:
        """The board itself is another one from now on."""
        draw, half = self._draw, self._half
        half.paper = draw.choice(self._papers)
        half.oldest = draw.randrange(len(half.paper.records) + 1)
        half.acked = draw.randrange(len(half.paper.records) + 1)
        return true

    def _says_no(self, true: list[Any], request: int) -> list[Any]:
        reason = self._draw.choice((*range(8), 255))
        return [(frame.NO, request, board_half.no(reason, "why\x1b not")[: self._draw.choice((0, 1, 200))])]

    def _anything(self, true: list[Any], request: int) -> list[Any]:
        return [self._any(request) for _ in range(self._draw.choice((1, 30)))] + true

    def _any(self, request: int) -> Frame:
        draw = self._draw
        body = b"".join(struct.pack("<I", draw.choice(EDGES)) for _ in range(draw.randrange(9)))
        return draw.choice(REPLIES), request, body + draw.randbytes(draw.choice((0, 0, 1, 40)))

    def _endless(self, true: list[Any], request: int) -> Iterator[Any]:
        """It does not stop: one frame again and again, rising numbers, noise, or whatever."""
        draw = self._draw
        yield from true if draw.random() < 0.5 else ()
        how = draw.randrange(6)
        again = draw.choice(true) if true else self._any(request)
        number = draw.choice((0, 5, 1 << 20))
        while True:
            number += 1
            if how == 0:
                yield again
            elif how == 1:
                yield frame.END, request, board_half.end(number, number + 9)
            elif how == 2:
                yield frame.REC, request, board_half.rec(number, bytes(record.SIZE))
            elif how == 3:
                yield draw.randbytes(200).replace(b"\x00", b"\x01")
            elif how == 4:
                yield b"\x00"
            else:
                yield self._any(request)


Spoil = Callable[..., Any]  # of a Foe, a true answer and its request id: the frames that are sent
_SPOILS: tuple[Spoil, ...] = (
    Foe._lose,
    Foe._double,
    Foe._shuffle,
    Foe._numbers,
    Foe._texts,
    Foe._frames,
    Foe._noise,
    Foe._stale,
    Foe._changes,
    Foe._says_no,
    Foe._anything,
    Foe._endless,
)


def _some(frames: Iterable[Any], most: int) -> Iterator[Any]:
    for _, one in zip(range(most), frames, strict=False):
        yield one


def _paper(epoch: int, presses: int) -> Paper:
    paper = Paper(epoch).boot().start("crokinole-official target=9999")
    return paper.press(*["A 20", "B 5"] * (presses // 2))


class FoePort:
    """The port that the foe is on. `answers`: see Foe.answers. `on_read` is told of each read."""

    name = "/dev/ttyFOE"

    def __init__(self, answers: Callable[[bytes], Iterator[tuple[float, bytes]]], judge: "Judge | None" = None) -> None:
        self.now = 0.0
        self.reads = 0
        self.client: Any = None
        self.on_read: Callable[[], None] = lambda: None
        self._answers = answers
        self._judge = judge
        self._streams: list[Iterator[tuple[float, bytes]]] = []
        self._next: tuple[float, bytes] | None = None
        self._asked_at = 0.0
        self._bytes = 0  # since then

    def clock(self) -> float:
        return self.now

    def read(self) -> bytes:
        self.reads += 1
        self.on_read()
        if self._bytes > QUESTION_BYTES or self.now - self._asked_at > QUESTION_S:
            raise BrokenError(
                f"one question, and it listens for {self.now - self._asked_at:.0f} s, {self._bytes} bytes"
            )
        if self._next is None:
            self._next = self._pull()
        if self._next is None or self._next[0] > self.now + READ_S:
            self.now += READ_S
            return b""
        at, data = self._next
        self._next = None
        self.now = max(self.now, at) + len(data) * BYTE_S
        self._bytes += len(data)
        if self._judge is not None:
            self._judge.hears(data)
        return data

    def begins(self) -> None:
        """The laptop asks something, or has given its program the word in between."""
        self._asked_at, self._bytes = self.now, 0

    def _pull(self) -> tuple[float, bytes] | None:
        while self._streams:
            found = next(self._streams[0], None)
            if found is not None:
                return self.now + found[0], found[1]
            del self._streams[0]
        return None

    def write(self, data: bytes) -> None:
        if self._judge is not None:
            self._judge.sends(data)
        self.begins()
        self._streams = [*self._streams[:1], self._answers(data)][-2:]
        if len(self._streams) == 2 and self.reads % 3:  # most boards stop what they were at
            del self._streams[0]

    def close(self) -> None:
        pass


class Judge:
    """Looks at what a laptop stores and acknowledges; raises BrokenError."""

    def __init__(self) -> None:
        self.stored: dict[int, Spans] = {}  # committed, by epoch
        self._oldest = 0  # the highest that any WELCOME has said
        self._alone: Counter[tuple[int, int]] = Counter()  # damaged, in answer to a question for this one
        self._asked: dict[int, tuple[int, int]] = {}  # (epoch, number) that was asked for alone, by request id
        self._decoder = frame.Decoder()
        self.tally: Counter[str] = Counter()

    def hears(self, data: bytes) -> None:
        for kind, request, body in self._decoder.feed(data):
            self.tally[f"type {kind:02x}"] += 1
            if kind == frame.WELCOME and len(body) >= 14:
                oldest, following = struct.unpack_from("<II", body, 6)
                if oldest <= following <= conversation.MOST_NUMBERS:
                    self._oldest = max(self._oldest, oldest)
            elif kind == frame.REC and len(body) == 4 + record.SIZE and request in self._asked:
                epoch, number = self._asked[request]
                if body[:4] == struct.pack("<I", number) and not checker(epoch)(number, body[4:]):
                    self._alone[epoch, number] += 1

    def sends(self, data: bytes) -> None:
        for kind, request, body in frame.Decoder().feed(data):
            self._asked.pop(request, None)
            if kind == frame.PULL:
                epoch, number, count = board_half.read_pull(body)
                if count == 1:
                    self._asked[request] = epoch, number
            elif kind == frame.ACK:
                self._acknowledges(*board_half.read_ack(body))

    def _acknowledges(self, epoch: int, upto: int) -> None:
        self.tally["acks"] += 1
        if upto > self._oldest:
            left = Spans([(self._oldest, upto)]).without(self.stored.get(epoch, Spans()))
            if len(left) > len(self._alone):
                raise BrokenError(f"{upto} is acknowledged and {len(left)} below it are not stored")
            for number in (number for first, end in left for number in range(first, end)):
                if self._alone[epoch, number] < 2:
                    raise BrokenError(f"{upto} is acknowledged, {number} is not stored, nor damaged for sure")
                self.tally["given up"] += 1


class JudgedStore(Store):
    """A store of which is judged what is written. `judge` is put there by who makes it."""

    judge: Judge

    def ingest(self, batch: Sequence[tuple[Heard, Sequence[Run]]], renewals: Any = ()) -> list[Stored]:
        return [self._judged(heard, list(runs)) for heard, runs in batch]

    def _judged(self, heard: Heard, runs: list[Run]) -> Stored:
        if (
            not 0
            <= heard.oldest
            <= heard.next
            <= min(heard.oldest + 2 * conversation.MOST_RECORDS, conversation.MOST_NUMBERS)
        ):
            raise BrokenError(f"it believes in a journal from {heard.oldest} to {heard.next}")
        if not heard.board.strip() or not (heard.board + heard.table + heard.firmware).isprintable():
            raise BrokenError(f"it believes in a board {heard.board!r}, {heard.table!r}, {heard.firmware!r}")
        for run in runs:
            for number, one in singles(run):
                if not checker(heard.epoch)(number, one):
                    raise BrokenError(f"record {number} is stored, and its check does not hold")
        stored = self.commit(heard, runs)
        kept = self.judge.stored.setdefault(heard.epoch, Spans())
        for first, end in self.held(heard.board, heard.epoch):
            kept.add(first, end)
        self.judge.tally["stored"] += stored.new
        return stored

    def commit(self, heard: Heard, runs: list[Run]) -> Stored:
        return super().ingest([(heard, runs)])[0]
