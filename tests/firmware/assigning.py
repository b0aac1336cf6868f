"""What a laptop asks of a board on the bench, and what it reads of it."""

import copy
from collections.abc import Sequence

from shared_rules.journal.replay import Assignment, Replay
from shared_rules.link import frame, laptop_half, orders
from tableside.link import Link
from tests.harness.bench import Bench
from tests.harness.firmware_link import Port, answers

LINE = "washers-ritzenthaler target=5"
NAMES = ("Ann", "Émile Gagné")


def asked(bench: Bench, kind: int, body: bytes) -> int | str:
    """The reply's type, or the sentence of a NO."""
    port = Port()
    link = Link(port, bench.table, dict, bench.screen)
    ((reply, _, said),) = answers(port, link, (kind, 3, body))
    bench.wait(1)
    return reply if reply != frame.NO else laptop_half.read_no(said)[1]


def assign(
    bench: Bench, key: str = "final", line: str = LINE, names: Sequence[str] = NAMES, first: int | None = None
) -> int | str:
    """The same of an ASSIGN."""
    return asked(bench, frame.ASSIGN, orders.assign(key, line, names, first))


def cancel(bench: Bench) -> int | str:
    """The same of one with an empty key."""
    return asked(bench, frame.ASSIGN, orders.cancel())


def laptop(bench: Bench) -> Replay:
    """What a laptop reads that has every record."""
    replay = Replay()
    journal = bench.table.journal
    for seq in range(journal.oldest, journal.next):
        data = journal.read(seq, 1)
        if journal.sealer.holds(data, 0, seq):
            replay.feed(seq, data)
    return replay


def waiting(bench: Bench) -> Assignment:
    """What waits on the board."""
    assigned = bench.table.assigned
    assert assigned is not None
    return assigned


def key_that_waits(bench: Bench) -> str:
    """On the board, for a laptop, and after a power-on: the same everywhere."""
    found = [bench.table.assigned, laptop(bench).assigned, Bench(chip=copy.deepcopy(bench.chip)).table.assigned]
    keys = {each.key if each else "" for each in found}
    assert len(keys) == 1, keys
    return keys.pop()


def start_from_menu(bench: Bench) -> None:
    """A new match by hand, with the options of the one that is on."""
    bench.hold("MENU")
    for _ in range(9):
        if bench.status != "NEW ":
            bench.press("A2")
    bench.hold("NEXT")
