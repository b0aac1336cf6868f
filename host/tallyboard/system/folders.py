"""Where a user's files belong on this system: the database, the log of unexpected errors, and what can be had again."""

import os
from pathlib import Path

from tallyboard.errors import TallyboardError

_NAME = "tallyboard"


def data_folder() -> Path:
    """Where the database is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    import platformdirs  # only now: what is given its database with --db does without

    _check_home("XDG_DATA_HOME")
    return platformdirs.PlatformDirs(_NAME, appauthor=False, roaming=True).user_data_path


def state_folder() -> Path:
    """Where the log is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    import platformdirs

    _check_home("XDG_STATE_HOME")
    # Without opinion it is the state folder itself on Linux, no folder in it; ~/Library/Logs on macOS.
    return platformdirs.PlatformDirs(_NAME, appauthor=False, opinion=False).user_log_path


def cache_folder() -> Path:
    """Where what was fetched is kept; the folder need not exist yet. Raises TallyboardError where there is no home."""
    import platformdirs

    _check_home("XDG_CACHE_HOME")
    return platformdirs.PlatformDirs(_NAME, appauthor=False, opinion=False).user_cache_path


def _check_home(instead: str) -> None:
    """Raise TallyboardError where the home is needed, as this variable names no folder instead, and HOME is no path.

    platformdirs looks up the home of the user's account then, where data would lie that nobody looks for.
    """
    if not os.path.isabs(os.environ.get(instead, "")) and not os.path.isabs(os.path.expanduser("~")):
        raise TallyboardError(
            "Your data folder cannot be found: HOME is not set.", "Set HOME, or name the database with --db."
        )
