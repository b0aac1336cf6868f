"""A box on the page, as a test handles it.

box = benches.open().box(1)
box.press("A1")
box.shows(A="° 20.", B="   0.")
box.plug()                    # out
"""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

# What the page itself says where three sides are chosen.
_OF_THREE = ("sides=3", "scoring=simple")

UNDO_MS = 500  # from then on it is held, and takes nothing back
_EACH_MS = 20  # what is waited for is looked at so often, in a tab that nobody sees too

Lit = dict[str, str]  # what each display shows, by its name


class Edge(NamedTuple):
    """A key went down or up, at this ms of the board."""

    ms: int
    key: str
    down: bool


class Act(NamedTuple):
    """What is done to a box, so many ms after the beginning: `what` is `down A1`, `up A1` or `plug`."""

    ms: float
    what: str


class Box:
    """The box of this number."""

    def __init__(self, page: Page, number: int) -> None:
        self.page = page
        self.number = number
        self.article = page.locator(f'[data-box="{number}"]')

    # ---- what is there

    def key(self, name: str) -> Locator:
        """The key as it is drawn."""
        return self.article.locator(f'[data-key="{name}"]')

    def display(self, name: str) -> Locator:
        """The display as it is drawn."""
        return self.article.locator(f'[data-display="{name}"]')

    @property
    def lit(self) -> Lit:
        """What is to be read now."""
        return {
            str(each.get_attribute("data-display")): str(each.get_attribute("aria-label"))
            for each in self.article.locator("[data-display]").all()
        }

    def shows(self, **texts: str) -> None:
        """Wait until each of these displays shows its text: shows(A="° 20.")."""
        for name, text in texts.items():
            expect(self.display(name)).to_have_attribute("aria-label", text)

    def shows_number(self, name: str, text: str) -> None:
        """Wait until this display shows this number, with the ring of who is first or without."""
        expect(self.display(name)).to_have_attribute("aria-label", re.compile(rf"[ °]*{re.escape(text)}"))

    def is_dark(self) -> None:
        """Wait until nothing is lit."""
        self.shows(A="    ", B="    ", S="    ")

    def is_in(self, state: str) -> None:
        """Wait until it is on, off, starting or taken."""
        expect(self.article).to_have_attribute("data-state", state)

    def is_lit(self) -> None:
        """Wait until it is on and has begun to show something."""
        self.is_in("on")
        expect(self.display("A")).not_to_have_attribute("aria-label", "    ")
        expect(self.display("B")).not_to_have_attribute("aria-label", "    ")

    def is_down(self, key: str, down: bool = True) -> None:
        """Wait until the key is drawn as held, or not."""
        expect(self.key(key)).to_have_attribute("aria-pressed", str(down).lower())

    # ---- what is done to it

    def press(self, *keys: str) -> None:
        """Each of these keys, slower than a bouncing switch; until the firmware has seen it.

        The page itself lets go: on a machine that has much to do, a press does not become a hold.
        """
        self.to_front()
        seen = len(self.edges)
        self.play(*keys)
        self.sees(seen + 2 * len(keys))

    def undo(self) -> None:
        """UNDO; once more where a slow machine has made a hold of it."""
        is_held = True
        while is_held:
            self.forget()
            self.do([Act(0, "down UNDO"), Act(60, "up UNDO")])
            self.sees(2)
            down, up = self.edges
            is_held = up.ms - down.ms >= UNDO_MS

    def sees(self, edges: int) -> None:
        """Wait until the firmware has seen so many edges since the beginning, or since they were forgotten."""
        self._until(f"recorder.edges(box).length >= {edges}")

    def tap(self, key: str) -> None:
        """This key with the mouse, whatever comes of it."""
        self.hold(key)
        self.page.wait_for_timeout(40)
        self.let_go(key)
        self.page.wait_for_timeout(40)

    def hold(self, key: str) -> None:
        """The mouse goes down on the key."""
        self.to_front()
        self.key(key).scroll_into_view_if_needed()
        self.page.mouse.move(*self.middle(key))
        self.page.mouse.down()

    def to_front(self) -> None:
        """Where there are several tabs: a browser takes its time with those that nobody sees."""
        if len(self.page.context.pages) > 1:
            self.page.bring_to_front()

    def let_go(self, _: str = "") -> None:
        """The mouse goes up."""
        self.page.mouse.up()

    def middle(self, key: str) -> tuple[float, float]:
        """Where the key is in the window."""
        place = self.key(key).bounding_box()
        assert place is not None
        return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    def plug(self) -> None:
        """Pull the plug or put it in, or take the box from another tab."""
        self.to_front()
        self.article.locator(".plug").click()

    def usb(self) -> Locator:
        """The button of the USB cable."""
        return self.article.locator(".usb")

    def says(self) -> Locator:
        """What the page says of this box."""
        return self.article.locator(".says")

    def form(self) -> Locator:
        """Where the game is chosen, unfolded."""
        form = self.article.locator(".choose")
        if not form.is_visible():
            self.article.locator("details:has(.choose) > summary").click()
        return form

    def choose(self, game: str, sides: int = 2) -> None:
        """Play this game: id and options. Where a match is on, an empty memory goes in."""
        self.wants(game, sides)
        self.is_done()
        if self.asks():
            self.article.locator(".anew .yes").click()
            self.is_done()
        self.is_lit()

    def wants(self, game: str, sides: int = 2) -> None:
        """Say that this game is to be played."""
        identifier, *rest = game.split()
        options = " ".join(one for one in rest if one not in _OF_THREE or sides == 2)
        form = self.form()
        form.locator("[name=game]").select_option(identifier)
        form.locator("[name=sides]").select_option(str(sides))
        form.locator("[name=options]").fill(options)
        form.locator("button").click()

    def is_done(self) -> None:
        """Wait until all that was begun with the box, with its plug and with its game, is done."""
        expect(self.article).to_have_attribute("aria-busy", "false")

    def asks(self) -> bool:
        """Whether it asks if an empty memory is to be put in."""
        return self.article.locator(".anew").is_visible()

    def _until(self, so: str) -> None:
        self.page.wait_for_function(f"box => {so}", arg=str(self.number), polling=_EACH_MS)

    def arm(self, stored: int) -> None:
        """The power goes after so many bytes more."""
        inside = self.article.locator("details.inside")
        if inside.get_attribute("open") is None:
            inside.locator("summary").click()
        inside.locator("[name=bytes]").fill(str(stored))
        inside.locator(".arm").click()

    # ---- many things at their moments

    def do(self, acts: Sequence[Act]) -> None:
        """Do all of these, each at its moment, keys by the keyboard on the focused key; until the last is done.

        The page's own clock has the moments: nothing that is between a test and the page delays them.
        """
        self.begin(acts)
        self.end()

    def play(self, *keys: str) -> None:
        """Press these keys one after the other, fast."""
        self.do(
            [
                Act(100 * place + 30 * up, f"{'up' if up else 'down'} {key}")
                for place, key in enumerate(keys)
                for up in (0, 1)
            ]
        )

    def begin(self, acts: Sequence[Act]) -> None:
        """As `do`, and go on meanwhile."""
        self.page.evaluate("([box, acts]) => recorder.play(box, acts)", [str(self.number), list(map(list, acts))])

    def end(self) -> None:
        """Wait until all that was begun is done."""
        self._until("recorder.played(box)")

    # ---- what was recorded

    @property
    def edges(self) -> list[Edge]:
        """What the firmware has seen of its keys."""
        return [edge for edge in self.record if isinstance(edge, Edge)]

    @property
    def shown(self) -> list[Lit]:
        """All that was lit, one after the other."""
        return [lit for lit in self.record if not isinstance(lit, Edge)]

    @property
    def record(self) -> list[Edge | Lit]:
        """Edges, and what was lit, in their order."""
        told: list[list[Any]] = json.loads(
            self.page.evaluate("box => JSON.stringify(recorder.of(box))", str(self.number))
        )
        return [_edge(detail) if kind == "edge" else detail for kind, detail in told]

    def forget(self) -> None:
        """What was recorded up to now."""
        self.page.evaluate("box => recorder.forget(box)", str(self.number))


def numbers(lit: Lit) -> dict[str, str]:
    """What A and B show, without the ring of who is first."""
    return {side: lit[side].strip(" °") for side in "AB"}


def _edge(detail: dict[str, Any]) -> Edge:
    key, down = detail["line"].split()
    return Edge(detail["ms"], key, down == "1")
