"""`os` on a board: settings.toml, and random numbers."""

from rig import rig

sep = "/"


def getenv(key: str, default: int | str | None = None) -> int | str | None:
    """The setting: text, or an int (as up to CircuitPython 10.1), or the default."""
    return rig.settings.get(key, default)


def urandom(size: int) -> bytes:
    """As random as the rig has them."""
    return rig.urandom(size)
