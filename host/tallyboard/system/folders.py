"""Where a user's files belong on this system: the database and the log of unexpected errors."""

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tallyboard.errors import TallyboardError


def _folder(variable: str, fallback: str, env: Mapping[str, str]) -> Path:
    """The XDG folder of that variable; a relative value is ignored, as the XDG specification asks."""
    value = env.get(variable, "")
    base = Path(value) if value and Path(value).is_absolute() else _home() / fallback
    return base / "tallyboard"


def _home() -> Path:
    """The user's own folder; raises TallyboardError where there is none."""
    with contextlib.suppress(RuntimeError):
        home = Path.home()
        if home.is_absolute():
            return home
    raise TallyboardError(
        "Your data folder cannot be found: HOME is not set.", "Set HOME, or name the database with --db."
    )


def data_folder(platform: str = sys.platform, env: Mapping[str, str] = os.environ) -> Path:
    """Where the database is kept; the folder need not exist yet."""
    if platform == "win32":
        return Path(env.get("APPDATA") or _home() / "AppData" / "Roaming") / "tallyboard"
    if platform == "darwin":
        return _home() / "Library" / "Application Support" / "tallyboard"
    return _folder("XDG_DATA_HOME", ".local/share", env)


def state_folder(platform: str = sys.platform, env: Mapping[str, str] = os.environ) -> Path:
    """Where the log is kept; the folder need not exist yet."""
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "tallyboard"
    if platform == "darwin":
        return _home() / "Library" / "Logs" / "tallyboard"
    return _folder("XDG_STATE_HOME", ".local/state", env)
