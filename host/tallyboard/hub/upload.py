"""What a follower has heard of a journal and the database has not got yet. The board keeps it all until it is told."""

import threading

from tallyboard.journal.runs import Run, joined, singles
from tallyboard.journal.spans import Spans
from tallyboard.store.heard import Heard


class Upload:
    """Records of one journal on their way into the database; given by a follower, taken by the Writer."""

    def __init__(self, news: threading.Condition) -> None:
        """`news`: tells the Writer that there is something to take, and everybody that something is stored."""
        self._news = news
        self._heard: Heard | None = None
        self._records: dict[int, bytes] = {}
        self._others: set[Run] = set()  # single records with other bytes for the same numbers: two histories
        self._stored = Spans()
        self._received = 0
        self._conflicts: set[int] = set()
        self._acked = 0
        self._is_refused = False

    def put(self, heard: Heard, runs: list[Run]) -> None:
        """Have these sound records stored, and what the board said of itself."""
        with self._news:
            self._heard = heard
            for seq, data in (one for run in runs for one in singles(run)):  # a board that is met again tells all again
                if self._records.setdefault(seq, data) != data:
                    self._others.add((seq, data))
            self._news.notify_all()

    def was_acknowledged(self, below: int) -> None:
        """The board was told before that a database has what is below this number: this one, which is away, or
        another."""
        with self._news:
            self._acked = below

    @property
    def waiting(self) -> int:
        """How many records are not known to be stored."""
        with self._news:
            return len(self._records)

    @property
    def behind(self) -> int:
        """The same without those that were acknowledged before: how many the board alone has."""
        with self._news:
            return sum(seq >= self._acked for seq in self._records)

    @property
    def first_waiting(self) -> int | None:
        """The lowest number of a record that is not stored yet, also where another one of this number is."""
        with self._news:
            return min((*self._records, *(seq for seq, _ in self._others)), default=None)

    def wait(self, timeout_s: float) -> bool:
        """Whether everything is stored, after so long at most; sooner where the database refuses it."""
        with self._news:
            self._news.wait_for(lambda: self._heard is None or self._is_refused, timeout_s)
            return self._heard is None

    def stored(self) -> Spans:
        """The numbers of what was given here and is stored now."""
        with self._news:
            return Spans(self._stored)

    def news(self) -> tuple[int, tuple[int, ...]]:
        """Since it was asked last: how many stored records were new, and which had other bytes."""
        with self._news:
            said = self._received, tuple(sorted(self._conflicts))
            self._received = 0
            self._conflicts.clear()
            return said

    # ---- for the Writer

    def look(self) -> tuple[Heard, list[Run]] | None:
        """What is to be stored; it stays here until it is."""
        with self._news:
            if self._heard is None:
                return None
            return self._heard, [*joined(sorted(self._records.items())), *sorted(self._others)]

    def refused(self) -> None:
        """The database is there and does not take what `look` gave: nobody is to wait for it before it does."""
        with self._news:
            self._is_refused = True
            self._news.notify_all()

    def done(self, heard: Heard, runs: list[Run], new: int, conflicts: tuple[int, ...]) -> None:
        """What `look` gave is stored."""
        with self._news:
            for seq, data in (one for run in runs for one in singles(run)):
                if self._records.get(seq) == data:
                    del self._records[seq]
                self._others.discard((seq, data))
                self._stored.add(seq, seq + 1)
            if self._heard is heard and not self._records and not self._others:
                self._heard = None
            self._is_refused = False
            self._received += new
            self._conflicts.update(conflicts)
            self._news.notify_all()
