"""Room in a journal whose places can be written again: matches that a laptop has are given up, whole, oldest first.

Done in steps, one a loop turn, so that no press waits for it: a match that starts needs no more than its own records at
once, and the match that is on gets its room long before it needs it.
"""

from shared_rules.journal import record

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Protocol

    class Ring(Protocol):
        """What is asked of the Journal."""

        oldest: int
        acked: int
        look_from: int
        sealer: record.Sealer

        def read(self, first: int, count: int) -> bytes | bytearray: ...
        def give_up(self, before: int) -> None: ...


_STEP = 16  # records looked at in a turn


class Reclaimer:
    """Looks from the oldest record on for where matches begin.

    A match is behind us when the next one begins, unless a BACK takes that one back.
    """

    def __init__(self, journal: "Ring") -> None:
        self._journal = journal
        self._blocked: int | None = None  # the acknowledgement with which no more was to be had
        self._begin()

    def _begin(self) -> None:
        self._oldest = self._at = self._journal.oldest
        self._group: int | None = None  # the first of the records that stand together before a GAME
        self._last: int | None = None  # where the last match begins that was seen

    def step(self) -> bool | None:
        """One step towards more free places; None when no more can be had, else whether some match was given up."""
        journal = self._journal
        end = journal.look_from
        if journal.oldest >= end or journal.acked == self._blocked:
            return None
        if self._oldest != journal.oldest or self._at > end:
            self._begin()
        if self._at == end:
            return self._give_up(end)
        count = min(_STEP, end - self._at)
        data = journal.read(self._at, count)
        for i in range(count):
            number = self._at + i
            offset = i * record.SIZE
            what = data[offset] if journal.sealer.holds(data, offset, number) else record.BOOT
            if what == record.GAME:
                last, self._last = self._last, number if self._group is None else self._group
                if last is not None and last > journal.oldest:
                    self._at = number + 1
                    self._group = None
                    return self._give_up(last)
            elif what == record.BACK:
                self._last = None
            if not record.SETTING <= what < record.BOOT and what != record.CHOICE:
                self._group = None
            elif self._group is None:
                self._group = number
        self._at += count
        return False

    def _give_up(self, before: int) -> bool | None:
        """Everything before this record, where the laptop has all of it."""
        journal = self._journal
        if journal.acked < before:
            self._blocked = journal.acked
            self._begin()
            return None
        journal.give_up(before)
        self._oldest = journal.oldest
        return True
