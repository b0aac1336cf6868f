"""The presses of a store's matches. A journal is read forwards: a match and a window of records are in memory."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Protocol

from shared_rules.journal.record import BOOT
from tallyboard.journal.presses import Press, press_list
from tallyboard.journal.runs import Clock, PowerOn
from tallyboard.shapes import MatchObject, PressObject
from tallyboard.store.corrections import as_recorded

# Records that are read in one go: first for a match that stands alone, in the end a whole FRAM's.
_FIRST_WINDOW, _WINDOW = 128, 4096

_Records = Callable[[int, int | None], Iterable[tuple[int, bytes]]]


class Journals(Protocol):
    """What a press list needs of a store; see Reader."""

    def starts(self, board: str, epoch: int) -> list[int]:
        """Where the matches of this journal begin."""

    def next_match(self, board: str, epoch: int, first_seq: int) -> int | None:
        """Where the one behind the match that begins at `first_seq` begins."""

    def records(self, board: str, epoch: int, start: int = 0, end: int | None = None) -> list[tuple[int, bytes]]:
        """(number, bytes) of its sound records from `start` up to, not with, `end`."""


class Presses:
    """Gives the press list of any match; of matches in the order of `Store.matches` each record is read about once."""

    def __init__(self, store: Journals) -> None:
        self._store = store
        self._epoch: tuple[str, int] | None = None  # board, epoch: of the journal that is being read
        self._starts: list[int] = []  # of the matches in that journal
        self._journal: _OpenJournal

    def of(self, match: MatchObject) -> list[Press]:
        """The presses of the match object and what else the journal tells there, in order."""
        board, epoch = match["board"], match["epoch"]
        if (board, epoch) != self._epoch:
            self._epoch = board, epoch
            self._starts = self._store.starts(board, epoch)
            self._journal = _OpenJournal(partial(self._store.records, board, epoch))
        behind = bisect_right(self._starts, match["first_seq"])
        return self._journal.presses(as_recorded(match), self._starts[behind] if behind < len(self._starts) else None)

    def as_json(self, match: MatchObject) -> list[PressObject]:
        """The press list that `show --json` prints of the match object."""
        return [press.as_json() for press in self.of(match) if press.event]


def presses_alone(store: Journals, match: MatchObject) -> list[Press]:
    """The press list of one match, without a look at the others of its journal."""
    board, epoch = match["board"], match["epoch"]
    end = store.next_match(board, epoch, match["first_seq"])
    return _OpenJournal(partial(store.records, board, epoch)).presses(as_recorded(match), end)


class _OpenJournal:
    """A journal, and how far it has been read; `records` gives those from a number up to, not with, another."""

    def __init__(self, records: _Records) -> None:
        self._records = records
        self._clock = Clock()
        self._next = 0  # the number behind the last record that the clock was fed
        self._undated: PowerOn | None = None  # in this one nobody tells the time any more
        self._window: list[tuple[int, bytes]] = []
        self._size = _FIRST_WINDOW
        self._low = self._high = 0  # the window has the records from number `_low` up to, not with, `_high`

    def presses(self, match: MatchObject, end: int | None) -> list[Press]:
        """The press list of the match, which ends before number `end`."""
        first = match["first_seq"]
        if not self._next <= first <= self._next + _WINDOW:
            self._clock = Clock()
            self._next = self._power_on_before(first)
        for seq, data in self._between(self._next, first):
            self._clock.feed(seq, data)
        self._next = first
        clock = copy(self._clock)
        return press_list(match, self._of(first, end, clock), end, clock)

    def _of(self, first: int, end: int | None, clock: Clock) -> Iterator[tuple[int, bytes]]:
        """The records of a match, then those that may still tell when it was; `clock` is fed with what this gives."""
        for seq, data in self._between(first, end):
            yield seq, data
            self._next = seq + 1
        self._clock = copy(clock)
        power_on = clock.power_on
        if end is None or clock.ms is None or power_on.zero is not None or power_on is self._undated:
            return
        self._next = expected = end
        for seq, data in self._from(end):
            if power_on.zero is not None:
                return
            if seq != expected or data[0] == BOOT:
                break
            yield seq, data
            expected = seq + 1
        if power_on.zero is None:
            self._undated = power_on

    def _power_on_before(self, seq: int) -> int:
        """The number of the last BOOT before this one; where a hole stands before that, of nothing that tells the
        time."""
        end, size = seq, 64
        while end:
            start = max(0, end - size)
            page = list(self._records(start, end))
            boots = [number for number, data in page if data[0] == BOOT]
            if boots or len(page) < end - start:
                return boots[-1] if boots else seq
            end, size = start, min(2 * size, _WINDOW)
        return 0

    def _between(self, start: int, end: int | None) -> Iterator[tuple[int, bytes]]:
        if end is None:  # of the last match, behind which there is nothing
            yield from self._records(start, None)
            return
        while start < end:
            if not self._low <= start < self._high:
                goes_on = start == self._high
                self._size = min(2 * self._size, _WINDOW) if goes_on else _FIRST_WINDOW
                self._low, self._high = start, start + self._size
                self._window = list(self._records(self._low, self._high))
            upto = min(end, self._high)
            yield from self._window[bisect_left(self._window, (start,)) : bisect_left(self._window, (upto,))]
            start = upto

    def _from(self, start: int) -> Iterator[tuple[int, bytes]]:
        """The records from this number on, up to a hole of a window's size."""
        end = start
        while end == start:
            end += _WINDOW
            for seq, data in self._between(start, end):
                yield seq, data
                start = end
