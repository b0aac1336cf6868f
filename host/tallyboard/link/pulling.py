"""Records as they arrive: many at a time, and one by one where it has to be certain what the board has.

The laptop owns the cursor. A board answers what it is asked and remembers nothing about it, so whatever is lost on the
way is asked for again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from shared_rules.journal import record
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import link as errors
from tallyboard.journal.runs import Run, Spans, singles
from tallyboard.link.conversation import PATIENT, Conversation, Extent, Limit, read_end, read_rec
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


def any_holds(number: int, data: bytes) -> bool:
    """For who takes records as they come."""
    return True


def longest(came: int) -> float:
    """The seconds that a collection may take that has brought so many sound records."""
    return min(_LONGEST_S, _START_S + came / _SLOWEST)


@dataclass
class _Question:
    """One PULL for the records from `first` to before `end`, and how it was answered.

    `limit`: how long it is listened for. `noise`: how often something damaged had come before.
    """

    first: int
    end: int
    limit: Limit
    noise: int
    answered: Extent | None = None


class _InVain:
    """Questions in a row that brought nothing, and what follows: the next one asks for less, and waits longer.

    `size`: for how many records to ask. `questions`: how many brought nothing. `left_out`: the last so many of these
    had a sound answer without the records. `gaps`: how many times records were given up since any came.
    """

    def __init__(self, most: int) -> None:
        self._most = self.size = most
        self.questions = self.left_out = self.gaps = 0

    def something_came(self) -> None:
        """The last question brought something new."""
        self.questions = self.left_out = self.gaps = 0
        self.size = min(self._most, self.size * 2)

    def nothing_came(self, soundly: bool) -> None:
        """The last question brought nothing new; `soundly`: its answer came whole all the same."""
        self.questions += 1
        self.left_out = self.left_out + 1 if soundly else 0
        self.size = max(1, min(self.size // 2, board_half.RECORDS_A_FRAME))

    def gave_up(self) -> None:
        """The records of the last question are not asked for any more."""
        self.questions = self.left_out = 0
        self.gaps += 1


class PullMany:
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
        self._came = 0  # sound records
        self._in_vain = _InVain(len(wanted))

    def runs(self) -> Iterator[Run]:
        """As Client.pull."""
        began = self._conversation.clock()
        self._conversation.forget()
        while self._wanted:
            latest = began + longest(self._came)
            if self._conversation.clock() >= latest:
                raise self._conversation.failure(errors.TOO_SLOW, duration=duration(latest - began))
            left = len(self._wanted)
            question = self._ask(latest)
            yield from self._answer(question, latest)
            if question.answered:
                self._wanted.take(0, self._confirmed(question.answered.oldest))
            if len(self._wanted) < left:
                self._in_vain.something_came()
            else:
                self._nothing_came(question)
        yield from sorted(self._damaged.items())

    def _ask(self, latest: float) -> _Question:
        """Ask for the first that are wanted."""
        conversation, in_vain = self._conversation, self._in_vain
        first, end = self._wanted.first_span(_BRIDGE, in_vain.size)
        limit = conversation.limit(conversation.patience.answers[in_vain.questions], latest)
        question = _Question(first, end, limit, conversation.damaged)
        conversation.next_question()
        conversation.send(frame.PULL, laptop_half.pull(self._epoch, first, end - first))
        return question

    def _answer(self, question: _Question, latest: float) -> Iterator[Run]:
        """What comes of it that is new. Only a frame that brings something new gives the next one its time."""
        conversation = self._conversation
        wait = conversation.patience.answers[self._in_vain.questions]
        while reply := conversation.reply(question.limit):
            if reply.kind == frame.REC:
                left = len(self._wanted)
                for run in self._new(*conversation.read(read_rec, reply.body)):
                    self._came += len(run[1]) // record.SIZE
                    yield run
                if len(self._wanted) < left:
                    question.limit = conversation.limit(wait, latest)
            elif reply.kind == frame.END and reply.request == conversation.request:
                question.answered = conversation.read(read_end, reply.body)
                return

    def _nothing_came(self, question: _Question) -> None:
        """Give up what the board leaves out again and again, or raise where there is no hope of more."""
        conversation, in_vain = self._conversation, self._in_vain
        in_vain.nothing_came(soundly=question.answered is not None and conversation.damaged == question.noise)
        if in_vain.questions == PATIENT:
            conversation.on_wait(
                f"Nothing undamaged has come from {conversation.port.name} for a while; asking for less at a time."
            )
        if question.answered and in_vain.left_out == _LEFT_OUT:
            if question.answered.following < question.end:  # it does not have what its WELCOME told of
                raise conversation.failure(errors.CHANGED)
            self._wanted.take(question.first, question.end)
            in_vain.gave_up()
            if in_vain.gaps == _GAPS and self._wanted:
                raise conversation.failure(errors.WITHHELD, number=question.first)
        elif in_vain.questions == len(conversation.patience.answers):
            raise conversation.unheard(question.noise, question.limit.flooded)

    def _new(self, first: int, data: bytes) -> Iterator[Run]:
        """What is undamaged and was wanted, of the records in a frame. Where an earlier frame had a damaged one, that
        does not matter: it may have been a stale one."""
        for number, one in singles((first, data)) if self._damaged else ():
            if number in self._damaged and self._holds(number, one):
                del self._damaged[number]
                yield number, one
        for low, high in self._wanted.take(first, first + len(data) // record.SIZE):
            run = low, data[(low - first) * record.SIZE : (high - first) * record.SIZE]
            if self._holds(*run):
                yield run
                continue
            for number, one in singles(run):
                if self._holds(number, one):
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
