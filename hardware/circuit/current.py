"""What the displays draw, in mA: the worst case, every segment of every one lit. At 3.3 V it comes from the Pico's 3V3,
at 5 V straight from USB, beside what the Pico itself takes.

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
    """All that is not an LED: drivers, pull-ups with both lines low, the reserve, and at 5 V the Pico."""
    pulled = sum(2 * side.volts / side.ohms * 1000 for side in bus.sides_of(board, sides, "carrier", metres=0))
    own = board.supply.pico_ma if from_usb(board) else 0.0
    return len(blocks_of(sides)) * board.supply.chip_ma + pulled + board.supply.reserve_ma + own


def from_usb(board: Board) -> bool:
    """Whether the displays run from USB."""
    return board.supply.displays_v > bus.VOLTS


def limit(board: Board) -> tuple[str, float]:
    """The key of what gives least, and how much it gives."""
    key = "usb_ma" if from_usb(board) else "limit_ma"
    return f"supply.{key}", getattr(board.supply, key)


def total_ma(board: Board, sides: int, light: int) -> float:
    """All that a box with these sides draws at this brightness from what gives least."""
    return sum(display_ma(board, display, light) for display in blocks_of(sides)) + rest_ma(board, sides)


def bought_ma(board: Bought) -> float:
    """The same for a box that is bought: its pull-ups are not known to its file, and are in the reserve."""
    lit = sum(display_ma(board, display, board.supply.most_light) for display in board.displays)
    return lit + len(board.displays) * board.supply.chip_ma + board.supply.reserve_ma


def most_light(board: Board, sides: int) -> int:
    """The highest brightness at which that stays within the limit; 0 if there is none."""
    fitting = [light for light in range(1, BRIGHTEST + 1) if total_ma(board, sides, light) <= limit(board)[1]]
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
    rest = "drivers, pull-ups, memory, reserve" + (", the Pico itself" if from_usb(board) else "")
    lines.append(_row(rest, [f"{rest_ma(board, sides):.0f} mA" for sides in variants]))
    lines.append(_row("**together**", [f"**{total_ma(board, sides, light):.0f} mA**" for sides in variants]))
    lines.append(_row("limit", [f"{limit(board)[1]:g} mA" for _ in variants]))
    lines.append(_row("highest brightness within it", [str(most_light(board, sides)) for sides in variants]))
    at_full = [f"{total_ma(board, sides, BRIGHTEST):.0f} mA" for sides in variants]
    lines.append(_row(f"at {BRIGHTEST} of {BRIGHTEST} it would be", at_full))
    return lines


def _row(what: str, cells: list[str]) -> str:
    return f"| {what} | {' | '.join(cells)} |"
