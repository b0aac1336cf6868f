"""The journal with which another phone goes on where the one before it ended, out of the records of a board."""

from typing import NamedTuple

from shared_rules.journal.record import ASSIGN, BACK, BOOT, CHOICE, GAME, LIGHT, NAMED, SETTING, SIZE
from tallyboard.journal.runs import end_of, joined
from tallyboard.store.tables.rows import epochs, sound_runs
from tallyboard.store.tables.sql import Sql

PLACES = 4088  # for records in the memory of a board, of 32 KB
MOST = PLACES - 64 - 700  # of them are handed over: there is the board's reserve, and room for the next match
_BESIDE = (CHOICE, ASSIGN, LIGHT, NAMED)  # stand before the GAME that they belong to, or are kept with it


class HandedJournal(NamedTuple):
    """The end of a board's journal: its `records` from number `first` up to, not with, `next`. They begin with a match:
    with the one before the match that is on, so that it can be gone back to, where there is room. Not `is_whole`:
    records of the match that is on are missing; then there are none, and `first` is `next`."""

    epoch: int
    first: int
    next: int
    records: bytes
    is_whole: bool


def journal_of(sql: Sql, board: str) -> HandedJournal | None:
    """That of the board's newest epoch, as far as it is stored and all of it is known; None where nothing is."""
    known = epochs(sql, [board])
    if not known:
        return None
    epoch = known[-1]
    runs = list(joined(sound_runs(sql, board, epoch.number, max(0, epoch.next - PLACES))))
    last = end_of(runs[-1]) if runs else 0
    end = max(epoch.next, last)
    if end == 0:
        return None
    first, data = end, b""
    for start, some in reversed(runs):  # of those that follow one another up to the end
        if start + len(some) // SIZE != first:
            break
        first, data = start, some + data
    begins = _begins(data, is_all=first == 0)
    if begins is None:
        return HandedJournal(epoch.number, end, end, b"", is_whole=False)
    return HandedJournal(epoch.number, first + begins, end, data[begins * SIZE :], is_whole=True)


def _begins(data: bytes, is_all: bool) -> int | None:
    """At which of these records it is to begin, None where the match that is on does not stand in them whole.
    `is_all`: nothing stands before them."""
    kinds = data[::SIZE]
    found: list[int] = []  # where the match that is on begins, and the one before it
    at, given_up = len(kinds), 0
    while at and len(found) < 2:
        at -= 1
        if kinds[at] == BACK:
            given_up += 1
        elif kinds[at] == GAME and given_up:
            given_up -= 1  # it was taken back: it lies within the one before
        elif kinds[at] == GAME:
            while at and (SETTING <= kinds[at - 1] < BOOT or kinds[at - 1] in _BESIDE):
                at -= 1
            if at or is_all:  # else what describes it may begin before
                found.append(at)
    fitting = [begins for begins in found if len(kinds) - begins <= MOST]
    if not found and is_all and len(kinds) <= MOST:
        return 0  # no match yet
    return fitting[-1] if fitting else None
