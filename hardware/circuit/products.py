"""What is made of the circuit's sums."""

from hardware.circuit import bus, current
from hardware.source.board import Board


def texts(board: Board) -> dict[str, str]:
    """Files by their path under hardware/build/."""
    lines = [
        "<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->",
        "",
        "# What it draws, what the bus carries",
        "",
        f"Calculated for {board.leds.colour} LEDs ({board.leds.forward_v:g} V, at most {board.leds.segment_ma:g} mA",
        f"for a segment while it is on), displays at {board.supply.displays_v:g} V and a bus of "
        f"{board.i2c.frequency / 1000:g} kHz.",
        "",
        "## The current",
        "",
        *current.table(board),
        "",
        "## The bus",
        "",
        *bus.table(board),
    ]
    return {"electrical.md": "\n".join(lines) + "\n"}
