"""The firmware's pins.py: pins and addresses of board.toml as constants."""

from hardware.source.board import Board

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


def pins_source(board: Board) -> str:
    """The text of pins.py."""
    return _PINS.format(
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
