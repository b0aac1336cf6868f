"""Numbers, sizes, times and moments in words that people read."""

import math
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tallyboard.text.language import Language, _, here, later, ngettext

_SIZES = (later("%(number)s kB"), later("%(number)s MB"), later("%(number)s GB"), later("%(number)s TB"))


def number(value: float, places: int = 0) -> str:
    """`1,234.5` with one place, as the terminal's language writes it: in French `1 234,5`."""
    written = f"{value:,.{places}f}"
    return written.translate({ord(","): "\u00a0", ord("."): ","}) if here().code == "fr" else written


def size(count: float) -> str:
    """A number of bytes: `1 byte`, `850 bytes`, `12.3 kB`, `1.2 MB`; a kB is 1,000 bytes."""
    whole = round(count)
    if whole < 1000:
        return ngettext("%(num)s byte", "%(num)s bytes", whole)
    power = min((len(str(whole)) - 1) // 3, len(_SIZES))
    return _(_SIZES[power - 1], number=number(whole / 1000**power, 1))


def duration(seconds: float) -> str:
    """`850 ms`, `3.2 s`, `4 min`, `2 h 5 min`, `3 days`: as exact as matters to somebody who waits."""
    if round(seconds * 1000) < 1000:
        return f"{seconds * 1000:.0f} ms"
    if round(seconds, 1) < 60:
        return f"{number(seconds, 1)} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return ngettext("%(num)s day", "%(num)s days", minutes // (24 * 60))


def age(seconds: float) -> str:
    """How long ago: `3 s ago`, `4 min ago`; what lies in the future, by a clock that was set, counts as now."""
    whole = max(0, round(seconds))
    return _("%(time)s ago", time=f"{whole} s" if whole < 60 else duration(whole))


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


def clock(language: Language, minute: int) -> str:
    """A minute of a tournament: `9:05`; from the second day on with the day."""
    day, within = divmod(minute, 24 * 60)
    time = language.gettext("%(hour)s:%(minute)s", hour=within // 60, minute=f"{within % 60:02}")
    return language.gettext("day %(day)s, %(time)s", day=day + 1, time=time) if day else time


def time_of_day(language: Language, moment: datetime) -> str:
    """Of a moment in its own time zone: `9:05`."""
    return clock(language, moment.hour * 60 + moment.minute)


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
