"""Records as they arrive: many at a time, and one by one where it has to be certain what the board has.

The laptop owns the cursor. A board answers what it is asked and remembers nothing about it, so whatever is lost on the
way is asked for again.
"""

from collections.abc import Callable, Iterable, Iterator

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import link as errors
from tallyboard.journal.runs import Run, Spans, singles
from tallyboard.link.conversation import PATIENT, Conversation, Extent, read_end, read_rec
from tallyboard.text.quantities import duration

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
Confirmed = Callable[[int], int]  # of the oldest record that an END tells of: the oldest that the board has


def longest(came: int) -> float:
    """The seconds that a collection may take that has brought so many sound records."""
    return min(_LONGEST_S, _START_S + came / _SLOWEST)


class PullMany:
    """One collection of records. Asks again for what was lost on the way; as long as questions bring nothing, the next
    one asks for less, and waits longer."""

    def __init__(
        self, conversation: Conversation, epoch: int, wanted: Spans, holds: Holds, confirmed: Confirmed
    ) -> None:
        self._conversation = conversation
        self._epoch = epoch
        self._wanted = Spans(wanted)
        self._holds = holds
        self._confirmed = confirmed
        self._damaged: dict[int, bytes] = {}  # whole frames brought them so
        self._came = 0  # sound records
        self._most = self._size = len(wanted)  # for how many records to ask
        self._in_vain = 0  # questions in a row that brought nothing
        self._left_out = 0  # the last so many of these had a sound answer without the records
        self._gaps = 0  # times that records were given up since any came

    def runs(self) -> Iterator[Run]:
        """As Client.pull."""
        conversation, wanted = self._conversation, self._wanted
        began = conversation.clock()
        conversation.forget()
        while wanted:
            latest = began + longest(self._came)
            if conversation.clock() >= latest:
                raise conversation.failure(errors.TOO_SLOW, duration=duration(latest - began))
            left, noise = len(wanted), conversation.damaged
            asked, wait = wanted.first_span(_BRIDGE, self._size), conversation.patience.answers[self._in_vain]
            limit = conversation.limit(wait, latest)
            conversation.next_question()
            conversation.send(frame.PULL, laptop_half.pull(self._epoch, asked[0], asked[1] - asked[0]))
            said: Extent | None = None  # by an END
            while said is None and (reply := conversation.reply(limit)):
                if reply.kind == frame.REC:
                    before = len(wanted)
                    yield from self._new(*conversation.read(read_rec, reply.body))
                    if len(wanted) < before:  # only what brings something new gives the next frame its time
                        limit = conversation.limit(wait, latest)
                elif reply.kind == frame.END and reply.request == conversation.request:
                    said = conversation.read(read_end, reply.body)
            if said is not None:
                wanted.take(0, self._confirmed(said.oldest))
            if len(wanted) < left:
                self._in_vain = self._left_out = self._gaps = 0
                self._size = min(self._most, self._size * 2)
            else:
                self._nothing_came(asked, said, noise, conversation.flooded)
        yield from sorted(self._damaged.items())

    def _nothing_came(self, asked: tuple[int, int], said: Extent | None, noise: int, flooded: bool) -> None:
        """Give up what the board leaves out again and again, or raise where there is no hope of more. `noise`: how
        often something damaged had come before."""
        conversation = self._conversation
        self._in_vain += 1
        self._left_out = self._left_out + 1 if said is not None and conversation.damaged == noise else 0
        self._size = max(1, min(self._size // 2, board_half.RECORDS_A_FRAME))
        if self._in_vain == PATIENT:
            conversation.on_wait(
                f"Nothing undamaged has come from {conversation.port.name} for a while; asking for less at a time."
            )
        if said is not None and self._left_out == _LEFT_OUT:
            if said.following < asked[1]:  # it does not have what its WELCOME told of
                raise conversation.failure(errors.CHANGED)
            self._wanted.take(*asked)
            self._in_vain = self._left_out = 0
            self._gaps += 1
            if self._gaps == _GAPS and self._wanted:
                raise conversation.failure(errors.WITHHELD, number=asked[0])
        elif self._in_vain == len(conversation.patience.answers):
            raise conversation.unheard(noise, flooded)

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

    def __init__(self, conversation: Conversation, epoch: int, holds: Holds) -> None:
        self._conversation = conversation
        self._epoch = epoch
        self._holds = holds

    def runs(self, numbers: Iterable[int]) -> Iterator[Run]:
        """As Client.pull_alone."""
        began = self._conversation.clock()
        self._conversation.forget()
        for done, number in enumerate(numbers):
            latest = began + longest(done)
            if self._conversation.clock() >= latest:
                return
            one = self._one(number, latest)
            if one is not None:
                yield number, one

    def _one(self, number: int, latest: float) -> bytes | None:
        """The record; None where it came neither whole nor damaged each time."""
        conversation = self._conversation
        waits = conversation.patience.answers
        noise = conversation.damaged
        unanswered = damaged = 0
        for _ in waits:
            if conversation.clock() >= latest:
                return None
            before = conversation.damaged
            copies, ended = self._copies(number, waits[unanswered], latest)
            for one in copies:
                if self._holds(number, one):
                    return one
            if not ended:
                unanswered += 1
            elif conversation.damaged == before and len(copies) == 1:  # else a better one may have been lost
                damaged += 1
            if damaged == _ALONE:
                return copies[0]
        if unanswered == len(waits):
            raise conversation.unheard(noise, False)
        return None

    def _copies(self, number: int, wait: float, latest: float) -> tuple[list[bytes], bool]:
        """What one question for this record alone brings of it; and whether its END came."""
        conversation = self._conversation
        copies: list[bytes] = []
        conversation.next_question()
        limit = conversation.limit(wait, latest)
        conversation.send(frame.PULL, laptop_half.pull(self._epoch, number, 1))
        while reply := conversation.reply(limit):
            if reply.request != conversation.request:
                continue
            if reply.kind == frame.END:
                conversation.read(read_end, reply.body)
                return copies, True
            if reply.kind == frame.REC:
                first, data = conversation.read(read_rec, reply.body)
                if first == number and len(data) == record.SIZE:
                    copies.append(data)
        return copies, False
