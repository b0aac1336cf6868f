"""The menu: everything that is not counting. It is imported when somebody holds MENU, and forgotten when it is left.

Keys of either side: 1 and 2 walk through what there is, 3 and 4 change a number, faster while they are held. NEXT
chooses; where that would lose something it has to be held, as everywhere. UNDO goes back, MENU leaves. The status says
what stands there, and then what the keys do.
"""

from tableside import scroll, texts
from tableside.menu.levels import Top

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

    from tableside.displays import Face
    from tableside.menu.levels import Level
    from tableside.panel import Panel
    from tableside.screen import Screen
    from tableside.table import Table

LEAVE_MS = 60_000  # without a press
_REPEAT_MS = 150  # between the steps of a key that is held
_BIG_STEP = 10  # of such a key, where there is far to go


class Menu:
    """One visit to the menu. `panel`, `table`, `screen`: what it acts on; `missing()`: names of displays not there;
    `random()`: 32 bits, each time others; `air()`: how the radio stands, see texts.AIR, or None
    where there is none."""

    def __init__(
        self,
        panel: "Panel",
        table: "Table",
        screen: "Screen",
        missing: "Callable[[], list[str]]",
        random: "Callable[[], int]",
        air: "Callable[[], int] | None" = None,
    ) -> None:
        self.panel = panel
        self.table = table
        self.screen = screen
        self.missing = missing
        self.random = random
        self.air = air
        self._levels: "list[Level]" = []
        self.said = ""  # what stands there now, without what the keys do
        self._repeat = 0  # what a held key adds, 0 while none is held
        self._repeat_at = 0
        self._waits = False  # for NEXT to be held

    # ---- what the levels ask for

    def begin(self, at_ms: int) -> None:
        self._until = at_ms + LEAVE_MS
        self.open(Top(self), at_ms)

    def open(self, level: "Level", at_ms: int) -> None:
        self._levels.append(level)
        self.show(level.text(), at_ms)

    def show(self, text: str, at_ms: int) -> None:
        self.said = text
        self._text = text + self._levels[-1].keys
        self._since = at_ms
        self.screen.changed()

    def back(self, at_ms: int) -> None:
        self._levels.pop().leave(at_ms)
        if self._levels:
            self.show(self._levels[-1].text(), at_ms)
        else:
            self.close(at_ms)

    def close(self, at_ms: int) -> None:
        for level in self._levels:
            level.leave(at_ms)
        self._levels = []
        self.panel.close_menu()

    def enter(self, event: int, at_ms: int) -> None:
        """Leave, and enter this event; refused like a side key where an assigned match waits in this one's place."""
        self.close(at_ms)
        if self.table.waits():
            self.panel.succeeded(texts.WAITS, at_ms)
        else:
            self.panel.enter(event, at_ms)

    def toss(self, at_ms: int) -> None:
        from tableside.menu.toss import Toss  # few matches have one

        self.open(Toss(self, at_ms), at_ms)

    # ---- what the panel passes on

    def down(self, name: str, at_ms: int) -> None:
        self._until = at_ms + LEAVE_MS
        level = self._levels[-1]
        self._repeat = 0
        self._waits = False
        if level.takes_keys:
            level.key(name, True, at_ms)
            self.screen.changed()
        elif name == "MENU":
            self.close(at_ms)
        elif name == "UNDO":
            self.back(at_ms)
        elif name == "NEXT":
            why = level.confirm()
            self._waits = why is not None
            if self._waits:
                self.show(why, at_ms)
            else:
                level.choose(at_ms)
        elif name[1] in "12":
            level.row = (level.row + (1 if name[1] == "2" else -1)) % len(level.texts)
            self.show(level.text(), at_ms)
        elif name[1] in "34":
            self.show(level.change(1 if name[1] == "4" else -1), at_ms)

    def held(self, name: str, at_ms: int) -> None:
        level = self._levels[-1]
        if level.takes_keys:
            if name == "MENU":
                self.close(at_ms)
        elif name == "NEXT" and self._waits:
            level.choose(at_ms)
        elif name[1:] in ("3", "4"):
            self._repeat = 1 if name[1:] == "4" else -1
            self._repeat_at = at_ms

    def up(self, name: str, at_ms: int) -> None:
        level = self._levels[-1]
        if level.takes_keys:
            level.key(name, False, at_ms)
            self.screen.changed()
        elif name == "NEXT":
            self._waits = False
        elif name[1:] in ("3", "4"):
            self._repeat = 0

    def step(self, now_ms: int) -> None:
        if now_ms >= self._until:
            self.close(now_ms)
        elif self._repeat and now_ms >= self._repeat_at:
            self._repeat_at = now_ms + _REPEAT_MS
            self._until = now_ms + LEAVE_MS
            level = self._levels[-1]
            far = (level.number(0) or 0) > 3 * _BIG_STEP
            self.show(level.change(self._repeat * (_BIG_STEP if far else 1)), now_ms)

    def level(self) -> "Level":
        """Where the visit is."""
        return self._levels[-1]

    def draw(self, faces: list["Face"], now_ms: int) -> int:
        """Show it on these faces; the time at which it has to be drawn again."""
        level = self._levels[-1]
        if level.takes_keys:
            return level.draw(faces, now_ms)
        self.screen.draw_numbers(faces[:-1])  # the score, wherever the level has nothing else to show
        for side in range(len(faces) - 1):
            digits = level.digits(side)
            if digits is not None:
                faces[side].write(digits)
        age = now_ms - self._since
        faces[-1].write(scroll.window(self._text, age))
        return now_ms + scroll.until_moved(age)
