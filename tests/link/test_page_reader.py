"""Journals that a box wrote at random, some of their records lost: a laptop finds in them what docs/link.md says.

A failure names its seed.
"""

import random

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from tableside.journal import Journal
from tableside.table import Table
from tests.harness.campaign import form
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.random_matches import LINES, STEPS, events_of
from tests.link.reading import is_read
from tests.link.vector_boards import journal_row

_EVENTS = {game: [events_of([step], game) for step in STEPS[game]] for game in catalogue.IDS}
_UNDO = event(UNDO)


class _Evening:
    """People at a box, and now and then a laptop's word."""

    def __init__(self, draw: random.Random) -> None:
        self._draw, self._chip, self._now, self._keys = draw, FramChip(), 0, 0
        self._epoch = draw.getrandbits(32)
        self._switch_on()

    def _switch_on(self) -> None:
        self.table, self._now = Table(lambda: Journal(medium_of(self._chip), lambda: self._epoch), 3, LINES[0]), 0
        self.table.step(0)

    def records(self) -> list[tuple[int, bytes]]:
        journal = self.table.journal
        assert journal is not None
        return [(number, bytes(journal.read(number, 1))) for number in range(journal.oldest, journal.next)]

    def step(self) -> None:
        """Something happens."""
        table, draw, chance = self.table, self._draw, self._draw.random()
        self._now += draw.choice((50, 700, 700, 700, 3_000, 400_000, 70_000_000))
        match = table.match
        assert match is not None and table.journal is not None
        if chance < 0.03:
            self._switch_on()
        elif chance < 0.05:
            table.journal.time(draw.getrandbits(29))
        elif chance < 0.08:
            self._keys += 1
            names, key = ("Ann", "Zoë")[: draw.randrange(3)], draw.choice(("", f"k{self._keys}"))
            table.assign(draw.choice(LINES), key, names, self._now, draw.choice((None, 0, 1)))
        elif chance < 0.09:
            table.dim(draw.randrange(1, 17), self._now)
        elif chance < 0.11:
            table.start(table.new(draw.choice(LINES)), draw.choice((0, 1)), self._now)
        elif table.waits() and chance < 0.4:
            table.start_assigned(self._now)
        elif match.finished and chance < 0.5:
            table.again(self._now)
        elif match.untouched() and chance < 0.4:
            table.back(self._now)
        else:
            for each in (_UNDO,) if chance > 0.85 else draw.choice(_EVENTS[match.ID]):
                table.enter(each, self._now)


@pytest.mark.sample
@pytest.mark.parametrize("seed", form(range(60), range(3_000), range(12)))
def test_a_journal_is_what_the_page_says(seed: int) -> None:
    draw = random.Random(seed)
    evening = _Evening(draw)
    for _ in range(draw.randrange(20, 250)):
        evening.step()
    written = evening.records()
    journal = evening.table.journal
    assert journal is not None
    lost = draw.choice((0, 0, 0.005, 0.02))
    arrived = [one for one in written if draw.random() >= lost]
    is_read(journal_row("", "e661640843", journal.epoch, arrived, journal.next))
