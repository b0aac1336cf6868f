"""What a laptop asks of a board on the bench, and what it reads of it."""

import copy

from shared_rules.journal.replay import Replay
from shared_rules.link import frame, laptop_half, orders
from tableside.link import Link
from tests.harness.bench import Bench
from tests.harness.firmware_link import Port, answers

LINE = "washers-ritzenthaler target=5"
NAMES = ("Ann", "Émile Gagné")


def asked(bench, kind, body):
    """The reply's type, or the sentence of a NO."""
    port = Port()
    link = Link(port, bench.table, dict, bench.screen)
    ((reply, _, said),) = answers(port, link, (kind, 3, body))
    bench.wait(1)
    return reply if reply != frame.NO else laptop_half.read_no(said)[1]


def assign(bench, key="final", line=LINE, names=NAMES, first=None):
    """The same of an ASSIGN."""
    return asked(bench, frame.ASSIGN, orders.assign(key, line, names, first))


def cancel(bench):
    """The same of one with an empty key."""
    return asked(bench, frame.ASSIGN, orders.cancel())


def laptop(bench):
    """What a laptop reads that has every record."""
    replay = Replay()
    journal = bench.table.journal
    for seq in range(journal.oldest, journal.next):
        data = journal.read(seq, 1)
        if journal.sealer.holds(data, 0, seq):
            replay.feed(seq, data)
    return replay


def key_that_waits(bench):
    """On the board, for a laptop, and after a power-on: the same everywhere."""
    found = [bench.table.assigned, laptop(bench).assigned, Bench(chip=copy.deepcopy(bench.chip)).table.assigned]
    keys = {each.key if each else "" for each in found}
    assert len(keys) == 1, keys
    return keys.pop()


def start_from_menu(bench):
    """A new match by hand, with the options of the one that is on."""
    bench.hold("MENU")
    for _ in range(9):
        if bench.status != "NEW ":
            bench.press("A2")
    bench.hold("NEXT")
