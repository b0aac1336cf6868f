"""What the tests of the desk's pages share."""

from pathlib import Path

import pytest

from tests.host.pages.desk.browser import Browser, back_at, begin, site_in


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site at which Olga has begun a tournament."""
    browser = Browser(site_in(tmp_path_factory.mktemp("begun")))
    begin(browser)
    return browser.left()


@pytest.fixture
def olga(begun: Path, tmp_path: Path) -> Browser:
    """Olga at the desk of a tournament without anybody."""
    browser = back_at(begun, tmp_path)
    browser.look(browser.at)
    return browser


@pytest.fixture
def four(olga: Browser) -> Browser:
    """The same with a round robin of four drawn, two of its matches called."""
    olga.enter("add Ann", "add Bob", "add Cid", "add Dee", "open 1 2")
    olga.enter("phase 1 round-robin game crokinole-championship rounds=4", "draw 1", "call")
    return olga
