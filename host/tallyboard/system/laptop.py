"""What the laptop says of itself: folders for our files, whose it is, its time zone, its USB numbers."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    from platformdirs import PlatformDirs


def data_folder() -> Path:
    """Where the database is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    return _folders("XDG_DATA_HOME", roaming=True).user_data_path


def state_folder() -> Path:
    """Where the log is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    return _folders("XDG_STATE_HOME").user_log_path


def cache_folder() -> Path:
    """Where what was fetched is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    return _folders("XDG_CACHE_HOME").user_cache_path


def _folders(instead: str, roaming: bool = False) -> "PlatformDirs":
    """Raises TallyboardError where the home is needed, as this variable names no folder instead, and HOME is no path.
    platformdirs looks up the home of the user's account then, where data would lie that nobody looks for."""
    import platformdirs  # only now: what is given its database with --db does without

    if not os.path.isabs(os.environ.get(instead, "")) and not os.path.isabs(os.path.expanduser("~")):
        raise TallyboardError(
            "Your data folder cannot be found: HOME is not set.", "Set HOME, or name the database with --db."
        )
    # Without opinion the log is in the state folder itself on Linux, in no folder in it; ~/Library/Logs on macOS.
    return platformdirs.PlatformDirs("tallyboard", appauthor=False, roaming=roaming, opinion=False)


def laptop_name() -> str:
    """What this laptop calls itself; hubs are known by it."""
    import socket  # slow to import, and `results` does without

    return socket.gethostname()


def user_and_laptop() -> str:
    """`ann@desk`; the laptop alone where the system has no name for the user."""
    import getpass  # likewise

    try:
        return f"{getpass.getuser()}@{laptop_name()}"
    except (ImportError, KeyError, OSError):
        return laptop_name()


_LINK = Path("/etc/localtime")  # to a file of the zone's name, on Linux and macOS
_NAMED = Path("/etc/timezone")  # the name itself, on Debian


def local_time_zone() -> str:
    """Its IANA name, as `America/Toronto`; `UTC` where the system tells none."""
    from zoneinfo import ZoneInfo

    written = ""
    with suppress(OSError, ValueError):
        written = _NAMED.read_text(encoding="ascii").strip()
    linked = os.path.realpath(_LINK).partition("zoneinfo/")[2]
    for name in filter(None, (os.environ.get("TZ", "").removeprefix(":"), linked, written)):
        with suppress(OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
            return ZoneInfo(name).key
    return "UTC"


VENDORS = (0x239A, 0x2E8A)
"""Adafruit, Raspberry Pi: the numbers that CircuitPython boards come with."""
