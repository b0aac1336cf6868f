"""What hangs on the Pico's 3V3, in mA: the worst case, every segment of every display lit.

The HT16K33 lights one common after the other, eight and a pause; dimming shortens the time, not the current (its
datasheet, "LED drive mode waveforms"). So the mean of a display is

    segments x leds.segment_ma x 1024/9504 x brightness/16
"""

from hardware.circuit import bus
from hardware.face.layout import blocks_of
from hardware.source.board import Board, Bought

SEGMENTS = {"seven": 4 * 8 + 1, "fourteen": 4 * 15}  # with the points, and the colon (Adafruit's schematics)
SLOT_US, FRAME_US = 1024, 9504
BRIGHTEST = 16


def display_ma(board: Board | Bought, display: str, light: int) -> float:
    """The mean of the LEDs of this display at a brightness of 1 to 16."""
    segments = SEGMENTS["fourteen" if display == "S" else "seven"]
    return segments * board.leds.segment_ma * SLOT_US / FRAME_US * light / BRIGHTEST


def rest_ma(board: Board, sides: int) -> float:
    """All that is not an LED: drivers, pull-ups with both lines low, and the reserve."""
    pulled = 2 * bus.VOLTS / bus.resistance(board, sides, "carrier") * 1000
    return len(blocks_of(sides)) * board.supply.chip_ma + pulled + board.supply.reserve_ma


def total_ma(board: Board, sides: int, light: int) -> float:
    """All that a box with these sides draws from 3V3 at this brightness."""
    return sum(display_ma(board, display, light) for display in blocks_of(sides)) + rest_ma(board, sides)


def bought_ma(board: Bought) -> float:
    """The same for a box that is bought: its pull-ups are not known to its file, and are in the reserve."""
    lit = sum(display_ma(board, display, board.supply.most_light) for display in board.displays)
    return lit + len(board.displays) * board.supply.chip_ma + board.supply.reserve_ma


def most_light(board: Board, sides: int) -> int:
    """The highest brightness at which that stays within supply.limit_ma; 0 if there is none."""
    fitting = [light for light in range(1, BRIGHTEST + 1) if total_ma(board, sides, light) <= board.supply.limit_ma]
    return max(fitting, default=0)


def table(board: Board) -> list[str]:
    """The figures as a table in Markdown."""
    light = board.supply.most_light
    variants = range(2, board.most_sides + 1)
    lines = [
        f"| every segment lit, at {light} of {BRIGHTEST} | {' | '.join(f'{sides} sides' for sides in variants)} |",
        "|---" + "|--:" * len(variants) + "|",
    ]
    for what, display, many in (("displays of the sides", "A", True), ("status display", "S", False)):
        each = display_ma(board, display, light)
        lines.append(_row(what, [f"{(sides if many else 1) * each:.0f} mA" for sides in variants]))
    lines.append(_row("drivers, pull-ups, memory, reserve", [f"{rest_ma(board, sides):.0f} mA" for sides in variants]))
    lines.append(_row("**together**", [f"**{total_ma(board, sides, light):.0f} mA**" for sides in variants]))
    lines.append(_row("limit", [f"{board.supply.limit_ma:g} mA" for _ in variants]))
    lines.append(_row("highest brightness within it", [str(most_light(board, sides)) for sides in variants]))
    at_full = [f"{total_ma(board, sides, BRIGHTEST):.0f} mA" for sides in variants]
    lines.append(_row(f"at {BRIGHTEST} of {BRIGHTEST} it would be", at_full))
    return lines


def _row(what: str, cells: list[str]) -> str:
    return f"| {what} | {' | '.join(cells)} |"
