"""Frames to and from one port: a question, its replies by their request id, for how long, and what is believed."""

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import CoreError, Later, Told, later
from tallyboard.errors import link as errors
from tallyboard.link.ports import Port, whose
from tallyboard.shapes import BoardState, Welcome
from tallyboard.text.language import _
from tallyboard.text.printable import printable

# Records that a journal holds at most: 8 MB of them. The largest FRAM that is made has 1 MB.
MOST_RECORDS = 1 << 20
# Numbers that the records of an epoch have: one a second, day and night, for eight years.
MOST_NUMBERS = 1 << 28
TEXT_CHARACTERS = 64  # of an id, a name, a version that are kept
_SIDES = range(1, 9)  # of a match; today's have two or three


class ImplausibleError(ValueError):
    """What was said cannot be so; `what` says what it was."""

    def __init__(self, what: Later) -> None:
        super().__init__(what)
        self.what = what


def _acknowledged(following: int, acked: int) -> Later:
    return later("of %(next)s records %(acked)s are acknowledged", next=following, acked=acked)


def read_welcome(body: bytes) -> Welcome:
    """What a board says of itself; the texts without what would move a terminal's cursor. Raises ImplausibleError, and
    MessageError where the body is no WELCOME; as all of these do."""
    fields = cast(Welcome, laptop_half.read_welcome(body))
    if fields["format"] > record.FORMAT:
        return fields  # of another edition: only that can be told
    _extent(fields["oldest"], fields["next"])
    if fields["acked"] > fields["next"]:
        raise ImplausibleError(_acknowledged(fields["next"], fields["acked"]))
    if fields["damaged"] > MOST_RECORDS:
        raise ImplausibleError(later("%(damaged)s records are damaged", damaged=fields["damaged"]))
    if not fields["board"].strip() or not fields["board"].isprintable():
        raise ImplausibleError(later("its id is “%(board)s”", board=printable(fields["board"])))
    if len(fields["board"]) > TEXT_CHARACTERS:
        raise ImplausibleError(later("its id has %(count)s characters", count=len(fields["board"])))
    return {**fields, "table": _shown(fields["table"]), "firmware": _shown(fields["firmware"])}


class Extent(NamedTuple):
    """The oldest record of a journal, and the number of the next."""

    oldest: int
    following: int


def read_end(body: bytes) -> Extent:
    """What an END says of the journal."""
    extent = Extent(*laptop_half.read_end(body))
    _extent(*extent)
    return extent


def read_rec(body: bytes) -> tuple[int, bytes]:
    """(number of the first, bytes of the records)."""
    first, data = laptop_half.read_rec(body)
    _known(first + len(data) // record.SIZE)
    return first, data


def read_acked(body: bytes) -> int:
    """The number below which all is acknowledged."""
    upto: int = laptop_half.read_acked(body)
    _known(upto)
    return upto


def read_score(body: bytes, oldest: int) -> BoardState:
    """What laptop_half.read_score reads, and `key`: None. `oldest`: the oldest record of the board that is known."""
    return _possible({**laptop_half.read_score(body), "key": None}, oldest)


def read_live(body: bytes, oldest: int) -> BoardState:
    """What laptop_half.read_live reads; the key without what would move a terminal's cursor. `oldest`: as above."""
    fields = laptop_half.read_live(body)
    return _possible({**fields, "key": printable(fields["key"])}, oldest)


def _shown(text: str) -> str:
    return printable(text)[:TEXT_CHARACTERS]


def _possible(fields: dict[str, Any], oldest: int) -> BoardState:
    state = cast(BoardState, fields)
    _extent(min(oldest, state["next"]), state["next"])  # a journal that was begun anew is shorter
    if state["acked"] > state["next"]:
        raise ImplausibleError(_acknowledged(state["next"], state["acked"]))
    match = state["match"]
    if match is not None and (len(match["totals"]) not in _SIDES or match["first"] >= len(match["totals"])):
        raise ImplausibleError(
            later("of %(sides)s sides number %(first)s is first", sides=len(match["totals"]), first=match["first"])
        )
    return state


def _known(number: int) -> None:
    if number > MOST_NUMBERS:
        raise ImplausibleError(later("it has a record %(number)s", number=number - 1))


def _extent(oldest: int, following: int) -> None:
    _known(following)
    if not oldest <= following <= oldest + MOST_RECORDS:
        raise ImplausibleError(
            later("its journal goes from %(oldest)s up to %(following)s", oldest=oldest, following=following)
        )


PATIENT = 3  # attempts in vain after which the user hears what is waited for

# Bytes that an attempt takes in without one that it can use: 256 of the longest frames. What a port still holds of an
# earlier conversation is less (the board's buffer has 256 bytes, a system's at most 64 kB); a program that prints
# without end gives as much in a moment.
_STRAY_BYTES = 256 * (frame.MAX_BODY + 8)

_REPLY = 0x80  # types from here on are a board's; below, an echo of a request
_CTRL_C = b"\x03"  # would stop the program of a board whose console this is
_REMEMBERED = 16  # questions of one PULL whose records are still welcome when they come late

_Said = TypeVar("_Said")  # what a reader makes of a body


@dataclass(frozen=True)
class Patience:
    """How long to wait for a board's next frame, in seconds of the client's clock: an entry for each attempt in a row.

    They grow, so that a board that is merely slow is heard in the end. They are many, for on a bad line any frame may
    be lost, the question or its answer.
    """

    answers: tuple[float, ...] = (0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0)


QUICK = Patience((0.3, 0.6, 1.0))  # where something else than a board may be listening


class SilentError(CoreError):
    """The board answered before and answers no more."""


class StoppedError(Exception):
    """The conversation is to end; nothing has gone wrong."""


class BoardRefusedError(CoreError):
    """The board answered NO; `reason` is one of frame.py's."""

    def __init__(self, reason: int, port: str, sentence: str) -> None:
        words = later(sentence) if sentence in errors.BY_A_BOARD else sentence
        said = later(' ("%(sentence)s")', sentence=words) if sentence else ""
        super().__init__(_REFUSED.get(reason, errors.REFUSED_UNKNOWN), port=port, said=said)
        self.reason = reason


_REFUSED = {
    frame.EPOCH: errors.REFUSED_EPOCH,
    frame.MEMORY: errors.REFUSED_MEMORY,
    frame.RANGE: errors.REFUSED_RANGE,
    frame.REFUSED: errors.REFUSED_NOW,
}


class Reply(NamedTuple):
    """A board's frame."""

    request: int
    kind: int
    body: bytes


class Conversation:
    """The frames of one conversation.

    `request`: the id of the present question. `met`: whether a board has answered. `on_wait` is told, in a sentence,
    when an answer is long in coming. `room`: how many bytes more are taken in before the end of listening. Once
    `is_over()`, nobody is listened to: seconds would be waited for a board that is silent.
    """

    def __init__(
        self,
        port: Port,
        patience: Patience,
        clock: Callable[[], float],
        on_wait: Callable[[str], None],
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.port = port
        self.patience = patience
        self.clock = clock
        self.on_wait = on_wait
        self._is_over = is_over
        self.met = False
        self.heard_at = clock()  # when anything came last
        # Not always the same: the first bytes can be the tail of what a board said in an earlier conversation.
        self.request = os.urandom(1)[0]
        self._asked: deque[int] = deque(maxlen=_REMEMBERED)  # request ids whose replies are taken
        self._decoder = frame.Decoder()
        self._waiting: deque[tuple[int, int, bytes]] = deque()  # frames of one read
        self._heard = False
        self.room = _STRAY_BYTES

    @property
    def damaged(self) -> int:
        """How often something came that was no frame."""
        return self._decoder.damaged

    @property
    def flooded(self) -> bool:
        """Whether more came than belongs to any answer."""
        return self.room <= 0

    def limit(self, wait: float, latest: float = float("inf")) -> float:
        """Listen anew: until so many seconds from now, `latest` at the latest. The moment."""
        self.room = _STRAY_BYTES
        return min(self.clock() + wait, latest)

    def ask(self, kind: int, body: bytes, expected: int) -> bytes:
        """The body of the reply of type `expected`; asks again when none comes in time."""
        self.forget()
        self.next_question()  # one for all attempts: an answer that comes late is as good
        while kind == frame.HELLO and _CTRL_C in frame.encode(kind, self.request, body):
            self.next_question()
        noise = self.damaged
        flooded = False
        for attempt, wait in enumerate(self.patience.answers):
            if attempt == PATIENT:
                self.on_wait(_("Waiting for %(port)s to answer; asking again.", port=self.port.name))
            limit = self.limit(wait)
            self.send(kind, body)
            while reply := self.reply(limit):
                if reply.kind == expected:
                    return reply.body
            flooded = self.flooded
        if self.met:
            raise self.unheard(noise, flooded)
        raise self.failure(
            errors.NOT_A_BOARD, what=later("sends something else") if self._heard else later("does not answer")
        )

    def forget(self) -> None:
        """Replies to what was asked before are no longer taken."""
        self._asked.clear()

    def next_question(self) -> None:
        """What is sent from now on has a request id of its own."""
        self.request = (self.request + 1) & 255
        self._asked.append(self.request)

    def send(self, kind: int, body: bytes) -> None:
        """Send a request under the present id."""
        self.port.write(frame.encode(kind, self.request, body))

    def reply(self, until: float) -> Reply | None:
        """The next frame that belongs to a question whose replies are taken; None where none has come by then. Raises
        BoardRefusedError for a NO, StoppedError when it is over."""
        while True:
            while self._waiting:
                kind, request, body = self._waiting.popleft()
                if request in self._asked and kind >= _REPLY:
                    if kind == frame.NO:
                        reason, sentence = self.read(laptop_half.read_no, body)
                        raise BoardRefusedError(reason, self.port.name, sentence)
                    return Reply(request, kind, body)
            if self.flooded or self.clock() >= until:  # also while frames of an older question keep coming
                return None
            if self._is_over():
                raise StoppedError
            data = self.port.read()
            self.room -= len(data)
            if data:
                self._heard, self.heard_at = True, self.clock()
            self._waiting.extend(self._decoder.feed(data))

    def read(self, reader: Callable[[bytes], _Said], body: bytes) -> _Said:
        """What `reader` here makes of a body; a failure of it is a sentence."""
        try:
            return reader(body)
        except board_half.MessageError as error:
            raise self.failure(errors.UNKNOWN_MESSAGE, what=error, protocol=frame.PROTOCOL) from error
        except ImplausibleError as error:
            raise self.failure(errors.IMPLAUSIBLE, what=error.what) from error

    # ---- what goes wrong

    def failure(self, told: Told, **fields: object) -> CoreError:
        """What went wrong with this port's board."""
        return CoreError(told, port=self.port.name, **fields)

    def unheard(self, noise: int, flooded: bool) -> CoreError:
        """No attempt brought an answer; `noise`: what `damaged` was before them, `flooded`: the last one was."""
        if flooded:
            return self.failure(errors.FLOODS)
        if self.damaged == noise:
            known = whose(self.port)
            silent = errors.PHONE_SILENT if known.table else errors.RADIO_AWAY if known.board else errors.SILENT
            return SilentError(silent, port=self.port.name)
        return self.failure(errors.NOISE)
