"""The presses of a store's matches. In memory are the records of the power-ons over which a match goes."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from copy import copy

from shared_rules.journal.record import BOOT
from tallyboard.journal.presses import Press, press_list
from tallyboard.journal.runs import Clock, PowerOn
from tallyboard.shapes import MatchObject, PressObject
from tallyboard.store.corrections import as_recorded
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import MOST


class Presses:
    """Gives the press list of any match; of matches in the order of `Reader.matches` each record is read about once."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._epoch: tuple[str, int] | None = None  # board, epoch: of the journal that is being read
        self._starts: list[int] = []  # of the matches in that journal
        self._low = self._high = 0  # `_records` are all from number `_low`, a power-on, up to, not with, `_high`
        self._records: list[tuple[int, bytes]] = []
        self._clock, self._fed = Clock(), 0  # the clock was fed so many of them
        self._undated: PowerOn | None = None  # in this one nobody tells the time any more

    def of(self, match: MatchObject) -> list[Press]:
        """The presses of the match object and what else the journal tells there, in order."""
        board, epoch = match["board"], match["epoch"]
        if (board, epoch) != self._epoch:
            self._epoch = board, epoch
            self._starts = self._store.starts(board, epoch)
            self._high = 0
        behind = bisect_right(self._starts, match["first_seq"])
        return self.below(match, self._starts[behind] if behind < len(self._starts) else None)

    def below(self, match: MatchObject, end: int | None) -> list[Press]:
        """The same, of a match that ends before record number `end`, None: with its journal."""
        board, epoch, first = match["board"], match["epoch"], match["first_seq"]
        if first < self._low or self._high < (MOST + 1 if end is None else end):
            self._low, self._high = self._store.power_ons(board, epoch, first, end)
            self._records = self._store.records(board, epoch, self._low, self._high)
            self._clock, self._fed = Clock(), 0
        at = bisect_left(self._records, (first,))
        if at < self._fed:
            self._clock, self._fed = Clock(), 0
        for one in self._records[self._fed : at]:
            self._clock.feed(*one)
        self._fed = at
        clock = copy(self._clock)
        return press_list(as_recorded(match), self._from(at, end, clock), end, clock)

    def as_json(self, match: MatchObject) -> list[PressObject]:
        """The press list that `show --json` prints of the match object."""
        return [press.as_json() for press in self.of(match) if press.event]

    def _from(self, at: int, end: int | None, clock: Clock) -> Iterator[tuple[int, bytes]]:
        """The records of a match, then those that may still tell when it was; `clock` is fed with what this gives."""
        behind = len(self._records) if end is None else bisect_left(self._records, (end,))
        yield from self._records[at:behind]
        power_on = clock.power_on
        if end is None or clock.ms is None or power_on.zero is not None or power_on is self._undated:
            return
        for expected, (seq, data) in enumerate(self._records[behind:], end):
            if power_on.zero is not None:
                return
            if seq != expected or data[0] == BOOT:
                break
            yield seq, data
        if power_on.zero is None:
            self._undated = power_on
