"""A board's panel and screen with faces that remember, for tests to press keys on."""

from collections.abc import Callable, Iterable

from shared_rules.games.match import Match
from shared_rules.journal import record, record_text
from tableside import displays
from tableside.journal import Journal
from tableside.keys import Keys
from tableside.menu.menu import Menu
from tableside.panel import Panel
from tableside.screen import Screen
from tableside.sound import Sound
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable


def buttons_of(sides: int = 2) -> list[str]:
    return [side + row for side in "ABC"[:sides] for row in "12345"] + ["UNDO", "NEXT", "MENU"]


class Face(displays.Face):
    """What a display shows, as text, without a chip: `None` before anything was written, "ALL " with everything lit."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.writes = 0
        self.level = 16

    def write(self, text: str | None, point: bool = False) -> None:
        shown = "ALL " if text is None else text + ("." if point else "")
        if shown != self.text:
            self.text = shown
            self.writes += 1

    def light(self, level: int) -> None:
        self.level = level


def faults_in(records: Iterable[bytes | bytearray]) -> list[str]:
    """The faults that stand written down among these records."""
    found: list[str] = []
    texts: dict[int, bytes] = {}
    for data in records:
        if data[0] == record.TEXT | record.FAULT_TEXT:
            record_text.gather(texts, data)
        elif data[0] == record.FAULT:
            found.append(record_text.decode(texts, record.FAULT_TEXT))
            texts = {}
    return found


class Tone:
    """A pwmio.PWMOut that remembers. `heard`: every change, in Hz, 0 for silence. `breaks`: what raises, and what."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.breaks: dict[str, Exception] = {}
        self._set = {"frequency": 1, "duty_cycle": 0}

    @property
    def sounds(self) -> int:
        """In Hz, now."""
        return self._set["frequency"] if self._set["duty_cycle"] else 0

    @property
    def frequency(self) -> int:
        return self._set["frequency"]

    @frequency.setter
    def frequency(self, hz: int) -> None:
        self._change("frequency", hz)

    @property
    def duty_cycle(self) -> int:
        return self._set["duty_cycle"]

    @duty_cycle.setter
    def duty_cycle(self, of_65535: int) -> None:
        self._change("duty_cycle", of_65535)

    def deinit(self) -> None:
        if "deinit" in self.breaks:
            raise self.breaks["deinit"]
        self._change("duty_cycle", 0)

    def _change(self, name: str, value: int) -> None:
        if name in self.breaks:
            raise self.breaks[name]
        before = self.sounds
        self._set[name] = value
        if self.sounds != before:
            self.heard.append(self.sounds)


class Bench:
    """`press("A1 NEXT")`, `hold(…)`, `wait(ms)`, then `shown`. With a `tone` it has a piezo, `loud` by the settings.
    `random`: what is drawn next."""

    def __init__(
        self,
        game: str = "crokinole-official",
        chip: FramChip | None = None,
        answers: bool = True,
        sides: int = 2,
        epoch: Callable[[], int] = lambda: 1,
        tone: Tone | None = None,
        loud: bool = True,
    ) -> None:
        self.chip = chip or FramChip()
        self.answers = answers
        self._epoch = epoch
        self.table = WorkingTable(self._journal, sides, game)
        self.faces = [Face() for _ in range(sides + 1)]
        self.screen = Screen(self.table, list(self.faces))
        self.buttons = buttons_of(sides)
        self.faults: list[Exception] = []
        self.random = 0
        self.air: Callable[[], int] | None = None
        self.sound = None if tone is None else Sound(self.table, loud, tone, self.faults.append)
        self.panel = Panel(self.table, self.buttons, self.screen, self.menu, self.faults.append, self.sound)
        self.keys = Keys(len(self.buttons), self.panel)
        self.now = 0
        self.wait(1)

    def menu(self, panel: Panel) -> Menu:
        return Menu(panel, self.table, self.screen, list, lambda: self.random, self.air)

    def _journal(self) -> Journal:
        if not self.answers:
            raise OSError(19)
        return Journal(medium_of(self.chip), self._epoch)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            self.keys.step(self.now)
            self.panel.step(self.now)
            if self.table.step(self.now):
                self.screen.read_anew(self.now)
            if self.table.make_room(self.now):
                self.screen.changed()
            self.screen.step(self.now)
            if self.sound is not None:
                self.sound.step(self.now)

    def settle(self) -> None:
        """Let time go by in leaps until the status has nothing to tell but the state of the match."""
        for _ in range(6):
            self.now += 3_099
            self.wait(1)

    def windows(self, ms: int) -> list[str]:
        """Everything that the status shows in this time, what stands there now first."""
        seen = [self.status]
        for _ in range(ms):
            self.wait(1)
            if self.status != seen[-1]:
                seen.append(self.status)
        return seen

    def down(self, name: str) -> None:
        self.keys.edge(self.buttons.index(name), True, self.now)

    def up(self, name: str) -> None:
        self.keys.edge(self.buttons.index(name), False, self.now)

    def press(self, names: str, ms: int = 60) -> None:
        for name in names.split():
            self.down(name)
            self.wait(ms)
            self.up(name)
            self.wait(60)

    def hold(self, name: str) -> None:
        self.press(name, 1000)

    @property
    def shown(self) -> list[str | None]:
        return [face.text for face in self.faces]

    @property
    def status(self) -> str:
        text = self.faces[-1].text
        assert text is not None, "nothing was written on the status"
        return text

    @property
    def match(self) -> Match:
        return self.table.match
