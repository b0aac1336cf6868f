"""The firmware's pins.py: pins and addresses of a board file as constants."""

import json

from hardware.source.board import Wired
from hardware.source.read import REFERENCE

_PINS = '''"""Pins and addresses. Made from {file} by `make hardware`; edit that file, not this one."""

{named}SDA = "{sda}"
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


def boards_json(boards: dict[str, Wired]) -> str:
    """What `deploy --board` and the virtual board take: {name: {"title", "ids", "pins": the text of pins.py}}."""
    told = {
        name: {
            "title": board.board.title,
            "ids": board.board.ids,
            "pins": pins_source(board) if name == REFERENCE else pins_source(board, name),
        }
        for name, board in boards.items()
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def pins_source(board: Wired, name: str = "") -> str:
    """The text of pins.py. `name`: of the file in boards/, "" for the reference, whose drive says of itself no name."""
    return _PINS.format(
        file=f"hardware/boards/{name}.toml" if name else "hardware/board.toml",
        named=f'BOARD = "{name}"\n' if name else "",
        sda=board.i2c.sda,
        scl=board.i2c.scl,
        frequency=board.i2c.frequency,
        displays="".join(f'    ("{name}", {address:#04x}),\n' for name, address in board.displays.items()),
        most_light=board.supply.most_light,
        fram=board.fram.address,
        fram_bytes=board.fram.bytes,
        piezo=f'"{board.piezo}"' if board.piezo else None,
        buttons="".join(f'    ("{name}", "{pin}"),\n' for name, pin in board.buttons.items()),
    )
