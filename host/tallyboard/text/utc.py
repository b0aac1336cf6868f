"""Moments as they are written everywhere: in UTC, as ISO 8601."""

from datetime import UTC, datetime


def utc_text(moment: datetime, timespec: str = "seconds") -> str:
    """The moment as `2026-11-21T16:00:05Z`; one without a time zone is in UTC. `timespec`: see datetime.isoformat."""
    aware = moment.astimezone(UTC) if moment.tzinfo else moment
    return aware.replace(tzinfo=None).isoformat(timespec=timespec) + "Z"
