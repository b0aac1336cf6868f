"""Writes what repeats a value of board.toml: the firmware's pins.py. `make hardware` runs it; a test compares."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "firmware/lib/tableside/pins.py"

_TEMPLATE = '''"""Pins and addresses. Made from hardware/board.toml by `make hardware`; edit that file, not this one."""

SDA = "{sda}"
SCL = "{scl}"
FREQUENCY = {frequency}  # Hz

DISPLAYS = (
{displays})

FRAM_ADDRESS = {fram:#04x}
FRAM_BYTES = {fram_bytes}

# Active low, in the order of their key numbers.
BUTTONS = (
{buttons})
'''


def pins_source(board: dict) -> str:
    """The text of pins.py for a parsed board.toml."""
    return _TEMPLATE.format(
        sda=board["i2c"]["sda"],
        scl=board["i2c"]["scl"],
        frequency=board["i2c"]["frequency"],
        displays="".join(f'    ("{name}", {address:#04x}),\n' for name, address in board["displays"].items()),
        fram=board["fram"]["address"],
        fram_bytes=board["fram"]["bytes"],
        buttons="".join(f'    ("{name}", "{pin}"),\n' for name, pin in board["buttons"].items()),
    )


def read_board() -> dict:
    """board.toml, parsed."""
    return tomllib.loads((ROOT / "hardware/board.toml").read_text())


if __name__ == "__main__":
    PINS.write_text(pins_source(read_board()))
