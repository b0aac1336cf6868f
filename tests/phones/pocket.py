"""A board in a phone: the firmware's own table, journal and half of the link, on a memory that outlives a kill."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shared_rules.games.events import UNDO, event
from shared_rules.games.scoresheet import to_text
from tableside.journal import Journal
from tableside.link import Link
from tableside.screen import Screen
from tableside.table import ACCEPTED
from tests.harness.firmware_link import Port
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.random_matches import STEPS, events_of
from tests.harness.working_table import WorkingTable
from tests.phones.oracle import Life

# Of each game one line, in which matches are short; what a phone plays at its table is one of them.
GAMES = (
    "crokinole-official target=60",
    "crokinole-traditional target=60 discs=3 start=loser",
    "pichenotte-southwest games=1 discs=2",
    "washers-ritzenthaler target=5",
    "crokinole-championship rounds=3 discs=2",
    "twenties-shootout discs=3",
    "pichenottes-quebec dames=1 target=4",
)
_MESSAGE_BYTES = 4096

_EVENTS = {game: [events_of([step], game) for step in STEPS[game]] for game in {line.split()[0] for line in GAMES}}
_UNDO = event(UNDO)


@dataclass
class Pocket:
    """A board that a phone is or was. `life`: what the oracle knows of it. `lies`: the id that it says, "" its own.

    `is_copy`: of another phone's memory as it was at some time; it presses nothing and writes nothing.
    """

    token: str
    board: str
    chip: FramChip
    life: Life
    draw: random.Random
    tally: Counter[str]
    lies: str = ""
    is_copy: bool = False
    _begun: float = field(default_factory=time.monotonic)

    def power_on(self) -> None:
        """With what stands in the memory."""
        now = self._now_ms()
        self._table = WorkingTable(self._find_journal, 2, self.life.game, name="Phone")
        self._table.step(now)
        if self.is_copy:  # it has power as long as the original has, and knows what time it is
            self._table.journal.next = self.life.until
            self._table.timed_at = 0
        self._note_acks()
        self._port = Port()
        self._link = Link(self._port, self._table, self._about, Screen(self._table, []))
        self._note()

    def _find_journal(self) -> Journal:
        return Journal(medium_of(self.chip), lambda: self.life.epoch)

    def _note_acks(self) -> None:
        took, life = self._table.journal.ack, self.life

        def ack(upto: int, result: bool = False) -> None:
            life.acked = max(life.acked, upto)
            took(upto, result)

        self._table.journal.ack = ack  # type: ignore[method-assign]  # noted, then the journal's own

    def _about(self) -> dict[str, Any]:
        self.tally["lies"] += bool(self.lies)
        return {"board": self.lies or self.board, "firmware": "0.2.0"}

    def _note(self) -> None:
        """What stands in its memory now, for the oracle."""
        life, journal = self.life, self._table.journal
        for number in range(max(journal.oldest, life.since, life.until), journal.next):
            life.records[number] = bytes(journal.read(number, 1))
        life.until = journal.next

    def _now_ms(self) -> int:
        return int((time.monotonic() - self._begun) * 1000)

    # ---- the loop, and the link

    def step(self, presses: bool) -> None:
        """Turns of the board's loop until it has nothing to do; before that somebody presses something, or not."""
        now = self._now_ms()
        if presses:
            self._play(now)
        self._link.step(now)
        while self._port.arrived or self._link.busy():
            self._link.step(now)
        self._table.make_room(now)
        self._note()

    def take(self, data: bytes) -> None:
        """What came over the socket."""
        if self.life.sent_at:
            self.life.heard_at = max(self.life.heard_at, self.life.sent_at)  # a laptop asks on when it has the answer
        self._port.arrived += data

    def messages(self) -> Iterator[bytes]:
        """What the board said, in messages of any cut."""
        data = bytes(self._port.sent)
        self._port.sent.clear()
        if not data:
            return
        cuts = sorted(self.draw.randrange(len(data) + 1) for _ in range(self.draw.choice((0, 0, 0, 1, 2))))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            for at in range(start, end, _MESSAGE_BYTES):
                yield data[at : min(end, at + _MESSAGE_BYTES)]
        self.life.sent_at = time.monotonic()

    def hang_up(self) -> None:
        """What is on its way is lost."""
        self._port.sent.clear()
        self._port.arrived.clear()

    @property
    def next(self) -> int:
        """The number of its next record."""
        return int(self._table.journal.next)

    def owes(self) -> int:
        """How many of its records are not acknowledged."""
        return max(0, self.next - self.life.acked)

    # ---- hands

    def press(self) -> None:
        """One press that the rules allow, and nothing else."""
        before = len(self.life.pressed)
        while len(self.life.pressed) == before:
            self._play(self._now_ms())
        self._note()

    def _play(self, now: int) -> None:
        table, draw = self._table, self.draw
        match = table.match
        chance = draw.random()
        if table.waits():
            table.start_assigned(now)
        elif match.finished and chance < 0.7:
            table.again(now)
        else:
            for each in (_UNDO,) if chance > 0.9 else draw.choice(_EVENTS.get(match.ID, [[_UNDO]])):
                self._enter(each, now)

    def _enter(self, entered: int, now: int) -> None:
        number = self.next
        if self._table.enter(entered, now) is ACCEPTED:
            self.life.pressed.append((number, to_text(entered)))
            self.tally["pressed"] += 1
        else:
            self.tally["refused"] += 1

    # ---- what it shows

    def score(self) -> tuple[list[int], list[int]]:
        """The totals that it shows, and what can be undone."""
        match = self._table.match
        return list(match.totals), list(match.events[: match.length])

    def undone(self) -> list[list[int]]:
        """The totals that it shows at a power-on, and then at each undo until there is nothing to take back."""
        chip = FramChip()
        chip.memory[:] = self.chip.memory
        table = WorkingTable(lambda: Journal(medium_of(chip), lambda: 0), 2, self.life.game)
        table.step(0)
        shown = [list(table.match.totals)]
        while table.enter(_UNDO, 0) is ACCEPTED:
            shown.append(list(table.match.totals))
        return shown


def copied(original: Pocket, phone: str, draw: random.Random, tally: Counter[str]) -> Pocket:
    """Another phone with its token, its id and its memory as they are now."""
    life = Life(phone, original.board, original.life.table, original.token, original.life.epoch, original.life.game)
    life.since = life.until = life.acked = original.next
    chip = FramChip()
    chip.memory[:] = original.chip.memory
    return Pocket(original.token, original.board, chip, life, draw, tally, is_copy=True)
