"""The face of a phone in a window, as fingers and eyes have it.

table = faces("washers-ritzenthaler")
table.tap("A1", "B2")
with table.holding("A1"):
    ...
table.says(A="You + 3", B="They + 3")
table.shows(A="3", B="2")
"""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from tests.browser.play.box import UNDO_MS, Act, Edge, Lit

RECORDER = (Path(__file__).parents[1] / "play" / "recorder.js").read_text(encoding="utf-8")
_TAP_S = 0.06
_HOLD_S = 0.95
_FINGER_PX = 10  # from its middle


def address(file: str, game: str, sides: int) -> str:
    """Of the page with a board that plays this."""
    return f"{file}#game={quote(game)}&sides={sides}"


class FaceTable:
    """The face over a box that has just been switched on with this game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._touches: dict[str, dict[str, float]] = {}
        self._session: Any = None
        self.wait_for("window.box?.state === 'on' && window.face.told?.match")

    def wait_for(self, so: str) -> None:
        """Wait until this is so on the page."""
        self.page.wait_for_function(f"() => {so}", polling=30)

    # ---- what is there

    def half(self, side: str) -> Locator:
        return self.page.locator(f'.half[data-side="{side}"]')

    def key(self, name: str) -> Locator:
        return self.page.locator(f'[data-key="{name}"]')

    def says(self, **texts: str) -> None:
        """Wait until each of these halves says its text."""
        for side, text in texts.items():
            expect(self.half(side).locator(".says")).to_have_text(text)

    def shows(self, **numbers: str) -> None:
        """Wait until each of these halves has its number large, and all others have it small."""
        for side, number in numbers.items():
            expect(self.half(side).locator(".mine .num")).to_have_text(number)
            for small in self.page.locator(f".other.of-{side} .num").all():
                expect(small).to_have_text(number)

    def counts(self, key: str, dots: int) -> None:
        """Wait until so many dots are on this key."""
        expect(self.key(key).locator(".dots")).to_have_attribute("data-n", str(dots))

    def next_says(self, text: str, ready: bool | None = None) -> None:
        """Wait until that is what the key in the middle does, to whoever reads it."""
        for word in self.key("NEXT").locator(".word").all():
            expect(word).to_have_text(text)
        if ready is not None:
            expect(self.key("NEXT")).to_have_class("key ready" if ready else re.compile("^key( idle)?$"))

    @property
    def told(self) -> dict[str, Any]:
        """What the firmware told last."""
        told: dict[str, Any] = json.loads(self.page.evaluate("() => JSON.stringify(window.face.told)"))
        return told

    def tells(self, besides: dict[str, Any]) -> None:
        """From now on the firmware tells this besides."""
        self.page.evaluate(
            """besides => {
              const state = window.face.state.bind(window.face);
              window.face.state = (json) => state(JSON.stringify({ ...JSON.parse(json), ...besides }));
              window.face.state(JSON.stringify(window.face.told));
            }""",
            besides,
        )

    # ---- fingers

    def down(self, key: str) -> None:
        """A finger comes down on the key, beside those that are there: a touch where the browser lets us touch."""
        place = self.key(key).bounding_box()
        assert place is not None
        self._touches[key] = {
            "x": place["x"] + place["width"] / 2,
            "y": place["y"] + place["height"] / 2,
            "radiusX": _FINGER_PX,
            "radiusY": _FINGER_PX,
            "id": len(self._touches),
        }
        self._touch("touchStart")

    def move(self, key: str, x: float, y: float) -> None:
        """The finger that came down on this key slides there."""
        self._touches[key] |= {"x": x, "y": y}
        self._touch("touchMove")

    def up(self, key: str) -> None:
        """The finger is lifted."""
        del self._touches[key]
        self._touch("touchEnd")

    def _touch(self, kind: str) -> None:
        self._session = self._session or self.page.context.new_cdp_session(self.page)
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(self._touches.values())})

    def tap(self, *keys: str) -> None:
        """Each of these keys, until the firmware has seen it; UNDO once more where a slow machine made a hold of it."""
        for key in keys:
            is_held = True
            while is_held:
                with self.holding(key, seconds=_TAP_S):
                    pass
                down, up = self.edges[-2:]
                is_held = key == "UNDO" and up.ms - down.ms >= UNDO_MS

    def hold(self, *keys: str) -> None:
        """Fingers on all of these at once, for a hold."""
        for key in keys:
            self.down(key)
        time.sleep(_HOLD_S)
        for key in keys:
            self.up(key)
        self.wait_for("!window.box.held.size && !window.asked.now")

    @contextmanager
    def holding(self, key: str, seconds: float = 0) -> Iterator[None]:
        """A finger on this key meanwhile."""
        seen = len(self.edges)
        self.down(key)
        time.sleep(seconds)
        yield
        self.up(key)
        self.wait_for(f"recorder.edges('1').length >= {seen + 2} && !window.asked.now")

    # ---- many things at their moments

    def do(self, acts: Sequence[Act], by_touch: bool) -> None:
        """Each at its moment, as near as a test can; by fingers, or by the keyboard on focused keys. What is no key now
        is left out."""
        if not by_touch:
            self.page.evaluate("acts => recorder.play('1', acts)", [list(act) for act in acts])
            self.wait_for("recorder.played('1')")
            return
        began = time.monotonic()
        for ms, what in acts:
            time.sleep(max(0, began + ms / 1000 - time.monotonic()))
            began = max(began, time.monotonic() - ms / 1000)  # what is late makes the rest late too
            verb, key = what.split()
            if verb == "up" and key in self._touches:
                self.up(key)
            elif verb == "down" and self.key(key).is_visible():
                self.down(key)

    @property
    def record(self) -> list[Edge | Lit]:
        """Edges, and what was lit, in their order."""
        told: list[list[Any]] = json.loads(self.page.evaluate("() => JSON.stringify(recorder.of('1'))"))
        return [_edge(detail) if kind == "edge" else detail for kind, detail in told]

    @property
    def edges(self) -> list[Edge]:
        """What the firmware has seen of its keys."""
        return [each for each in self.record if isinstance(each, Edge)]


def _edge(detail: dict[str, Any]) -> Edge:
    key, down = detail["line"].split()
    return Edge(detail["ms"], key, down == "1")


Faces = Callable[..., FaceTable]
