"""Matches out of the records of one epoch: replayed with the rules, and without a score where records are missing."""

from collections.abc import Iterable, Iterator

from tallyboard.journal.runs import Clock, Run
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.matches.replayed import Replayed


def matches_of(
    board: str, epoch: int, records: Iterable[Run], known_next: int, over: bool, clock: Clock | None = None
) -> Iterator[KeptMatch]:
    """The matches of these sound records, in order.

    `known_next`: the board is known to have records up to, not with, this number. `over`: the epoch has ended, so that
    nothing in it is being played any more. `clock`: where these are not the first records of their power-on, one that
    those before them were fed to.
    """
    replayed = Replayed(board, epoch, clock or Clock())
    for run in records:
        replayed.take(run)
    replayed.end(known_next, over)
    return (found.match() for found in replayed.found)
