"""Any keys at all, the menu's too, in any order: nothing raises, and a power-on finds what was on.

--campaign plays more seeds.
"""

import random

import pytest

from shared_rules.games import catalogue
from tableside.menu.menu import Menu
from tests.firmware.assigning import laptop
from tests.harness.bench import Bench
from tests.harness.campaign import form
from tests.harness.random_matches import standing

SEEDS = form(range(14), range(600))
GESTURES = 250


def on(bench: Bench) -> tuple[object, ...]:
    """What must be there after a power cut."""
    match, table = bench.match, bench.table
    standing = (catalogue.to_line(match), list(match.events[: match.length]), match.totals, match.counts, match.first)
    waiting = table.assigned and (table.assigned.key, table.assigned.first, table.assigned.names)
    playing = (match.review, match.agreed, match.pending, match.over, match.given)
    return standing, playing, table.light, table.key, table.waits(), waiting


def gesture(rng: random.Random, bench: Bench) -> None:
    name = rng.choice(bench.buttons)
    kind = rng.random()
    if kind < 0.12:
        bench.hold("MENU")
    elif kind < 0.22:
        bench.press("NEXT")
    elif kind < 0.30:
        bench.hold("NEXT")
    elif kind < 0.36:
        bench.hold(name)
    elif kind < 0.42:
        bench.down(name)
    elif kind < 0.50:
        for each in bench.buttons:
            if rng.random() < 0.5:
                bench.up(each)
        bench.wait(20)
    elif kind < 0.53:
        bench.wait(rng.choice((500, 3_000, 12_000)))
    elif kind < 0.56:
        bench.table.acknowledge(bench.table.journal.next - rng.randrange(5))
    elif kind < 0.58:
        line = rng.choice(catalogue.IDS)
        bench.table.assign(line, str(rng.random()), ("Ann", "Bob"), bench.now, rng.choice((None, 0, 1)))
    elif kind < 0.585:
        bench.table.assign("", "", (), bench.now)
    elif kind < 0.63:
        bench.hold("UNDO")
    else:
        bench.press(name, rng.choice((5, 40, 90)))


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_pressed_nothing_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    sides = rng.choice((2, 2, 3))
    game = catalogue.IDS[seed % len(catalogue.IDS)]
    bench = Bench(game, sides=sides)
    for turn in range(GESTURES):
        gesture(rng, bench)
        assert bench.faults == []
        if turn % 10 == 0:
            if isinstance(bench.panel._menu, Menu):  # a brightness is written when its level is left
                bench.panel._menu.close(bench.now)
            again = Bench(game, bench.chip, sides=sides)
            assert on(again) == on(bench)
            told = laptop(bench)
            assert told.match is not None
            assert standing(told.match) == standing(bench.match)
            assert told.key == bench.table.key
            assert again.table.journal.damaged == 0
            bench = again if rng.random() < 0.5 else Bench(game, bench.chip, sides=sides)
    assert bench.table.journal.next > 60, "the script is to get somewhere"
