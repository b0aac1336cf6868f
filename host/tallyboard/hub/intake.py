"""A journal as it comes in: what is asked for, what came damaged, what the database has, what the board may forget."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from shared_rules.journal.record import SIZE
from shared_rules.link import board_half
from tallyboard.errors import CoreError
from tallyboard.errors import link as errors
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.writer import Upload
from tallyboard.journal.runs import Run, Spans, checker, singles
from tallyboard.link.client import Client
from tallyboard.store.ingesting import Heard

OVERLAP: int = board_half.RECORDS_A_FRAME  # stored records that are read again, one frame of them
# Records in the first transaction of a conversation: a megabyte, thirty times what a board of today holds. A later one
# has as many as all before it together: each computes the match that is on anew, which may be the same one every time.
BATCH = 131_072
_PULLS = 2  # of many records at once, before those that still come damaged are asked for one by one
_TOLD_AGAIN = 1000  # records that come once more by themselves in one conversation

Progress = Callable[[int, int], None]  # of (records done, all)


class PortAllowance:
    """How many records, or journals, a port may bring: a `burst` at once, then so many `a_second`; None: any. It is of
    a table, not of a socket or a token: whoever lies begins anew with either."""

    def __init__(self, burst: int | None = None, a_second: float = 0.0) -> None:
        self._burst = burst
        self._a_second = a_second
        self._left = float(burst or 0)
        self._at: float | None = None
        self._held_since: float | None = None  # since then more wanted to come than may

    def may_bring(self, wanted: int, now: float) -> int:
        """How many of so many may come now, a time in seconds."""
        if self._burst is None:
            return wanted
        self._left = min(self._burst, self._left + (now - (now if self._at is None else self._at)) * self._a_second)
        self._at = now
        if wanted <= self._left:
            self._held_since = None
        elif self._held_since is None:
            self._held_since = now
        return min(wanted, max(0, int(self._left)))

    def bring(self, some: int) -> None:
        """So many have come."""
        self._left -= some

    def held_s(self, now: float) -> float | None:
        """For how many seconds some have had to wait, None where none has."""
        return None if self._held_since is None else now - self._held_since


class Intake:
    """One journal of the board that `client` talks to, from when it is met there.

    `heard`: what the board said last. `upload`: what takes its records to the database. `held`: what was stored when
    the conversation began. `live`: the end of the journal in memory, empty where it is not followed. `alone`: how many
    records that came damaged are asked for by themselves at once, None for all. `conflicts`: the numbers that came with
    other bytes than are stored. `allowance`: how many may come; the rest waits on the board. `lost`: how many records
    were asked for and did not come whole.
    """

    def __init__(
        self,
        client: Client,
        upload: Upload,
        heard: Heard,
        held: Spans,
        live: LiveJournal,
        alone: int | None = None,
        conflicts: Iterable[int] = (),
        allowance: PortAllowance | None = None,
    ) -> None:
        self.heard = heard
        self.live = live
        self.upload = upload
        self.conflicts = set(conflicts)
        self.lost = 0
        self._client = client
        self._held = held
        self._alone = alone
        self._allowance = allowance or PortAllowance()
        self._holds = checker(heard.epoch)
        self._doubted: list[int] = []  # came damaged, and are to be asked for alone
        self._again: set[Run] = set()  # came once more, and not as they are in memory
        self._given_up = Spans()  # damaged on the board too: unacknowledged they would fill it up
        self._seen = Spans()  # arrived whole in this conversation
        self._batch: list[Run] = []
        self._waiting = 0  # records in the batch
        self._handed_on = 0  # records before it

    # ---- what comes

    def fetch(self, on_progress: Progress = lambda done, total: None) -> None:
        """Ask for what the database lacks of the journal, and for the end of what it has: were the board's memory put
        back to an older state and played on, the numbers would go on as if nothing had happened, and only the bytes
        would tell."""
        oldest, following = self.heard.oldest, self.heard.next
        wanted = self.journal.without(self._held)
        last = max((end for _, end in self._held), default=0)
        if last > following:  # the board knows less than was read from it before
            wanted.add(oldest, following)
        elif last:
            wanted.add(max(oldest, last - OVERLAP), max(oldest, last))
        self._fetch(self._allowed(wanted), on_progress)

    def fetch_up_to(self, following: int) -> bool:
        """Ask for what the board has below this number, as far as it may come; whether there was anything new, and
        there is no more."""
        heard = self.heard
        if following <= heard.next:
            return False
        self.heard = replace(heard, oldest=self._oldest, next=following)
        wanted = self._allowed(Spans([(heard.next, following)]))
        if wanted:
            self._fetch(wanted)
        return self.heard.next == following

    def _allowed(self, wanted: Spans) -> Spans:
        """The lowest of these, as many as may come now. As far as is known here the board has no more then."""
        some = wanted.lowest(self._may_bring(len(wanted)))
        if len(some) < len(wanted):
            self.heard = replace(self.heard, next=wanted.without(some).first_span(0, 1)[0])
        return some

    def _may_bring(self, wanted: int) -> int:
        return self._allowance.may_bring(wanted, self._client.clock())

    def take(self, first: int, data: bytes) -> bool:
        """Take what the board told by itself, where nothing is missing before it: else it is asked for."""
        heard = self.heard
        following = first + len(data) // SIZE
        if first > heard.next or not self._holds(first, data):
            return False
        self._compare(first, data[: (heard.next - first) * SIZE])
        new = following - heard.next
        if new <= 0 or self._may_bring(new) < new:  # what is left out is asked for in its time
            return False
        self.heard = replace(heard, next=following)
        self.add(self.heard, [(heard.next, data[(heard.next - first) * SIZE :])])
        return True

    def _compare(self, first: int, data: bytes) -> None:
        """Sound records that were told before come once more: the database says whether these are other ones."""
        told = [one for one in singles((first, data)) if not self.live.has(*one) and one not in self._again]
        if not told or self._may_bring(len(told)) < len(told):
            return
        self._again.update(told)
        if len(self._again) > _TOLD_AGAIN:
            raise CoreError(errors.TELLS_OTHERS, port=self._client.port.name)
        self._allowance.bring(len(told))
        self.upload.put(self.heard, told)

    def add(self, heard: Heard, runs: list[Run]) -> None:
        """Take sound records for the database."""
        for first, data in runs:
            self._seen.add(first, first + len(data) // SIZE)
            self._allowance.bring(len(data) // SIZE)
        self.upload.put(heard, runs)

    def is_called(self, table: str) -> None:
        """The board has another name now."""
        self.heard = replace(self.heard, table=table)
        self.upload.put(self.heard, [])

    def ask_alone(self) -> None:
        """Ask once more for some of the records that came damaged, each by itself."""
        if self._doubted:
            doubted, self._doubted = self._doubted, []
            self._ask_alone(doubted)
            self._flush()

    # ---- asking

    def _fetch(self, wanted: Spans, on_progress: Progress = lambda done, total: None) -> None:
        """Get these; what arrived is handed on even when this ends with an exception. Where nothing did, what the board
        is said to hold is not written down either: it may be of an earlier epoch."""
        try:
            damaged: list[int] = []
            for _ in range(_PULLS):
                damaged = self._pull(wanted.without(self._seen), len(wanted), on_progress)
            self._ask_alone(damaged)
        except BaseException:
            if self._batch:
                self._flush()
            raise
        self._flush()
        lost = wanted.without(self._seen).without(self._held)
        lost.take(0, self._client.oldest)  # the board has freed them meanwhile: another laptop has them
        self.lost += len(lost)

    def _pull(self, wanted: Spans, total: int, on_progress: Progress) -> list[int]:
        """The numbers of those that came damaged."""
        damaged, done = [], total - len(wanted)
        for start, data in self._client.pull(self.heard.epoch, wanted, self._holds):
            if self._holds(start, data):
                self._take(start, data)
                done += len(data) // SIZE
                on_progress(min(total, done), total)
                if self._waiting >= max(BATCH, self._handed_on):
                    self._flush()
            else:
                damaged.append(start)
        return damaged

    def _ask_alone(self, numbers: list[int]) -> None:
        """Ask for each of these by itself, as many as are asked for at once; whole ones wait for `_flush`. One that is
        damaged on the board too is given up: it will not get better."""
        most = len(numbers) if self._alone is None else self._alone
        later = {*self._doubted, *numbers[most:]}
        for number, one in self._client.pull_alone(self.heard.epoch, numbers[:most], self._holds):
            if self._holds(number, one):
                self._take(number, one)
            else:
                self._given_up.add(number, number + 1)
        self._doubted = [number for number in sorted(later) if self._seen.end_of(number) == number]

    def _take(self, first: int, data: bytes) -> None:
        count = len(data) // SIZE
        self._batch.append((first, data))
        self._waiting += count
        self._allowance.bring(count)
        self._seen.add(first, first + count)

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        self._handed_on += self._waiting
        self._waiting = 0
        self.upload.put(self.heard, batch)

    # ---- what became of it

    def stored(self, timeout_s: float) -> tuple[int, list[int]]:
        """After so long at most: how many records were new to the database, and the numbers that it has with other
        bytes, where there are more of those than before."""
        if timeout_s:
            self.upload.wait(timeout_s)
        received, conflicts = self.upload.news()
        if not set(conflicts) - self.conflicts:
            return received, []
        rest = self.journal.without(self._seen)  # two histories: see where they part
        self._fetch(rest.lowest(self._may_bring(len(rest))))
        self.upload.wait(timeout_s)
        more, others = self.upload.news()
        numbers = sorted({*conflicts, *others})
        self.conflicts.update(numbers)
        return received + more, numbers

    @property
    def journal(self) -> Spans:
        """The numbers of what the board has."""
        return Spans([(self.heard.oldest, self.heard.next)])

    @property
    def damaged(self) -> int:
        """How many records of the journal came damaged, and not whole since."""
        return len(self._doubted) + len(self._given_up)

    @property
    def missing(self) -> int:
        """How many records the board has no more and the database never had."""
        return len(Spans([(0, self._oldest)]).without(self._held).without(self._seen))

    @property
    def already_had(self) -> int:
        """How many records of the journal were stored before."""
        return len(self.journal) - len(self.journal.without(self._held))

    @property
    def _oldest(self) -> int:
        return max(self.heard.oldest, self._client.oldest)

    def done_below(self) -> int:
        """The number below which the board may forget everything: what is in the database, and what the board itself
        cannot read. What merely did not arrive ends it, and what waits, for the database may have another history."""
        done = Spans(self._held)
        for first, end in (*self.upload.stored(), *self._given_up):
            done.add(first, end)
        end = min(done.end_of(self._oldest), self.heard.next)
        waiting = self.upload.first_waiting
        return end if waiting is None else min(end, waiting)
