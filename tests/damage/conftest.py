"""What the tests of damage share."""

from collections.abc import Iterator

import pytest

from tests.damage.campaign import Campaign, campaign


@pytest.fixture(scope="session")
def club_day() -> Iterator[Campaign]:
    """The laptop and the stores that are damaged."""
    with campaign() as made:
        yield made
