"""Which pin and which address is what, as the drive's generated constants say."""

import ast
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError

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
        constants = _constants(path.read_text(encoding="utf-8"))
        return Wiring(
            sda=constants["SDA"],
            scl=constants["SCL"],
            frequency=constants["FREQUENCY"],
            displays=tuple((str(name), int(address)) for name, address in constants["DISPLAYS"]),
            fram_address=constants["FRAM_ADDRESS"],
            fram_bytes=constants["FRAM_BYTES"],
            buttons=tuple((str(name), str(pin)) for name, pin in constants["BUTTONS"]),
        )
    except FileNotFoundError:
        raise TallyboardError(f"The drive has no {PINS_FILE.name}: {path} is missing.", _NEXT) from None
    except KeyError as missing:
        raise TallyboardError(f"{path} does not say {missing.args[0]}.", _NEXT) from None
    except (SyntaxError, ValueError, TypeError) as error:
        raise TallyboardError(f"{path} is not a list of plain constants ({error}).", _NEXT) from None


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
