"""A window of Chromium in which the hall is open, and when each change of a table was painted in it; and how soon a
phone has the hall.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from benchmarks.viewers import Seen
from tests.browser.browsers import CHROMIUM, launch, missing
from tests.browser.windows import PHONE, TV

# Two frames on, what was put into the page has been painted. The times are ms since 1970.
_WATCH = """() => {
  window.painted = [];
  const table = (node) => node.dataset?.fragment?.replace("table:", "");
  new MutationObserver((changes) => {
    const tables = changes.flatMap((change) => [...change.addedNodes]).map(table).filter(Boolean);
    const changed = window.changedTables?.length ? window.changedTables.splice(0) : tables;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const now = performance.timeOrigin + performance.now();
      for (const one of changed) window.painted.push([one, now]);
    }));
  }).observe(document.querySelector("[data-tables]"), { childList: true });
}"""
# What a page of the naive server does: all tables are put in place of all tables.
_NAIVE = """() => {
  window.changedTables = [];
  new EventSource("/stream?table=*").onmessage = (event) => {
    const [changed] = event.data.split(" ", 1);
    window.changedTables.push(changed);
    document.querySelector("[data-tables]").innerHTML = event.data.slice(changed.length + 1);
  };
}"""

# Bytes that came over the line, with heads; what the browser had kept counts for nothing.
_OPENED = """() => {
  const came = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  return [painted.startTime / 1000, came.reduce((sum, one) => sum + one.transferSize, 0)];
}"""
_SLOWER = 4  # times slower than this laptop is a phone of some years


class Opened(NamedTuple):
    """A page on a phone. `painted_s`: until something of it was seen; `size`: bytes that came for it."""

    painted_s: float
    size: int


class Window:
    """The hall at this port, as large as on a TV. Use it with `with`. Without Chromium it is open nowhere, and
    `missing` says so.
    """

    def __init__(self, port: int, is_naive: bool) -> None:
        self.missing = missing(CHROMIUM)
        self._port = port
        self._is_naive = is_naive
        self._open = ExitStack()

    def __enter__(self) -> "Window":
        if self.missing is None:
            from playwright.sync_api import sync_playwright

            playwright = self._open.enter_context(sync_playwright())
            folder = self._open.enter_context(tempfile.TemporaryDirectory())
            browser = launch(playwright, CHROMIUM, Path(folder))
            self._open.callback(browser.close)
            self._page = browser.new_page(viewport=TV)
            if self._is_naive:
                self._page.route("**/live.js*", lambda route: route.abort())
            self._page.goto(f"http://127.0.0.1:{self._port}/")
            self._page.evaluate(_WATCH)
            if self._is_naive:
                self._page.evaluate(_NAIVE)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def on_a_phone(self) -> list[Opened]:
        """The hall there, opened for the first time and once more."""
        browser = self._page.context.browser
        assert browser is not None
        page = browser.new_page(viewport=PHONE)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        opened = []
        for _ in range(2):
            page.goto(f"http://127.0.0.1:{self._port}/")
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            opened.append(Opened(*page.evaluate(_OPENED)))
        page.close()
        return opened

    def seen(self) -> Seen:
        """What was painted up to now."""
        since_1970, seen = time.time() - time.monotonic(), Seen()
        for table, ms in self._page.evaluate("window.painted"):
            seen.note(table, ms / 1000 - since_1970)
        return seen
