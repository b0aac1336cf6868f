"""A browser that keeps nothing, or has no room any more: the page says so, and the box plays on."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import CHROMIUM, FIREFOX, both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Act

FORBIDDEN = {
    "missing": 'Object.defineProperty(window, "indexedDB", { value: undefined });',
    "throws": 'indexedDB.__proto__.open = () => { throw new DOMException("no", "SecurityError"); };',
    "fails": """
      IDBFactory.prototype.open = () => {
        const request = { error: new DOMException("no", "InvalidStateError") };
        setTimeout(() => request.onerror(), 10);
        return request;
      };
    """,
}
# As where the disk is full: what was asked for is done by nobody, and the transaction says why.
FULL = """
  window.isFull = false;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    if (window.isFull) {
      const sql = this.transaction;
      Object.defineProperty(sql, "error", { value: new DOMException("no room", "QuotaExceededError") });
      sql.abort();
    }
    return request;
  };
"""


@pytest.mark.parametrize(("how", "browser_name"), [*((how, CHROMIUM) for how in FORBIDDEN), ("throws", FIREFOX)])
def test_where_storage_is_forbidden_it_is_said_and_played(benches: Benches, how: str) -> None:
    bench = benches.open(before=FORBIDDEN[how])
    box = bench.box(1)
    expect(bench.notice).to_be_visible()
    expect(bench.notice).to_contain_text("score is gone")
    box.press("A1", "B2")
    box.shows(A="° 20.", B="  15.")
    box.plug()
    box.is_in("off")
    box.plug()
    box.is_lit()
    box.shows(A="° 20.", B="  15.")  # the page is still there, and its memory with it
    box.press("UNDO")
    box.shows(A="° 20.", B="   0.")
    box.choose("crokinole-official target=40")
    box.shows(A="°  0", B="   0")


@both_browsers
def test_where_storage_is_full_it_is_said_and_played(benches: Benches) -> None:
    bench = benches.open(before=FULL)
    box = bench.box(1)
    box.press("A1")
    box.shows(A="° 20.")
    bench.page.evaluate("window.isFull = true")
    box.press("A2")
    box.shows(A="° 35.")
    expect(bench.notice).to_be_visible()
    expect(bench.notice).to_contain_text("QuotaExceededError")
    box.press("B1")
    box.shows(A="° 35.", B="  20.")
    bench.reload()
    box.shows(A="° 20.", B="   0.")
    expect(bench.notice).to_be_hidden()


def test_when_there_is_room_again_nothing_is_missing(benches: Benches) -> None:
    """Forty presses are more than what is stored in one piece."""
    bench = benches.open(before=FULL)
    box = bench.box(1)
    box.choose("crokinole-traditional scoring=simple target=9999 discs=24")
    bench.page.evaluate("window.isFull = true")
    keys = ["A1", "B1"] * 20
    box.play(*keys)
    box.shows(A="°400.", B=" 400.")
    bench.page.evaluate("window.isFull = false")
    box.press("A4")
    box.shows(A="°405.", B=" 400.")
    bench.reload()
    assert box.lit == {**box.lit, "A": "°405.", "B": " 400."}
    box.press("UNDO", "UNDO")
    box.shows(A="°400.", B=" 380.")


def test_when_there_is_room_again_the_box_has_its_sides(benches: Benches) -> None:
    bench = benches.open(before=FULL)
    box = bench.box(1)
    bench.page.evaluate("window.isFull = true")
    box.choose("crokinole-traditional sides=3 scoring=simple", sides=3)
    bench.page.evaluate("window.isFull = false")
    box.press("C1")
    bench.reload()
    box.shows(A="°  0.", B="   0.", C="  20.")


# The browser's disk is full for one moment: when it is to be kept that what was put on is on.
FULL_ONCE = """
  const put = IDBObjectStore.prototype.put;
  let wanted = "";
  IDBObjectStore.prototype.put = function (value, key) {
    const isPlayed = wanted && value.wanted === "";
    wanted = value.wanted ?? wanted;
    const request = put.call(this, value, key);
    if (isPlayed) this.transaction.abort();
    return request;
  };
"""


def test_a_result_stands_though_the_disk_was_full_when_its_game_was_put_on(benches: Benches) -> None:
    bench = benches.open(before=FULL_ONCE)
    box = bench.box(1)
    box.choose("crokinole-official target=20")
    expect(bench.notice).to_contain_text("stopped keeping")
    box.press("A1")
    expect(bench.notice).to_contain_text("again")
    box.do([Act(0, "down NEXT"), Act(1000, "up NEXT")])
    box.shows(A="  20", S="WINA")
    bench.reload()
    box.is_done()
    box.shows(A="  20", B="   0", S="WINA")
