"""Windows of a browser as the hall has them, and what went wrong in them."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    WebError,
)

from tests.browser.browsers import CHROMIUM

PHONE = ViewportSize(width=390, height=844)
LAPTOP = ViewportSize(width=1280, height=800)
TV = ViewportSize(width=1920, height=1080)
TV_4K = ViewportSize(width=3840, height=2160)
SIZES = (PHONE, LAPTOP, TV, TV_4K)
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

# Firefox reports as errors that a stream ends because the reader goes on to another page, what Playwright tries to
# evaluate at its own start, and (as "undefined") that a worker is ended while it works. What a page of ours evaluates
# or throws is noticed in Chromium.
_OF_FIREFOX = re.compile(
    r"The connection to \S+ was interrupted while the page was loading|blocked a JavaScript eval|^undefined$"
)
PATIENCE_MS = 60_000  # for all that is waited for, on a machine that has much else to do
_TRIES = 5  # of a click
# Longer than this no page keeps its news back for a press whose end it does not hear of.
_PRESS_S = 2


def click_amid(target: Locator, amid: Callable[[], None], counted: Callable[[], None]) -> None:
    """A click between whose two halves `amid` is done; `counted` says that it has counted, and raises AssertionError
    where not. One that took longer than a page waits for its end proves nothing, and is done once more."""
    mouse = target.page.mouse
    for _ in range(_TRIES):
        target.hover()
        began = time.monotonic()
        mouse.down()
        amid()
        mouse.up()
        took = time.monotonic() - began
        try:
            counted()
            return
        except AssertionError:
            if took < _PRESS_S:
                raise
    raise AssertionError(f"each of {_TRIES} clicks took longer than {_PRESS_S} s")


class Fault(NamedTuple):
    """What a page did that it must not: an error in its console, a breach of its policy, a request that fails, or one
    that leaves the machine."""

    page: str
    what: str


class Windows:
    """Windows of one browser. `faults`: what went wrong in them, except what a test has said that it expects."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.is_chromium = browser.browser_type.name == CHROMIUM
        self._contexts: list[BrowserContext] = []
        self._expected: list[re.Pattern[str]] = []
        self._faults: list[Fault] = []
        self.requests: list[str] = []

    def open(self, url: str, size: ViewportSize = LAPTOP, theme: Theme = "light", **options: Any) -> Page:
        """A page in a window that shares nothing with the others; `options`: of Playwright's new_context."""
        return self.person(size, theme, **options)(url)

    def person(self, size: ViewportSize = LAPTOP, theme: Theme = "light", **options: Any) -> Callable[[str], Page]:
        """Somebody with a browser: each address that is given opens in a window of theirs, with the same session."""
        options = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = self._browser.new_context(viewport=size, color_scheme=theme, **options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)
        self._contexts.append(context)

        def go(url: str) -> Page:
            page = context.new_page()
            page.goto(url)
            return page

        return go

    def expect(self, words: str) -> None:
        """Errors with these words (a regular expression) belong to what this test does."""
        self._expected.append(re.compile(words))

    @property
    def faults(self) -> list[Fault]:
        """What nobody has expected, up to now."""
        for page in self.pages():
            page.title()  # whatever Firefox had to say comes before the answer
        return [fault for fault in self._faults if not any(words.search(fault.what) for words in self._expected)]

    def pages(self) -> list[Page]:
        """All that are open."""
        return [page for context in self._contexts for page in context.pages]

    def keep(self, folder: Path, name: str) -> None:
        """A picture of each window."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.pages()):
            page.screenshot(path=folder / f"{name}-{number}.png", caret="initial")

    def close(self) -> None:
        """All windows."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(message.page.url if message.page else "", message.text)

    def _error(self, error: WebError) -> None:
        self._note(error.page.url if error.page else "", str(error.error))

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(response.request.url, f"answered with {response.status}")

    def _note(self, page: str, what: str) -> None:
        if self.is_chromium or not _OF_FIREFOX.search(what):
            self._faults.append(Fault(page, what))

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        where = urlsplit(request.url)
        if where.scheme not in ("data", "about", "blob", "file") and where.hostname != "127.0.0.1":
            self._note("", f"a request leaves the machine: {request.url}")
