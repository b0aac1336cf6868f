"""Matches out of the records of one epoch: replayed with the rules, and without a score where records are missing."""

from collections.abc import Iterable, Iterator

from shared_rules.journal import record
from tallyboard.journal.check import checker
from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import Run, joined, singles
from tallyboard.journal.spans import Spans
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.matches.replayed import Replayed


def sound(epoch: int, rows: Iterable[tuple[int, bytes]]) -> Iterator[Run]:
    """Runs of the records (number, bytes) whose own check holds; what a disk has damaged is a hole like any other."""
    holds = checker(epoch)
    for run in joined((seq, data) for seq, data in rows if len(data) == record.SIZE):
        if holds(*run):
            yield run
        else:
            yield from (one for one in singles(run) if holds(*one))


def fallen(records: Iterable[Run]) -> Spans:
    """The numbers that a CUT among these records says no longer stand: one that is not there could not be read by the
    board itself, for a power cut had torn it or the memory is bad."""
    spans = Spans()
    for run in records:
        for seq, data in singles(run):
            if data[0] == record.CUT:
                spans.add(max(0, seq - record.value_of(data)), seq)
    return spans


def matches(
    board: str, epoch: int, records: Iterable[Run], known_next: int, over: bool, clock: Clock | None = None
) -> Iterator[KeptMatch]:
    """The matches of these sound records, in order.

    `known_next`: the board is known to have records up to, not with, this number. `over`: the epoch has ended, so that
    nothing in it is being played any more. `clock`: where these are not the first records of their power-on, one that
    those before them were fed to.
    """
    replayed = Replayed(board, epoch, clock or Clock())
    for run in records:
        for seq, data in singles(run):
            if data[0] < record.SETTING:
                replayed.press(seq, data)
            else:
                replayed.feed(seq, data)
    replayed.end(known_next, over)
    return (found.match() for found in replayed.found)
