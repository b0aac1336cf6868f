"""A journal as it comes in while its board is followed: into memory, on its way into the database, free to forget."""

from dataclasses import replace

from shared_rules.journal.record import SIZE
from tallyboard.errors import TallyboardError
from tallyboard.hub.desk import Desk
from tallyboard.hub.fetch import Fetch, silent
from tallyboard.hub.live import LiveJournal
from tallyboard.hub.wanted import worth_asking
from tallyboard.journal.runs import Run, checker, singles
from tallyboard.journal.spans import Spans
from tallyboard.link.client import Client
from tallyboard.store.ingesting import Heard, Stored
from tallyboard.store.store import JournalTail

_ALONE = 16  # records that came damaged and are asked for alone, at once: nobody's press waits for more
_AGAIN = 1000  # records that come once more by themselves in one conversation


class Intake:
    """One journal of the board that `client` talks to, from when it is met there.

    `heard`: what the board said last. `live`: its end in memory. `upload`: what waits for the database. `missing`: how
    many records no board has any more and the database never had, 0 where that is away. `conflicts`: the numbers that
    came with other bytes than are stored.
    """

    def __init__(self, client: Client, desk: Desk, heard: Heard, tail: JournalTail | None, acked: int) -> None:
        """`tail`: what the database has, None where it is away; `acked`: what the board was told that is stored."""
        self.heard = heard
        self.live = LiveJournal(heard.board, heard.epoch, tail)
        self.upload = desk.upload(heard.board, heard.epoch)
        self.upload.was_acknowledged(acked if tail is None else 0)
        self.upload.goes_into(self.live)
        self.conflicts: set[int] = set() if tail is None else set(tail.conflicts)
        self._client = client
        self._desk = desk
        self._held = Spans() if tail is None else tail.held  # stored when the conversation began
        self._doubted: list[int] = []  # came damaged, and are to be asked for alone
        self._again: set[Run] = set()  # came once more, and not as they are in memory
        self._given_up = Spans()  # damaged on the board too: it may forget them
        self._seen = Spans()  # arrived whole in this conversation
        self._fetch(worth_asking(heard, self._held))
        lost = Spans([(0, max(client.oldest, heard.oldest))]).without(self._held)
        self.missing = 0 if tail is None else len(lost)

    # ---- what comes

    def fetch_up_to(self, following: int) -> bool:
        """Ask for what the board has below this number; whether there was anything new."""
        heard = self.heard
        if following <= heard.next:
            return False
        self.heard = replace(heard, oldest=max(heard.oldest, self._client.oldest), next=following)
        self._fetch(Spans([(heard.next, following)]))
        return True

    def take(self, first: int, data: bytes) -> bool:
        """Take what the board told by itself, where nothing is missing before it: else it is asked for."""
        heard = self.heard
        following = first + len(data) // SIZE
        if first > heard.next or not checker(heard.epoch)(first, data):
            return False
        self._compare(first, data[: (heard.next - first) * SIZE])
        if following <= heard.next:
            return False
        self.heard = replace(heard, next=following)
        self.add(self.heard, [(heard.next, data[(heard.next - first) * SIZE :])])
        return True

    def _compare(self, first: int, data: bytes) -> None:
        """Sound records that were told before come once more: the database says whether these are other ones."""
        told = [one for one in singles((first, data)) if not self.live.has(*one) and one not in self._again]
        if not told:
            return
        self._again.update(told)
        if len(self._again) > _AGAIN:
            raise TallyboardError(
                f"The board on {self._client.port.name} tells its records again and again, each time others.",
                "Unplug the board; if it goes on, update it: `tallyboard deploy`.",
            )
        self.upload.put(self.heard, told)

    def add(self, heard: Heard, runs: list[Run]) -> Stored:
        """Take sound records for the database; what becomes of them there is not known yet."""
        for first, data in runs:
            self._seen.add(first, first + len(data) // SIZE)
        self.upload.put(heard, runs)
        return Stored(0, ())

    def is_called(self, table: str) -> None:
        """The board has another name now."""
        self.heard = replace(self.heard, table=table)
        self.upload.put(self.heard, [])

    def ask_alone(self) -> None:
        """Ask once more for some of the records that came damaged, each by itself."""
        if self._doubted:
            fetch = self._new_fetch()
            fetch.run_alone(self._doubted)
            self._doubted = fetch.doubted
            fetch.flush()
            self._note_given_up(fetch)

    @property
    def damaged(self) -> int:
        """How many records of the journal came damaged, and not whole since."""
        return len(self._doubted) + len(self._given_up)

    def _new_fetch(self) -> Fetch:
        return Fetch(self._client, self, self.heard, self._held, silent, _ALONE)

    def _fetch(self, wanted: Spans) -> None:
        fetch = self._new_fetch()
        fetch.run(wanted)
        doubted = Spans.of_numbers(sorted({*self._doubted, *fetch.doubted})).without(self._seen)
        self._doubted = [number for first, end in doubted for number in range(first, end)]
        self._note_given_up(fetch)

    def _note_given_up(self, fetch: Fetch) -> None:
        for first, end in fetch.given_up:
            self._given_up.add(first, end)

    # ---- what became of it

    def stored(self, timeout_s: float) -> tuple[int, list[int]]:
        """After so long at most: how many records were new to the database, and the numbers that it has with other
        bytes, where there are more of those than before."""
        if not self._desk.is_away:
            self.upload.wait(timeout_s)
        received, conflicts = self.upload.news()
        if not set(conflicts) - self.conflicts:
            return received, []
        journal = Spans([(self.heard.oldest, self.heard.next)])
        self._fetch(journal.without(self._seen))  # two histories: see where they part
        self.upload.wait(timeout_s)
        more, others = self.upload.news()
        numbers = sorted({*conflicts, *others})
        self.conflicts.update(numbers)
        return received + more, numbers

    def done_below(self) -> int:
        """The number below which the board may forget everything: what is in the database, and what the board itself
        cannot read. What merely did not arrive ends it, and what waits, for the database may have another history."""
        done = Spans(self._held)
        for first, end in (*self.upload.stored(), *self._given_up):
            done.add(first, end)
        end = min(done.end_of(max(self.heard.oldest, self._client.oldest)), self.heard.next)
        waiting = self.upload.first_waiting
        return end if waiting is None else min(end, waiting)
