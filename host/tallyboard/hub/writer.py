"""What followers have heard and the database has not got yet, and the thread that writes it there at once."""

import threading
import time
from collections.abc import Callable, Collection

from tallyboard.errors import TallyboardError
from tallyboard.errors import link as errors
from tallyboard.hub.live import LiveJournal
from tallyboard.journal.runs import Run, Spans, end_of, joined, singles
from tallyboard.link.ports import VoidError
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.ingesting import Heard, Stored
from tallyboard.store.matches.kept import Renewal
from tallyboard.store.store import JournalEnd
from tallyboard.system.error_log import Explainer

Item = tuple[Heard, list[Run], Renewal | None]
BACK_OFF_S = (0.25, 0.5, 1.0, 2.0)  # between attempts that fail one after the other


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
        self.is_void = False  # it is not taken, and never will be
        self.refusal: TallyboardError | None = None  # why the database does not take it
        self.again = 0.0  # when that is tried again, by the Writer's clock
        self._refusals = 0  # in a row

    def goes_into(self, live: LiveJournal, acked: int = 0) -> None:
        """What is put here from now on goes into this journal in memory, too: of it the matches are stored with it.
        Below `acked` the board was told before that a database has all: this one, which is away, or another."""
        with self._news:
            self._live, self._acked = live, acked

    def put(self, heard: Heard, runs: list[Run]) -> None:
        """Have these sound records stored, and what the board said of itself."""
        with self._news:
            if self.is_void:
                return
            self._heard = heard
            for run in runs:
                if self._live is not None:
                    self._live.add(*run)
                for seq, data in singles(run):  # a board that is met again tells all again
                    if self._records.setdefault(seq, data) != data:
                        self._others.add((seq, data))
        self._ring()

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

    def is_due(self, now: float) -> bool:
        """Whether there is something to be written, and it was not refused before so that it is not to be tried yet."""
        return self._heard is not None and (self.refusal is None or self.again <= now)

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

    def refuse(self, why: TallyboardError, now: float) -> None:
        """The database is there and does not take what `look` gave."""
        self.refusal, self.again = why, now + BACK_OFF_S[min(self._refusals, len(BACK_OFF_S) - 1)]
        self._refusals += 1

    def tell_refusal(self) -> None:
        """Nobody is to wait for it before the database takes it."""
        with self._news:
            self._is_refused = True
            self._news.notify_all()

    def drop(self) -> None:
        """The database does not take what is here, and never will: the token is void by which it came."""
        with self._news:
            self.is_void = True
            self._heard = self.refusal = None
            self._records.clear()
            self._others.clear()
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
            self._is_refused, self.refusal, self._refusals = False, None, 0
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


class UploadAtOnce(Upload):
    """Records that are stored as they come, without a Writer."""

    def __init__(self, store: Store) -> None:
        super().__init__(lambda: None)
        self._store = store

    def put(self, heard: Heard, runs: list[Run]) -> None:
        became = self._store.add(heard, runs)
        if became.is_void:
            raise VoidError(errors.NOT_TAKEN, port=heard.table or heard.board)
        for run in runs:
            self._stored.add(run[0], end_of(run))
        self._received += became.new
        self._conflicts.update(became.conflicts)


Given = tuple[Upload, Item]


class DatabaseThread(threading.Thread):
    """Works on the database until `stop`. `trouble`: why it cannot just now, None where it can; when that changes,
    `on_trouble()` is called."""

    def __init__(self, name: str, store: Callable[[], Store], on_trouble: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self.trouble: TallyboardError | None = None
        self._store = store
        self._on_trouble = on_trouble
        self._explainer = Explainer()
        self._news = threading.Condition()

    def _say(self, error: TallyboardError | None) -> None:
        before, self.trouble = self.trouble, error
        if (before is None) != (error is None) or str(before) != str(error):
            self._on_trouble()


class Writer(DatabaseThread):
    """Writes uploads in a thread of its own.

    Nothing is lost where it fails: what an Upload holds stays there, and the boards keep it until they are told.
    `on_stored(behind, changed)` is called after each transaction: the boards whose matches have to be computed, and
    those with another result.
    """

    def __init__(
        self,
        store: Callable[[], Store],
        on_stored: Callable[[set[str], set[str]], None],
        on_trouble: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("writer", store, on_trouble)
        self._on_stored = on_stored
        self._clock = clock
        self._uploads: dict[tuple[str, int, str], Upload] = {}
        self._stopping = threading.Event()

    def stop(self, timeout_s: float) -> None:
        """End when everything is stored, or so long from now at the latest."""
        self._stopping.set()
        self._ring()
        self.join(timeout_s)

    def upload(self, board: str, epoch: int, check: str = "") -> Upload:
        """That of this journal, which outlives a follower: what it holds is stored even when the board is gone.

        `check`: of the token by which the board was let in. What came by another one is not mixed with it: it may be
        another history, of which nothing is to be stored any more.
        """
        with self._news:
            return self._uploads.setdefault((board, epoch, check), Upload(self._ring))

    def uploads(self, boards: Collection[str]) -> list[tuple[str, int, Upload]]:
        """(board, epoch, upload) of all journals of these boards."""
        with self._news:
            return [(*key[:2], upload) for key, upload in self._uploads.items() if key[0] in boards]

    def _ring(self) -> None:
        with self._news:
            self._news.notify_all()

    @property
    def behind(self) -> int:
        """How many records of all boards are not stored yet."""
        with self._news:
            return sum(upload.behind for upload in self._uploads.values())

    def run(self) -> None:
        """Write whatever comes; for `start`."""
        failures = 0
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stopping.is_set() or self._due(), self._until_next())
                if self._stopping.is_set() and not self._due():
                    return
            if self.write():
                failures = 0
            elif self._stopping.wait(BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)]):
                return
            else:
                failures += 1

    def write(self) -> bool:
        """Write what there is, once; False where the database cannot be used just now."""
        with self._news:
            due = self._due()
        given = ((upload, upload.look()) for upload in due)
        try:
            self._write([(upload, item) for upload, item in given if item is not None])
        except Exception as error:
            self._say(self._explainer.explain(error))
            return False
        refused = self._refused()
        self._say(refused[0].refusal if refused else None)
        for upload in refused:  # when it is known here: who waits no more looks
            upload.tell_refusal()
        return True

    def _due(self) -> list[Upload]:
        """Of each journal one: what came of it by another token waits for the next time."""
        now = self._clock()
        due: dict[tuple[str, int], Upload] = {}
        for (board, epoch, _), upload in self._uploads.items():
            if upload.is_due(now):
                due.setdefault((board, epoch), upload)
        return list(due.values())

    def _refused(self) -> list[Upload]:
        with self._news:
            return [upload for upload in self._uploads.values() if upload.refusal is not None]

    def _until_next(self) -> float | None:
        """Seconds until something that was refused is to be tried again, None where nothing was."""
        soonest = min((upload.again for upload in self._refused()), default=None)
        return None if soonest is None else max(0.0, soonest - self._clock())

    def _write(self, items: list[Given]) -> None:
        """All at once; where that fails for what one of them is, each alone, and whichever fails then is kept apart. So
        no journal waits for another one that the database does not take, and no record for what it makes of matches."""
        together = [item for item in items if item[0].refusal is None]
        try:
            if together:
                self._write_at_once(together)
            alone = [item for item in items if item[0].refusal is not None]
        except UnreachableError:
            raise
        except Exception:
            alone = items
        for upload, (heard, runs, _) in alone:
            try:
                self._write_at_once([(upload, (heard, runs, None))])
            except UnreachableError:
                raise
            except Exception as error:
                upload.refuse(self._explainer.explain(error), self._clock())

    def _write_at_once(self, given: list[Given]) -> None:
        items = [item for _, item in given]
        stored = self._store().ingest([(heard, runs) for heard, runs, _ in items], [renewal for *_, renewal in items])
        # First: when an upload says that everything is stored, it is known here that something was.
        behind, changed = set(), set()
        for (heard, _, renewal), became in zip(items, stored, strict=True):
            if became.is_void:
                continue
            if not became.are_renewed:
                behind.add(heard.board)
            elif renewal is not None and renewal.changes_a_result:
                changed.add(heard.board)
        self._on_stored(behind, changed)
        for (upload, item), became in zip(given, stored, strict=True):
            if became.is_void:
                self._drop(upload)
            else:
                upload.done(item, became)

    def _drop(self, upload: Upload) -> None:
        with self._news:
            self._uploads = {key: one for key, one in self._uploads.items() if one is not upload}
        upload.drop()
