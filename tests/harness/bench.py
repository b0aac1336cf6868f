"""A board's panel and screen with faces that remember, for tests to press keys on."""

from shared_rules.journal import record, record_text
from tableside.journal import Journal
from tableside.keys import Keys
from tableside.menu.menu import Menu
from tableside.panel import Panel
from tableside.screen import Screen
from tableside.table import Table
from tests.harness.memory_chips import FramChip, medium_of


def buttons_of(sides=2):
    return [side + row for side in "ABC"[:sides] for row in "12345"] + ["UNDO", "NEXT", "MENU"]


class Face:
    """What a display shows, as text: `None` before anything was written, "8888" with everything lit."""

    text: str | None = None
    writes = 0
    level = 16

    def write(self, text, point=False):
        shown = "ALL " if text is None else text + ("." if point else "")
        if shown != self.text:
            self.text = shown
            self.writes += 1

    def light(self, level):
        self.level = level


def faults_in(records):
    """The faults that stand written down among these records."""
    found, texts = [], {}
    for data in records:
        if data[0] == record.TEXT | record.FAULT_TEXT:
            record_text.gather(texts, data)
        elif data[0] == record.FAULT:
            found.append(record_text.decode(texts, record.FAULT_TEXT))
            texts = {}
    return found


class Bench:
    """`press("A1 NEXT")`, `hold(…)`, `wait(ms)`, then `shown`."""

    def __init__(self, game="crokinole-official", chip=None, answers=True, sides=2, epoch=lambda: 1):
        self.chip = chip or FramChip()
        self.answers = answers
        self._epoch = epoch
        self.table = Table(self._journal, sides, game)
        self.faces = [Face() for _ in range(sides + 1)]
        self.screen = Screen(self.table, self.faces)
        self.buttons = buttons_of(sides)
        self.faults = []
        self.panel = Panel(self.table, self.buttons, self.screen, self.menu, self.faults.append)
        self.keys = Keys(len(self.buttons), self.panel)
        self.now = 0
        self.wait(1)

    def menu(self, panel):
        return Menu(panel, self.table, self.screen, list)

    def _journal(self):
        if not self.answers:
            raise OSError(19)
        return Journal(medium_of(self.chip), self._epoch)

    def wait(self, ms):
        for _ in range(ms):
            self.now += 1
            self.keys.step(self.now)
            self.panel.step(self.now)
            if self.table.step(self.now):
                self.screen.read_anew(self.now)
            if self.table.make_room(self.now):
                self.screen.changed()
            self.screen.step(self.now)

    def settle(self):
        """Let time go by in leaps until the status has nothing to tell but the state of the match."""
        for _ in range(6):
            self.now += 3_099
            self.wait(1)

    def windows(self, ms):
        """Everything that the status shows in this time, what stands there now first."""
        seen = [self.status]
        for _ in range(ms):
            self.wait(1)
            if self.status != seen[-1]:
                seen.append(self.status)
        return seen

    def down(self, name):
        self.keys.edge(self.buttons.index(name), True, self.now)

    def up(self, name):
        self.keys.edge(self.buttons.index(name), False, self.now)

    def press(self, names, ms=60):
        for name in names.split():
            self.down(name)
            self.wait(ms)
            self.up(name)
            self.wait(60)

    def hold(self, name):
        self.press(name, 1000)

    @property
    def shown(self):
        return [face.text for face in self.faces]

    @property
    def status(self):
        return self.faces[-1].text

    @property
    def match(self):
        return self.table.match
