"""A schedule: from one number a board, one laptop or two, a bad air between them, and somebody who forges."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from tallyboard.store.merge import merge
from tests.harness.schedules import no_log
from tests.link.laptop import Disk
from tests.link.moments import MOMENTS
from tests.link.oracle import ALTERED, LOST, STUCK, BrokenError, Oracle
from tests.link.parts import TRUE, Parts
from tests.radio.board import RadioTable
from tests.radio.forger import OLD, Forger
from tests.radio.judge import FORGED, Judge
from tests.radio.program import Program
from tests.radio.world import World

AGAIN_MS = 30_000  # from when the air is good and the board tries to join, until it is heard
_PLACES = (112, 128, 192)  # of the FRAM: few enough for the ring to come round
_STORED_MS = 60_000
_ROUNDS = 3  # until each laptop has all

Log = Callable[[str], None]


class Schedule:
    """One world and its steps. `tally` counts what happened."""

    def __init__(self, seed: int, disk: Disk, parts: Parts = TRUE, log: Log = no_log) -> None:
        self.tally: Counter[str] = Counter()
        self._log = log
        self.draw = draw = random.Random(f"radio {seed}")
        count = draw.choice((1, 1, 2))
        self._laptops = [disk.laptop(f"laptop {number}", parts.store) for number in range(1, count + 1)]
        self._oracle = Oracle(tuple(self._laptops), self.tally)
        for laptop in self._laptops:
            laptop.oracle = self._oracle
        self._judge = Judge()
        self._world = world = World(draw, self.tally, self._say)
        hub = draw.choice(("", "10.0.0.1", "10.0.0.250"))
        world.board = RadioTable(world.air, self._judge, self._oracle, draw, self.tally, draw.choice(_PLACES), hub)
        world.programs = [
            Program(world, self._judge, laptop, (f"10.0.0.{number}", 8766), draw)
            for number, laptop in enumerate(self._laptops, 1)
        ]
        world.rate = draw.choice((0.0, 0.4, *[draw.uniform(0, 0.4)] * 4))
        world.refuses = draw.choice((0.0, 0.0, 0.01))
        world.forger = forger = Forger(draw, draw.choice((40, 150, 600)))
        self._keys = [draw.randbytes(32) for _ in range(3)]  # the board's, one after the other
        for _ in range(4):
            forger.remembers(self._keys[0])
            forger.remembers(draw.randbytes(32), draw.choice(("e66141040376", "e66141040399")))
        self._given = 0
        self._say(f"{count} laptops, {world.rate:.0%} of the datagrams are hit")

    def _say(self, text: str) -> None:
        self._log(f"{self._world.now / 1000:9.3f} s  {text}")

    def close(self) -> None:
        for program in self._world.programs:
            if program.is_on:
                program.kill()
        for laptop in self._laptops:
            laptop.close()

    def run(self) -> None:
        """Play everything; raises BrokenError where a promise is broken."""
        self._pair()
        for program in self._world.programs:
            program.start()
        self._world.power_on()
        self._world.run(6_000)
        for _ in range(self.draw.randint(8, 14)):
            (step,) = self.draw.choices(_STEPS, _WEIGHTS)
            step(self)
            self._world.run(self.draw.choice((200, 1_000, 3_000, 8_000)))
            self._see_the_board()
        self._end()
        self.tally["schedules"] += 1

    def _some(self) -> Program:
        return self.draw.choice(self._world.programs)

    # ---- steps

    def _presses(self) -> None:
        every = self.draw.choice((30, 300, 1500))
        self._say(f"presses, one in {every} ms")
        self._world.presses(every)

    def _cut(self) -> None:
        steps = self.draw.randint(0, 120)
        self._say(f"the power fails at step {steps} of the chip")
        self._world.board.cut_after(steps)
        self._world.presses(60)
        self._world.run(3_000)
        self._world.board.cut_after(None)

    def _power(self) -> None:
        self._say("power off and on")
        self._world.power_off()

    def _order(self) -> None:
        self._given += 1
        self._say(f"match {self._given} is ordered")
        self._some().order(f"match {self._given}")

    def _network(self) -> None:
        ms = self.draw.choice((1, 40, 900, 5_000, self.draw.randint(5_000, 60_000)))
        self._say(f"no network for {ms} ms")
        self._world.air.up = False
        self._world.later(ms, self._network_is_back)
        self._world.run(min(ms, 20_000))

    def _network_is_back(self) -> None:
        self._world.air.up = True

    def _address(self) -> None:
        self._given += 1
        if self.draw.random() < 0.6:
            self._say("the board has another address")
            self._world.board.address = (f"10.0.1.{self._given % 250}", self.draw.randint(1_024, 65_535))
        else:
            self._say("a laptop has another address")
            self._some().address = (f"10.0.2.{self._given % 250}", 8766)

    def _kill(self) -> None:
        program = self._some()
        if not program.is_on:
            return
        if self.draw.random() < 0.5:
            program.laptop.dies_at(self.draw.choice(MOMENTS), 1)
            return
        ms = self.draw.randint(10, 12_000)
        self._say(f"{program.laptop.name} dies, for {ms} ms")
        self.tally["laptops killed"] += 1
        program.kill()
        self._world.later(ms, program.start)

    def _database(self) -> None:
        program = self._some()
        program.away_rate = self.draw.choice((0.2, 0.7, 1.0))
        self._say(f"the database of {program.laptop.name} fails, {program.away_rate:.0%}")
        self._world.later(self.draw.randint(100, 15_000), lambda: _recover(program))

    def _cable(self) -> None:
        program, ms = self._some(), self.draw.choice((500, 4_000, 9_000))
        self._say(f"{program.laptop.name} has the board on a cable for {ms} ms")
        self.tally["cables"] += 1
        self._unplug()
        program.plugged = True
        self._world.run(ms)
        if self.draw.random() < 0.8:
            self._unplug()

    def _unplug(self) -> None:
        for program in self._world.programs:
            program.plugged = False
        if self._world.cable is not None:
            self._world.cable.unplug()
            self._world.cable = None

    def _pair(self) -> None:
        """With a key that the board has from its next start on; laptops know it before, or only later."""
        if not self._keys:
            return
        key = self._keys.pop(0)
        self._say("the board is paired")
        self._world.board.key = key
        if self._world.board.on:
            self._world.power_off()
        for program in self._world.programs:
            if self.tally["paired"] and self.draw.random() < 0.5:
                self._world.later(self.draw.randint(1, 9_000), partial(self._learns, program))
            else:
                program.pair(key)
        self.tally["paired"] += 1

    def _learns(self, program: Program) -> None:
        """The key that is the board's by now."""
        program.pair(self._world.board.key)

    def _see_the_board(self) -> None:
        self._world.board.look()
        wrong = self._world.board.taken - {"", *[f"match {number}" for number in range(1, self._given + 1)]}
        if wrong:
            raise BrokenError(FORGED, f"nobody ordered {wrong} today; {OLD!r} is of another day")

    # ---- the end

    def _end(self) -> None:
        """The air is good from here on, and nobody forges, pulls or presses."""
        world = self._world
        self._unplug()
        world.presses(0)
        world.rate = world.refuses = 0.0
        world.forger = None
        world.board.cut_after(None)
        for program in world.programs:
            program.away_rate = 0.0
            program.laptop.ends()  # it dies at no moment to come
        world.run(16_000)  # what was to come back comes back
        while not world.air.up:
            world.run(1_000)
        world.power_on()
        self._say("all is well")
        part: Any = world.board.radio.part
        self._hear(AGAIN_MS + (0 if part is None else part.pause_left(world.board.now)))
        for left in reversed(range(_ROUNDS)):
            self._each_by_itself()
            try:
                self._oracle.at_the_end()
                break
            except BrokenError:
                if not left:
                    raise
        self._see_the_board()
        self._merge()

    def _each_by_itself(self) -> None:
        """Each laptop has the board for a while; what it orders there the others lack then."""
        for program in self._world.programs:
            for other in self._world.programs:
                if other is not program and other.is_on:
                    other.kill()
            if not program.is_on:
                program.start()
            self._hear(AGAIN_MS)
            self._store(program)

    def _hear(self, limit: int) -> None:
        """Wait until the board is heard in the air."""
        since = self._world.now
        while max((one.heard_at() for one in self._world.programs if one.is_on), default=0.0) * 1000 <= since:
            if self._world.now - since > limit:
                raise BrokenError(STUCK, f"the board is not heard within {limit} ms")
            self._world.run(500)
        self.tally["longest"] = max(self.tally["longest"], self._world.now - since)

    def _store(self, program: Program) -> None:
        """Wait until this laptop has everything that the board holds."""
        since = self._world.now
        while True:
            epoch, numbers = self._oracle.logged()
            rows = self._oracle.look(program.laptop).get(epoch, {})
            if all(number in rows for number in numbers):
                return
            if self._world.now - since > _STORED_MS:
                raise BrokenError(STUCK, f"{program.laptop.name} does not get what the board holds")
            self._world.run(500)

    def _merge(self) -> None:
        """What the laptops have copied together is everything, once."""
        if len(self._laptops) == 1:
            return
        one, other = self._laptops
        wanted: dict[int, dict[int, bytes]] = {}
        for laptop in (one, other):
            for epoch, rows in laptop.committed().items():
                wanted.setdefault(epoch, {}).update(rows)
        merge(other.store.true, one.store.true)
        if one.committed() != wanted:
            raise BrokenError(ALTERED, "copied together the two stores are not what both had")
        if not any(wanted.values()):
            raise BrokenError(LOST, "nothing is stored")


def _recover(program: Program) -> None:
    program.away_rate = 0.0


_TABLE: list[tuple[int, Callable[[Schedule], None]]] = [
    (8, Schedule._presses),
    (3, Schedule._cut),
    (2, Schedule._power),
    (4, Schedule._order),
    (2, Schedule._network),
    (2, Schedule._address),
    (3, Schedule._kill),
    (2, Schedule._database),
    (3, Schedule._cable),
    (1, Schedule._pair),
]
_WEIGHTS = [weight for weight, _ in _TABLE]
_STEPS = [step for _, step in _TABLE]
