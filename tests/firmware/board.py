"""A board on a desk: keys in, faces out, and a memory chip that can be taken out and put into another one."""

import random
from typing import Any, NamedTuple

from shared_rules.games import catalogue
from tableside import displays, scroll, views
from tableside.journal import Journal
from tableside.keys import Keys
from tableside.menu.menu import Menu
from tableside.panel import Panel
from tableside.screen import Screen
from tableside.table import Table
from tests.harness.memory_chips import FramChip, medium_of

_TAP_MS = 60
_HOLD_MS = 1000
KEYS = 5  # the place in a picture's state of the key of the match and of the one that waits
_SETTLED_MS = (3100,) * 6  # one after the other, whatever the status had to say has gone from it by then


class Face(displays.Face):
    """A display that remembers what it shows, without a chip."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str | None, point: bool = False) -> None:
        self.text = "ALL " if text is None else text + ("." if point else "")

    def light(self, level: int) -> None:
        """It is as bright as ever."""


class Picture(NamedTuple):
    """What a board shows, and what it would show at the other views and after any number of undos."""

    numbers: tuple[str, ...]
    status: str
    game: str
    state: tuple[Any, ...]
    standing: tuple[int, ...]
    light: tuple[int, int]  # and the sound, both as they were set
    name: str


class Board:
    """The firmware from the keys to the chip, put together as code.py does. Time goes in leaps, for speed.

    `game`: the game line of the settings. `seed`: of the epochs that it draws. Nothing happens before `switch_on`.
    """

    def __init__(
        self, chip: FramChip, game: str, sides: int = 2, journal: type[Journal] = Journal, seed: str = ""
    ) -> None:
        self.chip = chip
        self.medium = medium_of(chip)
        self.journal: Journal  # from `switch_on` on, also while it is being opened
        self._new_journal = journal
        self._epochs = random.Random(seed)
        self.table = Table(self._find_journal, sides, game)
        self.buttons = [side + row for side in "ABC"[:sides] for row in "12345"] + ["UNDO", "NEXT", "MENU"]
        self.faces = [Face() for _ in range(sides + 1)]
        self.screen = Screen(self.table, list(self.faces))
        self.panel = Panel(self.table, self.buttons, self.screen, self._menu, self._failed)
        self.keys = Keys(len(self.buttons), self.panel)
        self.now = 0

    def _find_journal(self) -> Journal:
        self.journal = self._new_journal(self.medium, lambda: self._epochs.getrandbits(32))
        return self.journal

    def _menu(self, panel: Panel) -> Menu:
        return Menu(panel, self.table, self.screen, list, int)

    def _failed(self, error: Exception) -> None:
        raise error

    def switch_on(self) -> None:
        self._wait(1)

    def _wait(self, ms: int) -> None:
        self.now += ms
        self.keys.step(self.now)
        self.panel.step(self.now)
        if self.table.step(self.now):
            self.screen.read_anew(self.now)
        if self.table.make_room(self.now):
            self.screen.changed()
        self.screen.step(self.now)

    def tap(self, name: str, ms: int = _TAP_MS) -> None:
        key = self.buttons.index(name)
        self.keys.edge(key, True, self.now)
        self._wait(ms)
        self.keys.edge(key, False, self.now)
        self._wait(_TAP_MS)

    def hold(self, name: str) -> None:
        self.tap(name, _HOLD_MS)

    def one_off(self, name: str) -> None:
        """This key with UNDO down."""
        undo = self.buttons.index("UNDO")
        self.keys.edge(undo, True, self.now)
        self._wait(_TAP_MS)
        self.tap(name)
        self.keys.edge(undo, False, self.now)
        self._wait(_TAP_MS)

    def settle(self) -> None:
        """Wait until the status has nothing to tell but the state of the match."""
        for ms in _SETTLED_MS:
            self._wait(ms)

    def picture(self) -> Picture:
        """What is shown now."""
        match = self.table.match
        shown = tuple(face.text for face in self.faces)
        waiting = self.table.assigned
        if waiting is not None and self.table.waits():  # names that go round look different each time
            shown = (*shown[:-1], scroll.names_text(waiting))
        if match is None:
            return Picture(shown[:-1], shown[-1], "", (), (), (self.table.light, self.table.sound), self.table.name())
        sides = range(match.sides)
        state = (
            *[
                [views.points(match, side, view) for side in sides]
                for view in (views.ROUND, views.TOTAL, views.TWENTIES)
            ],
            [list(counts) for counts in match.counts],
            (match.closed, match.first, match.shootout, match.finished, tuple(match.winners), match.given),
            (self.table.key, waiting.key if waiting else ""),
            (match.review, list(match.agreed), match.turn, list(match.pending), bool(match.can_choose_first())),
        )
        standing = tuple(match.events[: match.length])
        told = ((self.table.light, self.table.sound), self.table.name())
        return Picture(shown[:-1], shown[-1], catalogue.to_line(match), state, standing, *told)
