"""A board, laptops, a cable now and then and a bad air between them in one simulated time, in ms."""

import errno
import heapq
import itertools
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import greenlet  # type: ignore[import-untyped]

from tests.link import world as link
from tests.link.laptop import KilledError
from tests.radio.air import Address, Air
from tests.radio.fibers import Fiber

if TYPE_CHECKING:
    from tests.radio.board import RadioTable
    from tests.radio.forger import Forger
    from tests.radio.program import Program

EVERYONE = "255.255.255.255"
KINDS = LOST, DOUBLED, LATE, CUT = "datagrams lost", "doubled", "late", "cut"
_LOOK_MS = 500  # of a hub, between two looks at its ports
_IDLE_MS = 100  # of a board's loop while it only calls
_LATE_MS = 6_000


class World(link.World):
    """`rate`: the share of datagrams that are hit. `refuses`: how often the board's chip takes none."""

    board: "RadioTable"

    def __init__(self, draw: random.Random, tally: Counter[str], log: Callable[[str], None]) -> None:
        self.air = Air(self._sent)
        self.tally = tally
        self.rate = self.refuses = 0.0
        self.programs: list[Program] = []
        self.forger: Forger | None = None
        self._flying: list[tuple[int, int, bytes, Address, Address]] = []
        self._numbers = itertools.count()
        self._fibers: dict[Fiber, Program] = {}
        self._look_at = 0
        self._back: list[tuple[int, int, Callable[[], None]]] = []
        super().__init__(draw, None, tally, log)  # type: ignore[arg-type]  # the board comes into it

    def seconds(self) -> float:
        return self.now / 1000

    def later(self, ms: int, does: Callable[[], None]) -> None:
        """Do this then."""
        heapq.heappush(self._back, (self.now + ms, next(self._numbers), does))

    # ---- programs

    def begin(self, does: Callable[[], None], program: "Program") -> Fiber:
        fiber = Fiber(does)
        self._fibers[fiber] = program
        return fiber

    def rest(self, ms: float, ready: Callable[[], bool] = lambda: False) -> None:
        """In a program: wait so long, or until something is ready."""
        fiber: Any = greenlet.getcurrent()
        fiber.until, fiber.ready = self.now + max(1.0, ms), ready
        fiber.parent.switch()

    def end(self, fiber: Fiber) -> None:
        """Wherever it waits."""
        self._fibers.pop(fiber, None)
        if fiber and not fiber.dead:
            with suppress(KilledError):
                fiber.throw(greenlet.GreenletExit)

    def _go_on(self) -> None:
        for fiber, program in list(self._fibers.items()):
            if fiber not in self._fibers or not (self.now >= fiber.until or fiber.ready()):
                continue
            self.alive(program, fiber.switch)
            if fiber.dead:
                self._fibers.pop(fiber, None)

    def alive(self, program: "Program", does: Callable[[], object]) -> None:
        """Do this; where the program is killed in it, it starts again after a while."""
        try:
            does()
        except KilledError:
            self.tally["laptops killed"] += 1
            self._log(f"{program.laptop.name} is killed {program.laptop.killed}")
            program.kill()
            self.later(self._draw.randint(10, 9_000), program.start)

    # ---- the air

    def _sent(self, data: bytes, sender: Address, receiver: Address) -> None:
        if self._draw.random() < self.refuses:
            raise OSError(errno.ENOMEM)
        self.send(data, sender, receiver)

    def send(self, data: bytes, sender: Address, receiver: Address, forged: bool = False) -> None:
        """Somebody has sent this."""
        self.tally["datagrams"] += 1
        if not forged and self.forger is not None:
            self.forger.heard(data, sender)
        wait, draw = self._draw.randint(1, 15), self._draw
        if draw.random() < self.rate:
            kind = draw.choice(KINDS)
            self.tally[kind] += 1
            if kind == LOST:
                return
            if kind == DOUBLED:
                self._fly(draw.randint(1, _LATE_MS), data, sender, receiver)
            if kind == LATE:
                wait = draw.randint(20, _LATE_MS)
            if kind == CUT:
                data = data[: draw.randint(0, len(data))]
        self._fly(wait, data, sender, receiver)

    def _fly(self, ms: int, data: bytes, sender: Address, receiver: Address) -> None:
        if self.air.up:
            heapq.heappush(self._flying, (self.now + ms, next(self._numbers), data, sender, receiver))

    def _arrive(self) -> None:
        while self._flying and self._flying[0][0] <= self.now:
            _, _, data, sender, receiver = heapq.heappop(self._flying)
            if not self.air.up:
                continue
            if self.board.on and receiver == self.board.address:
                self.board.arrive(data, sender)
            for program in self.programs:
                if program.is_on and receiver in (program.address, (EVERYONE, program.address[1])):
                    program.ports.heard(data, sender)

    # ---- time

    def _turn(self) -> None:
        self.air.now = self.now
        while self._back and self._back[0][0] <= self.now:
            heapq.heappop(self._back)[2]()
        if self.forger is not None:
            self.forger.act(self)
        self._arrive()
        super()._turn()
        if self.now >= self._look_at:
            self._look_at = self.now + _LOOK_MS
            for program in self.programs:
                self.alive(program, program.look)
        self._go_on()

    def _pass_time(self, until: int) -> None:
        due: float = min(until, self.now + _IDLE_MS, self._look_at)
        for queue in (self._flying, self._back):
            if queue:
                due = min(due, queue[0][0])
        for fiber in self._fibers:
            due = min(due, fiber.until)
        if self.forger is not None:
            due = min(due, self.forger.due)
        super()._pass_time(max(self.now + 1, int(due)))
