"""Fetching records: many at once, what came damaged alone, and all into the store in batches."""

from collections.abc import Callable
from typing import Protocol

from shared_rules.journal import record
from tallyboard.journal.runs import Run, checker
from tallyboard.journal.spans import Spans
from tallyboard.link.client import Client
from tallyboard.store.ingesting import Heard, Stored

# Records in the first transaction of a conversation: a megabyte, thirty times what a board of today holds. A later one
# has as many as all before it together: each computes the match that is on anew, which may be the same one every time.
BATCH = 131_072
_PULLS = 2  # of many records at once, before those that still come damaged are asked for one by one

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """No progress is shown."""


class Sink(Protocol):
    """What takes records: a Store, or what brings them there later."""

    def add(self, heard: Heard, runs: list[Run]) -> Stored:
        """Take these sound records."""


class Fetch:
    """Pulls records and stores them in batches.

    `given_up` are damaged on the board too: it will not get better, and unacknowledged they would fill the board up.
    `doubted` came damaged and are to be asked for alone: of those `run` asks for so many only, None for all.
    """

    def __init__(
        self,
        client: Client,
        store: Sink,
        heard: Heard,
        held: Spans,
        on_progress: Progress,
        alone: int | None = None,
    ) -> None:
        self.received = 0
        self.damaged = 0
        self.conflicts: set[int] = set()
        self.seen = Spans()  # arrived whole
        self.given_up = Spans()
        self.doubted: list[int] = []
        self._alone = alone
        self._client = client
        self._store = store
        self._heard = heard
        self._held = held
        self._on_progress = on_progress
        self._holds = checker(heard.epoch)
        self._batch: list[Run] = []
        self._waiting = 0  # records in the batch
        self._stored = 0  # records handed to the store before

    def run(self, wanted: Spans) -> None:
        """Get these; what arrived is stored even when this ends with an exception.

        Where nothing did, what the board is said to hold is not written down either: it may be of an earlier epoch.
        """
        try:
            damaged: list[int] = []
            for _ in range(_PULLS):
                damaged = self._pull(wanted.without(self.seen), len(wanted))
            self.run_alone(damaged)
        except BaseException:
            if self._batch:
                self.flush()
            raise
        self.flush()
        lost = wanted.without(self.seen).without(self._held)
        lost.take(0, self._client.oldest)  # the board has freed them meanwhile: another laptop has them
        self.damaged += len(lost)

    def _pull(self, wanted: Spans, total: int) -> list[int]:
        """The numbers of those that came damaged."""
        damaged = []
        for start, data in self._client.pull(self._heard.epoch, wanted, self._holds):
            if self._holds(start, data):
                self._take(start, data)
                self._on_progress(min(total, len(self.seen)), total)
                if self._waiting >= max(BATCH, self._stored):
                    self.flush()
            else:
                damaged.append(start)
        return damaged

    def run_alone(self, numbers: list[int]) -> None:
        """Ask for each of these by itself, as many as are asked for at once; whole ones wait for `flush`."""
        numbers, self.doubted = numbers[: self._alone], [] if self._alone is None else numbers[self._alone :]
        for number, one in self._client.pull_alone(self._heard.epoch, numbers, self._holds):
            if self._holds(number, one):
                self._take(number, one)
            else:
                self.given_up.add(number, number + 1)

    def _take(self, first: int, data: bytes) -> None:
        count = len(data) // record.SIZE
        self._batch.append((first, data))
        self._waiting += count
        self.seen.add(first, first + count)

    def flush(self) -> None:
        """Have stored what has come."""
        batch, self._batch = self._batch, []
        self._stored += self._waiting
        self._waiting = 0
        stored = self._store.add(self._heard, batch)
        self.received += stored.new
        self.conflicts.update(stored.conflicts)
