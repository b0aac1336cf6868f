"""settings.toml as the firmware sees it, through os.getenv."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from tallyboard.drive.files import SETTINGS
from tallyboard.errors import TallyboardError

Setting = str | int


def read_settings(drive: Path) -> dict[str, Setting]:
    """The strings and whole numbers of the drive's settings.toml; none when there is no such file.

    Raises TallyboardError for a file that is no TOML or has other values: CircuitPython would not read them.
    """
    path = drive / SETTINGS
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TallyboardError(f"{path} cannot be read: {error}.", "Correct that line.") from None
    settings: dict[str, Setting] = {}
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, str | int | dict):
            raise TallyboardError(
                f"{path}: {name} is neither a string nor a whole number, and CircuitPython reads nothing else.",
                f'Write {name} = "…" or {name} = 1.',
            )
        if not isinstance(value, dict):  # CircuitPython stops reading at the first [section]
            settings[name] = value
    return settings


def getenv_for(settings: Mapping[str, Setting], text_only: bool) -> Callable[..., object]:
    """The os.getenv of a board: its settings and nothing of this computer's environment.

    CircuitPython up to 10.1 gives whole numbers as int; later everything comes as text (adafruit/circuitpython#10819),
    which is `text_only`.
    """

    def getenv(key: str, default: object = None) -> object:
        value = settings.get(key)
        if value is None:
            return default
        return str(value) if text_only else value

    return getenv
