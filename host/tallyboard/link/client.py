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

from shared_rules import errands, frame, messages, questions, record
from tallyboard.errors import UPDATE, TallyboardError
from tallyboard.link.port import Port
from tallyboard.spans import Spans

_REPLY = 0x80  # types from here on are a board's; below, an echo of a request
_UPDATE_BOARD = "Update the board: `tallyboard deploy`."
_REST = "what had arrived is stored, the next sync brings the rest."

_BRIDGE = 2 * messages.RECORDS_A_FRAME  # records that are asked for once more, rather than asking twice
_LEFT_OUT = 4  # sound answers in a row without the first record that was asked for: the board does not give it
_QUIET_S = 0.05  # without a record until whoever follows a board hears that there is none
_PATIENT = 3  # attempts in vain after which the user hears what is waited for
_CTRL_C = b"\x03"  # would stop the program of a board whose console this is
_REMEMBERED = 16  # questions of one PULL whose records are still welcome when they come late


@dataclass(frozen=True)
class Patience:
    """How long to wait for a board's next frame, in seconds of the client's clock: an entry for each attempt in a row.

    They grow, so that a board that is merely slow is heard in the end. They are many, for on a bad line any frame may
    be lost, the question or its answer.
    """

    answers: tuple[float, ...] = (0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0)


QUICK = Patience((0.3, 0.6, 1.0))  # where something else than a board may be listening


class SilentError(TallyboardError):
    """The board answered before and answers no more."""


class BoardRefusedError(TallyboardError):
    """The board answered NO; `reason` is one of frame.py's."""

    def __init__(self, reason: int, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.reason = reason


class Client:
    """One conversation with the board on a port.

    `oldest` is the oldest record number that the board is known to have, 0 before it was heard; `protocol` the one that
    both ends speak, the oldest before then.
    """

    def __init__(
        self,
        port: Port,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_wait: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`on_wait` is told, in a sentence, when an answer is long in coming."""
        self.port = port
        self._on_wait = on_wait
        self.oldest = 0
        self.protocol = frame.OLDEST_PROTOCOL
        self._patience = patience or Patience()
        self._clock = clock
        self._decoder = frame.Decoder()
        self._waiting: deque[tuple[int, int, bytes]] = deque()
        # Not always the same: the first bytes can be the tail of what a board said in an earlier conversation.
        self._request = os.urandom(1)[0]
        self._asked: deque[int] = deque(maxlen=_REMEMBERED)  # request ids whose replies are taken
        self._heard = 0  # bytes
        self._met = False

    def hello(self) -> dict[str, Any]:
        """What the board says of itself: the fields of questions.read_welcome.

        Raises TallyboardError when nothing there speaks this protocol and record format.
        """
        if not self._met:
            self.port.write(b"\x00")  # ends whatever half a frame the board may have from before
            self._welcome()  # and a second time, for the first could be a stale tail
            self._met = True
        return self._welcome()

    def _welcome(self) -> dict[str, Any]:
        body = self._ask(frame.HELLO, questions.hello(), frame.WELCOME)
        protocol = body[0] if body else 0
        if protocol > frame.PROTOCOL:  # read before the rest, whose layout may be another one
            raise TallyboardError(
                f"The board on {self.port.name} speaks link protocol {protocol}, this tallyboard {frame.PROTOCOL}.",
                UPDATE,
            )
        if protocol < frame.OLDEST_PROTOCOL:
            raise TallyboardError(
                f"The board on {self.port.name} speaks link protocol {protocol}, this tallyboard {frame.PROTOCOL}.",
                _UPDATE_BOARD,
            )
        fields: dict[str, Any] = self._read(questions.read_welcome, body)
        if fields["format"] > record.FORMAT:
            raise TallyboardError(
                f"The board on {self.port.name} writes records of format {fields['format']}, "
                f"this tallyboard reads format {record.FORMAT}.",
                UPDATE,
            )
        self.oldest = fields["oldest"]
        self.protocol = protocol
        return fields

    def pull(self, epoch: int, start: int, count: int) -> Iterator[tuple[int, bytes]]:
        """Yield (number of the first, bytes of whole records) as they arrive, every number at most once.

        Asks again for what was lost on the way, in smaller pieces as long as nothing comes through. A number that the
        board leaves out again and again in sound answers is left out here too. Raises SilentError or BoardRefusedError;
        what was yielded before remains good.
        """
        wanted = Spans([(start, start + count)])
        reach = count  # records asked for at a time
        barren = left_out = 0  # attempts in a row that brought nothing; of these, with a sound answer
        self._asked.clear()
        while wanted:
            first, end = wanted.first_span(_BRIDGE)
            end = min(end, first + reach)
            left = len(wanted)
            noise = self._decoder.damaged
            self._next_request()
            ended = None
            wait = self._patience.answers[barren]
            for request, kind, body in self._replies(frame.PULL, questions.pull(epoch, first, end - first), wait):
                if kind == frame.REC:
                    yield from self._new_runs(wanted, body)
                elif kind == frame.END and request == self._request:
                    ended = self._read(questions.read_end, body)
                    break
            if ended and ended[0] > self.oldest:  # a stale END would make us pass records over: so ask once more
                self._welcome()
                wanted.take(0, self.oldest)
            if len(wanted) < left:
                barren = left_out = 0
                reach = min(count, reach * 2)
                continue
            barren += 1
            if barren == _PATIENT:
                self._on_wait(f"Nothing whole has come from {self.port.name} for a while; asking for less at a time.")
            quiet = self._decoder.damaged == noise
            left_out = left_out + 1 if ended and quiet else 0
            reach = max(1, min(reach // 2, messages.RECORDS_A_FRAME))
            if ended and left_out == _LEFT_OUT:
                wanted.take(first, end)
                wanted.take(max(first, ended[1]), start + count)
                barren = left_out = 0
            elif barren == len(self._patience.answers):
                raise self._silent() if quiet else self._noisy()

    def _new_runs(self, wanted: Spans, body: bytes) -> Iterator[tuple[int, bytes]]:
        first, data = self._read(questions.read_rec, body)
        for low, high in wanted.take(first, first + len(data) // record.SIZE):
            yield low, data[(low - first) * record.SIZE : (high - first) * record.SIZE]

    def ack(self, epoch: int, upto: int) -> int:
        """Tell the board that every record below `upto` is stored; returns what it now holds acknowledged."""
        body = self._ask(frame.ACK, questions.ack(epoch, upto), frame.ACKED)
        acked: int = self._read(questions.read_acked, body)
        return acked

    def assign(self, key: str, line: str, names: Sequence[str], first: int | None = None) -> None:
        """Have this match played at the table next: `key` is what it is called here, `line` the game line, `first` the
        side number that starts, None where that is open. It takes the place of one that waits there.

        Raises BoardRefusedError where the board cannot play it, with older firmware also during a match; ValueError
        where it is too long.
        """
        if self.protocol < 2:
            if first is not None:
                raise self._too_old("who starts an assigned match")
            self._ask(frame.ASSIGN_1, errands.assign_1(key, line, list(names)), frame.ASSIGNED)
            return
        self._ask(frame.ASSIGN, errands.assign(key, line, list(names), first), frame.ASSIGNED)

    def cancel(self) -> None:
        """Have no match wait at the table any more. Raises TallyboardError where the board's firmware is too old."""
        if self.protocol < 2:
            raise self._too_old("that an assigned match is cancelled")
        self._ask(frame.ASSIGN, errands.cancel(), frame.ASSIGNED)

    def state(self) -> dict[str, Any]:
        """The live score: the fields of questions.read_live. Never a source of truth.

        `key` is None with older firmware, which does not tell it.
        """
        if self.protocol < 2:
            score: dict[str, Any] = self._read(questions.read_score, self._ask(frame.STATE, b"", frame.SCORE))
            return {**score, "key": None}
        live: dict[str, Any] = self._read(
            questions.read_live, self._ask(frame.STATE, questions.state(self.protocol), frame.LIVE)
        )
        return live

    def follow(self, epoch: int, start: int) -> Iterator[tuple[int, bytes] | None]:
        """Yield (number of the first, bytes of whole records) from number `start` on as the board makes them.

        And None whenever none has come for a while. Whatever is asked next ends it on the board.

        A run that is lost on the way is seen by its numbers, and is for `pull`. Raises BoardRefusedError where the
        board does not know it (`protocol` below 2) or its journal is another one.
        """
        self._asked.clear()
        self._next_request()
        self.port.write(frame.encode(frame.FOLLOW, self._request, questions.follow(epoch, start)))
        while True:
            reply = self._next(_QUIET_S)
            if reply is None:
                yield None
            elif reply[1] == frame.NO:
                self._refused(reply[2])
            elif reply[1] == frame.REC:
                yield self._read(questions.read_rec, reply[2])
            elif reply[1] == frame.END:
                return

    def set_time(self, seconds: int) -> bool:
        """Tell the board the time (Unix time, UTC); False where it cannot keep one. It notes it at most hourly."""
        try:
            self._ask(frame.TIME, questions.time(seconds), frame.TIMED)
        except BoardRefusedError as refused:
            if refused.reason not in (frame.UNKNOWN, frame.REFUSED):
                raise
            return False
        return True

    def setup(self, name: str | None, light: int | None) -> None:
        """Give the table a name ("": the one in its settings) and a brightness, 1 to 16; None: as it is.

        Raises BoardRefusedError where the board cannot note it.
        """
        self._ask(frame.SETUP, errands.setup(name, light), frame.SET)

    # ---- frames

    def _ask(self, kind: int, body: bytes, expected: int) -> bytes:
        """The body of the reply of type `expected`; asks again when none comes in time."""
        self._asked.clear()
        self._next_request()  # one for all attempts: an answer that comes late is as good
        while kind == frame.HELLO and _CTRL_C in frame.encode(kind, self._request, body):
            self._next_request()
        noise = self._decoder.damaged
        for attempt, wait in enumerate(self._patience.answers):
            if attempt == _PATIENT:
                self._on_wait(f"Waiting for {self.port.name} to answer; asking again.")
            for _, reply, answer in self._replies(kind, body, wait):
                if reply == expected:
                    return answer
        if not self._met:
            raise self._not_a_board()
        raise self._silent() if self._decoder.damaged == noise else self._noisy()

    def _next_request(self) -> None:
        self._request = (self._request + 1) & 255
        self._asked.append(self._request)

    def _replies(self, kind: int, body: bytes, wait: float) -> Iterator[tuple[int, int, bytes]]:
        """Send one request and yield (request id, type, body) of replies until none has come for `wait` seconds."""
        self.port.write(frame.encode(kind, self._request, body))
        while True:
            reply = self._next(wait)
            if reply is None:
                return
            if reply[1] == frame.NO:
                self._refused(reply[2])
            yield reply

    def _next(self, wait: float) -> tuple[int, int, bytes] | None:
        deadline = self._clock() + wait
        while True:
            while self._waiting:
                kind, request, body = self._waiting.popleft()
                if request in self._asked and kind >= _REPLY:
                    return request, kind, body
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
        reason, sentence = self._read(questions.read_no, body)
        if reason == frame.EPOCH:
            cause, step = "its journal changed meanwhile", _REST.capitalize()
        elif reason == frame.MEMORY:
            cause, step = (
                "its journal memory does not answer",
                "Check the wiring of the FRAM, then switch the board off and on.",
            )
        elif reason == frame.RANGE:
            cause, step = "its journal does not hold what was asked for", _REST.capitalize()
        elif reason == frame.REFUSED:
            cause, step = "it cannot do that now", "Look at the table and try again."
        else:
            cause, step = "it does not know what was asked", _UPDATE_BOARD
        said = f' ("{sentence}")' if sentence else ""
        raise BoardRefusedError(reason, f"The board on {self.port.name} refuses: {cause}{said}.", step)

    def _too_old(self, what: str) -> TallyboardError:
        return TallyboardError(f"The firmware of the board on {self.port.name} cannot be told {what}.", _UPDATE_BOARD)

    def _silent(self) -> SilentError:
        return SilentError(
            f"The board on {self.port.name} stopped answering.",
            f"Check the cable: {_REST}",
        )

    def _noisy(self) -> TallyboardError:
        return TallyboardError(
            f"Too much is damaged on the way from {self.port.name}.",
            f"Try another cable or USB socket: {_REST}",
        )

    def _not_a_board(self) -> TallyboardError:
        what = "sends something else" if self._heard else "does not answer"
        return TallyboardError(
            f"The device on {self.port.name} {what}: it is not a Tallyboard.",
            "Give the board's data port; a board has two, and the data port is usually the second.",
        )
