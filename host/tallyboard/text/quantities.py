"""Numbers, sizes, times and moments in words that people read."""

import math
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tallyboard.text.language import Language


def counted(n: int, one: str, many: str) -> str:
    """`1 record`, `2 records`."""
    return f"{n} {one if n == 1 else many}"


def size(count: float) -> str:
    """A number of bytes: `1 byte`, `850 bytes`, `12.3 kB`, `1.2 MB`; a kB is 1,000 bytes."""
    from rich.filesize import decimal  # only now: 2 ms, and most commands tell no sizes

    return decimal(round(count))


def duration(seconds: float) -> str:
    """`850 ms`, `3.2 s`, `4 min`, `2 h 5 min`, `3 days`: as exact as matters to somebody who waits."""
    if round(seconds * 1000) < 1000:
        return f"{seconds * 1000:.0f} ms"
    if round(seconds, 1) < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes // (24 * 60)} days"


def age(seconds: float) -> str:
    """How long ago: `3 s ago`, `4 min ago`; what lies in the future, by a clock that was set, counts as now."""
    whole = max(0, round(seconds))
    return f"{whole} s ago" if whole < 60 else f"{duration(whole)} ago"


def rate(a_second: float, what: str) -> str:
    """`5,300 records/s`: two digits, for the next run gives others."""
    if a_second <= 0:
        return f"0 {what}/s"
    places = 1 - math.floor(math.log10(a_second))
    return f"{round(a_second, places):,.{max(0, places)}f} {what}/s"


def board_time(ms: int | None) -> str:
    """Milliseconds since the board's power-on as m:ss.mmm; `?` where it is not known."""
    if ms is None:
        return "?"
    return f"{ms // 60_000}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def now_in(zone: str) -> str:
    """`2026-11-21 17:05 America/Toronto`: what it is now in this time zone, as paper says when it was printed."""
    return f"{datetime.now(ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"


def local_time(started: str | None) -> str:
    """`2026-11-21 17:05` in this laptop's time zone, of a moment in UTC as match objects have it; empty without one."""
    if started is None:
        return ""
    return f"{datetime.fromisoformat(started).astimezone():%Y-%m-%d %H:%M}"


def clock(_: Language, minute: int) -> str:
    """A minute of a tournament: `9:05`; from the second day on with the day."""
    day, within = divmod(minute, 24 * 60)
    time = _("%(hour)s:%(minute)s", hour=within // 60, minute=f"{within % 60:02}")
    return _("day %(day)s, %(time)s", day=day + 1, time=time) if day else time


def time_of_day(_: Language, moment: datetime) -> str:
    """Of a moment in its own time zone: `9:05`."""
    return clock(_, moment.hour * 60 + moment.minute)


def in_zone(zone: str, ms: int) -> datetime:
    """The moment so many milliseconds after 1970 in this zone, an IANA name; in that of this laptop where it knows none
    of that name."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    try:
        return moment.astimezone(ZoneInfo(zone)) if zone else moment.astimezone()
    except (KeyError, ValueError, OSError):
        return moment.astimezone()


def utc_of_ms(ms: int) -> str:
    """The moment so many milliseconds after 1970 as `2026-11-21T16:00:05Z`."""
    return utc_text(datetime.fromtimestamp(ms / 1000, UTC))


def utc_text(moment: datetime, timespec: str = "seconds") -> str:
    """The moment as `2026-11-21T16:00:05Z`; one without a time zone is in UTC. `timespec`: see datetime.isoformat."""
    aware = moment.astimezone(UTC) if moment.tzinfo else moment
    return aware.replace(tzinfo=None).isoformat(timespec=timespec) + "Z"
