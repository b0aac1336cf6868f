"""The wiring as tables in Markdown."""

from hardware.circuit import pico
from hardware.source.board import Board


def wiring_source(board: Board) -> str:
    """The text of wiring.md."""
    lines = ["<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->", ""]
    lines += ["| signal | Pico | its pin |", "|---|---|---|"]
    for name, pin in (("SDA", board.i2c.sda), ("SCL", board.i2c.scl)):
        lines.append(f"| {name} of every display and of the FRAM | {pin} | {pico.GPIO[pin]} |")
    lines += ["| power of every display and of the FRAM | 3V3 OUT | 36 |", "| ground of everything | GND | 38 |"]
    for name, pin in board.buttons.items():
        third = " (only with a third side)" if name.startswith("C") else ""
        lines.append(f"| key {name}{third}, its other leg to GND | {pin} | {pico.GPIO[pin]} |")
    lines += ["", "| on the I2C bus | address | jumpers to close on its back |", "|---|---|---|"]
    for name, address in board.displays.items():
        jumpers = " and ".join(f"A{bit}" for bit in range(3) if (address - 0x70) >> bit & 1) or "none"
        lines.append(f"| display {name} | {address:#04x} | {jumpers} |")
    lines.append(f"| FRAM, {board.fram.bytes // 1024} KB | {board.fram.address:#04x} | none |")
    return "\n".join(lines) + "\n"
