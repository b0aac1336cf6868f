"""What was stored is on the browser's disk before a digit lights: while the disk takes its time, nothing lights."""

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Box

# The page hears that a transaction is complete when the test says so.
SLOW = """
  window.isSlow = false;
  window.waiting = [];
  const told = (does) => function (event) {
    if (window.isSlow) window.waiting.push(() => does.call(this, event));
    else does.call(this, event);
  };
  const listen = EventTarget.prototype.addEventListener;
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    set(does) { listen.call(this, "complete", told(does)); },
  });
  IDBTransaction.prototype.addEventListener = function (kind, does, ...more) {
    listen.call(this, kind, kind === "complete" ? told(does) : does, ...more);
  };
"""


def slow(box: Box) -> None:
    box.page.evaluate("window.isSlow = true")


def done(box: Box) -> None:
    box.page.evaluate("() => { isSlow = false; for (const does of waiting.splice(0)) does(); }")


@both_browsers
def test_nothing_lights_before_it_is_stored(benches: Benches) -> None:
    box = benches.open(before=SLOW).box(1)
    slow(box)
    box.tap("A1")
    box.page.wait_for_function("waiting.length")
    box.page.wait_for_timeout(300)  # longer than a digit would take
    box.shows(A="°  0", B="   0")
    assert all(lit["A"] in ("    ", "°  0") for lit in box.shown)
    done(box)
    box.shows(A="° 20.", B="   0.")
    box.press("A2")
    box.shows(A="° 35.", B="   0.")


@both_browsers
def test_the_plug_is_pulled_while_the_disk_takes_its_time(benches: Benches) -> None:
    """What was not shown may be there or not; what comes after it is right."""
    bench = benches.open(before=SLOW)
    box = bench.box(1)
    box.press("B1")
    slow(box)
    box.tap("A1")
    box.page.wait_for_function("waiting.length")
    box.plug()
    box.is_dark()
    done(box)
    box.is_dark()
    box.plug()
    box.is_lit()
    score = box.lit["A"]
    assert score in ("°  0.", "° 20.")
    box.press("B2")
    box.shows(A=score, B="  35.")
    bench.reload()
    box.shows(A=score, B="  35.")
