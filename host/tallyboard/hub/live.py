"""The end of a board's journal in memory: the match that is on and the one that waits, whatever the database does."""

import threading
from collections.abc import Iterable
from copy import copy

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.journal.record import ASSIGN, TIME
from shared_rules.journal.replay import Assignment, Replay
from tallyboard.journal.runs import Clock, joined, singles
from tallyboard.shapes import NextMatch
from tallyboard.store.matches.kept import KeptStanding, Renewal, renewal
from tallyboard.store.matches.replayed import KeptMatch, Replayed
from tallyboard.store.store import ASSIGNED, JournalEnd

_MOST_MATCHES = 8  # in memory while the database is away


class LiveJournal:
    """The last matches of a journal, computed as the store computes them; filled and asked by several threads. Records
    that come in their order cost one step each; whatever comes otherwise has all in memory played again."""

    def __init__(self, board: str, epoch: int, end: JournalEnd | None = None) -> None:
        """`end`: what the database has; None where it is away: then everything that the board has comes by `add`."""
        self._board = board
        self._epoch = epoch
        self._lock = threading.RLock()
        self._records: dict[int, bytes] = {}
        self._start = 0
        self._clock = Clock()
        self._replayed: Replayed | None = None  # of the records in memory, None where it has to be made
        self._new: list[int] = []  # of these records it was not fed, in their order
        self._matches: list[KeptMatch] | None = None  # as they stand in it
        self._kept: KeptStanding | None = None
        self._are_two_histories = False
        self._assigned_at: int | None = None
        self._assigned: Assignment | None = None
        if end is not None:
            self.go_on_from(end)

    def add(self, first: int, data: bytes) -> None:
        """Take sound records from number `first` on, in any order, also several times."""
        with self._lock:
            for seq, one in singles((first, data)):
                before = self._records.get(seq)
                if before != one:
                    self._are_two_histories = self._are_two_histories or before is not None
                    self._add(seq, one)

    def _add(self, seq: int, one: bytes) -> None:
        self._records[seq] = one
        self._matches = None
        if one[0] == ASSIGN and (self._assigned_at is None or seq >= self._assigned_at):
            self._assigned_at = seq
            self._assigned = None
        if self._replayed is not None and seq >= (self._new[-1] + 1 if self._new else self._replayed.next):
            self._new.append(seq)
        elif seq >= self._start - 1:
            self._replayed = None

    def has(self, seq: int, data: bytes) -> bool:
        """Whether this record is in memory, with these bytes."""
        return self._records.get(seq) == data

    def match(self, known_next: int) -> KeptMatch | None:
        """The last match, None where there is none; the board is known to have records up to, not with, this number."""
        with self._lock:
            made = self._standing(known_next)
            if len(made) > 2:
                self._forget_before(made[-2]["first_seq"])
            return made[-1] if made else None

    def _standing(self, known_next: int) -> list[KeptMatch]:
        replayed, new = self._replayed, self._new
        self._replayed, self._new = None, []  # whatever they make it raise, the next time it is made anew
        if replayed is None:
            replayed = self._played()
        else:
            for run in joined((seq, self._records[seq]) for seq in new):
                replayed.take(run)
        self._replayed = replayed
        if known_next > replayed.next:
            lacking = self._played()
            lacking.end(known_next, False)
            return self._in_memory(found.match() for found in lacking.found)
        if self._matches is None:
            self._matches = self._in_memory(replayed.standing())
        return self._matches

    def _in_memory(self, matches: Iterable[KeptMatch]) -> list[KeptMatch]:
        return [match for match in matches if match["first_seq"] >= self._start]

    def _played(self) -> Replayed:
        replayed = Replayed(self._board, self._epoch, copy(self._clock))
        window = sorted((seq, data) for seq, data in self._records.items() if seq >= self._start - 1)
        for run in joined(window):
            replayed.take(run)
        return replayed

    def _forget_before(self, start: int) -> None:
        """The match that begins here and those behind it are all that can still change, and all that the database may
        lack."""
        if self._kept is not None and self._kept.last_but_one < start:
            if len(self._matches or ()) <= _MOST_MATCHES:
                start = self._kept.last_but_one
            else:
                self._kept = None
        if start <= self._start:
            return
        self._read_assignment()
        for seq in sorted(self._records):
            if seq >= start - 1:
                break
            data = self._records.pop(seq)
            if seq >= self._start - 1:
                self._clock.feed(seq, data)
        self._start = start
        self._matches = None
        if self._replayed is not None:
            self._replayed.forget_before(start)

    # ---- what the database keeps of it

    @property
    def is_kept(self) -> bool:
        """Whether it is known how the database keeps its matches."""
        return self._kept is not None

    def go_on_from(self, end: JournalEnd) -> None:
        """Go on from what the database has, with what is here behind that."""
        with self._lock:
            for run in end.runs:
                self.add(*run)
            self._start, self._clock, self._kept = end.start, end.clock, end.standing
            self._replayed = self._matches = None
            self._new = []

    def keep(self, standing: KeptStanding | None) -> None:
        """The database keeps them so since the last `renewal`; None where that is not known any more."""
        with self._lock:
            self._kept = standing

    def renewal(self, first: int, following: int) -> Renewal | None:
        """What the records from number `first` up to, not with, `following` make of the matches that the database
        keeps; None where it has to find out by itself: others came before or behind them, or they date matches that are
        not in memory."""
        with self._lock:
            kept = self._kept
            if kept is None or self._are_two_histories or first != kept.next:
                return None
            new = [self._records.get(seq) for seq in range(first, following)]
            if any(one is None or one[0] >= TIME for one in new):
                return None
            made = self._standing(following)
            if self._replayed is None or self._replayed.next != following:
                return None
            if self._start and all(match["first_seq"] != self._start for match in made):
                return None
            return renewal(kept, self._start, made, following)

    # ---- what waits to be started

    def upcoming(self, key: str | None) -> NextMatch | None:
        """The match of this key that waits to be started, as far as it is known here."""
        with self._lock:
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
