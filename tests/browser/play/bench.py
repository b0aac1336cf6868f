"""The page of the board in the browser, with its boxes, and windows in which it is open."""

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.play.box import Box
from tests.browser.windows import LAPTOP, Theme, Windows

_RECORDER = (Path(__file__).parent / "recorder.js").read_text(encoding="utf-8")


class Bench:
    """The page in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def box(self, number: int) -> Box:
        """The box of this number."""
        return Box(self.page, number)

    def boxes(self, count: int) -> list[Box]:
        """So many boxes on the bench, all lit."""
        self.box(1).is_lit()  # before that nobody listens
        self.page.locator("#count").select_option(str(count))
        boxes = [self.box(number) for number in range(1, count + 1)]
        for box in boxes:
            box.is_lit()
        expect(self.page.locator("[data-box]")).to_have_count(count)
        return boxes

    @property
    def notice(self) -> Locator:
        """What the page says of itself."""
        return self.page.locator("#notice")

    def reload(self) -> None:
        """As a reader does it."""
        self.page.reload()
        self.box(1).is_lit()


class Benches:
    """Opens the page in windows of one browser."""

    def __init__(self, windows: Windows, file: str) -> None:
        self._windows = windows
        self.file = file

    def expect(self, words: str) -> None:
        """Errors with these words belong to what this test does."""
        self._windows.expect(words)

    def open(
        self, size: ViewportSize = LAPTOP, theme: Theme = "light", before: str = "", lit: bool = True, **options: Any
    ) -> Bench:
        """In a window of somebody else. `before`: a script that runs before those of the page. `lit`: until it is."""
        context = self._windows.open("about:blank", size, theme, **options).context
        context.add_init_script(_RECORDER + before)
        return self.again(context, lit)

    def again(self, context: BrowserContext, lit: bool = True) -> Bench:
        """In one more tab of this window, or of its only one where that is blank yet."""
        blank = [page for page in context.pages if page.url == "about:blank"]
        page = blank[0] if blank else context.new_page()
        page.goto(self.file)
        bench = Bench(page)
        if lit:
            bench.box(1).is_lit()
        return bench


def prepared(context: BrowserContext) -> BrowserContext:
    """A context that was made elsewhere, with the recorder in its pages."""
    context.add_init_script(_RECORDER)
    return context
