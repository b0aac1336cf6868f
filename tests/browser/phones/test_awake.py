"""The screen stays on; and a page that is frozen, or that nobody sees, stands still and goes on."""

from tests.browser.browsers import both_browsers
from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall
from tests.browser.windows import Windows

# As over plain http: no wake lock.
NO_LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined });"
HOUR_S = 3600


@both_browsers
def test_without_a_wake_lock_a_video_plays_from_the_first_touch(hall: Hall, phones: Phones, windows: Windows) -> None:
    phone = phones()
    phone.page.context.add_init_script(NO_LOCK)
    phone.scan(hall.card("Table 4"))
    assert phone.tab.run("document.querySelector('#awake') === null")
    phone.page.locator('[data-key="A1"]').click(delay=60)
    phone.shows(A="20")
    phone.until("document.querySelector('#awake')?.currentTime > 0.5 && !document.querySelector('#awake').paused")


# While the first key is down, the page has something else to do.
BUSY = """addEventListener("keydown", () => {
  for (const end = performance.now() + 700; performance.now() < end;);
}, { once: true })"""


@both_browsers
def test_a_page_that_is_busy_makes_a_hold_of_a_tap_and_then_it_is_tapped_again(hall: Hall, phones: Phones) -> None:
    """UNDO alone minds; else each test that takes something back would fail on a slow machine, and nobody know why."""
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1", "A2")
    phone.tab.run(BUSY)
    phone.press("UNDO", "B1")
    phone.shows(A="20", B="20")
    hall.has("Table 4", "A 20", "A 15", "undo", "B 20")


def test_a_frozen_page_stands_still_and_goes_on(hall: Hall, phones: Phones) -> None:
    phone = phones().scan(hall.card("Table 4"))
    phone.press("A1")
    hall.has("Table 4", "A 20")
    chromium = phone.page.context.new_cdp_session(phone.page)
    phone.press("B1")
    chromium.send("Page.setWebLifecycleState", {"state": "frozen"})
    chromium.send("Page.setWebLifecycleState", {"state": "active"})
    phone.is_lit()
    phone.shows(A="20", B="20")
    phone.press("A2")
    hall.has("Table 4", "A 20", "B 20", "A 15")
