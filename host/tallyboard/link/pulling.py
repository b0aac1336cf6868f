"""Records as they arrive: many at a time, and one by one where it has to be certain what the board has.

The laptop owns the cursor. A board answers what it is asked and remembers nothing about it, so whatever is lost on the
way is asked for again.
"""

from collections.abc import Callable, Iterable, Iterator

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.journal.runs import Run, singles
from tallyboard.journal.spans import Spans
from tallyboard.link import plausible
from tallyboard.link.conversation import PATIENT, Conversation, Limit

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


def any_holds(number: int, data: bytes) -> bool:
    """For who takes records as they come."""
    return True


def longest(came: int) -> float:
    """The seconds that a collection may take that has brought so many sound records."""
    return min(_LONGEST_S, _START_S + came / _SLOWEST)


class Pull:
    """One collection of records. Asks again for what was lost on the way, in smaller pieces as long as nothing comes
    through.
    """

    def __init__(
        self, conversation: Conversation, epoch: int, wanted: Spans, holds: Holds, confirmed: Confirmed
    ) -> None:
        self._conversation = conversation
        self._epoch = epoch
        self._wanted = Spans(wanted)
        self._holds = holds
        self._confirmed = confirmed
        self._damaged: dict[int, bytes] = {}  # whole frames brought them so
        self._ended: tuple[int, int] | None = None  # what the END of the last attempt said
        self._limit = Limit(0.0)
        self._came = 0  # sound records

    def runs(self) -> Iterator[Run]:
        """As Client.pull."""
        conversation, wanted = self._conversation, self._wanted
        began = conversation.clock()
        most = reach = len(wanted)  # records asked for at a time
        barren = left_out = gaps = 0  # attempts in a row that brought nothing; of these, with a sound answer
        conversation.forget()
        while wanted:
            latest = began + longest(self._came)
            if conversation.clock() >= latest:
                raise conversation.too_slow(latest - began)
            first, end = wanted.first_span(_BRIDGE, reach)
            left = len(wanted)
            noise = conversation.damaged
            yield from self._attempt(first, end, conversation.patience.answers[barren], latest)
            if self._ended:
                wanted.take(0, self._confirmed(self._ended[0]))
            if len(wanted) < left:
                barren = left_out = gaps = 0
                reach = min(most, reach * 2)
                continue
            barren += 1
            if barren == PATIENT:
                conversation.on_wait(
                    f"Nothing undamaged has come from {conversation.port.name} for a while; asking for less at a time."
                )
            left_out = left_out + 1 if self._ended and conversation.damaged == noise else 0
            reach = max(1, min(reach // 2, board_half.RECORDS_A_FRAME))
            if self._ended and left_out == _LEFT_OUT:
                if self._ended[1] < end:  # it does not have what its WELCOME told of
                    raise conversation.changed()
                wanted.take(first, end)
                barren = left_out = 0
                gaps += 1
                if gaps == _GAPS and wanted:
                    raise conversation.withheld(first)
            elif barren == len(conversation.patience.answers):
                raise conversation.unheard(noise, self._limit.flooded)
        yield from sorted(self._damaged.items())

    def _attempt(self, first: int, end: int, wait: float, latest: float) -> Iterator[Run]:
        """One question. Only a frame that brings something new gives the next one its time."""
        conversation = self._conversation
        self._ended = None
        conversation.next_question()
        self._limit = conversation.limit(wait, latest)
        conversation.send(frame.PULL, laptop_half.pull(self._epoch, first, end - first))
        while reply := conversation.reply(self._limit):
            if reply.kind == frame.REC:
                left = len(self._wanted)
                yield from self._new(*conversation.read(plausible.rec, reply.body))
                if len(self._wanted) < left:
                    self._limit = conversation.limit(wait, latest)
            elif reply.kind == frame.END and reply.request == conversation.request:
                self._ended = conversation.read(plausible.end, reply.body)
                return

    def _new(self, first: int, data: bytes) -> Iterator[Run]:
        """What is undamaged and was wanted, of the records in a frame.

        That an earlier frame had one damaged does not matter: it may have been a stale one.
        """
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


class Alone:
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
        noise = conversation.damaged
        barren = seen = 0
        for _ in conversation.patience.answers:
            if conversation.clock() >= latest:
                return None
            before = conversation.damaged
            came, ended = self._attempt(number, conversation.patience.answers[barren], latest)
            for one in came:
                if self._holds(number, one):
                    return one
            barren += not ended
            seen += ended and len(came) == 1 and conversation.damaged == before  # else a better one may have been lost
            if seen == _ALONE:
                return came[0]
        if barren == len(conversation.patience.answers):
            raise conversation.unheard(noise, False)
        return None

    def _attempt(self, number: int, wait: float, latest: float) -> tuple[list[bytes], bool]:
        """What came of this record alone, and whether the END came."""
        conversation = self._conversation
        came: list[bytes] = []
        conversation.next_question()
        limit = conversation.limit(wait, latest)
        conversation.send(frame.PULL, laptop_half.pull(self._epoch, number, 1))
        while reply := conversation.reply(limit):
            if reply.request != conversation.request:
                continue
            if reply.kind == frame.END:
                conversation.read(plausible.end, reply.body)
                return came, True
            if reply.kind == frame.REC:
                first, data = conversation.read(plausible.rec, reply.body)
                if first == number and len(data) == record.SIZE:
                    came.append(data)
        return came, False
