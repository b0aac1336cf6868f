"""What the tests of the laptop side share: a store, and `run` for the command line."""

from collections.abc import Iterator

import pytest

from tallyboard.store import Store, open_store
from tests.harness.command_line import run as run  # a fixture


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store in memory."""
    made = open_store("sqlite://")
    yield made
    made.close()
