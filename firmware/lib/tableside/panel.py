"""The panel: keys in, events into the table. It decides at the press what a key means.

side key   tap: its zone; some have a hold, and then the tap acts on release       keymap.py
UNDO       on release; with a side key: one off; a hold in a match without events: the match before
NEXT       on press, but a hold where a slip would hurt; after the result a hold: the next match
MENU       the other numbers for three seconds; a hold: the menu, which then has all the keys       menu.py

tap   __/~~~~~\\_____________________      let go within 500 ms
HOLD  __/~~~~~~~~~~~~\\______________      later, and before 800 ms: nothing, for it may have been meant as a hold
hold  __/~~~~~~~~~~~~~~~~~~|~~~~~~~         acts at 800 ms, while the key is down
"""

from shared_rules.games.events import NEXT, NO, SIDES, UNDO, event
from shared_rules.games.match import AWARD, NOTHING
from tableside import keymap, table, texts, views

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any, Protocol

    from shared_rules.games.match import Match
    from tableside.displays import Face
    from tableside.screen import Screen
    from tableside.sound import Sound
    from tableside.table import Table

    class Visit(Protocol):
        """What is asked of a Menu."""

        def begin(self, at_ms: int) -> None: ...
        def down(self, name: str, at_ms: int) -> None: ...
        def held(self, name: str, at_ms: int) -> None: ...
        def up(self, name: str, at_ms: int) -> None: ...
        def step(self, now_ms: int) -> None: ...
        def draw(self, faces: list[Face], now_ms: int) -> int: ...


_TAP_MS = 500  # a key that has a hold is let go so soon
_CHORD_MS = 50  # between two keys that are meant together

_UNDO = event(UNDO)
_NEXT = event(NEXT)


class Panel:
    """Listens to Keys. `buttons`: the names of the keys in the order of their numbers. `screen`: see screen.py.
    `sound`: see sound.py, or None for a board without a piezo.

    `load_menu(panel)` gives the menu; see menu.py. It is an optional part: when it fails, `failed(error)` is told, and
    the keys play on. `forget_menu()` gives its memory back when it is left.
    """

    def __init__(
        self,
        the_table: "Table",
        buttons: list[str],
        screen: "Screen",
        load_menu: "Callable[[Panel], Visit]",
        failed: "Callable[[Exception], None]",
        sound: "Sound | None" = None,
        forget_menu: "Callable[[], None]" = lambda: None,
    ) -> None:
        self._table = the_table
        self._names = buttons
        self._screen = screen
        self._load_menu = load_menu
        self._failed = failed
        self._forget_menu = forget_menu
        self.sound = sound
        self._menu: "Visit | None" = None
        self._loaded: "Visit | None" = None  # while MENU is down
        self._load_at = 0  # 0: not now
        # Key number to (event of a tap, event of a hold or what does it, whether the tap counted at the press); None:
        # no event, and a tap that waits until the key is up.
        self._armed: dict[int, tuple[int | None, "int | Callable[[int], None] | None", bool | None]] = {}
        self._undo_down = False
        self._chord = False  # UNDO has a side key with it
        self._last: tuple[int, int, bool] | None = (
            None  # the side key that went down last: key number, when, whether its event was entered
        )

    def step(self, now_ms: int) -> None:
        """Once a loop turn, before the screen."""
        if self._menu is not None:
            self._ask_menu(self._menu.step, now_ms)
        elif self._load_at and now_ms >= self._load_at:
            self._load_early()

    # ---- keys

    def key_down(self, key: int, at_ms: int) -> None:
        self._screen.touched(at_ms)
        name = self._names[key]
        self._armed.pop(key, None)
        last, self._last = self._last, None
        if self._menu is not None:
            self._click()  # before, for the menu may enter something that is refused
            self._ask_menu(self._menu.down, name, at_ms)
        elif name == "UNDO":
            self._undo_pressed(key, last, at_ms)
        elif name == "NEXT":
            self._next_down(key, at_ms)
        elif name == "MENU":
            self._armed[key] = (None, None, None)
            self._load_at = at_ms + _TAP_MS
        else:
            self._chord = self._chord or self._undo_down
            self._last = (key, at_ms, self._side_down(key, self._undo_down, at_ms))

    def key_held(self, key: int, at_ms: int) -> None:
        """Down for the time of a hold: what was armed at the press acts."""
        armed = self._armed.pop(key, None)
        name = self._names[key]
        if self._menu is not None:
            self._ask_menu(self._menu.held, name, at_ms)
        elif armed is None:
            return
        elif name == "MENU":
            self._to_menu(at_ms)
        else:
            self._screen.hush()
            _, hold, counted = armed
            if counted:  # the hold takes the place of the tap
                self.enter(_UNDO, at_ms)
            if callable(hold):
                hold(at_ms)
            else:
                self.enter(hold, at_ms)

    def key_up(self, key: int, at_ms: int, down_ms: int) -> None:
        name = self._names[key]
        armed = self._armed.pop(key, None)
        if self._menu is not None:
            self._ask_menu(self._menu.up, name, at_ms)
            return
        tap = down_ms <= _TAP_MS
        if name == "MENU":
            self._let_go_of_menu()
        if name == "UNDO":
            if self._undo_down and not self._chord:
                if down_ms < _TAP_MS:
                    self.enter(_UNDO, at_ms)
                elif armed is not None:
                    self._refuse(texts.HOLD, at_ms)
            self._undo_down = False
        elif armed is None or armed[2] is not None:
            return
        elif not tap:
            self._refuse(texts.HOLD, at_ms)
        elif name == "MENU":
            self._screen.other_view(at_ms)
        elif armed[0] is not None:
            self.enter(armed[0], at_ms)

    def key_stuck(self, key: int, at_ms: int) -> None:
        """It counts as let go, and nothing comes of that."""
        self._armed.pop(key, None)
        name = self._names[key]
        if name == "UNDO":
            self._undo_down = False
        elif name == "MENU":
            self._let_go_of_menu()
        if self._menu is not None:
            self._ask_menu(self._menu.up, name, at_ms)
        self._screen.tell(texts.STUCK + name, at_ms)

    def _side_down(self, key: int, off: bool, at_ms: int) -> bool:
        """A side key; `off`: one fewer. Whether an event was entered at once."""
        match = self._table.match
        name = self._names[key]
        side, row = SIDES.index(name[0]), int(name[1]) - 1
        if self._table.waits() and match is not None and not match.finished:
            self._refuse(texts.WAITS, at_ms)
            return False
        look_up = keymap.taken_off if off else keymap.meanings
        tap, hold = look_up(match, row) if match else (None, None)
        if hold is not None and not off:
            self._armed[key] = (_event(tap, side), _event(hold, side), None)
            return False
        done = self.enter(_event(tap, side), at_ms)
        if hold is not None:
            self._armed[key] = (None, _event(hold, side), done)
        return done

    def _undo_pressed(self, key: int, last: tuple[int, int, bool] | None, at_ms: int) -> None:
        self._undo_down = True
        self._chord = last is not None and at_ms - last[1] <= _CHORD_MS
        if self._chord:  # the same as the other way round: UNDO, and with it the side key
            if last[2]:
                self.enter(_UNDO, at_ms)
            self._armed.pop(last[0], None)
            self._side_down(last[0], True, at_ms)
        elif self._table.match is not None and self._table.match.untouched():
            self._armed[key] = (None, self._back, None)

    def _next_down(self, key: int, at_ms: int) -> None:
        match = self._table.match
        if self._table.waits() and self._table.journal is not None:
            if match is None or not match.finished:
                self._start_assigned(at_ms)
            else:  # until then an UNDO can reopen the result that stands there
                self._wait_for_hold(key, self._start_assigned, texts.HOLD, at_ms)
        elif match is None or self._table.journal is None:
            self.enter(_NEXT, at_ms)
        elif match.finished:
            self._wait_for_hold(key, self._rematch, texts.HOLD, at_ms)
        elif match.close_costs_win():
            self._wait_for_hold(key, _NEXT, texts.DEAD_LEFT, at_ms)
        elif match.closes_early():
            self._wait_for_hold(key, _NEXT, texts.HOLD, at_ms)
        else:
            self.enter(_NEXT, at_ms)

    def _wait_for_hold(self, key: int, what: "int | Callable[[int], None]", why: int, at_ms: int) -> None:
        self._armed[key] = (None, what, None)
        self._refuse(why, at_ms)

    # ---- what comes of them

    def _start_assigned(self, at_ms: int) -> None:
        if self._table.waits():  # an UNDO may have reopened the match while the key was down
            self.started(self._table.start_assigned(at_ms), at_ms)

    def _rematch(self, at_ms: int) -> None:
        match = self._table.match
        if match is not None and match.finished:
            self.started(self._table.again(at_ms), at_ms)

    def _back(self, at_ms: int) -> None:
        if not self._chord and self.succeeded(self._table.back(at_ms), at_ms):
            self._screen.tell(texts.BACK, at_ms)

    def enter(self, entered: int | None, at_ms: int) -> bool:
        """Enter an event, or None for a key without a meaning; whether it was done."""
        match = self._table.match
        if self._table.journal is None:
            self._refuse(texts.NO_MEDIUM, at_ms)
        elif match is None or entered is None:
            self._refuse(NO, at_ms)
        elif self.succeeded(self._table.enter(entered, at_ms), at_ms):
            self._tell(match, entered, at_ms)
            return True
        return False

    def started(self, outcome: int | None, at_ms: int) -> None:
        """A match was to be started, with this outcome."""
        if self.succeeded(outcome, at_ms):
            self._screen.began(at_ms)

    def succeeded(self, outcome: int | None, at_ms: int) -> bool:
        """Whether what a press asked for was done; else the status says why not."""
        self._screen.hush()
        if outcome is table.ACCEPTED:
            self._click()
            return True
        self._refuse(outcome, at_ms)
        return False

    def _refuse(self, code: int, at_ms: int) -> None:
        self._screen.refuse(code, at_ms)
        if self.sound is not None:
            self.sound.refuse()

    def _click(self) -> None:
        if self.sound is not None:
            self.sound.click()

    def _tell(self, match: "Match", entered: int, at_ms: int) -> None:
        """Every press that counts is seen: what happened, or what it was, or what it took back."""
        if entered == _UNDO:
            self._screen.undone(views.undone_text(match, match.events[match.length]), at_ms)
        elif match.news == NOTHING:
            self._screen.press(entered, at_ms)
        else:
            text = views.award_text(match) if match.news == AWARD else texts.word(match.news)
            if text:
                self._screen.tell(text, at_ms)
            else:
                self._screen.press(entered, at_ms)

    # ---- the menu

    def _load_early(self) -> None:
        """MENU was down too long for a tap. Loading takes a while, so it is over when the hold comes due."""
        self._load_at = 0
        try:
            self._loaded = self._load_menu(self)
        except Exception:  # then it will fail once more, and be told
            self._forget_menu()

    def _let_go_of_menu(self) -> None:
        self._load_at = 0
        if self._loaded is not None:
            self._loaded = None
            self._forget_menu()

    def _to_menu(self, at_ms: int) -> None:
        self._armed.clear()
        self._undo_down = False
        self._screen.hush()
        loaded, self._loaded = self._loaded, None
        self._load_at = 0
        try:
            self._menu = loaded or self._load_menu(self)
            self._menu.begin(at_ms)
        except Exception as error:
            self._failed(error)
            self.close_menu()
            self._refuse(NO, at_ms)
            return
        self._screen.menu = self
        self._screen.changed()

    def draw(self, faces: list["Face"], now_ms: int) -> int:
        """The menu on these faces; when it has to be drawn again."""
        menu: "Visit" = self._menu
        return self._ask_menu(menu.draw, faces, now_ms)

    def close_menu(self) -> None:
        """Back to the match."""
        self._menu = self._screen.menu = None
        self._forget_menu()
        self._screen.light()
        self._screen.changed()

    def _ask_menu(self, do: "Callable[..., Any]", *arguments: "Any") -> "Any":
        try:
            return do(*arguments)
        except Exception as error:
            self._failed(error)
            self.close_menu()
            return 0


def _event(meaning: tuple[int, int] | None, side: int) -> int | None:
    """The event of a (kind, argument) for a side, or None."""
    return None if meaning is None else event(meaning[0], side, meaning[1])
