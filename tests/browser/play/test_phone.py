"""On a phone, with fingers: a tap counts, two fingers make a chord, and no page is wider than the phone."""

import pytest
from playwright.sync_api import CDPSession

from tests.browser.play.bench import Benches
from tests.browser.play.box import Box
from tests.browser.windows import PHONE


class Fingers:
    """On the screen of Chromium: each lies on a key, by which it is known."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._screen: CDPSession = box.page.context.new_cdp_session(box.page)
        self._down: dict[str, tuple[float, float]] = {}

    def down(self, key: str) -> None:
        """One more finger."""
        self._down[key] = self.box.middle(key)
        self._tell("touchStart", key)

    def move(self, key: str, right: float, down: float = 0) -> None:
        """So many px."""
        x, y = self._down[key]
        self._down[key] = (x + right, y + down)
        self._tell("touchMove", key)

    def up(self, key: str) -> None:
        """This finger leaves the screen."""
        self._tell("touchEnd", key)
        del self._down[key]

    def taken_away(self) -> None:
        """All of them, by the system."""
        self._tell("touchCancel")
        self._down.clear()

    def _tell(self, kind: str, *keys: str) -> None:
        points = [{"x": self._down[key][0], "y": self._down[key][1], "id": number(key)} for key in keys]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def number(key: str) -> int:
    """Of the finger on this key."""
    return sum(key.encode())


@pytest.fixture
def box(benches: Benches) -> Box:
    return benches.open(PHONE, has_touch=True).box(1)


def test_a_tap_counts_once(box: Box) -> None:
    for key in ("A1", "B2", "A4"):
        box.key(key).scroll_into_view_if_needed()
        seen = len(box.edges)
        box.page.touchscreen.tap(*box.middle(key))
        box.sees(seen + 2)
        box.is_down(key, False)
    box.shows(A="° 25.", B="  15.")


def test_nothing_is_wider_than_the_phone(box: Box) -> None:
    assert box.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    face = box.article.locator("svg.face").bounding_box()
    assert face is not None
    assert face["width"] <= PHONE["width"]


def test_two_fingers_make_a_chord(box: Box) -> None:
    """One off, as often as a key is tapped while the other finger holds UNDO."""
    fingers = Fingers(box)
    box.press("A1", "A1", "B1")
    box.shows(A="° 40.", B="  20.")
    fingers.down("UNDO")
    box.is_down("UNDO")
    for _ in range(2):
        fingers.down("A1")
        box.is_down("A1")
        fingers.up("A1")
        box.is_down("A1", False)
        box.is_down("UNDO")
        box.page.wait_for_timeout(40)
    box.shows(A="°  0.", B="  20.")
    fingers.up("UNDO")
    box.is_down("UNDO", False)
    box.sees(12)
    assert {edge.key for edge in box.edges if not edge.down} == {"A1", "B1", "UNDO"}


def test_a_finger_that_is_held_does_not_scroll_or_let_go(box: Box) -> None:
    """`NEXT` takes a hold with nothing counted, and fingers are never quite still."""
    fingers = Fingers(box)
    before = box.page.evaluate("scrollY")
    fingers.down("NEXT")
    fingers.move("NEXT", 2)
    fingers.move("NEXT", -3, -25)
    box.shows(A="   0", B="°  0")
    fingers.up("NEXT")
    assert "HOLD" in [lit["S"] for lit in box.shown]
    box.sees(2)
    assert [(edge.key, edge.down) for edge in box.edges] == [("NEXT", True), ("NEXT", False)]
    assert box.page.evaluate("scrollY") == before


def test_a_finger_that_slides_off_holds_the_key_until_it_leaves_the_screen(box: Box) -> None:
    fingers = Fingers(box)
    fingers.down("A1")
    box.sees(1)
    fingers.move("A1", 150)
    box.is_down("A1")
    fingers.up("A1")
    box.sees(2)
    box.is_down("A1", False)


def test_two_players_press_at_once(box: Box) -> None:
    fingers = Fingers(box)
    for key in ("A1", "B1"):
        fingers.down(key)
    for key in ("A1", "B1"):
        fingers.up(key)
    box.sees(4)
    box.shows(A="° 20.", B="  20.")
    box.is_down("A1", False)
    box.is_down("B1", False)


def test_a_touch_that_the_browser_takes_away_lets_go(box: Box) -> None:
    """As where a call comes in, or the system takes a gesture for its own."""
    fingers = Fingers(box)
    fingers.down("A1")
    box.is_down("A1")
    fingers.taken_away()
    box.is_down("A1", False)
    box.sees(2)
