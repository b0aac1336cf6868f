"""Keys by keyboard and mouse: each reaches the firmware once and is down as long as it is held; chords."""

from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Box

KEYS = (*(side + number for side in "ABC" for number in "12345"), "UNDO", "NEXT", "MENU")
BY_KEYBOARD = dict(zip("1234567890qwertunm", KEYS, strict=True))


def seen(box: Box) -> list[tuple[str, bool]]:
    return [(edge.key, edge.down) for edge in box.edges]


@both_browsers
def test_each_key_of_the_keyboard(benches: Benches) -> None:
    box = benches.open().box(1)
    box.choose("crokinole-traditional sides=3 scoring=simple", sides=3)
    box.forget()
    for number, typed in enumerate(BY_KEYBOARD):
        box.page.keyboard.press(typed)
        box.sees(2 * number + 2)
    assert seen(box) == [(key, down) for key in BY_KEYBOARD.values() for down in (True, False)]


def test_keys_that_this_box_has_not_are_none(benches: Benches) -> None:
    box = benches.open().box(1)
    for typed in "qx1":
        box.page.keyboard.press(typed)
    box.sees(2)
    assert seen(box) == [("A1", True), ("A1", False)]


@both_browsers
def test_a_held_key_that_repeats_is_one_press(benches: Benches) -> None:
    box = benches.open().box(1)
    box.page.keyboard.down("1")
    for _ in range(5):
        box.page.keyboard.down("1")
    box.shows(A="° 20.")
    box.is_down("A1")
    box.page.keyboard.up("1")
    box.is_down("A1", False)
    box.key("A2").focus()
    for _ in range(5):
        box.page.keyboard.down(" ")
    box.shows(A="° 35.")
    box.page.keyboard.up(" ")
    box.sees(4)
    assert seen(box) == [("A1", True), ("A1", False), ("A2", True), ("A2", False)]


def test_a_hold_is_a_second(benches: Benches) -> None:
    """`NEXT` with nothing counted: it has to be held, while S says so."""
    box = benches.open().box(1)
    box.page.keyboard.down("n")
    box.shows(A="   0", B="°  0")
    box.page.keyboard.up("n")
    box.sees(2)
    assert "HOLD" in [lit["S"] for lit in box.shown]
    assert box.edges[1].ms - box.edges[0].ms >= 800


@both_browsers
def test_a_toss_by_the_browser_and_what_the_side_that_won_says(benches: Benches) -> None:
    box = benches.open().box(1)
    box.hold("MENU")
    box.shows(S="GAME")
    box.let_go()
    box.press("A2", "B2")
    box.shows(S="TOSS", A="°  0")
    box.press("NEXT")
    box.shows(S="1ST?")
    won, other = sorted("AB", key=lambda side: box.lit[side][0] != "°")
    box.shows(**{won: "°  0", other: "   0"})
    box.press(other + "1", won + "2")
    box.shows(**{won: "   0", other: "°  0", "S": "1ST" + other})


def test_a_window_that_nobody_looks_at_lets_go(benches: Benches) -> None:
    box = benches.open().box(1)
    box.page.keyboard.down("1")
    box.page.keyboard.down("6")
    box.is_down("B1")
    box.page.evaluate("dispatchEvent(new Event('blur'))")
    box.sees(4)
    box.is_down("A1", False)
    box.is_down("B1", False)
    assert {edge.key for edge in box.edges if not edge.down} == {"A1", "B1"}
    box.page.keyboard.up("1")
    box.page.keyboard.up("6")
    box.page.keyboard.press("2")
    box.shows(A="° 35.", B="  20.")


def test_a_key_that_loses_the_focus_is_let_go(benches: Benches) -> None:
    box = benches.open().box(1)
    box.key("A1").focus()
    box.page.keyboard.down("Enter")
    box.is_down("A1")
    box.key("B1").focus()
    box.is_down("A1", False)
    box.page.keyboard.up("Enter")
    box.sees(2)
    assert seen(box) == [("A1", True), ("A1", False)]


@both_browsers
def test_a_key_is_latched_with_shift_and_makes_a_chord(benches: Benches) -> None:
    box = benches.open().box(1)
    box.press("A1", "A1", "B1")
    box.shows(A="° 40.", B="  20.")
    box.key("UNDO").click(modifiers=["Shift"])
    box.is_down("UNDO")
    box.press("A1")
    box.shows(A="° 20.", B="  20.")
    box.press("B1")
    box.shows(A="° 20.", B="   0.")
    box.is_down("UNDO")
    box.key("UNDO").click()
    box.is_down("UNDO", False)
    box.sees(12)
    box.undo()  # the last chord is an event too
    box.shows(A="° 20.", B="  20.")


@both_browsers
def test_a_key_that_is_drawn_anew_is_let_go(benches: Benches) -> None:
    """Held by a mouse or latched, it counts when the drawing is another; and the next click is a press."""
    bench = benches.open()
    box = bench.box(1)
    box.key("B1").click(modifiers=["Shift"])
    box.hold("A1")
    box.is_down("A1")
    bench.page.locator("#language").select_option("fr")
    box.sees(4)
    box.let_go()
    box.is_down("A1", False)
    box.is_down("B1", False)
    box.tap("A1")
    box.shows(A="° 40.", B="  20.")


def test_a_key_is_latched_with_the_right_button(benches: Benches) -> None:
    box = benches.open().box(1)
    box.key("A1").click(button="right")
    box.is_down("A1")
    box.key("A1").click()
    box.is_down("A1", False)
    box.sees(2)
    assert seen(box) == [("A1", True), ("A1", False)]


def test_what_is_typed_into_a_field_is_no_press(benches: Benches) -> None:
    box = benches.open().box(1)
    box.form().locator("[name=options]").press_sequentially("discs=12")
    expect(box.form().locator("[name=options]")).to_have_value("discs=12")
    box.page.keyboard.press("Control+1")
    box.press("B1")
    assert seen(box) == [("B1", True), ("B1", False)]


def test_the_keyboard_is_for_the_box_that_was_touched_last(benches: Benches) -> None:
    one, two = benches.open().boxes(2)
    one.page.keyboard.press("2")
    one.shows(A="° 15.")
    two.press("A3")
    two.page.keyboard.press("7")
    two.shows(A="° 10.", B="  15.")
    one.press("B4")
    one.page.keyboard.press("8")
    one.shows(A="° 15.", B="  15.")
    two.shows(A="° 10.", B="  15.")


def test_a_key_that_is_held_when_the_power_comes_is_down_for_the_firmware(benches: Benches) -> None:
    """A board sees it as a switch that is closed; let go, it is a key as before."""
    box = benches.open().box(1)
    box.press("B1")
    box.plug()
    box.is_dark()
    box.page.keyboard.down("1")
    box.plug()
    box.is_lit()
    box.page.keyboard.up("1")
    box.is_down("A1", False)
    box.press("A2")
    score = box.lit["A"]
    assert score in ("° 15.", "° 35.")  # whether the first counts is the firmware's matter
    box.plug()
    box.is_dark()
    box.plug()
    box.is_lit()
    box.shows(A=score, B="  20.")


# The worker of the box does nothing for so many ms when it is told {busy: ms}, as on a phone that has much else to do.
BUSY = """
const Idle = Worker;
window.Worker = class extends Idle {
  constructor(address) {
    super(address);
    window.worker = this;
  }
};
const Plain = Blob;
window.Blob = class extends Plain {
  constructor(parts, options) {
    super(options?.type === "text/javascript" && typeof parts[0] === "string" ? [...parts, `
      addEventListener("message", ({ data }) => {
        const end = performance.now() + (data.busy ?? 0);
        while (performance.now() < end);
      });`] : parts, options);
  }
};
"""


@both_browsers
def test_a_phone_that_is_slow_makes_no_press_shorter(benches: Benches) -> None:
    """What fingers do while the board's time stands still comes at its own moments."""
    box = benches.open(before=BUSY).box(1)
    box.press("A1", *["A1", "UNDO"] * 5)  # of many messages one has gone through without waiting
    box.forget()
    box.page.evaluate("() => window.worker.postMessage({ busy: 600 })")
    box.play("A1", "B2", "A1", "B2")
    box.sees(8)
    box.shows(A="° 60.", B="  30.")
    times = [edge.ms for edge in box.edges]
    apart = [after - before for before, after in pairwise(times)]
    assert min(apart[0::2]) >= 25
    assert min(apart[1::2]) >= 60


@both_browsers
def test_a_board_that_was_asleep_does_all_that_fingers_did(benches: Benches) -> None:
    """It does not run after the lost time, and two presses of a key do not become one that bounces."""
    box = benches.open(before=BUSY).box(1)
    box.press(*["A1", "UNDO"] * 5)
    box.forget()
    box.page.evaluate("() => window.worker.postMessage({ busy: 2500 })")
    box.play("A1", "A1", "A1", "B2")
    box.sees(8)
    box.shows(A="° 60.", B="  15.")


# A page that has much else to do tells all at once what fingers did meanwhile, and when.
LATE = """(keys) => {
  const began = performance.now() - 3000;
  const tell = (line, at) => window.worker.postMessage({ tell: line, at: began + at });
  for (const [key, down, up] of keys) {
    tell(`down ${key}`, down);
    tell(`up ${key}`, up);
  }
}"""


@both_browsers
def test_a_page_that_was_busy_takes_no_press_for_a_bounce_and_no_hold_for_a_tap(benches: Benches) -> None:
    box = benches.open(before=BUSY).box(1)
    box.press(*["A1", "UNDO"] * 5)
    box.forget()
    box.page.evaluate(LATE, [["A1", 0, 60], ["A1", 150, 210], ["A1", 300, 360], ["B4", 1500, 2400], ["B1", 2500, 2560]])
    box.sees(10)
    box.shows(A="° 60.", B="  25.")
    times = [edge.ms for edge in box.edges]
    assert times[7] - times[6] >= 850, "what was held stays held"
    box.press("B1")
    box.shows(B="  45.")
