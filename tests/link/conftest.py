"""What the link's tests share."""

from collections.abc import Iterator

import pytest

from tests.link.campaign import scratch
from tests.link.laptop import Disk


@pytest.fixture(scope="session")
def disk() -> Iterator[Disk]:
    """Room for the laptops' databases."""
    with scratch() as made:
        yield made
