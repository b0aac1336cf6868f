"""Asking a board: requests, retries, and records as they arrive.

The laptop owns the cursor. A board answers what it is asked and remembers nothing about it, so whatever is lost on the
way is asked for again; a reply to an older question is known by its request id and dropped.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from shared_rules import frame, messages, record
from tallyboard.errors import TallyboardError
from tallyboard.link.port import Port
from tallyboard.spans import Spans

_REPLY = 0x80  # types from here on are a board's; below, an echo of a request
_UPDATE_LAPTOP = "Update the laptop: `pip install --upgrade tallyboard`."
_UPDATE_BOARD = "Update the board: `tallyboard deploy`."


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds of the client's clock, and how often to ask again.

    `answers`: for a reply, one entry an attempt; they grow, so that a board that is merely slow is heard in the end.
    `silence`: for the next frame of a stream of records. `stalls`: how often in a row a PULL may bring nothing new.
    """

    answers: tuple[float, ...] = (0.5, 1.0, 2.0)
    silence: float = 2.0
    stalls: int = 4


class SilentError(TallyboardError):
    """The board answered before and answers no more."""


class BoardRefusedError(TallyboardError):
    """The board answered NO; `reason` is one of frame.py's."""

    def __init__(self, reason: int, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.reason = reason


class Client:
    """One conversation with the board on a port.

    `oldest` is the oldest record number that the board's last END named, 0 before that.
    """

    def __init__(
        self, port: Port, patience: Patience | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.port = port
        self.oldest = 0
        self._patience = patience or Patience()
        self._clock = clock
        self._decoder = frame.Decoder()
        self._waiting: deque[tuple[int, int, bytes]] = deque()
        # Not always the same: the first bytes can be the tail of what a board said in an earlier conversation.
        self._request = os.urandom(1)[0]
        self._heard = 0  # bytes
        self._met = False

    def hello(self) -> dict[str, Any]:
        """What the board says of itself: the fields of messages.read_welcome.

        Raises TallyboardError when nothing there speaks this protocol and record format.
        """
        if not self._met:
            self.port.write(b"\x00")  # ends whatever half a frame the board may have from before
            self._welcome()  # and a second time, for the first could be a stale tail
            self._met = True
        return self._welcome()

    def _welcome(self) -> dict[str, Any]:
        body = self._ask(frame.HELLO, messages.hello(), frame.WELCOME)
        protocol = body[0] if body else 0
        if protocol > frame.PROTOCOL:  # read before the rest, whose layout may be another one
            raise TallyboardError(
                f"The board on {self.port.name} speaks link protocol {protocol}, this tallyboard {frame.PROTOCOL}.",
                _UPDATE_LAPTOP,
            )
        if protocol < frame.PROTOCOL:
            raise TallyboardError(
                f"The board on {self.port.name} speaks link protocol {protocol}, this tallyboard {frame.PROTOCOL}.",
                _UPDATE_BOARD,
            )
        fields: dict[str, Any] = self._read(messages.read_welcome, body)
        if fields["format"] > record.FORMAT:
            raise TallyboardError(
                f"The board on {self.port.name} writes records of format {fields['format']}, "
                f"this tallyboard reads format {record.FORMAT}.",
                _UPDATE_LAPTOP,
            )
        return fields

    def pull(self, epoch: int, start: int, count: int) -> Iterator[tuple[int, bytes]]:
        """Yield (number of the first, bytes of whole records) as they arrive, every number at most once.

        Asks again for what was lost on the way, as long as that brings something; a number that the board leaves out
        again and again in sound answers is left out here too. Raises SilentError or BoardRefusedError; what was
        yielded before remains good.
        """
        wanted = Spans([(start, start + count)])
        stalls = 0
        while wanted:
            first, end = wanted.first_span()
            left = len(wanted)
            noise = self._decoder.damaged
            ended = False
            for kind, body in self._replies(frame.PULL, messages.pull(epoch, first, end - first)):
                if kind == frame.REC:
                    yield from self._new_runs(wanted, body)
                elif kind == frame.END:
                    self.oldest, following = self._read(messages.read_end, body)
                    wanted.take(0, self.oldest)
                    wanted.take(following, start + count)
                    ended = True
                    break
            if len(wanted) < left:
                stalls = 0
                continue
            stalls += 1
            if stalls < self._patience.stalls:
                continue
            if not ended:
                raise self._silent()
            if self._decoder.damaged > noise:
                raise TallyboardError(
                    f"Too much is damaged on the way from {self.port.name}.",
                    "Try another cable or USB socket and sync again: what had arrived is stored.",
                )
            wanted.take(first, end)
            stalls = 0

    def _new_runs(self, wanted: Spans, body: bytes) -> Iterator[tuple[int, bytes]]:
        first, data = self._read(messages.read_rec, body)
        for low, high in wanted.take(first, first + len(data) // record.SIZE):
            yield low, data[(low - first) * record.SIZE : (high - first) * record.SIZE]

    def ack(self, epoch: int, upto: int) -> int:
        """Tell the board that every record below `upto` is stored; returns what it now holds acknowledged."""
        body = self._ask(frame.ACK, messages.ack(epoch, upto), frame.ACKED)
        acked: int = self._read(messages.read_acked, body)
        return acked

    def assign(self, key: str, line: str, names: Sequence[str]) -> None:
        """Have this match played at the table next: `key` is what it is called here, `line` the game line.

        Raises BoardRefusedError during a match or where the board cannot play it, ValueError where it is too long.
        """
        self._ask(frame.ASSIGN, messages.assign(key, line, list(names)), frame.ASSIGNED)

    # ---- frames

    def _ask(self, kind: int, body: bytes, expected: int) -> bytes:
        """The body of the reply of type `expected`; asks again when none comes in time."""
        for wait in self._patience.answers:
            for reply, answer in self._replies(kind, body, wait):
                if reply == expected:
                    return answer
        raise self._silent() if self._met else self._not_a_board()

    def _replies(self, kind: int, body: bytes, wait: float | None = None) -> Iterator[tuple[int, bytes]]:
        """Send one request and yield its replies (type, body) until none has come for `wait` seconds."""
        self._request = (self._request + 1) & 255
        mine = self._request
        self._waiting.clear()
        self.port.write(frame.encode(kind, mine, body))
        while True:
            reply = self._next(mine, self._patience.silence if wait is None else wait)
            if reply is None:
                return
            if reply[0] == frame.NO:
                self._refused(reply[1])
            yield reply

    def _next(self, request: int, wait: float) -> tuple[int, bytes] | None:
        deadline = self._clock() + wait
        while True:
            while self._waiting:
                kind, theirs, body = self._waiting.popleft()
                if theirs == request and kind >= _REPLY:
                    return kind, body
            if self._clock() >= deadline:  # also while frames of an older question keep coming
                return None
            data = self.port.read()
            self._heard += len(data)
            self._waiting.extend(self._decoder.feed(data))

    def _read(self, reader: Callable[[bytes], Any], body: bytes) -> Any:
        try:
            return reader(body)
        except messages.MessageError as error:
            raise TallyboardError(
                f"The board on {self.port.name} sent {error}, which link protocol {frame.PROTOCOL} does not have.",
                _UPDATE_BOARD,
            ) from error

    # ---- what goes wrong

    def _refused(self, body: bytes) -> NoReturn:
        reason, sentence = self._read(messages.read_no, body)
        if reason == frame.EPOCH:
            cause, step = "its journal changed meanwhile", "Sync again: what had arrived is stored."
        elif reason == frame.MEMORY:
            cause, step = (
                "its journal memory does not answer",
                "Check the wiring of the FRAM, switch the board off and on and sync again.",
            )
        elif reason == frame.RANGE:
            cause, step = "its journal does not hold what was asked for", "Sync again: what had arrived is stored."
        else:
            cause, step = "it does not know what was asked", _UPDATE_BOARD
        said = f' ("{sentence}")' if sentence else ""
        raise BoardRefusedError(reason, f"The board on {self.port.name} refuses: {cause}{said}.", step)

    def _silent(self) -> SilentError:
        return SilentError(
            f"The board on {self.port.name} stopped answering.",
            "Check the cable and sync again: what had arrived is stored.",
        )

    def _not_a_board(self) -> TallyboardError:
        what = "sends something else" if self._heard else "does not answer"
        return TallyboardError(
            f"The device on {self.port.name} {what}: it is not a Tallyboard.",
            "Give the board's data port; a board has two, and the data port is usually the second.",
        )
