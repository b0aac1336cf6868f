"""`hall`: a laptop with two tables open to phones. `phones`: browsers' windows for them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.phones.hall import Hall
from tests.browser.phones.phone import Phone
from tests.browser.windows import PHONE, Windows


class PageTab:
    """A tab of Chromium or Firefox, see Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        if self.page.url.split("#")[0] == address.split("#")[0]:
            self.page.goto("about:blank")  # else only the fragment changes
        self.page.goto(address)

    def run(self, script: str) -> Any:
        return self.page.evaluate(f"() => ({script})")

    def reload(self) -> None:
        self.page.reload()


class PagePhone(Phone):
    """A phone whose tab can do more."""

    def __init__(self, page: Page) -> None:
        super().__init__(PageTab(page))
        self.page = page

    def again(self) -> "PagePhone":
        """One more tab of the same browser."""
        return PagePhone(self.page.context.new_page())


Phones = Callable[[], PagePhone]


@pytest.fixture
def hall(phone_page: object, tmp_path: Path) -> Iterator[Hall]:
    """Made once the page can be."""
    with Hall(tmp_path, "Table 4", "Table 5") as serving:
        yield serving


@pytest.fixture
def phones(windows: Windows) -> Phones:
    """Somebody with a phone of their own, each time."""
    return lambda: PagePhone(windows.open("about:blank", PHONE))
