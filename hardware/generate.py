"""Writes what is made: from board.toml the firmware's pins.py, the wiring table and the drawing of the face; the cards.

`make hardware` runs it; a test holds the files and board.toml together.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).parent))

from card import card_svg  # noqa: E402
from card_words import CARDS  # noqa: E402
from face import face_svg  # noqa: E402

Board = dict[str, dict[str, Any]]

_PINS = '''"""Pins and addresses. Made from hardware/board.toml by `make hardware`; edit that file, not this one."""

SDA = "{sda}"
SCL = "{scl}"
FREQUENCY = {frequency}  # Hz

DISPLAYS = (
{displays})
MOST_LIGHT = {most_light}  # of 16: no display is ever set brighter

FRAM_ADDRESS = {fram:#04x}
FRAM_BYTES = {fram_bytes}

PIEZO = {piezo}

# Active low, in the order of their key numbers.
BUTTONS = (
{buttons})
'''

# Physical pins of a Raspberry Pi Pico (its datasheet, figure 2).
_PICO = {
    **dict(zip((f"GP{n}" for n in range(16)), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True)),
    **dict(zip((f"GP{n}" for n in range(16, 23)), (21, 22, 24, 25, 26, 27, 29), strict=True)),
    "GP26": 31,
    "GP27": 32,
    "GP28": 34,
}


def pins_source(board: Board) -> str:
    """The text of pins.py for a parsed board.toml."""
    return _PINS.format(
        sda=board["i2c"]["sda"],
        scl=board["i2c"]["scl"],
        frequency=board["i2c"]["frequency"],
        displays="".join(f'    ("{name}", {address:#04x}),\n' for name, address in board["displays"].items()),
        most_light=board.get("supply", {}).get("most_light", 16),
        fram=board["fram"]["address"],
        fram_bytes=board["fram"]["bytes"],
        piezo=f'"{board["piezo"]["pin"]}"' if "piezo" in board else None,
        buttons="".join(f'    ("{name}", "{pin}"),\n' for name, pin in board["buttons"].items()),
    )


def wiring_source(board: Board) -> str:
    """The wiring as tables in Markdown."""
    lines = ["<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->", ""]
    lines += ["| signal | Pico | its pin |", "|---|---|---|"]
    for name in ("sda", "scl"):
        pin = board["i2c"][name]
        lines.append(f"| {name.upper()} of every display and of the FRAM | {pin} | {_PICO[pin]} |")
    lines += ["| power of every display and of the FRAM | 3V3 OUT | 36 |", "| ground of everything | GND | 38 |"]
    for name, pin in board["buttons"].items():
        third = " (only with a third side)" if name.startswith("C") else ""
        lines.append(f"| key {name}{third}, its other leg to GND | {pin} | {_PICO[pin]} |")
    lines += ["", "| on the I2C bus | address | jumpers to close on its back |", "|---|---|---|"]
    for name, address in board["displays"].items():
        jumpers = " and ".join(f"A{bit}" for bit in range(3) if (address - 0x70) >> bit & 1) or "none"
        lines.append(f"| display {name} | {address:#04x} | {jumpers} |")
    fram = board["fram"]
    lines.append(f"| FRAM, {fram['bytes'] // 1024} KB | {fram['address']:#04x} | none |")
    return "\n".join(lines) + "\n"


def read_board() -> Board:
    """board.toml, parsed."""
    return tomllib.loads((ROOT / "hardware/board.toml").read_text())


def files(board: Board) -> dict[Path, str]:
    """Every generated file and what it should hold."""
    return {
        ROOT / "firmware/lib/tableside/pins.py": pins_source(board),
        ROOT / "hardware/wiring.md": wiring_source(board),
        ROOT / "hardware/face.svg": face_svg(list(board["buttons"])),
        **{ROOT / f"hardware/cards/{card.name}.svg": card_svg(card) for card in CARDS},
    }


if __name__ == "__main__":
    for path, text in files(read_board()).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
