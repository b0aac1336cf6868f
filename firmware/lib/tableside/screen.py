"""The screen: what the faces show now, from the match and the few things that are said for a time.

What the last press has to say comes first: why it was refused, what happened, what it was. Then the status shows the
first of: the name of another view, what is wrong with the journal, the laptop at work, the result and the match that
the laptop wants played, the review, what players read before they begin, the round. The menu takes all of it.
"""

from tableside import scroll, texts, views
from tableside.intro import intro_text

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from shared_rules.games.match import Match
    from tableside.displays import Face
    from tableside.table import Table

    class Drawn(Protocol):
        """What may be shown instead; see `Screen`."""

        def draw(self, faces: "list[Face]", now_ms: int) -> int: ...


_REFUSAL_MS = 2000
_HAPPENING_MS = 3000
_PRESS_MS = 1500
_UNDONE_MS = 500  # of these for the word that says that it was an undo
_VIEW_MS = 3000
_SYNC_MS = 1000
_LOW_MS = 3000
_REVIEW_MS = 3000  # for the penalties of a round under review
IDLE_MS = 300_000  # without a press, then the light goes down
_DIM = 1  # of 16

_NEVER = -1  # an age that is not counted yet


class Screen:
    """Writes to faces, by side A, B (, C), then the status; see displays.py. `menu`: has draw(faces, now_ms)
    and is shown instead, or None."""

    def __init__(self, the_table: "Table", faces: "list[Face]") -> None:
        self._table = the_table
        self._faces = faces
        self.menu: "Drawn | None" = None
        self.says = ""  # what the status shows, in whole where it moves through; of the menu: see Menu.said
        self._said: str | int = ""  # by the last press: what (a text, or the event that was pressed), and until when
        self._said_at = 0
        self._said_until = 0
        self._word_until = 0  # until then an undo is called one
        self._view = views.USUAL
        self._view_until = 0
        self._sync_until = 0
        self._low_until = 0
        self._names_since = _NEVER
        self._result_since = _NEVER
        self._review_since = _NEVER
        self._intro_of: "tuple[Match | None, int]" = (None, 0)  # match and round before which something is to be read
        self._intro_since = _NEVER
        self._redraw_at = 0
        self._touched = 0
        self._dimmed = False
        self._stale = True

    # ---- what is to be shown

    def changed(self) -> None:
        """Something that is shown may have changed."""
        self._stale = True

    def _say(self, text: str | int, at_ms: int, for_ms: int) -> None:
        self._said = text
        self._said_at = at_ms
        self._said_until = at_ms + for_ms
        self._word_until = 0
        self._stale = True

    def refuse(self, code: int, at_ms: int) -> None:
        """Say why a press does nothing; `code`: see texts.REFUSALS."""
        self._say(texts.REFUSALS[code] or texts.word(self._table.match.TOO_MANY), at_ms, _REFUSAL_MS)

    def tell(self, text: str, at_ms: int) -> None:
        """Show a happening."""
        self._say(text, at_ms, max(_HAPPENING_MS, scroll.once_ms(text)) if len(text) > 4 else _HAPPENING_MS)

    def press(self, event: int, at_ms: int) -> None:
        """Show what was pressed. Into words it is put when it is drawn: the numbers come first."""
        self._say(event, at_ms, _PRESS_MS)

    def undone(self, text: str, at_ms: int) -> None:
        """Show what was taken back."""
        self._say(text, at_ms, _PRESS_MS)
        self._word_until = at_ms + _UNDONE_MS

    def hush(self) -> None:
        """What the press before said ends here."""
        self._said_until = 0
        self._stale = True

    def other_view(self, at_ms: int) -> None:
        """Show the other numbers for a while."""
        match = self._table.match
        if match is not None:
            self._view = views.other_view(match, self._view)
            self._view_until = at_ms + _VIEW_MS
            self._intro_since = _NEVER
            self.hush()

    def read_anew(self, at_ms: int) -> None:
        """The table has read its journal."""
        self._stale = True
        self.light()
        if self._table.match is not None and self._table.match.untouched():
            self.began(at_ms)
        if self._table.damaged():
            self.tell(texts.DAMAGE, at_ms)

    def began(self, at_ms: int) -> None:
        """A match has started."""
        self._intro_since = _NEVER
        self._low_until = at_ms + _LOW_MS if self._table.low() else 0
        self._stale = True

    def synced(self, now_ms: int) -> None:
        """The laptop is taking records."""
        if now_ms >= self._sync_until:
            self._stale = True
        self._sync_until = now_ms + _SYNC_MS

    def touched(self, at_ms: int) -> None:
        """A key was pressed: the light comes back."""
        self._touched = at_ms
        if self._dimmed:
            self._dimmed = False
            self.light()

    def light(self) -> None:
        """Set the faces to the brightness that the table has."""
        for face in self._faces:
            face.light(_DIM if self._dimmed else self._table.light)

    # ---- time

    def step(self, now_ms: int) -> None:
        """Once a loop turn, after the table: redraw what has changed."""
        if not self._dimmed and now_ms - self._touched >= IDLE_MS:
            self._dimmed = True
            self.light()
        if self._stale or (self._redraw_at and now_ms >= self._redraw_at):
            self._stale = False
            self._draw(now_ms)

    def _draw(self, now_ms: int) -> None:
        self._redraw_at = 0
        if self.menu is not None:
            self._redraw_at = self.menu.draw(self._faces, now_ms)
            return
        if now_ms >= self._view_until:
            self._view = views.USUAL
        self.draw_numbers(self._faces[:-1])
        self.says = ""
        status = self._status(now_ms)
        self.says = self.says or status
        self._faces[-1].write(status)
        for until in (self._said_until, self._word_until, self._view_until, self._sync_until):
            self._look_again(until, now_ms)

    def draw_numbers(self, faces: list["Face"]) -> None:
        """The score, on these faces of sides; without a journal it stays as it was last shown."""
        match = self._table.match
        if self._table.journal is None:
            return
        view = self._view or (match is not None and views.usual_view(match))
        for side in range(len(faces)):
            if match is None or side >= match.sides:
                faces[side].write("    ")
            else:
                number, point = views.points(match, side, view)
                faces[side].write(views.side_text(match, side, number), point)

    def _look_again(self, at_ms: int, now_ms: int) -> None:
        if at_ms > now_ms and (at_ms < self._redraw_at or not self._redraw_at):
            self._redraw_at = at_ms

    def _moving(self, form: "Callable[[str, int], str]", text: str, age_ms: int, now_ms: int) -> str:
        """The part of a text that is seen at this age; `form`: once, or round and round."""
        if len(text) > 4:
            self._look_again(now_ms + scroll.until_moved(age_ms), now_ms)
        self.says = text
        return form(text, age_ms)

    def _status(self, now_ms: int) -> str:
        match = self._table.match
        if match is None or not match.finished:  # here, because what is said may cover it until there is another one
            self._result_since = _NEVER
        if match is None or not match.review:
            self._review_since = _NEVER
        elif self._review_since == _NEVER:
            self._review_since = now_ms
        if now_ms < self._said_until:
            if now_ms < self._word_until:
                return texts.UNDONE
            said = self._said
            if isinstance(said, int):
                named = views.press_text(match, said)
                said = named or (texts.NO_GAME if match is None else views.match_text(match))
            return self._moving(scroll.once, said, max(0, now_ms - self._said_at), now_ms)
        if self._view != views.USUAL:
            return texts.VIEWS[self._view]
        journal = self._table.journal
        if journal is None:
            return texts.REFUSALS[texts.NO_MEDIUM]
        if journal.full():
            return texts.REFUSALS[texts.FULL]
        if now_ms < self._sync_until:
            return texts.SYNC
        if now_ms < self._low_until:
            self._look_again(self._low_until, now_ms)
            return texts.LOW
        if self._table.waits():
            return self._assigned(match, now_ms)
        self._names_since = _NEVER
        if match is None:
            return texts.NO_GAME
        if match.finished:
            return self._result(match, now_ms)
        if match.review:
            return self._review(match, now_ms)
        return self._intro(match, now_ms) or views.four(views.round_text(match))

    def _assigned(self, match: "Match | None", now_ms: int) -> str:
        """The names of the match to be played, round and round, behind the result of the one before."""
        text = scroll.names_text(self._table.assigned)
        if match is not None and match.finished:
            text = "  ".join(views.result_texts(match)) + "  " + text
        if self._names_since == _NEVER:
            self._names_since = now_ms
        return self._moving(scroll.window, text, now_ms - self._names_since, now_ms)

    def _result(self, match: "Match", now_ms: int) -> str:
        if self._result_since == _NEVER:
            self._result_since = now_ms
        return self._in_turn(views.result_texts(match), now_ms - self._result_since, _PRESS_MS, now_ms)

    def _in_turn(self, parts: "Sequence[str]", age_ms: int, each_ms: int, now_ms: int) -> str:
        text, left = scroll.in_turn(parts, age_ms, each_ms)
        if len(parts) > 1:
            self._look_again(now_ms + left, now_ms)
        return views.four(text)

    def _review(self, match: "Match", now_ms: int) -> str:
        """First what costs points in the round, then who has agreed."""
        age = now_ms - self._review_since
        if age < _REVIEW_MS:
            parts = match.faults()
            if parts:
                parts = [views.press_text(match, each) for each in parts]
                self._look_again(self._review_since + _REVIEW_MS, now_ms)
                return self._in_turn(parts, age, -(-_REVIEW_MS // len(parts)), now_ms)
        return views.review_text(match)

    def _intro(self, match: "Match", now_ms: int) -> str:
        """What is to be read before the first event of a match or a round, once; "" for nothing."""
        if match.touched:
            return ""
        if self._intro_of != (match, match.closed):
            self._intro_of = (match, match.closed)
            self._intro_since = _NEVER
        text = intro_text(match)
        if not text:
            return ""
        if self._intro_since == _NEVER:
            self._intro_since = now_ms
        age = now_ms - self._intro_since
        return self._moving(scroll.once, text, age, now_ms) if age < scroll.once_ms(text) else ""
