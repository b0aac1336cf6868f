"""What a follower has heard of a journal and the database has not got yet. The board keeps it all until it is told."""

import threading

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run, joined, singles
from tallyboard.journal.spans import Spans
from tallyboard.store.heard import Heard


class Upload:
    """Records of one journal on their way into the database; given by a follower, taken by the Writer."""

    def __init__(self, news: threading.Condition) -> None:
        """`news`: tells the Writer that there is something to take, and everybody that something is stored."""
        self._news = news
        self._heard: Heard | None = None
        self._runs: list[Run] = []
        self._waiting: dict[int, list[bytes]] = {}  # by number, what of these runs is under it
        self._stored = Spans()
        self._received = 0
        self._conflicts: set[int] = set()

    def put(self, heard: Heard, runs: list[Run]) -> None:
        """Have these sound records stored, and what the board said of itself.

        A board that is met again while the database is away tells everything again: what waits already is not kept
        twice.
        """
        with self._news:
            self._heard = heard
            self._runs += joined(one for run in runs for one in singles(run) if self._is_new(*one))
            self._news.notify_all()

    def _is_new(self, seq: int, data: bytes) -> bool:
        there = self._waiting.setdefault(seq, [])
        if data in there:
            return False
        there.append(data)
        return True

    @property
    def waiting(self) -> int:
        """How many records are not stored yet."""
        with self._news:
            return len(self._waiting)

    @property
    def first_waiting(self) -> int | None:
        """The lowest number of a record that is not stored yet, also where another one of this number is."""
        with self._news:
            return min(self._waiting, default=None)

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
        """What is to be stored, each number once; it stays here until it is.

        Where a board has told another history meanwhile, that comes after it.
        """
        with self._news:
            return None if self._heard is None else (self._heard, _distinct(self._runs))

    def done(self, heard: Heard, runs: list[Run], new: int, conflicts: tuple[int, ...]) -> None:
        """What `look` gave is stored."""
        with self._news:
            del self._runs[: len(runs)]
            if self._heard is heard and not self._runs:
                self._heard = None
            for run in runs:
                self._stored.add(*_span(run))
                for seq, data in singles(run):
                    self._waiting[seq].remove(data)
                    if not self._waiting[seq]:
                        del self._waiting[seq]
            self._received += new
            self._conflicts.update(conflicts)
            self._news.notify_all()


def _span(run: Run) -> tuple[int, int]:
    """Its first number, and the one behind its last."""
    first, data = run
    return first, first + len(data) // SIZE


def _distinct(runs: list[Run]) -> list[Run]:
    """The first of these runs, up to one with a number that came before."""
    seen, found = Spans(), []
    for run in runs:
        first, end = _span(run)
        if len(Spans([(first, end)]).without(seen)) < end - first:
            break
        seen.add(first, end)
        found.append(run)
    return found
