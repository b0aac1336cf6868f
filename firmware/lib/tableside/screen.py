"""The screen: what the faces show now, from the match and the few things that are said for a time.

The status shows the first of: the menu, a refusal, a happening, what is wrong with the journal, the laptop at work, the
match that the laptop wants played, the match.
"""

from tableside import texts, views

REFUSAL_MS = 2000
VIEW_MS = 3000
SYNC_MS = 1000
IDLE_MS = 300_000  # without a press, then the light goes down
DIM = 1  # of 16


class Screen:
    """Writes to faces, by side A, B (, C), then the status; see displays.py. `menu`: has draw(faces, now_ms)
    and is shown instead, or None."""

    def __init__(self, the_table, faces):
        self._table = the_table
        self._faces = faces
        self.menu = None
        self._refusal = None
        self._refusal_until = 0
        self._happening = None
        self._happening_since = 0
        self._view = views.USUAL
        self._view_until = 0
        self._sync_until = 0
        self._names_since = 0
        self._redraw_at = 0
        self._touched = 0
        self._dimmed = False
        self._stale = True

    # ---- what is to be shown

    def changed(self):
        """Something that is shown may have changed."""
        self._stale = True

    def refuse(self, code, at_ms):
        """Say why a press does nothing; `code`: see texts.REFUSALS."""
        self._refusal = code
        self._refusal_until = at_ms + REFUSAL_MS
        self._stale = True

    def forget_refusal(self):
        self._refusal = None

    def tell(self, text, at_ms):
        """Show a happening; None takes back the one that is shown."""
        self._happening = text
        self._happening_since = at_ms
        self._stale = True

    def other_view(self, at_ms):
        """Show the other numbers for a while."""
        match = self._table.match
        if match is not None:
            self._view = views.other_view(match, self._view)
            self._view_until = at_ms + VIEW_MS
            self._stale = True

    def synced(self, now_ms):
        """The laptop is taking records."""
        if now_ms >= self._sync_until:
            self._stale = True
        self._sync_until = now_ms + SYNC_MS

    def touched(self, at_ms):
        """A key was pressed: the light comes back."""
        self._touched = at_ms
        if self._dimmed:
            self._dimmed = False
            self.light()

    def light(self):
        """Set the faces to the brightness that the table has."""
        for face in self._faces:
            face.light(DIM if self._dimmed else self._table.light)

    # ---- time

    def step(self, now_ms):
        """Once a loop turn, after the keys: redraw what has changed."""
        if self._table.step(now_ms):
            self._stale = True
            self.light()
            if self._table.journal.damaged:
                self.tell(texts.DAMAGE, now_ms)
        if not self._dimmed and now_ms - self._touched >= IDLE_MS:
            self._dimmed = True
            self.light()
        if self._stale or (self._redraw_at and now_ms >= self._redraw_at):
            self._stale = False
            self._draw(now_ms)

    def _draw(self, now_ms):
        self._redraw_at = 0
        if self.menu is not None:
            self._redraw_at = self.menu.draw(self._faces, now_ms)
            return
        match = self._table.match
        if now_ms >= self._view_until:
            self._view = views.USUAL
        if self._table.journal is not None:  # else the numbers stay as they were last shown
            for side in range(len(self._faces) - 1):
                if match is None or side >= match.sides:
                    self._faces[side].write("    ")
                else:
                    number, point = views.points(match, side, self._view)
                    self._faces[side].write(views.number_text(number), point, views.is_first(match, side))
        self._faces[-1].write(self._status(match, now_ms))
        for until in (self._refusal_until, self._happening_until(now_ms), self._view_until, self._sync_until):
            self._look_again(until, now_ms)

    def _look_again(self, at_ms, now_ms):
        if at_ms > now_ms and (at_ms < self._redraw_at or not self._redraw_at):
            self._redraw_at = at_ms

    def _happening_until(self, now_ms):
        """When the happening has to be looked at again."""
        if self._happening is None:
            return 0
        end = self._happening_since + views.HAPPENING_MS
        return end if len(self._happening) <= 4 else min(end, now_ms + views.SCROLL_MS)

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
        if self._table.waits():
            return self._assigned(match, now_ms)
        self._names_since = 0
        return texts.NO_GAME if match is None else views.match_text(match)

    def _assigned(self, match, now_ms):
        """The names of the match to be played, round and round, behind the result of the one before."""
        from tableside import moving

        text = moving.names_text(self._table.assigned)
        if match is not None and match.finished:
            text = views.match_text(match) + "  " + text
        self._names_since = self._names_since or now_ms
        age = now_ms - self._names_since
        self._look_again(now_ms + moving.until_moved(age), now_ms)
        return moving.window(text, age)
