"""A schedule: from one number a table, two laptops, a bad channel between them, and everything that can happen.

What it does is drawn as it goes, from that number alone: it is the same each time.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.harness.schedules import no_log
from tests.link import matches, twin
from tests.link.channel import BYTE, FRAME, KINDS, PACKET, PERFECT, Noise
from tests.link.laptop import Disk, Laptop
from tests.link.moments import ANYWHERE, MOMENTS
from tests.link.oracle import LOST, STUCK, TWICE, BrokenError, Oracle
from tests.link.parts import TRUE, Parts
from tests.link.syncs import Mishaps, Syncs
from tests.link.table import TableEnd, WeakFram, WeakNvm
from tests.link.world import World

TRIES = 60  # in which a sync succeeds on a channel that is as bad as it may be
_ECHOES = Noise(0.4, FRAME, "replay")
_PLACES = (112, 128, 192)  # of an FRAM: few enough for the ring to come round

Log = Callable[[str], None]


class Schedule:
    """One world and its steps. `tally` counts what happened."""

    def __init__(self, seed: int, disk: Disk, parts: Parts = TRUE, log: Log = no_log) -> None:
        self.tally: Counter[str] = Counter()
        self._log = log
        self._draw = draw = random.Random(seed)
        self._laptops = [disk.laptop(name, parts.store) for name in ("laptop 1", "laptop 2")]
        self._oracle = Oracle((self._laptops[0], self._laptops[1]), self.tally)
        for laptop in self._laptops:
            laptop.oracle = self._oracle
        nvm = draw.random() < 0.2
        self._chip = WeakNvm() if nvm else WeakFram(64 + 8 * draw.choice(_PLACES), draw.choice((0, 0xFF, 0x5A)))
        self._board = TableEnd(self._chip, parts, self._oracle, draw, self.tally)
        same_ids = draw.random() < 0.25
        self._noise = Noise(
            draw.choice((0.0, 0.4, *[draw.uniform(0, 0.4)] * 6)),
            draw.choice((FRAME, PACKET, BYTE)),
            "replay" if same_ids else draw.choice(("", *KINDS)),
        )
        self._world = World(draw, self._board, self.tally, self._say)
        self._syncs = Syncs(self._world, parts, self._oracle, draw, self.tally, self._say, same_ids)
        self._image = b""  # of the chip, as it was once
        self._say(f"{'nvm' if nvm else 'fram'} of {len(self._chip)} bytes, {self._board.game}")
        self._say(
            f"{self._noise.rate:.0%} of the frames are hit, by {self._noise.grain}, {self._noise.mostly or 'all'}"
        )
        if same_ids:
            self._say("old answers bear the present number")

    def _say(self, text: str) -> None:
        self._log(f"{self._world.now / 1000:9.3f} s  {text}")

    def close(self) -> None:
        for laptop in self._laptops:
            laptop.close()

    def run(self) -> None:
        """Play everything; raises BrokenError where a promise is broken."""
        self._world.power_on()
        for _ in range(self._draw.randint(10, 24)):
            (step,) = self._draw.choices(_STEPS, _WEIGHTS)
            step(self)
        self._end()
        self.tally["schedules"] += 1

    # ---- steps

    def _presses(self) -> None:
        count = self._draw.randint(1, 24)
        self._say(f"{count} presses")
        self._press(count)

    def _press(self, count: int) -> None:
        for _ in range(count):
            if self._board.on:
                self._world.powered(self._board.press)
                self._world.wait(self._draw.choice((40, 300, 1500)))
            else:
                self._world.run(500)

    def _presses_and_a_cut(self) -> None:
        count, steps = self._draw.randint(1, 20), self._draw.randint(0, 120)
        self._say(f"{count} presses, and the power fails at step {steps} of the chip")
        self._board.cut_after(steps)
        self._press(count)
        self._board.cut_after(None)

    def _power(self) -> None:
        self._say("power off and on")
        self._world.power_off()
        self._world.run(2500)

    def _some_laptop(self) -> Laptop:
        return self._draw.choice(self._laptops)

    def _sync(self) -> None:
        laptop, draw = self._some_laptop(), self._draw
        mishaps = Mishaps(
            lives=draw.choice((None, None, None, draw.randint(1, 400), draw.randint(1, 3000))),
            killed=draw.choice((None, None, (ANYWHERE, draw.randint(1, 60)), (draw.choice(MOMENTS), 1))),
            power=draw.choice((None, None, None, draw.randint(0, 100))),
            presses=draw.choice((0, 0, 30, 300)),
            wishes=draw.random() < 0.15,
            follows=draw.choice((0, 0, 0, draw.randint(1, 30))),
            old=draw.random() < 0.1,
        )
        if draw.random() < 0.4:
            mishaps = mishaps._replace(
                follows=0,
                wishes=False,
                presses=draw.choice((0, 30, 30, 300)),
                hub=draw.randint(100, 8000),
                away=draw.choice((0.0, 0.0, 0.2, 0.7, 1.0)),
                blank=draw.choice((None,) * 9 + (draw.randint(0, 4000),)),
            )
        said = [f"{name} {value}" for name, value in mishaps._asdict().items() if value]
        self._say(f"{laptop.name} syncs" + (": " + ", ".join(said) if said else ""))
        self._syncs.converse(laptop, self._noise, mishaps)

    def _sync_until_done(self) -> None:
        laptop = self._some_laptop()
        for at in range(1, TRIES + 1):
            self._say(f"{laptop.name} syncs until it is done, {at}")
            if self._syncs.converse(laptop, self._noise) is not None:
                self.tally["tries"] = max(self.tally["tries"], at)
                return
        raise BrokenError(STUCK, f"a sync did not succeed in {TRIES} tries at {self._noise.rate:.0%}")

    def _assign(self) -> None:
        self._say("a match is assigned")
        self._quietly(self._board.assign)

    def _fault(self) -> None:
        self._say("the firmware writes a fault down")
        self._quietly(self._board.note_fault)

    def _dim(self) -> None:
        self._say("the light is changed")
        self._quietly(self._board.dim)

    def _quietly(self, does: Callable[[], None]) -> None:
        if self._board.on and self._board.table.journal is not None:
            self._world.powered(does)

    def _blank(self) -> None:
        self._say("the chip is emptied")
        self._world.power_off()
        self._board.blank()
        self._world.run(2500)
        if self._draw.random() < 0.6:
            laptop, presses = self._some_laptop(), self._draw.randint(1, 24)
            self._say(f"{presses} presses; {laptop.name} syncs while what was said before comes again")
            self._press(presses)
            self._syncs.converse(laptop, _ECHOES, Mishaps(presses=30))

    def _memory_away(self) -> None:
        laptop = self._some_laptop()
        self._say(f"the memory does not answer; {laptop.name} syncs")
        self._chip.present = False
        self._press(2)
        self._syncs.converse(laptop, self._noise, Mishaps(presses=200))
        self._chip.present = True
        self._world.run(2500)

    def _copy(self) -> None:
        if not self._image and self._board.on:
            self._say("the memory is copied, for later")
            self._image = bytes(self._chip.memory)

    # ---- the end

    def _end(self) -> None:
        """The channel is perfect from here on."""
        self._board.cut_after(None)
        # The first once more: with the room that an ACK gave, the board may note the time for the second.
        for laptop in (*self._laptops, self._laptops[0]):
            for _ in range(3):  # the first may hear what was said to others before
                self._say(f"{laptop.name} syncs on a perfect channel")
                stale = self.tally["stale"]
                if self._syncs.converse(laptop, PERFECT) is not None and self.tally["stale"] == stale:
                    break
            else:
                raise BrokenError(STUCK, f"{laptop.name} never syncs without old bytes in the way")
        self._oracle.at_the_end()
        for laptop in self._laptops:
            report = self._again(laptop)
            if report.missing != self._oracle.missing(laptop):
                raise BrokenError(LOST, f"{laptop.name} says that {report.missing} records are missing")
        self._oracle.at_the_end()
        self._board.look()
        matches.check(self._oracle, self._laptops, self._board, self.tally)
        self.tally["longest"] = self._syncs.longest // 1000
        if self._image:
            presses = self._draw.randint(0, 30)
            self._say(f"the memory is put back to what it held, and {presses} presses follow")
            self.tally["conflicts"] += twin.check(self._world, self._syncs, self._laptops, self._image, presses)

    def _again(self, laptop: Laptop) -> Any:
        """Once more, when nothing has happened: nothing comes a second time."""
        before = {epoch: len(rows) for epoch, rows in laptop.committed().items()}
        report = self._syncs.converse(laptop, PERFECT)
        after = {epoch: len(rows) for epoch, rows in laptop.committed().items()}
        if sum(after.values()) - sum(before.values()) != report.received:
            raise BrokenError(TWICE, f"{laptop.name} counts {report.received} new records, and has other ones")
        return report


_TABLE: list[tuple[int, Callable[[Schedule], None]]] = [
    (9, Schedule._presses),
    (3, Schedule._presses_and_a_cut),
    (1, Schedule._power),
    (7, Schedule._sync),
    (2, Schedule._sync_until_done),
    (2, Schedule._assign),
    (1, Schedule._fault),
    (1, Schedule._dim),
    (1, Schedule._blank),
    (1, Schedule._memory_away),
    (1, Schedule._copy),
]
_WEIGHTS = [weight for weight, _ in _TABLE]
_STEPS = [step for _, step in _TABLE]
