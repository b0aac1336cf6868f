"""Moments in UTC as they are written everywhere."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tallyboard.text.quantities import utc_text


@pytest.mark.parametrize("zone", [None, UTC])
def test_a_moment_in_utc(zone: timezone | None) -> None:
    moment = datetime(2026, 11, 21, 16, 0, 5, 7000, zone)
    assert utc_text(moment) == "2026-11-21T16:00:05Z"
    assert utc_text(moment, "milliseconds") == "2026-11-21T16:00:05.007Z"


def test_a_moment_of_another_time_zone() -> None:
    assert utc_text(datetime(2026, 11, 21, 0, 30, tzinfo=timezone(timedelta(hours=1)))) == "2026-11-20T23:30:00Z"
