"""The board at its table: the true firmware on a chip whose power can fail in the middle of a write, and hands on its
keys."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from tableside.journal import Journal
from tableside.screen import Screen
from tableside.table import ACCEPTED, Table
from tests.harness.memory_chips import BYTE, FramChip, NvmChip, Step, medium_of, torn
from tests.harness.random_matches import LINES, STEPS, events_of
from tests.link.cable import UsbPort
from tests.link.oracle import LOST, BrokenError, Oracle
from tests.link.parts import Parts

BOARD = "e66141040376"
SIDES = 3

_EVENTS = {game: [events_of([step], game) for step in STEPS[game]] for game in catalogue.IDS}
_UNDO = event(UNDO)
_FAULTS = ("views:7 KeyError", "panel:9 TypeError", "link:80 MemoryError")


class _Weak:
    """A chip that says in which step its power failed, and that may not answer at all."""

    present = True
    step: Step | None = None
    writing: tuple[int, bytes] = (0, b"")

    def __getitem__(self, place: slice) -> bytearray:
        if not self.present:
            raise OSError(19, "no such device")
        read: bytearray = super().__getitem__(place)  # type: ignore[misc]
        return read

    def __setitem__(self, place: slice, data: bytes) -> None:
        if not self.present:
            raise OSError(19, "no such device")
        self.writing = place.start, bytes(data)
        super().__setitem__(place, data)  # type: ignore[misc]

    def _steps(self, at: int, data: bytes) -> Iterator[Step]:
        for step in super()._steps(at, data):  # type: ignore[misc]
            self.step = step
            yield step


class WeakFram(_Weak, FramChip):
    pass


class WeakNvm(_Weak, NvmChip):
    pass


class TableEnd:
    """The board. `on` is False while it has no power; `now` is its own time (ms since power-on).

    `judged`: the oracle is told what happens.
    """

    def __init__(
        self, chip: WeakFram | WeakNvm, parts: Parts, oracle: Oracle, draw: random.Random, tally: Counter[str]
    ) -> None:
        self.chip = chip
        self.on = False
        self.judged = True
        self.now = 0
        self.port: UsbPort = parts.usb(draw)
        self.game = draw.choice(LINES)
        self.journal: Any = None  # also while it is being opened
        self._parts = parts
        self._oracle = oracle
        self._draw = draw
        self._tally = tally
        self._keys = 0  # of assigned matches
        chip.wrote = lambda at, data, steps: self._wrote(data)

    def _wrote(self, data: bytes) -> None:
        if self.judged:
            self._oracle.wrote(self.journal, data)

    # ---- power

    def switch_on(self) -> None:
        """Power on; what stands in the settings is `game`. Raises PowerCut where the power fails in it."""
        self.now = 0
        self.port.reset()
        self.table = self._parts.table(self._find_journal, SIDES, self.game, name="Table 1")
        self._listen_to_wishes(self.table)
        self.link = self._parts.link(self.port, self.table, _about, Screen(self.table, []))
        self.on = True
        self.table.step(0)
        self.look()

    def _listen_to_wishes(self, table: Table) -> None:
        """Judge what the board makes of every assignment that it takes, whatever it comes from."""
        takes = table.assign

        def assign(line: str, key: str, *others: Any) -> str | None:
            waited = self._oracle.history.waits
            refusal = takes(line, key, *others)
            if refusal is None and self.judged:
                self._oracle.wanted(key, table.key)
                self._tally["cancelled" if not key else "replaced" if waited and waited != key else "assigned"] += 1
            return refusal

        table.assign = assign  # type: ignore[method-assign, assignment]

    def look(self) -> None:
        """What the table shows is what was written down."""
        if self.judged and self.on and self.table.journal is not None:
            waiting = self.table.assigned
            self._oracle.at_the_table(self.table.match, "" if waiting is None else waiting.key)

    def _find_journal(self) -> Journal:
        self.journal = journal = self._parts.journal(medium_of(self.chip), lambda: self._draw.getrandbits(32))
        took = journal.ack

        def ack(upto: int, result: bool = False) -> None:
            if self.judged:
                self._oracle.acknowledged(journal.epoch, upto)
            took(upto, result)

        journal.ack = ack  # type: ignore[method-assign]  # judged, then the journal's own
        return journal

    def cut_after(self, steps: int | None) -> None:
        """The power fails in so many steps of the chip; None: it does not."""
        self.chip.budget = None if steps is None else self.chip.written + steps

    def went_dark(self) -> str:
        """The power has failed in a write: the chip holds what such a chip may hold. Says what that is."""
        self.on = False
        self.chip.budget = None
        step = self.chip.step
        assert step is not None
        if isinstance(self.chip, WeakNvm):
            self._oracle.nvm_torn(self.chip.writing[0])
        images = torn(step, self._draw, 2)
        if not images:
            return "between two bytes"
        name = self._draw.choice(sorted(images))
        self.chip.memory[step.at : step.at + len(step.new)] = images[name]
        at, data = self.chip.writing
        if self.chip.memory[at : at + len(data)] == data:  # the rest stood there already
            self._wrote(data)
        return f"in {'byte' if step.kind == BYTE else 'page or sector'} {step.at}, which holds {name}"

    def switch_off(self) -> None:
        """The power goes between two writes."""
        self.on = False

    def blank(self) -> None:
        """Another chip, an empty one; the power is off."""
        self._oracle.blanked()
        fill = 0xFF if isinstance(self.chip, WeakNvm) else self._draw.choice((0, 0xFF, 0x5A))
        self.chip.memory[:] = bytes([fill]) * len(self.chip.memory)

    # ---- the loop

    def step(self) -> None:
        """One turn of the main loop."""
        if self.table.step(self.now):
            self.look()
        self.table.make_room(self.now)
        self.link.step(self.now)

    def rests(self) -> bool:
        """Whether nothing happens without a byte from the laptop."""
        return not self.link.busy() and self.port.quiet() and self.table.journal is not None

    # ---- hands

    def press(self) -> None:
        """Somebody presses something, which the rules allow or not."""
        table, draw = self.table, self._draw
        match = table.match
        chance = draw.random()
        if table.journal is None:
            return
        if match is None or (match.finished and chance < 0.2) or chance < 0.01:
            self._start(lambda: table.start(table.new(draw.choice(LINES)), draw.choice((0, 0, 1)), self.now), True)
        elif table.waits() and chance < 0.4:
            self._start(lambda: table.start_assigned(self.now))
        elif match.finished and chance < 0.7:
            self._start(lambda: table.again(self.now), True)
        elif match.untouched() and chance < 0.25:
            self._back()
        else:
            events = (_UNDO,) if chance > 0.9 else draw.choice(_EVENTS[match.ID])
            for each in events:
                self._enter(each)
        self.look()

    def _start(self, start: Callable[[], int | None], by_hand: bool = False) -> None:
        self._tally["by hand while one waits"] += by_hand and self.table.assigned is not None
        if start() is ACCEPTED:
            self._tally["matches"] += 1
        else:
            self._tally["refused"] += 1

    def _back(self) -> None:
        """UNDO is held in a match without an event."""
        backs = self._oracle.history.backs
        done = self.table.back(self.now) is ACCEPTED
        if self.judged and done != (self._oracle.history.backs > backs):
            raise BrokenError(LOST, "the table went back, and that was not written down, or the other way round")
        self._tally["refused"] += not done

    def _enter(self, entered: int) -> None:
        if self.table.match is None or self.table.enter(entered, self.now) is not ACCEPTED:
            self._tally["refused"] += 1
        elif self.judged:
            self._oracle.shown(entered)

    def assign(self) -> None:
        """The laptop's wish, without a cable."""
        if self._draw.random() < 0.25:
            self.table.assign("", "", (), self.now)
            return
        self._keys += 1
        names, first = ("Ann", "Zoë"), self._draw.choice((None, 0, 1))
        self.table.assign(self._draw.choice(LINES), f"match {self._keys}", names, self.now, first)

    def note_fault(self) -> None:
        """The firmware meets an error."""
        self.table.note_fault(self._draw.choice(_FAULTS), self.now)

    def dim(self) -> None:
        self.table.dim(self._draw.randint(1, 16), self.now)


def _about() -> dict[str, Any]:
    return {"board": BOARD, "firmware": "0.1.0"}
