"""A memory that is put back to what it held before, and played on: two histories under the same numbers.

It is the one case in which a laptop must hear of conflicts, of every one, and keep what it has.
"""

from typing import Any

from tallyboard.journal.runs import checker
from tests.link.laptop import Laptop
from tests.link.oracle import ALTERED, LOST, BrokenError
from tests.link.syncs import Syncs
from tests.link.world import World


def check(world: World, syncs: Syncs, laptops: list[Laptop], image: bytes, presses: int) -> int:
    """Put the image back, play on and sync; returns how many conflicts were heard of.

    The oracle's part is over: its log holds one history only.
    """
    board = world.board
    board.judged = False
    world.power_off()
    board.chip.memory[:] = image
    world.run(2500)
    world.power_on()
    board.cut_after(None)
    for _ in range(presses):
        board.press()
        world.wait(100)
    return sum(_hears(world, syncs, laptop) for laptop in laptops)


def _hears(world: World, syncs: Syncs, laptop: Laptop) -> int:
    before = laptop.committed()
    told = _held(world)  # some of which is given up when it is acknowledged
    report: Any = syncs.unjudged(laptop)
    after = laptop.committed()
    for epoch, rows in before.items():
        if not rows.items() <= after.get(epoch, {}).items():
            raise BrokenError(ALTERED, f"{laptop.name} has other bytes now where it had some of {epoch:08x}")
    journal = world.board.table.journal
    assert journal is not None
    holds = checker(journal.epoch)
    had = before.get(journal.epoch, {})

    def clashing(held: dict[int, bytes]) -> set[int]:
        return {number for number, data in held.items() if holds(number, data) and had.get(number, data) != data}

    held = _held(world)  # and some of which was written in the sync
    due, heard = clashing({number: told[number] for number in held if number in told}), set(report.conflicts)
    if not due <= heard <= clashing(held | told):
        raise BrokenError(LOST, f"{laptop.name} hears of the conflicts {sorted(heard)}, and there are {sorted(due)}")
    return len(heard)


def _held(world: World) -> dict[int, bytes]:
    """What the board's journal holds."""
    journal = world.board.table.journal
    assert journal is not None
    return {number: bytes(journal.read(number, 1)) for number in range(journal.oldest, journal.next)}
