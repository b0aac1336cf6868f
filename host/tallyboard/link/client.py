"""Asking a board: the questions that there are, each until it is answered or there is no hope of it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half, orders
from tallyboard.errors import CoreError, Later, later
from tallyboard.errors import link as errors
from tallyboard.journal.runs import Run, Spans, singles
from tallyboard.link.conversation import (
    PATIENT,
    QUICK,
    BoardRefusedError,
    Conversation,
    Extent,
    Patience,
    SilentError,
    read_acked,
    read_end,
    read_live,
    read_rec,
    read_score,
    read_welcome,
)
from tallyboard.link.ports import Port, whose
from tallyboard.shapes import BoardState, Welcome
from tallyboard.text.language import _
from tallyboard.text.quantities import duration

__all__ = ["QUICK", "BoardRefusedError", "Client", "Patience", "SilentError", "UntoldError"]

_QUIET_S = 0.1  # without a record until whoever follows a board hears that there is none

# A collection may take so long, and longer only by what it brings: a board's whole journal comes in ten seconds, and on
# a line that loses most frames twice as many records a second come as here. What had arrived is kept, so that a line
# that is slower still needs more syncs.
_START_S, _SLOWEST = 30.0, 50  # seconds; sound records a second
_LONGEST_S = 600.0  # and never longer than this

_BRIDGE = 2 * board_half.RECORDS_A_FRAME  # records that are asked for once more, rather than asking twice
_LEFT_OUT = 4  # sound answers in a row without the first record that was asked for: the board does not give it
_GAPS = 16  # that are left out one after the other until a board is told to make its records up
_ALONE = 2  # times that a record comes damaged when it is asked for alone: it is so on the board

Holds = Callable[[int, bytes], bool]  # of (number of the first, bytes of whole records): whether all are undamaged


class UntoldError(CoreError):
    """The board cannot be told that: its firmware does not know it, or it is too much at once."""


class Client(Conversation):
    """One conversation with the board on a port, and what it is asked. `oldest` is the oldest record number that the
    board is known to have, 0 before it was heard; `protocol` the one that both ends speak, the oldest before then."""

    def __init__(
        self,
        port: Port,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_wait: Callable[[str], None] = lambda sentence: None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        """`on_wait`, `is_over`: see Conversation."""
        super().__init__(port, patience or Patience(), clock, on_wait, is_over)
        self.oldest = 0
        self.protocol = frame.OLDEST_PROTOCOL

    def silent_s(self) -> float:
        """For how many seconds nothing has come."""
        return self.clock() - self.heard_at

    def hello(self) -> Welcome:
        """What the board says of itself. Raises TallyboardError when nothing there speaks this protocol and record
        format."""
        if not self.met:
            self.port.write(b"\x00")  # ends whatever half a frame the board may have from before
            self._welcome()  # and a second time, for the first could be a stale tail
            self.met = True
        return self._welcome()

    def _welcome(self) -> Welcome:
        body = self.ask(frame.HELLO, laptop_half.hello(), frame.WELCOME)
        protocol = body[0] if body else 0
        if not frame.OLDEST_PROTOCOL <= protocol <= frame.PROTOCOL:  # the layout of the rest may be another one
            told = errors.NEWER_PROTOCOL if protocol > frame.PROTOCOL else errors.OLDER_PROTOCOL
            raise self.failure(told, theirs=protocol, ours=frame.PROTOCOL)
        fields = self.read(read_welcome, body)
        if fields["format"] > record.FORMAT:
            raise self.failure(errors.NEWER_FORMAT, theirs=fields["format"], ours=record.FORMAT)
        self.oldest = fields["oldest"]
        self.protocol = protocol
        return fields

    def pull(self, epoch: int, wanted: Spans, holds: Holds) -> Iterator[Run]:
        """Yield (number of the first, bytes of whole records) of the numbers in `wanted`, each at most once.

        Those that `holds` come as they arrive. Others come last, if no answer brought them whole: see pull_alone. A
        number that the board leaves out again and again in sound answers is left out here too. Raises TallyboardError;
        what was yielded before remains good.
        """
        return PullMany(self, epoch, wanted, holds).runs()

    def confirmed(self, epoch: int, oldest: int) -> int:
        """The oldest record that the board has, by whose END it is `oldest`. An END that says more than is known may be
        a stale one, which would make us pass records over: so ask once more."""
        if oldest > self.oldest and self._welcome()["epoch"] != epoch:
            raise self.failure(errors.CHANGED)
        return self.oldest

    def pull_alone(self, epoch: int, numbers: Iterable[int], holds: Holds) -> Iterator[Run]:
        """Yield (number, bytes) of these records, which came damaged: whole if it comes whole, and damaged where it is
        certain that the board has it so. Where neither is, a number is left out. Raises as `pull`."""
        return PullAlone(self, epoch, holds).runs(numbers)

    def ack(self, epoch: int, upto: int) -> int:
        """Tell the board that it need not keep any record below `upto`: each is stored, or damaged on the board itself.
        Returns what it now holds acknowledged."""
        return self.read(read_acked, self.ask(frame.ACK, laptop_half.ack(epoch, upto), frame.ACKED))

    def assign(self, key: str, line: str, names: Sequence[str], first: int | None = None) -> None:
        """Have this match played at the table next: `key` is what it is called here, `line` the game line, `first` the
        side number that starts, None where that is open. It takes the place of one that waits there.

        Raises BoardRefusedError where the board cannot play it, with older firmware also during a match; ValueError
        where it is too long.
        """
        if self.protocol >= 2:
            self.ask(frame.ASSIGN, orders.assign(key, line, list(names), first), frame.ASSIGNED)
        elif first is None:
            self.ask(frame.ASSIGN_1, orders.assign_1(key, line, list(names)), frame.ASSIGNED)
        else:
            raise UntoldError(errors.TOO_OLD, port=self.port.name, what=later("who starts an assigned match"))

    def cancel(self) -> None:
        """Have no match wait at the table any more. Raises TallyboardError where the board's firmware is too old."""
        if self.protocol < 2:
            raise UntoldError(errors.TOO_OLD, port=self.port.name, what=later("that an assigned match is cancelled"))
        self.ask(frame.ASSIGN, orders.cancel(), frame.ASSIGNED)

    def state(self) -> BoardState:
        """The live score. Never a source of truth. `key` is None with older firmware, which does not tell it."""
        reader, expected = (read_score, frame.SCORE) if self.protocol < 2 else (read_live, frame.LIVE)
        body = self.ask(frame.STATE, laptop_half.state(self.protocol), expected)
        return self.read(lambda body: reader(body, self.oldest), body)

    def follow(self, epoch: int, start: int) -> Iterator[tuple[int, bytes] | None]:
        """Yield (number of the first, bytes of whole records) from number `start` on as the board makes them.

        And None whenever none has come for a while. Whatever is asked next ends it on the board.

        A run that is lost on the way is seen by its numbers, and is for `pull`. Raises BoardRefusedError where the
        board does not know it (`protocol` below 2) or its journal is another one.
        """
        self.forget()
        self.next_question()
        self.send(frame.FOLLOW, laptop_half.follow(epoch, start))
        while True:
            reply = self.reply(self.limit(_QUIET_S))
            if reply is not None and reply.kind == frame.END:
                return
            yield (self.read(read_rec, reply.body) if reply is not None and reply.kind == frame.REC else None)

    def set_time(self, seconds: int) -> bool:
        """Tell the board the time (Unix time, UTC); False where it cannot keep one. It notes it at most hourly."""
        try:
            self.ask(frame.TIME, laptop_half.time(seconds), frame.TIMED)
        except BoardRefusedError as refused:
            if refused.reason not in (frame.UNKNOWN, frame.REFUSED):
                raise
            return False
        return True

    def setup(self, name: str | None, light: int | None) -> None:
        """Give the table a name ("": the one in its settings) and a brightness, 1 to 16; None: as it is. Raises
        BoardRefusedError where the board cannot note it."""
        self.ask(frame.SETUP, orders.setup(name, light), frame.SET)


def longest(came: int) -> float:
    """The seconds that a collection may take that has brought so many sound records."""
    return min(_LONGEST_S, _START_S + came / _SLOWEST)


class PullMany:
    """One collection of records. Asks again for what was lost on the way; as long as questions bring nothing, the next
    one asks for less, and waits longer."""

    def __init__(self, client: Client, epoch: int, wanted: Spans, holds: Holds) -> None:
        self._client = client
        self._epoch = epoch
        self._wanted = Spans(wanted)
        self._holds = holds
        self._damaged: dict[int, bytes] = {}  # whole frames brought them so
        self._came = 0  # sound records
        self._most = self._size = len(wanted)  # for how many records to ask
        self._in_vain = 0  # questions in a row that brought nothing
        self._left_out = 0  # the last so many of these had a sound answer without the records
        self._gaps = 0  # times that records were given up since any came

    def runs(self) -> Iterator[Run]:
        """As Client.pull."""
        client, wanted = self._client, self._wanted
        began = client.clock()
        client.forget()
        while wanted:
            latest = began + longest(self._came)
            if client.clock() >= latest:
                raise client.failure(errors.TOO_SLOW, duration=duration(latest - began))
            left, noise = len(wanted), client.damaged
            asked, wait = wanted.first_span(_BRIDGE, self._size), client.patience.answers[self._in_vain]
            limit = client.limit(wait, latest)
            client.next_question()
            client.send(frame.PULL, laptop_half.pull(self._epoch, asked[0], asked[1] - asked[0]))
            said: Extent | None = None  # by an END
            while said is None and (reply := client.reply(limit)):
                if reply.kind == frame.REC:
                    before = len(wanted)
                    yield from self._new(*client.read(read_rec, reply.body))
                    if len(wanted) < before:  # only what brings something new gives the next frame its time
                        limit = client.limit(wait, latest)
                elif reply.kind == frame.END and reply.request == client.request:
                    said = client.read(read_end, reply.body)
            if said is not None:
                wanted.take(0, client.confirmed(self._epoch, said.oldest))
            if len(wanted) < left:
                self._in_vain = self._left_out = self._gaps = 0
                self._size = min(self._most, self._size * 2)
            else:
                self._nothing_came(asked, said, noise, client.flooded)
        yield from sorted(self._damaged.items())

    def _nothing_came(self, asked: tuple[int, int], said: Extent | None, noise: int, flooded: bool) -> None:
        """Give up what the board leaves out again and again, or raise where there is no hope of more. `noise`: how
        often something damaged had come before."""
        client = self._client
        self._in_vain += 1
        self._left_out = self._left_out + 1 if said is not None and client.damaged == noise else 0
        self._size = max(1, min(self._size // 2, board_half.RECORDS_A_FRAME))
        if self._in_vain == PATIENT:
            client.on_wait(
                _(
                    "Nothing undamaged has come from %(port)s for a while; asking for less at a time.",
                    port=client.port.name,
                )
            )
        if said is not None and self._left_out == _LEFT_OUT:
            if said.following < asked[1]:  # it does not have what its WELCOME told of
                raise client.failure(errors.CHANGED)
            self._wanted.take(*asked)
            self._in_vain = self._left_out = 0
            self._gaps += 1
            if self._gaps == _GAPS and self._wanted:
                raise client.failure(errors.WITHHELD, number=asked[0])
        elif self._in_vain == len(client.patience.answers):
            raise client.unheard(noise, flooded)

    def _new(self, first: int, data: bytes) -> Iterator[Run]:
        """What is undamaged and was wanted, of the records in a frame. Where an earlier frame had a damaged one, that
        does not matter: it may have been a stale one."""
        for number, one in singles((first, data)) if self._damaged else ():
            if number in self._damaged and self._holds(number, one):
                del self._damaged[number]
                self._came += 1
                yield number, one
        for low, high in self._wanted.take(first, first + len(data) // record.SIZE):
            run = low, data[(low - first) * record.SIZE : (high - first) * record.SIZE]
            if self._holds(*run):
                self._came += high - low
                yield run
                continue
            for number, one in singles(run):
                if self._holds(number, one):
                    self._came += 1
                    yield number, one
                else:
                    self._damaged[number] = one


class PullAlone:
    """Records that came damaged, each asked for alone.

    A frame with that very record and nothing else, and the END behind it, is what the board has now, and no stale
    answer to another question. The question names the epoch, so that no other journal answers.
    """

    def __init__(self, client: Client, epoch: int, holds: Holds) -> None:
        self._client = client
        self._epoch = epoch
        self._holds = holds

    def runs(self, numbers: Iterable[int]) -> Iterator[Run]:
        """As Client.pull_alone."""
        began = self._client.clock()
        self._client.forget()
        for done, number in enumerate(numbers):
            latest = began + longest(done)
            if self._client.clock() >= latest:
                return
            one = self._one(number, latest)
            if one is not None:
                yield number, one

    def _one(self, number: int, latest: float) -> bytes | None:
        """The record; None where it came neither whole nor damaged each time."""
        client = self._client
        waits = client.patience.answers
        noise = client.damaged
        unanswered = damaged = 0
        for _wait in waits:
            if client.clock() >= latest:
                return None
            before = client.damaged
            copies, ended = self._copies(number, waits[unanswered], latest)
            for one in copies:
                if self._holds(number, one):
                    return one
            if not ended:
                unanswered += 1
            elif client.damaged == before and len(copies) == 1:  # else a better one may have been lost
                damaged += 1
            if damaged == _ALONE:
                return copies[0]
        if unanswered == len(waits):
            raise client.unheard(noise, False)
        return None

    def _copies(self, number: int, wait: float, latest: float) -> tuple[list[bytes], bool]:
        """What one question for this record alone brings of it; and whether its END came."""
        client = self._client
        copies: list[bytes] = []
        client.next_question()
        limit = client.limit(wait, latest)
        client.send(frame.PULL, laptop_half.pull(self._epoch, number, 1))
        while reply := client.reply(limit):
            if reply.request != client.request:
                continue
            if reply.kind == frame.END:
                client.read(read_end, reply.body)
                return copies, True
            if reply.kind == frame.REC:
                first, data = client.read(read_rec, reply.body)
                if first == number and len(data) == record.SIZE:
                    copies.append(data)
        return copies, False


REFUSALS = (BoardRefusedError, UntoldError)


def told(client: Client, kind: str, what: Mapping[str, Any]) -> Later:
    """Tell the board; what it makes of it. `kind` and `what` are those of an order, see orders.Order. Raises one of
    REFUSALS where it will not do it; another TallyboardError where it went away."""
    if kind == "match" and what["key"] is None:
        waited = client.state()["key"]
        client.cancel()
        return later("the match %(key)s waits no longer", key=waited) if waited else later("no match waited")
    if kind == "match":
        return _assigned(client, what)
    if kind == "name" and whose(client.port).table:
        raise UntoldError(errors.SEAT_NAMES_IT, port=client.port.name)
    client.setup(what.get("name"), what.get("light"))
    if kind == "light":
        return later("its light is %(light)s now", light=what["light"])
    if what["name"]:
        return later("it is called %(name)s now", name=what["name"])
    return later("it is called as its settings say again")


def _assigned(client: Client, what: Mapping[str, Any]) -> Later:
    try:
        client.assign(what["key"], what["line"], what["names"], what["first"])
    except ValueError as error:
        raise UntoldError(errors.TOO_LONG, why=error) from None
    key, state = what["key"], client.state()
    if state["waits"]:
        return later("NEXT starts the match %(key)s", key=key)
    if state["key"] == key:
        return later("the match %(key)s waits for the end of the one that is on", key=key)
    return later("the match %(key)s was started before", key=key)
