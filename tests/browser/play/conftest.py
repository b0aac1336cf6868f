"""The page of the board in the browser as a file, once for all tests, and windows in which it is open."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.play.ready import ready_page
from tests.browser.play.bench import Benches
from tests.browser.windows import Windows


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page: a file that somebody has saved."""
    try:
        page = ready_page()
    except TallyboardError as error:
        reason = f"{error.cause} {error.next_step}"
        pytest.fail(reason) if "TALLYBOARD_CI" in os.environ else pytest.skip(reason)
    path: Path = tmp_path_factory.mktemp("play") / "play.html"
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def benches(windows: Windows, file: str) -> Iterator[Benches]:
    """Opens the page; while a test runs nothing may go wrong on it, see windows.py."""
    yield Benches(windows, file)
