"""What a follower has heard of a journal and the database has not got yet. The board keeps it all until it is told."""

import threading
from collections.abc import Callable

from tallyboard.hub.live import LiveJournal
from tallyboard.journal.runs import Run, end_of, joined, singles
from tallyboard.journal.spans import Spans
from tallyboard.store.ingesting import Heard, Stored
from tallyboard.store.matches.renewing import Renewal
from tallyboard.store.store import JournalEnd
from tallyboard.system.error_log import Explainer

Item = tuple[Heard, list[Run], Renewal | None]


class Upload:
    """Records of one journal on their way into the database; given by a follower, taken by the Writer."""

    def __init__(self, ring: Callable[[], None]) -> None:
        """`ring` tells the Writer that there is something to take."""
        self._ring = ring
        self._news = threading.Condition()  # something is stored, or refused
        self._explainer = Explainer()
        self._live: LiveJournal | None = None
        self._heard: Heard | None = None
        self._records: dict[int, bytes] = {}
        self._others: set[Run] = set()  # single records with other bytes for the same numbers: two histories
        self._stored = Spans()
        self._received = 0
        self._conflicts: set[int] = set()
        self._acked = 0
        self._is_refused = False

    def goes_into(self, live: LiveJournal) -> None:
        """What is put here from now on goes into this journal in memory, too: of it the matches are stored with it."""
        with self._news:
            self._live = live

    def put(self, heard: Heard, runs: list[Run]) -> None:
        """Have these sound records stored, and what the board said of itself."""
        with self._news:
            self._heard = heard
            for run in runs:
                if self._live is not None:
                    self._live.add(*run)
                for seq, data in singles(run):  # a board that is met again tells all again
                    if self._records.setdefault(seq, data) != data:
                        self._others.add((seq, data))
        self._ring()

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

    @property
    def has_news(self) -> bool:
        """Whether `look` gives something."""
        return self._heard is not None

    def look(self) -> Item | None:
        """What is to be stored, and what it makes of the matches where that is known; it stays here until it is."""
        with self._news:
            if self._heard is None:
                return None
            runs = [*joined(sorted(self._records.items())), *sorted(self._others)]
            return self._heard, runs, self._renewal(self._heard, runs)

    def _renewal(self, heard: Heard, runs: list[Run]) -> Renewal | None:
        """None where the database has to compute them. Records do not wait for what fails here."""
        if self._live is None or len(runs) != 1 or self._others or heard.next != end_of(runs[0]):
            return None
        try:
            return self._live.renewal(runs[0][0], heard.next)
        except Exception as error:
            self._explainer.explain(error)  # which is logged
            self._live.keep(None)
            return None

    def refused(self) -> None:
        """The database is there and does not take what `look` gave: nobody is to wait for it before it does."""
        with self._news:
            self._is_refused = True
            self._news.notify_all()

    def done(self, item: Item, became: Stored) -> None:
        """What `look` gave is stored."""
        heard, runs, renewal = item
        with self._news:
            for seq, data in (one for run in runs for one in singles(run)):
                if self._records.get(seq) == data:
                    del self._records[seq]
                self._others.discard((seq, data))
            for run in runs:
                self._stored.add(run[0], end_of(run))
            if self._heard is heard and not self._records and not self._others:
                self._heard = None
            if self._live is not None:
                self._live.keep(renewal.after if became.are_renewed and renewal is not None else None)
            self._is_refused = False
            self._received += became.new
            self._conflicts.update(became.conflicts)
            self._news.notify_all()

    @property
    def lacks_end(self) -> bool:
        """Whether it is not known how the database keeps the matches; then `goes_on_from` helps."""
        return self._live is not None and not self._live.is_kept

    def goes_on_from(self, end: JournalEnd) -> None:
        """The database has this, and perhaps what was stored since it was read."""
        with self._news:
            if self._live is not None:
                self._live.go_on_from(end)
