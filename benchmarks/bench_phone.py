"""The page of a phone that is a table: its bytes, how soon it can be played, how soon a press is seen, and arrives.

Bytes: of a first visit, as they are sent. Scan to ready: from the opening of a card's address in a browser that knows
nothing of it, to the paint of the first digit. Press to pixel: from the event of a key to the paint of the digits, in
frames, beside the same on the page of `tallyboard play`. Reconnect: the line is dead for a minute while 200 presses are
made; from its return until the last of them is in the laptop's database. One `tallyboard serve`, SQLite, one Chromium.
Nothing is asserted.

`PYTHONPATH=.:firmware/lib python benchmarks/bench_phone.py [PRESSES]`
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.bench_play import FIRST_BOX, PRESSES, middle, opened, press, quantile
from tallyboard.pages.phones.build import ready_page as phone_page
from tallyboard.play.build import ready_page as play_page
from tests.browser.browsers import CHROMIUM, launch, missing
from tests.browser.network import Network
from tests.browser.phones.conftest import PagePhone
from tests.browser.phones.hall import Hall
from tests.browser.windows import PHONE

STARTS = 6
WAITING = 200
AWAY_S = 60

# As bench_play has it: `frame`, `seen` (until A has another number, and that is painted), `first`.
_WATCH = """
  window.frame = (since = performance.now()) => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - since)));
  });
  window.shown = "";
  window.seen = (since = performance.now()) => new Promise((resolve) => {
    const look = async () => {
      const text = document.querySelector(".half[data-side=A] .mine .num")?.textContent ?? "";
      if (!text || text === window.shown) return;
      window.shown = text;
      watcher.disconnect();
      resolve(await window.frame(since));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true, characterData: true });
  });
  window.first = window.seen(0);
"""


def main() -> None:
    """Measure and print."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES
    sizes()
    if (reason := missing(CHROMIUM)) is not None:
        print(reason)
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, CHROMIUM, Path(folder))
        club = Path(folder) / "club"
        club.mkdir()
        with Hall(club, *(f"Table {number}" for number in range(1, STARTS + 3))) as hall:
            ready(browser, hall)
            pixels(browser, hall, Path(folder), presses)
            reconnects(browser, hall)
        browser.close()


def sizes() -> None:
    """Print what is sent."""
    made = phone_page()
    parts = {"document": made.document} | {name.partition("-")[2]: part.data for name, part in made.parts.items()}
    print(f"a first visit: {sum(map(len, parts.values())) / 1e3:.1f} KB")
    for name, data in sorted(parts.items(), key=lambda part: -len(part[1])):
        print(f"  {name:10} {len(data) / 1e3:7.1f} KB")


def ready(browser: Browser, hall: Hall) -> None:
    """Print how long it takes from a scan until a digit is painted."""
    took = []
    for number in range(1, STARTS + 1):
        page = _page(browser)
        page.goto(hall.card(f"Table {number}"))
        took.append(page.evaluate("window.first"))
        page.context.close()
    print(f"scan to ready, cold: median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms; {STARTS} phones")


def _page(browser: Browser) -> Page:
    page = browser.new_context(viewport=PHONE).new_page()
    page.add_init_script(_WATCH)
    return page


def pixels(browser: Browser, hall: Hall, folder: Path, presses: int) -> None:
    """Print how long it takes until a press is seen, on this page and on that of `play`."""
    page = _page(browser)
    page.goto(hall.card(f"Table {STARTS + 1}"))
    page.evaluate("window.first")
    frames = [page.evaluate("window.frame()") for _ in range(presses)]
    frame = middle(frames) / 2
    here = [page.evaluate(press()) for _ in range(presses)]
    page.context.close()
    file = folder / "play.html"
    file.write_text(play_page(), encoding="utf-8")
    beside = opened(browser, file, "")
    there = [beside.evaluate(press(FIRST_BOX)) for _ in range(presses)]
    beside.context.close()
    print(f"press to pixel, in frames of {frame:.1f} ms; {presses} presses")
    for name, percent in (("p50", 50), ("p99", 99)):
        mine, its = quantile(here, percent), quantile(there, percent)
        print(f"  {name} {mine / frame:5.1f} ({mine:.1f} ms), play {its / frame:5.1f} ({its:.1f} ms)")


def reconnects(browser: Browser, hall: Hall) -> None:
    """Print how long it takes until what waits has arrived."""
    table = f"Table {STARTS + 2}"
    with Network(hall.port) as network:
        page = browser.new_context(viewport=PHONE).new_page()
        phone = PagePhone(page).scan(hall.card(table, network.url))
        phone.press("A4")
        hall.has(table, "A 5")
        network.cut()
        began = time.monotonic()
        for _ in range(WAITING // 4):
            phone.press("A4", "B4", "UNDO", "UNDO", held_ms=40)
        page.wait_for_timeout(max(0.0, AWAY_S - (time.monotonic() - began)) * 1000)
        network.restore_for_new_lines()
        since = time.monotonic()
        while len(hall.presses(table)) < WAITING + 1:
            time.sleep(0.02)
        took = time.monotonic() - since
        page.context.close()
    print(f"reconnect after {AWAY_S} s with {WAITING} presses: {took * 1000:.0f} ms until all are stored")


if __name__ == "__main__":
    main()
