"""The panel: keys in, events into the table, texts out. It decides at the press what a key means, and shows what is.

side key   tap: its zone; some have a hold, and then the tap acts on release       keymap.py
UNDO       on release; with a side key: one off
NEXT       on press, but a hold where a slip would hurt; after the result a hold: the next match
MENU       the other numbers for three seconds
"""

from shared_rules.events import NEXT, NO, SIDES, UNDO, event
from shared_rules.match import AWARD, NOTHING
from tableside import keymap, table, texts, views
from tableside.keys import HOLD_MS

REFUSAL_MS = 2000
VIEW_MS = 3000
SYNC_MS = 1000
_SCROLL_MS = 100  # how often a scrolling text is looked at

_UNDO = event(UNDO)
_NEXT = event(NEXT)
_REMATCH = -1  # what a hold of NEXT does after a result; no event has this number


class Panel:
    """Listens to Keys and writes to faces; see displays.py.

    `buttons`: the names of the keys in the order of their numbers. `faces`: by side A, B (, C), then the status.
    """

    def __init__(self, the_table, buttons, faces):
        self._table = the_table
        self._faces = faces
        self._names = buttons
        self._armed = {}  # key number to (what a tap does, what a hold does): events, or None; see _REMATCH
        self._undo_down = False
        self._chord = False
        self._refusal = None
        self._refusal_until = 0
        self._happening = None
        self._happening_since = 0
        self._view = views.USUAL
        self._view_until = 0
        self._sync_until = 0
        self._redraw_at = 0
        self._stale = True

    # ---- time

    def step(self, now_ms):
        """Once a loop turn, after the keys: redraw what has changed."""
        if self._table.step(now_ms):
            self._stale = True
            if self._table.journal.damaged:
                self._happening = texts.DAMAGE
                self._happening_since = now_ms
        if self._stale or (self._redraw_at and now_ms >= self._redraw_at):
            self._stale = False
            self._draw(now_ms)

    def synced(self, now_ms):
        """The laptop is taking records."""
        if now_ms >= self._sync_until:
            self._stale = True
        self._sync_until = now_ms + SYNC_MS

    # ---- keys

    def key_down(self, key, at_ms):
        name = self._names[key]
        self._armed.pop(key, None)
        if name == "UNDO":
            self._undo_down = True
            self._chord = False
        elif name == "NEXT":
            self._next_down(key, at_ms)
        elif name != "MENU":
            self._side_down(key, SIDES.index(name[0]), int(name[1]) - 1, at_ms)

    def key_held(self, key, at_ms):
        """Down for the time of a hold: what was armed at the press acts."""
        armed = self._armed.pop(key, None)
        if armed is None:
            return
        self._refusal = None
        match = self._table.match
        if armed[1] != _REMATCH:
            self._enter(armed[1], at_ms)
        elif match is not None and match.finished:  # an UNDO may have reopened it while the key was down
            self._settle(self._table.again(at_ms), at_ms)

    def key_up(self, key, at_ms, down_ms):
        name = self._names[key]
        if name == "UNDO":
            self._undo_down = False
            if down_ms < HOLD_MS and not self._chord:
                self._enter(_UNDO, at_ms)
        elif name == "MENU":
            if down_ms < HOLD_MS:
                self._other_view(at_ms)
        else:
            armed = self._armed.pop(key, None)
            if armed is not None and armed[0] is not None:
                self._enter(armed[0], at_ms)

    def _side_down(self, key, side, row, at_ms):
        match = self._table.match
        self._chord = self._chord or self._undo_down
        look_up = keymap.taken_off if self._undo_down else keymap.meanings
        tap, hold = look_up(match, row) if match else (None, None)
        if hold is None:
            self._enter(_event(tap, side), at_ms)
        else:
            self._armed[key] = (_event(tap, side), _event(hold, side))

    def _next_down(self, key, at_ms):
        match = self._table.match
        if match is None or self._table.journal is None:
            self._enter(_NEXT, at_ms)
        elif match.finished:
            self._armed[key] = (_NEXT, _REMATCH)  # a tap is refused: the match is over
        elif match.close_costs_win():
            self._armed[key] = (None, _NEXT)
            self._refuse(texts.DEAD_LEFT, at_ms)
        elif not match.counted():
            self._armed[key] = (None, _NEXT)
            self._refuse(texts.HOLD, at_ms)
        else:
            self._enter(_NEXT, at_ms)

    # ---- what comes of them

    def _enter(self, entered, at_ms):
        match = self._table.match
        if self._table.journal is None:
            self._refuse(texts.NO_MEDIUM, at_ms)
        elif match is None or entered is None:
            self._refuse(NO, at_ms)
        elif self._settle(self._table.enter(entered, at_ms), at_ms):
            self._tell(match, entered, at_ms)

    def _settle(self, outcome, at_ms):
        """Whether it was done; else the status says why not."""
        self._stale = True
        if outcome is table.DONE:
            return True
        self._refuse(outcome, at_ms)
        return False

    def _tell(self, match, entered, at_ms):
        """A press that counts may have something to tell; an undo takes back what the one before it told."""
        if match.news == NOTHING:
            if entered == _UNDO:
                self._happening = None
            return
        text = views.award_text(match) if match.news == AWARD else texts.HAPPENINGS[match.news]
        self._happening = text or None
        self._happening_since = at_ms

    def _refuse(self, code, at_ms):
        self._refusal = code
        self._refusal_until = at_ms + REFUSAL_MS
        self._stale = True

    def _other_view(self, at_ms):
        match = self._table.match
        if match is not None:
            self._view = views.other_view(match, self._view)
            self._view_until = at_ms + VIEW_MS
            self._stale = True

    # ---- displays

    def _draw(self, now_ms):
        match = self._table.match
        if now_ms >= self._view_until:
            self._view = views.USUAL
        if self._table.journal is not None:  # else the numbers stay as they were last shown
            for side in range(len(self._faces) - 1):
                if match is None or side >= match.sides:
                    self._faces[side].write("    ", False, False)
                else:
                    number, point = views.points(match, side, self._view)
                    self._faces[side].write(views.number_text(number), point, views.is_first(match, side))
        self._faces[-1].write(self._status(match, now_ms), False, False)
        self._redraw_at = 0
        for until in (self._refusal_until, self._happening_until(now_ms), self._view_until, self._sync_until):
            if until > now_ms and (until < self._redraw_at or not self._redraw_at):
                self._redraw_at = until

    def _happening_until(self, now_ms):
        """When the happening has to be looked at again."""
        if self._happening is None:
            return 0
        end = self._happening_since + views.HAPPENING_MS
        return end if len(self._happening) <= 4 else min(end, now_ms + _SCROLL_MS)

    def _status(self, match, now_ms):
        if self._refusal is not None and now_ms < self._refusal_until:
            return texts.REFUSALS[self._refusal]
        if self._happening is not None:
            age = now_ms - self._happening_since
            if age < views.HAPPENING_MS:
                return views.scrolled(self._happening, max(0, age))
            self._happening = None
        journal = self._table.journal
        if journal is None:
            return texts.REFUSALS[texts.NO_MEDIUM]
        if journal.full():
            return texts.REFUSALS[texts.FULL]
        if now_ms < self._sync_until:
            return texts.SYNC
        return texts.NO_GAME if match is None else views.match_text(match)


def _event(meaning, side):
    """The event of a (kind, argument) for a side, or None."""
    return None if meaning is None else event(meaning[0], side, meaning[1])
