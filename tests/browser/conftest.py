"""Browsers for all tests of this folder, windows for each test; whatever goes wrong on a page fails its test.

The browsers live no longer than these tests: while they run, Playwright occupies the thread's event loop, which tests
of others may need. Pictures of the windows of tests that fail are kept in the folder that TALLYBOARD_SCREENSHOTS names.
"""

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.browsers import CHROMIUM, launch, missing
from tests.browser.midday import midday
from tests.browser.serving import Server
from tests.browser.windows import PATIENCE_MS, Windows
from tests.harness.missing import cannot_run

_FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def _playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def launched(_playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """A browser by its name, launched when it is asked for first."""
    running: dict[str, Browser] = {}

    def get(name: str) -> Browser:
        if (reason := missing(name)) is not None:
            cannot_run(reason)
        if name not in running:
            running[name] = launch(_playwright, name, tmp_path_factory.mktemp(name))
        return running[name]

    yield get
    for browser in running.values():
        browser.close()


@pytest.fixture
def browser_name() -> str:
    """In which browser a test runs; `both_browsers` runs it in Firefox too."""
    return CHROMIUM


@pytest.fixture
def windows(launched: Callable[[str], Browser], browser_name: str, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Windows of the browser; at the end of the test nothing may have gone wrong in them."""
    opened = Windows(launched(browser_name))
    try:
        yield opened
        faults = opened.faults
        folder = os.environ.get("TALLYBOARD_SCREENSHOTS")
        if folder and (faults or request.node.stash.get(_FAILED, False)):
            opened.keep(Path(folder), re.sub(r"\W+", "-", request.node.name))
    finally:
        opened.close()
    assert faults == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """That of a club in the middle of its day, unless a module has its own."""
    with midday(tmp_path_factory.mktemp("club")) as serving:
        yield serving


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report
