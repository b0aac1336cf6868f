"""The USB cable: out and in, and the score does not mind. That it is out is remembered."""

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Box


def is_in(box: Box, so: bool) -> None:
    expect(box.usb()).to_have_attribute("aria-pressed", str(so).lower())


@both_browsers
def test_the_cable_goes_out_and_in_and_the_score_stays(benches: Benches) -> None:
    bench = benches.open()
    box = bench.box(1)
    box.press("A1")
    is_in(box, True)
    box.usb().click()
    is_in(box, False)
    box.press("A2")
    box.shows(A="° 35.", B="   0.")
    box.plug()
    box.is_dark()
    box.plug()
    box.is_lit()
    is_in(box, False)
    bench.reload()
    is_in(box, False)
    box.shows(A="° 35.", B="   0.")
    box.usb().click()
    is_in(box, True)
    box.press("B1")
    box.shows(A="° 35.", B="  20.")
    box.press("UNDO", "UNDO")
    box.shows(A="° 20.", B="   0.")
