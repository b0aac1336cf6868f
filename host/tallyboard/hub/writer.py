"""Storing what all followers hear: whatever has come meanwhile goes into the database at once."""

import threading
from collections.abc import Callable
from contextlib import suppress

from tallyboard.error_log import Explainer
from tallyboard.errors import TallyboardError
from tallyboard.hub.lazy_store import LazyStore
from tallyboard.hub.upload import Upload
from tallyboard.journal.runs import Run
from tallyboard.store.failures import UnreachableError
from tallyboard.store.heard import Heard

BACK_OFF_S = (0.25, 0.5, 1.0, 2.0)  # between attempts that fail one after the other

Item = tuple[Upload, Heard, list[Run]]


class Writer:
    """Writes uploads in a thread of its own until `stop`. `trouble`: why it cannot just now, None where it can.

    Nothing is lost where it fails: what an Upload holds stays there, and the boards keep it until they are told.
    `on_stored(boards)` is called after each transaction, `on_trouble()` when that changes.
    """

    def __init__(self, store: LazyStore, on_stored: Callable[[set[str]], None], on_trouble: Callable[[], None]) -> None:
        self.trouble: TallyboardError | None = None
        self._store = store
        self._on_stored = on_stored
        self._on_trouble = on_trouble
        self._news = threading.Condition()
        self._explainer = Explainer()
        self._uploads: dict[tuple[str, int], Upload] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout_s: float) -> None:
        """End when everything is stored, or so long from now at the latest."""
        self._stopping.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout_s)

    def upload(self, board: str, epoch: int) -> Upload:
        """That of this journal, which outlives a follower: what it holds is stored even when the board is gone."""
        with self._news:
            return self._uploads.setdefault((board, epoch), Upload(self._news))

    @property
    def waiting(self) -> int:
        """How many records of all boards are not stored yet."""
        with self._news:
            return sum(upload.waiting for upload in self._uploads.values())

    def _run(self) -> None:
        failures = 0
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stopping.is_set() or self._items())
                items = self._items()
            if not items:
                return
            try:
                self._write(items)
            except Exception as error:
                self._fail(self._explainer.explain(error))
            else:
                failures = 0
                self._fail(None)
                continue
            if self._stopping.wait(BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)]):
                return
            failures += 1

    def _items(self) -> list[Item]:
        """What is to be written."""
        given = ((upload, upload.look()) for upload in self._uploads.values())
        return [(upload, *there) for upload, there in given if there is not None]

    def _write(self, items: list[Item]) -> None:
        """All at once; where that fails for what one of them is, each alone."""
        try:
            self._write_at_once(items)
        except UnreachableError:
            raise
        except Exception:
            if len(items) == 1:
                raise
            for item in items:
                with suppress(Exception):  # the next time it is the only one, and says what is wrong
                    self._write_at_once([item])

    def _write_at_once(self, items: list[Item]) -> None:
        stored = self._store.get().ingest([(heard, runs) for _, heard, runs in items])
        for (upload, heard, runs), became in zip(items, stored, strict=True):
            upload.done(heard, runs, became.new, became.conflicts)
        self._on_stored({heard.board for _, heard, _ in items})

    def _fail(self, error: TallyboardError | None) -> None:
        before, self.trouble = self.trouble, error
        if (before is None) != (error is None) or str(before) != str(error):
            self._on_trouble()
