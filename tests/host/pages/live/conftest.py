"""`hall`: one that hears what the test says."""

from pathlib import Path

import pytest

from tests.host.pages.live.halls import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
