"""Asking a board: the questions that there are, each until it is answered or there is no hope of it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from shared_rules.journal import record
from shared_rules.link import frame, laptop_half, orders
from tallyboard.errors import CoreError
from tallyboard.errors import link as errors
from tallyboard.journal.runs import Run, Spans
from tallyboard.link.conversation import (
    QUICK,
    BoardRefusedError,
    Conversation,
    Patience,
    SilentError,
    read_acked,
    read_live,
    read_rec,
    read_score,
    read_welcome,
)
from tallyboard.link.ports import Port
from tallyboard.link.pulling import Holds, PullAlone, PullMany
from tallyboard.shapes import BoardState, Welcome

__all__ = ["QUICK", "BoardRefusedError", "Client", "Patience", "SilentError", "TooOldError"]

_QUIET_S = 0.1  # without a record until whoever follows a board hears that there is none


class TooOldError(CoreError):
    """The board's firmware does not know that."""


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
        self.oldest = 0
        self.protocol = frame.OLDEST_PROTOCOL
        self._conversation = Conversation(port, patience or Patience(), clock, on_wait)

    def silent_s(self) -> float:
        """For how many seconds nothing has come."""
        return self._conversation.clock() - self._conversation.heard_at

    def hello(self) -> Welcome:
        """What the board says of itself.

        Raises TallyboardError when nothing there speaks this protocol and record format.
        """
        if not self._conversation.met:
            self.port.write(b"\x00")  # ends whatever half a frame the board may have from before
            self._welcome()  # and a second time, for the first could be a stale tail
            self._conversation.met = True
        return self._welcome()

    def _welcome(self) -> Welcome:
        body = self._conversation.ask(frame.HELLO, laptop_half.hello(), frame.WELCOME)
        protocol = body[0] if body else 0
        if not frame.OLDEST_PROTOCOL <= protocol <= frame.PROTOCOL:  # the layout of the rest may be another one
            told = errors.NEWER_PROTOCOL if protocol > frame.PROTOCOL else errors.OLDER_PROTOCOL
            raise CoreError(told, port=self.port.name, theirs=protocol, ours=frame.PROTOCOL)
        fields = self._conversation.read(read_welcome, body)
        if fields["format"] > record.FORMAT:
            formats = {"theirs": fields["format"], "ours": record.FORMAT}
            raise CoreError(errors.NEWER_FORMAT, port=self.port.name, **formats)
        self.oldest = fields["oldest"]
        self.protocol = protocol
        return fields

    def pull(self, epoch: int, wanted: Spans, holds: Holds) -> Iterator[Run]:
        """Yield (number of the first, bytes of whole records) of the numbers in `wanted`, each at most once.

        Those that `holds` come as they arrive. Others come last, if no answer brought them whole: see pull_alone. A
        number that the board leaves out again and again in sound answers is left out here too. Raises TallyboardError;
        what was yielded before remains good.
        """
        return PullMany(self._conversation, epoch, wanted, holds, partial(self._confirmed, epoch)).runs()

    def _confirmed(self, epoch: int, oldest: int) -> int:
        """The oldest record that the board has.

        An END that says more than is known may be a stale one, which would make us pass records over: so ask once more.
        """
        if oldest > self.oldest and self._welcome()["epoch"] != epoch:
            raise self._conversation.failure(errors.CHANGED)
        return self.oldest

    def pull_alone(self, epoch: int, numbers: Iterable[int], holds: Holds) -> Iterator[Run]:
        """Yield (number, bytes) of these records, which came damaged: whole if it comes whole, and damaged where it is
        certain that the board has it so. Where neither is, a number is left out. Raises as `pull`."""
        return PullAlone(self._conversation, epoch, holds).runs(numbers)

    def ack(self, epoch: int, upto: int) -> int:
        """Tell the board that it need not keep any record below `upto`: each is stored, or damaged on the board itself.
        Returns what it now holds acknowledged."""
        body = self._conversation.ask(frame.ACK, laptop_half.ack(epoch, upto), frame.ACKED)
        return self._conversation.read(read_acked, body)

    def assign(self, key: str, line: str, names: Sequence[str], first: int | None = None) -> None:
        """Have this match played at the table next: `key` is what it is called here, `line` the game line, `first` the
        side number that starts, None where that is open. It takes the place of one that waits there.

        Raises BoardRefusedError where the board cannot play it, with older firmware also during a match; ValueError
        where it is too long.
        """
        if self.protocol >= 2:
            self._conversation.ask(frame.ASSIGN, orders.assign(key, line, list(names), first), frame.ASSIGNED)
        elif first is None:
            self._conversation.ask(frame.ASSIGN_1, orders.assign_1(key, line, list(names)), frame.ASSIGNED)
        else:
            raise TooOldError(errors.TOO_OLD, port=self.port.name, what="who starts an assigned match")

    def cancel(self) -> None:
        """Have no match wait at the table any more. Raises TallyboardError where the board's firmware is too old."""
        if self.protocol < 2:
            raise TooOldError(errors.TOO_OLD, port=self.port.name, what="that an assigned match is cancelled")
        self._conversation.ask(frame.ASSIGN, orders.cancel(), frame.ASSIGNED)

    def state(self) -> BoardState:
        """The live score. Never a source of truth.

        `key` is None with older firmware, which does not tell it.
        """
        reader, expected = (read_score, frame.SCORE) if self.protocol < 2 else (read_live, frame.LIVE)
        body = self._conversation.ask(frame.STATE, laptop_half.state(self.protocol), expected)
        return self._conversation.read(lambda body: reader(body, self.oldest), body)

    def follow(self, epoch: int, start: int) -> Iterator[tuple[int, bytes] | None]:
        """Yield (number of the first, bytes of whole records) from number `start` on as the board makes them.

        And None whenever none has come for a while. Whatever is asked next ends it on the board.

        A run that is lost on the way is seen by its numbers, and is for `pull`. Raises BoardRefusedError where the
        board does not know it (`protocol` below 2) or its journal is another one.
        """
        conversation = self._conversation
        conversation.forget()
        conversation.next_question()
        conversation.send(frame.FOLLOW, laptop_half.follow(epoch, start))
        while True:
            reply = conversation.reply(conversation.limit(_QUIET_S))
            if reply is not None and reply.kind == frame.END:
                return
            yield (conversation.read(read_rec, reply.body) if reply is not None and reply.kind == frame.REC else None)

    def set_time(self, seconds: int) -> bool:
        """Tell the board the time (Unix time, UTC); False where it cannot keep one. It notes it at most hourly."""
        try:
            self._conversation.ask(frame.TIME, laptop_half.time(seconds), frame.TIMED)
        except BoardRefusedError as refused:
            if refused.reason not in (frame.UNKNOWN, frame.REFUSED):
                raise
            return False
        return True

    def setup(self, name: str | None, light: int | None) -> None:
        """Give the table a name ("": the one in its settings) and a brightness, 1 to 16; None: as it is.

        Raises BoardRefusedError where the board cannot note it.
        """
        self._conversation.ask(frame.SETUP, orders.setup(name, light), frame.SET)


class TooLongError(CoreError):
    """No board can be told that much at once."""


REFUSALS = (BoardRefusedError, TooOldError, TooLongError)


def told(client: Client, kind: str, what: Mapping[str, Any]) -> str:
    """Tell the board; what it makes of it. `kind` and `what` are those of an order, see orders.Order.

    Raises one of REFUSALS where it will not do it; another TallyboardError where it went away.
    """
    if kind == "match" and what["key"] is None:
        waited = client.state()["key"]
        client.cancel()
        return f"the match {waited} waits no longer" if waited else "no match waited"
    if kind == "match":
        return _assigned(client, what)
    client.setup(what.get("name"), what.get("light"))
    if kind == "light":
        return f"its light is {what['light']} now"
    return f"it is called {what['name']} now" if what["name"] else "it is called as its settings say again"


def _assigned(client: Client, what: Mapping[str, Any]) -> str:
    try:
        client.assign(what["key"], what["line"], what["names"], what["first"])
    except ValueError as error:
        raise TooLongError(errors.TOO_LONG, why=error) from None
    key, state = what["key"], client.state()
    if state["waits"] or state["key"] is None:
        return f"NEXT starts the match {key}"
    if state["key"] == key:
        return f"the match {key} waits for the end of the one that is on"
    return f"the match {key} was started before"
