"""What a follower has heard of a journal and the database has not got yet. The board keeps it all until it is told."""

import threading

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run
from tallyboard.journal.spans import Spans
from tallyboard.store.heard import Heard


class Upload:
    """Records of one journal on their way into the database; given by a follower, taken by the Writer."""

    def __init__(self, news: threading.Condition) -> None:
        """`news`: tells the Writer that there is something to take, and everybody that something is stored."""
        self._news = news
        self._heard: Heard | None = None
        self._runs: list[Run] = []
        self._stored = Spans()
        self._received = 0
        self._conflicts: set[int] = set()

    def put(self, heard: Heard, runs: list[Run]) -> None:
        """Have these sound records stored, and what the board said of itself."""
        with self._news:
            self._heard = heard
            self._runs += runs
            self._news.notify_all()

    @property
    def waiting(self) -> int:
        """How many records are not stored yet."""
        with self._news:
            return sum(len(data) // SIZE for _, data in self._runs)

    def wait(self, timeout_s: float) -> bool:
        """Whether everything is stored, after so long at most."""
        with self._news:
            return self._news.wait_for(lambda: self._heard is None, timeout_s)

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
            return None if self._heard is None else (self._heard, list(self._runs))

    def done(self, heard: Heard, runs: list[Run], new: int, conflicts: tuple[int, ...]) -> None:
        """What `look` gave is stored."""
        with self._news:
            del self._runs[: len(runs)]
            if self._heard is heard and not self._runs:
                self._heard = None
            for first, data in runs:
                self._stored.add(first, first + len(data) // SIZE)
            self._received += new
            self._conflicts.update(conflicts)
            self._news.notify_all()
