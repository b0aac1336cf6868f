"""The menu's levels: each a list of rows, one of which is shown, and what can be done with it."""

from shared_rules import VERSION
from shared_rules.games import catalogue
from shared_rules.games.events import FIRST, FORFEIT, PENALTY, SIDES, event
from shared_rules.journal.record import ENGLISH, FRENCH, SOUND_OFF, SOUND_ON
from tableside import texts, views
from tableside.menu import texts as say
from tableside.menu.choices import Choices
from tableside.pins import MOST_LIGHT

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from shared_rules.games.match import Match
    from tableside.displays import Face
    from tableside.panel import Panel
    from tableside.screen import Screen
    from tableside.table import Table

    class Home(Protocol):
        """What the levels ask of the Menu."""

        panel: Panel
        table: Table
        screen: Screen
        missing: Callable[[], list[str]]
        random: Callable[[], int]
        air: Callable[[], int] | None

        def open(self, level: "Level", at_ms: int) -> None: ...
        def show(self, text: str, at_ms: int) -> None: ...
        def back(self, at_ms: int) -> None: ...
        def close(self, at_ms: int) -> None: ...
        def enter(self, event: int, at_ms: int) -> None: ...
        def toss(self, at_ms: int) -> None: ...


class Level:
    """A list of rows, one of which is shown. `texts`: theirs; `keys`: what the keys do here. One that `takes_keys` has
    all of them, by key(name, is_down, at_ms), and draws itself; in it a held MENU leaves."""

    keys = say.WALK
    takes_keys = False

    def __init__(self, menu: "Home", texts: "Sequence[str]") -> None:
        self.menu = menu
        self.texts = texts
        self.row = 0

    def text(self) -> str:
        return self.texts[self.row]

    def number(self, side: int) -> int | None:
        """What the keys of a side change, as its display shows it; None where there is no such number."""
        return None

    def digits(self, side: int) -> str | None:
        """What the display of this side shows, or None: the score."""
        number = self.number(side)
        return None if number is None else views.number_text(number)

    def word(self) -> str:
        """The value of the row, where it is a word; else ""."""
        return ""

    def change(self, by: int) -> str:
        """A number goes up or down; the text to begin with then."""
        return self.text()

    def confirm(self) -> str | None:
        """What a tap of NEXT says where it takes a hold, else None."""
        return None

    def choose(self, at_ms: int) -> None:
        """NEXT."""

    def leave(self, at_ms: int) -> None:
        """The level is left behind."""

    def key(self, name: str, is_down: bool, at_ms: int) -> None:
        """A key that goes down or up, where the level takes them all."""

    def draw(self, faces: list["Face"], now_ms: int) -> int:
        """Show it on these faces, where it takes all keys; when it has to be drawn again, 0 for when a key moves."""
        return 0


class Top(Level):
    """What there is to do now."""

    texts: list[str]

    def __init__(self, menu: "Home") -> None:
        Level.__init__(self, menu, [])
        self._acts: "list[int | Callable[[int], None]]" = []  # for each row an event, or what does it
        match = menu.table.match
        playing = match is not None and not match.finished and not menu.table.waits()
        if playing and match.PENALTY_POINTS:
            self._events(match, PENALTY, match.PENALTY_POINTS, say.PENALTY)
        if playing and FORFEIT in match.ACTIONS:
            self._events(match, FORFEIT, 0, say.FORFEIT)
        self._row(say.GAME, self._games)
        if match is not None:
            self._row(say.AGAIN, self._again)
        if playing and match.can_choose_first():
            if not match.closed:
                self._row(say.TOSS, menu.toss)
            self._events(match, FIRST, 0, say.FIRST)
        if menu.table.has_languages():
            self._row(say.LANGUAGE, self._language)
        self._row(say.LIGHT, self._light)
        if menu.panel.sound is not None:
            self._row(say.SOUND, self._sound)
        if menu.air is not None:
            self._row(say.AIR[menu.air()], self._air)
        self._row(say.TEST, self._test)
        self._row(say.ABOUT, self._about)

    def _row(self, text: str, act: "int | Callable[[int], None]") -> None:
        self.texts.append(text)
        self._acts.append(act)

    def _events(self, match: "Match", kind: int, argument: int, text: str) -> None:
        for side in range(match.sides):
            self._row(text % SIDES[side], event(kind, side, argument))

    def confirm(self) -> str | None:
        act = self._acts[self.row]
        if act == self._again:
            return say.HOLD_TO_LEAVE if self.menu.table.playing() else None
        if not isinstance(act, int) or act >> 10 == FIRST:
            return None
        return say.HOLD_TO_FORFEIT if act >> 10 == FORFEIT else say.HOLD_TO_PENALISE % (act & 255)

    def choose(self, at_ms: int) -> None:
        act = self._acts[self.row]
        if not isinstance(act, int):
            act(at_ms)
            return
        self.menu.enter(act, at_ms)

    def _again(self, at_ms: int) -> None:
        self.menu.close(at_ms)
        self.menu.panel.started(self.menu.table.again(at_ms), at_ms)

    def _games(self, at_ms: int) -> None:
        self.menu.open(Games(self.menu), at_ms)

    def _light(self, at_ms: int) -> None:
        self.menu.open(Light(self.menu), at_ms)

    def _sound(self, at_ms: int) -> None:
        self.menu.open(Sound(self.menu), at_ms)

    def _language(self, at_ms: int) -> None:
        self.menu.close(at_ms)  # what is loaded of it is in the language before
        self.menu.table.set_language(ENGLISH if texts.FRENCH else FRENCH, at_ms)
        self.menu.screen.tell(self.text(), at_ms)

    def _air(self, at_ms: int) -> None:
        """How it stands now."""
        self.texts[self.row] = say.AIR[self.menu.air()]
        self.menu.show(self.text(), at_ms)

    def _test(self, at_ms: int) -> None:
        self.menu.open(Test(self.menu), at_ms)

    def _about(self, at_ms: int) -> None:
        self.menu.open(About(self.menu), at_ms)


class Games(Level):
    """The games; the one that is on comes first."""

    def __init__(self, menu: "Home") -> None:
        Level.__init__(self, menu, [texts.word(title) for title in catalogue.TITLES])
        match = menu.table.match
        if match is not None:
            self.row = catalogue.number_of(match.ID)

    def number(self, side: int) -> int | None:
        return self.row + 1

    def choose(self, at_ms: int) -> None:
        match = self.menu.table.match
        game_id = catalogue.IDS[self.row]
        in_force = match.options if match is not None and match.ID == game_id else {}
        self.menu.open(Options(self.menu, Choices(game_id, in_force, self.menu.table.sides), self.text()), at_ms)


class Options(Level):
    """The options of a game; the first row starts it."""

    keys = say.CHANGE

    def __init__(self, menu: "Home", choices: Choices, title: str) -> None:
        self._choices = choices
        Level.__init__(self, menu, [say.START + title] + [choices.label(row) for row in range(len(choices.rows))])

    def text(self) -> str:
        word = self.word()
        return self.texts[self.row] + (" " + word if word else "")

    def word(self) -> str:
        return self._choices.word(self.row - 1) if self.row else ""

    def number(self, side: int) -> int | None:
        return self._choices.number(self.row - 1) if self.row else None

    def digits(self, side: int) -> str | None:
        if self.row and self._choices.excluded(self.row - 1):
            return say.EXCLUDED  # not the score, which would pass for the option's number
        return Level.digits(self, side)

    def change(self, by: int) -> str:
        if self.row:
            self._choices.change(self.row - 1, by)
            word = self.word()
            if word:
                return word + " " + self.texts[self.row]
        return self.text()

    def confirm(self) -> str | None:
        return say.HOLD_TO_LEAVE if not self.row and self.menu.table.playing() else None

    def choose(self, at_ms: int) -> None:
        if self.row:
            self.row = 0
            self.menu.show(self.text(), at_ms)
            return
        self.menu.close(at_ms)
        match = catalogue.make(self._choices.game_id, self._choices.options)
        self.menu.panel.started(self.menu.table.start(match, 0, at_ms), at_ms)


class Light(Level):
    """The brightness, at once."""

    keys = say.LESS_MORE

    def __init__(self, menu: "Home") -> None:
        Level.__init__(self, menu, (say.LIGHT,))
        self._was = menu.table.light

    def _light(self) -> int:
        """As bright as the displays are."""
        return min(self.menu.table.light, MOST_LIGHT)

    def number(self, side: int) -> int | None:
        return self._light()

    def change(self, by: int) -> str:
        light = min(max(self._light() + by, 1), MOST_LIGHT)
        if light != self._light():  # else what a laptop wanted brighter is kept as it is
            self.menu.table.light = light
            self.menu.screen.light()
        return self.text()

    def choose(self, at_ms: int) -> None:
        self.menu.back(at_ms)

    def leave(self, at_ms: int) -> None:
        if self.menu.table.light != self._was:
            self.menu.table.dim(self.menu.table.light, at_ms)


class Sound(Level):
    """Whether presses are heard, at once."""

    keys = say.OFF_ON

    def __init__(self, menu: "Home") -> None:
        Level.__init__(self, menu, (say.OFF, say.ON))
        self._was = menu.table.sound
        self._was_on = menu.panel.sound.is_on()

    def text(self) -> str:
        return self.texts[self.menu.panel.sound.is_on()]

    def change(self, by: int) -> str:
        wanted = by > 0
        told = SOUND_ON if wanted else SOUND_OFF
        self.menu.table.sound = self._was if wanted == self._was_on else told
        return self.text()

    def choose(self, at_ms: int) -> None:
        self.menu.back(at_ms)

    def leave(self, at_ms: int) -> None:
        if self.menu.table.sound != self._was:
            self.menu.table.set_sound(self.menu.table.sound, at_ms)


class About(Level):
    """The version, and on the sides' displays the records held and those that no laptop has."""

    keys = say.BACK

    def __init__(self, menu: "Home") -> None:
        missing = [" ".join(menu.missing())] if menu.missing() else []
        Level.__init__(self, menu, (say.RUNNING % VERSION + "".join([say.MISSING + name for name in missing]),))

    def number(self, side: int) -> int | None:
        journal = self.menu.table.journal
        if journal is None or side > 1:
            return None
        return journal.next - (max(journal.acked, journal.oldest) if side else journal.oldest)


class Test(Level):
    """Every segment lit; a key that is down lights its own digit, or its name on the status. MENU has to be held."""

    takes_keys = True

    def __init__(self, menu: "Home") -> None:
        Level.__init__(self, menu, ("",))
        self._down: set[str] = set()

    def key(self, name: str, is_down: bool, at_ms: int) -> None:
        if is_down:
            self._down.add(name)
        else:
            self._down.discard(name)

    def draw(self, faces: list["Face"], now_ms: int) -> int:
        for side in range(len(faces) - 1):
            digits = ""
            for row in "12345":
                digits += row if SIDES[side] + row in self._down else ""
            faces[side].write("%4s" % digits[-4:] if self._down else None)
        others = [name for name in ("UNDO", "NEXT", "MENU") if name in self._down]
        faces[-1].write(others[-1] if others else "    " if self._down else None)
        return 0
