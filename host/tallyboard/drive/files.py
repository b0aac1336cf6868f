"""Where the files of the CIRCUITPY drive are, in a checkout and in an installed wheel, and what is read from them. The
virtual board runs these files and `deploy` copies them; nothing else looks for them."""

import ast
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tallyboard.errors import CoreError, TallyboardError, later
from tallyboard.errors import drive as told

# On the drive, where CircuitPython looks for them.
BOOT, CODE, SETTINGS = "boot.py", "code.py", "settings.toml"
BOOT_OUT = "boot_out.txt"  # which it writes at power-on; the first line says which version it is

# Importable names of the Adafruit libraries that code.py needs and that CircuitPython does not have built in.
ADAFRUIT = ("adafruit_ht16k33", "adafruit_bus_device")

_PACKAGE = Path(__file__).resolve().parents[1]
_REINSTALL = later("Install Tallyboard again.")


def firmware_dir() -> Path:
    """The folder with boot.py, code.py, settings.toml and lib/. In a wheel it lies inside this package, in a checkout
    beside host/. Raises TallyboardError when it is in neither."""
    installed = _PACKAGE / "firmware"
    checkout = _PACKAGE.parents[1] / "firmware"
    found = _folder(installed) or _folder(checkout)
    if found is None:
        raise TallyboardError(
            "This installation carries no firmware: neither %(installed)s nor %(checkout)s.",
            _REINSTALL,
            installed=installed,
            checkout=checkout,
        )
    return found


def rules_dir() -> Path:
    """The folder of the package shared_rules, which goes onto the drive's lib/ as it is."""
    found = _installed("shared_rules") or _folder(_PACKAGE.parents[1] / "shared_rules")
    if found is None:
        raise TallyboardError("This installation carries no shared_rules package.", _REINSTALL)
    return found


def compiled_lib_dir() -> Path | None:
    """The folder with the compiled lib/ that a wheel carries; None in a checkout, which compiles when asked to."""
    return _folder(_PACKAGE / "compiled_lib")


def _folder(path: Path) -> Path | None:
    return path if path.is_dir() else None


def adafruit_libraries() -> dict[str, Path]:
    """The name that each Adafruit library has in the drive's lib/ ("adafruit_fram.py", a package without suffix),
    with the file or folder it is to be copied from.

    Raises TallyboardError naming the one that is missing.
    """
    return {place.name: place for place in map(adafruit_library, ADAFRUIT)}


def adafruit_library(name: str) -> Path:
    """Where this one is, found without being imported: a wheel carries it, and in a checkout it is installed. Raises
    TallyboardError where it is in neither."""
    found = _folder(_PACKAGE / "adafruit" / name) or _installed(name)
    if found is None:
        raise TallyboardError("The Python library %(name)s is not installed.", _REINSTALL, name=name)
    return found


def _installed(name: str) -> Path | None:
    """The folder of a top-level package, or the file of a single module; None when it is not installed."""
    spec = find_spec(name)
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve()
    return Path(spec.origin).resolve() if spec.origin else None


Setting = str | int


def read_settings(drive: Path) -> dict[str, Setting]:
    """The strings and whole numbers of the drive's settings.toml; none when there is no such file. Raises
    TallyboardError for a file that is no TOML or has other values: CircuitPython would not read them."""
    path = drive / SETTINGS
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise TallyboardError(
            "%(path)s cannot be read: %(why)s.", "Let this user read it.", path=path, why=error.strerror
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TallyboardError("%(path)s cannot be read: %(why)s.", "Correct that line.", path=path, why=error) from None
    settings: dict[str, Setting] = {}
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, str | int | dict):
            raise TallyboardError(
                "%(path)s: %(name)s is neither a string nor a whole number, and CircuitPython reads nothing else.",
                'Write %(name)s = "…" or %(name)s = 1.',
                path=path,
                name=name,
            )
        if not isinstance(value, dict):  # CircuitPython stops reading at the first [section]
            settings[name] = value
    return settings


def getenv_for(settings: Mapping[str, Setting], text_only: bool) -> Callable[..., object]:
    """The os.getenv of a board: its settings and nothing of this computer's environment. CircuitPython up to 10.1 gives
    whole numbers as int; later everything comes as text (adafruit/circuitpython#10819), which is `text_only`."""

    def getenv(key: str, default: object = None) -> object:
        value = settings.get(key)
        if value is None:
            return default
        return str(value) if text_only else value

    return getenv


# Where `make hardware` writes the constants, on the drive.
PINS_FILE = Path("lib", "tableside", "pins.py")
THIRD_SIDE = "C"


@dataclass(frozen=True)
class Wiring:
    """The harness of one board: pin names as `board` has them, 7-bit I2C addresses, bus frequency in Hz."""

    sda: str
    scl: str
    frequency: int
    displays: tuple[tuple[str, int], ...]
    fram_address: int
    fram_bytes: int
    buttons: tuple[tuple[str, str], ...]

    def fitted(self, sides: int) -> "Wiring":
        """What is really there on a table for 2 or 3 sides: display C and C1…C5 only with three."""
        if sides == 3:
            return self
        return replace(
            self,
            displays=tuple(entry for entry in self.displays if entry[0] != THIRD_SIDE),
            buttons=tuple(entry for entry in self.buttons if not entry[0].startswith(THIRD_SIDE)),
        )


def read_wiring(drive: Path) -> Wiring:
    """The wiring of the drive's pins.py.

    Read as text, never imported: the hardware must not depend on the firmware that runs on it.
    Raises TallyboardError when the file is missing, has other than plain assignments, or lacks a constant.
    """
    path = drive / PINS_FILE
    try:
        return _wiring(path.read_text(encoding="utf-8"), path)
    except FileNotFoundError:
        raise TallyboardError(
            "The drive has no %(name)s: %(path)s is missing.", _NEXT, name=PINS_FILE.name, path=path
        ) from None


def _wiring(source: str, path: Path) -> Wiring:
    """The wiring that this text of `path` says. Errors as read_wiring."""
    try:
        constants = _constants(source)
        return Wiring(
            sda=constants["SDA"],
            scl=constants["SCL"],
            frequency=constants["FREQUENCY"],
            displays=tuple((str(name), int(address)) for name, address in constants["DISPLAYS"]),
            fram_address=constants["FRAM_ADDRESS"],
            fram_bytes=constants["FRAM_BYTES"],
            buttons=tuple((str(name), str(pin)) for name, pin in constants["BUTTONS"]),
        )
    except KeyError as missing:
        raise TallyboardError("%(path)s does not say %(name)s.", _NEXT, path=path, name=missing.args[0]) from None
    except (SyntaxError, ValueError, TypeError) as error:
        raise TallyboardError(
            "%(path)s is not a list of plain constants (%(why)s).", _NEXT, path=path, why=error
        ) from None


_NEXT = "Write it from hardware/board.toml with `make hardware`."


def _constants(source: str) -> dict[str, Any]:
    """The top-level `NAME = literal` assignments of a Python source."""
    constants = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.isupper():
                constants[name] = ast.literal_eval(node.value)
    return constants


# The boards that can be built: hardware/boards/NAME.toml, as `make hardware` writes them for this program.
REFERENCE = "reference"
_BOARDS = Path(__file__).with_name("boards.json")


@dataclass(frozen=True)
class BoardFile:
    """A board that can be built. `title`: what it is, in words; `ids`: what CircuitPython calls the boards that it
    fits, none where that does not run; `pins`: the text of its pins.py, of which the reference's names no BOARD."""

    name: str
    title: str
    ids: tuple[str, ...]
    pins: str


@cache
def board_files() -> dict[str, BoardFile]:
    """Every board by its name, the reference first."""
    told = json.loads(_BOARDS.read_text(encoding="utf-8"))
    return {name: BoardFile(name, one["title"], tuple(one["ids"]), one["pins"]) for name, one in told.items()}


def board_file(name: str) -> BoardFile:
    """The board of this name. Raises CoreError(NO_BOARD) with the names that there are."""
    try:
        return board_files()[name]
    except KeyError:
        raise CoreError(told.NO_BOARD, name=name, names=", ".join(board_files())) from None


def pins_of(name: str) -> Wiring:
    """The wiring of the board of this name. Errors as board_file."""
    return _wiring(board_file(name).pins, Path(f"hardware/boards/{name}.toml"))


def board_of(drive: Path) -> str:
    """The name of the board whose pins are on this drive: the reference's where none are, or none that say one that
    there is. Only the reference's pins are ever compiled, so that any other's can be read."""
    try:
        name = _constants((drive / PINS_FILE).read_text(encoding="utf-8")).get("BOARD")
    except (OSError, ValueError, SyntaxError):
        return REFERENCE
    return name if name in board_files() else REFERENCE
