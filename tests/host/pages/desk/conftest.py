"""What the tests of the desk's pages share."""

from pathlib import Path

import pytest

from tests.host.pages.desk.browser import Browser, begin, site_in


@pytest.fixture
def olga(tmp_path: Path) -> Browser:
    """Olga at the desk of a tournament without anybody."""
    browser = Browser(site_in(tmp_path))
    begin(browser)
    return browser


@pytest.fixture
def four(olga: Browser) -> Browser:
    """The same with a round robin of four drawn, two of its matches called."""
    olga.enter("add Ann", "add Bob", "add Cid", "add Dee", "open 1 2")
    olga.enter("phase 1 round-robin game crokinole-championship rounds=4", "draw 1", "call")
    return olga
