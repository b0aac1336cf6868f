"""The end of a board's journal in memory: the match that is on and the one that waits, whatever the database does."""

from copy import copy

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.journal.record import ASSIGN
from shared_rules.journal.replay import Assignment, Replay
from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import joined, singles
from tallyboard.shapes import NextMatch
from tallyboard.store.matches import derive
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tail import ASSIGNED, Tail


class LiveJournal:
    """The last matches of a journal, computed as the store computes them."""

    def __init__(self, board: str, epoch: int, tail: Tail | None = None) -> None:
        """`tail`: what the database has; None where it is away: then everything that the board has comes by `add`."""
        self._board = board
        self._epoch = epoch
        self._records: dict[int, bytes] = {}
        self._start = 0 if tail is None else tail.start
        self._clock = Clock() if tail is None else tail.clock
        self._assigned_at: int | None = None
        self._assigned: Assignment | None = None
        for run in () if tail is None else tail.runs:
            self.add(*run)

    def add(self, first: int, data: bytes) -> None:
        """Take sound records from number `first` on, in any order, also several times."""
        for seq, one in singles((first, data)):
            self._records[seq] = one
            if one[0] == ASSIGN and (self._assigned_at is None or seq >= self._assigned_at):
                self._assigned_at = seq
                self._assigned = None

    def has(self, seq: int, data: bytes) -> bool:
        """Whether this record is in memory, with these bytes."""
        return self._records.get(seq) == data

    def match(self, known_next: int) -> KeptMatch | None:
        """The last match, None where there is none; the board is known to have records up to, not with, this number."""
        since = max(0, self._start - 1)
        window = joined(sorted((seq, data) for seq, data in self._records.items() if seq >= since))
        derived = derive.matches(self._board, self._epoch, window, known_next, False, copy(self._clock))
        made = [match for match in derived if match["first_seq"] >= self._start]
        if len(made) > 2:
            self._forget_before(made[-2]["first_seq"])
        return made[-1] if made else None

    def _forget_before(self, start: int) -> None:
        """The match that begins here and those behind it are all that can still change."""
        self._read_assignment()
        for seq in sorted(self._records):
            if seq >= start - 1:
                break
            data = self._records.pop(seq)
            if seq >= self._start - 1:
                self._clock.feed(seq, data)
        self._start = start

    def upcoming(self, key: str | None) -> NextMatch | None:
        """The match of this key that waits to be started, as far as it is known here."""
        self._read_assignment()
        wanted = self._assigned
        if not key or wanted is None or wanted.key != key:
            return None
        match = catalogue.make(wanted.game_id, wanted.options)
        sides = SIDES[: match.sides]
        return {
            "key": key,
            "game": catalogue.to_line(match),
            "names": {side: name or None for side, name in zip(sides, wanted.names, strict=False)},
            "first": None if wanted.first is None else SIDES[wanted.first],
        }

    def _read_assignment(self) -> None:
        if self._assigned is None and self._assigned_at is not None:
            replay = Replay()
            for seq in range(self._assigned_at - ASSIGNED, self._assigned_at + 1):
                if seq in self._records:
                    replay.feed(seq, self._records[seq])
            self._assigned = replay.assigned
