"""The page of the board in the browser as a file, once for all tests, and windows in which it is open."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.browsers import missing
from tests.browser.play.bench import Benches
from tests.browser.play.killed import Killed
from tests.browser.windows import Windows
from tests.harness.missing import cannot_run


@pytest.fixture(scope="session")
def file(play_page: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page: a file that somebody has saved."""
    path: Path = tmp_path_factory.mktemp("play") / "play.html"
    path.write_text(play_page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def benches(windows: Windows, file: str) -> Iterator[Benches]:
    """Opens the page; while a test runs nothing may go wrong on it, see windows.py."""
    yield Benches(windows, file)


@pytest.fixture
def killed(_playwright: Playwright, browser_name: str, tmp_path: Path) -> Iterator[Killed]:
    """A browser with a profile, which a test kills."""
    if (reason := missing(browser_name)) is not None:
        cannot_run(reason)
    with Killed(_playwright, browser_name, tmp_path) as browser:
        yield browser
