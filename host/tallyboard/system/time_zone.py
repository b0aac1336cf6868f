"""The time zone that this laptop is in."""

import os
from pathlib import Path

_LINK = Path("/etc/localtime")  # to a file of the zone's name, on Linux and macOS
_NAMED = Path("/etc/timezone")  # the name itself, on Debian


def local_time_zone() -> str:
    """Its IANA name, as `America/Toronto`; `UTC` where the system tells none."""
    for name in (os.environ.get("TZ", "").removeprefix(":"), _linked(), _written()):
        if name and _is_known(name):
            return name
    return "UTC"


def _linked() -> str:
    return os.path.realpath(_LINK).partition("zoneinfo/")[2]


def _written() -> str:
    try:
        return _NAMED.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _is_known(name: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return False
    return True
