"""The page of the board in the browser: its bytes, how soon a score is there, and how soon a press is seen.

Bytes: of the file, by part, and what gzip makes of all of it. Start to score: from the opening of the file, and from
the plug, to the paint of the first digit, over that of a page of the same size that does nothing. Press to pixel: from
the event of a key to the paint of the digits, over the two frames that a paint takes where nothing has to be done; with
the memory stored on the way, and where the browser keeps nothing. Idle: the processor time of the pages' processes
while nobody touches the box, over that of a board that takes a turn of its loop each few ms, as one on a desk does. All
in one run of Chromium, so that the ratios hold on any machine. Nothing is asserted.

`python benchmarks/bench_play.py [PRESSES]`
"""

import gzip
import os
import re
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tallyboard.play.build import ready_page
from tests.browser.browsers import CHROMIUM, launch, missing

PRESSES = 60
FIRST_BOX = '[data-box="1"] '
STARTS = 8
IDLE_S = 20
_PARTS = re.compile(r"<(script|style|template)\b([^>]*)>(.*?)</\1>", re.DOTALL)
_ID = re.compile(r'id="(\w+)"')

# `frame` gives the ms from now to the end of the frame after the next; `seen` those until a display has another text
# and that is painted.
_WATCH = """
  window.frame = (since = performance.now()) => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - since)));
  });
  window.seen = (since = performance.now()) => new Promise((resolve) => {
    const look = async ({ detail }) => {
      if (!detail.A.trim() || detail.A === window.shown) return;
      window.shown = detail.A;
      removeEventListener("lit", look);
      resolve(await window.frame(since));
    };
    addEventListener("lit", look);
  });
  window.first = window.seen(0);
"""
_FORGETS = 'Object.defineProperty(window, "indexedDB", { value: undefined });'
# A press, whose time it gives, and then UNDO, which acts when it is let go: the board never has too many discs.
_PRESS = """async () => {
  const tell = (key, kind) => document.querySelector(`$BOX[data-key="${key}"]`)
    .dispatchEvent(new KeyboardEvent(kind, { key: " ", code: "Space", bubbles: true }));
  const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
  const seen = window.seen();
  tell("A1", "keydown");
  const took = await seen;
  tell("A1", "keyup");
  await pause();
  const back = window.seen();
  tell("UNDO", "keydown");
  await pause();
  tell("UNDO", "keyup");
  await back;
  await pause();
  return took;
}"""
_PLUG = """async () => {
  const plug = document.querySelector('[data-box="1"] .plug');
  plug.click();
  window.shown = "";
  const seen = window.seen();
  plug.click();
  return await seen;
}"""


# What the worker asks of a board that rests; without it there is a turn each few ms.
_REST = "board.rest()"
_TURN = "TURN_MS"


def press(box: str = "") -> str:
    """A press in the page, and its UNDO. `box`: the selector of what the keys stand in."""
    return _PRESS.replace("$BOX", box)


def main() -> None:
    """Measure and print."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES
    html = ready_page()
    sizes(html)
    if (reason := missing(CHROMIUM)) is not None:
        print(reason)
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file, idle = Path(folder) / "play.html", Path(folder) / "idle.html"
        file.write_text(html, encoding="utf-8")
        idle.write_text(f"<!doctype html><title>-</title><p>0</p><!--{'-' * len(html)}-->", encoding="utf-8")
        browser = launch(playwright, CHROMIUM, Path(folder))
        starts(browser, file, idle)
        for what, script in (("stored", ""), ("not stored", _FORGETS)):
            pixels(what, opened(browser, file, script), presses)
        idle_box(browser, html, Path(folder))
        browser.close()


def sizes(html: str) -> None:
    """Print the bytes of the page."""
    parts = {}
    for kind, attributes, text in _PARTS.findall(html):
        named = _ID.search(attributes)
        parts[named[1] if named else kind] = len(text.encode())
    whole = len(html.encode())
    parts["the rest"] = whole - sum(parts.values())
    print(f"the page: {whole / 1e3:.1f} KB, {len(gzip.compress(html.encode(), 9)) / 1e3:.1f} KB with gzip")
    for name, size in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"  {name:10} {size / 1e3:7.1f} KB {size / whole:6.1%}")


def starts(browser: Browser, file: Path, idle: Path) -> None:
    """Print how long it takes until a score is there."""
    nothing = [_nothing(browser, idle) for _ in range(STARTS)]
    least = statistics.median(nothing)
    print(f"start to score, of an idle page = 1 ({least:.0f} ms); median of {STARTS}")
    opening = []
    for _ in range(STARTS):
        page = opened(browser, file, "")
        opening.append(page.evaluate("window.first"))
        page.context.close()
    page = opened(browser, file, "")
    plugging = [page.evaluate(_PLUG) for _ in range(STARTS)]
    page.context.close()
    for what, times in (("the file is opened", opening), ("the plug is put in", plugging)):
        took = statistics.median(times)
        print(f"  {what:20} {took / least:5.1f} ({took:.0f} ms)")


def _nothing(browser: Browser, idle: Path) -> float:
    page = browser.new_context().new_page()
    page.add_init_script(_WATCH)
    page.goto(idle.as_uri())
    took: float = page.evaluate("window.frame(0)")
    page.context.close()
    return took


def opened(browser: Browser, file: Path, script: str) -> Page:
    """The page with a score. `script`: runs before its own."""
    page = browser.new_context().new_page()
    page.add_init_script(_WATCH + script)
    page.goto(file.as_uri())
    page.evaluate("window.first")
    return page


def pixels(what: str, page: Page, presses: int) -> None:
    """Print how long it takes until a press is seen."""
    frames = [page.evaluate("window.frame()") for _ in range(presses)]
    took = [page.evaluate(press(FIRST_BOX)) for _ in range(presses)]
    print(f"press to pixel, {what}, of two frames = 1 ({middle(frames):.1f} ms); {presses} presses")
    for name, percent in (("p50", 50), ("p99", 99)):
        value = quantile(took, percent)
        print(f"  {name} {value / middle(frames):5.1f} ({value:.1f} ms)")
    page.context.close()


def idle_box(browser: Browser, html: str, folder: Path) -> None:
    """Print what a box costs that nobody touches."""
    assert _REST in html
    used = []
    for name, text in (("rests", html), ("turns", html.replace(_REST, _TURN))):
        file = folder / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        page = opened(browser, file, "")
        page.wait_for_timeout(15_000)  # what is read before a match is over
        before = _renderers_s()
        page.wait_for_timeout(IDLE_S * 1000)
        used.append((_renderers_s() - before) / IDLE_S)
        page.context.close()
    rests, turns = used
    print(f"idle, a turn each few ms = 1 ({turns:.1%} of a core); {IDLE_S} s")
    print(f"  at rest {rests / turns:5.2f} ({rests:.1%} of a core)")


def _renderers_s() -> float:
    """Processor seconds of all pages of this program's browser."""
    ticks = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes() and _is_ours(int(pid)):
                fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def _is_ours(pid: int) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])
    return False


def middle(times: Sequence[float]) -> float:
    """The median."""
    return statistics.median(times)


def quantile(times: Sequence[float], percent: int) -> float:
    """So many percent are not longer."""
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


if __name__ == "__main__":
    main()
