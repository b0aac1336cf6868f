"""The toss: one side is drawn, and says who starts. It is imported when somebody chooses it.

NEXT      _|                                      at the press the side is drawn
displays    ~~~~~~~~~~~~\\_____________________    roll for a second; then the ring is lit on that side, and S asks
keys        nothing      its key 1: we start, its key 2: they start, any other: nothing; MENU leaves at any time

Only what the side says is an event. They, of three sides, are the next one clockwise: so who won plays last.
"""

from shared_rules.games.events import FIRST, SIDES, event
from tableside import scroll, views
from tableside.menu import texts as say
from tableside.menu.levels import Level

if False:  # for mypy alone: see shared_rules/__init__.py
    from tableside.displays import Face
    from tableside.menu.levels import Home

ROLL_MS = 1000
_STEP_MS = 100
_WHEEL = "0123456789012"
_ASKS_MS = 3000  # without a key, then S says once more what it asks, and what the keys do


class Toss(Level):
    """A toss of the sides of the match that is on, from this moment on."""

    takes_keys = True

    def __init__(self, menu: "Home", at_ms: int) -> None:
        Level.__init__(self, menu, (say.TOSS,))
        self._sides = menu.table.match.sides
        self._won = menu.random() % self._sides
        self._asks = False  # the ring is lit
        self._since = at_ms  # the press; then the ring, or the last key

    def key(self, name: str, is_down: bool, at_ms: int) -> None:
        if not is_down:
            return
        if name == "MENU":
            self.menu.close(at_ms)
        elif self._asks and at_ms > self._since:  # else it went down before anybody saw who may say so
            self._since = at_ms
            if name[0] == SIDES[self._won] and name[1] in "12":
                first = self._won if name[1] == "1" else (self._won + 1) % self._sides
                self.menu.enter(event(FIRST, first), at_ms)

    def draw(self, faces: list["Face"], now_ms: int) -> int:
        age = now_ms - self._since
        if not self._asks and age < ROLL_MS:
            at = age // _STEP_MS
            for side in range(self._sides):
                faces[side].write(_WHEEL[at : at + 4])
            faces[-1].write(views.four(say.TOSS))
            return now_ms + _STEP_MS - age % _STEP_MS
        if not self._asks:
            self._asks = True
            self._since = now_ms
            age = 0
        nought = views.number_text(0)  # nothing is counted yet
        for side in range(self._sides):
            faces[side].write(views.RING + nought[1:] if side == self._won else nought)
        age = age % (_ASKS_MS + scroll.once_ms(say.WHO_STARTS)) - _ASKS_MS
        faces[-1].write(scroll.once(say.WHO_STARTS, age))
        return now_ms + scroll.until_moved(age)
