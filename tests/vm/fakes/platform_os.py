"""`os` on a board: settings.toml, and numbers that are as random as a comparison allows."""

from rig import rig

sep = "/"


def getenv(key: str, default: int | str | None = None) -> int | str | None:
    """The setting: text, or an int (as up to CircuitPython 10.1), or the default."""
    return rig.settings.get(key, default)


def urandom(size: int) -> bytes:
    """Other bytes each time, the same in every run."""
    rig.random += 1
    return bytes([(rig.random * 151 + i * 89) & 255 for i in range(size)])
