"""The I2C bus as a line with resistors and capacitors: how fast it rises, and what a part has to sink.

Limits: NXP, UM10204 "I2C-bus specification", table 10 (3 mA at 0.4 V) and table 11 (rise time from 30 to 70 %); the
time is 0.8473 x R x C (its 7.1).
"""

from typing import NamedTuple

from hardware.circuit.looms import Wire, bus_pins, looms
from hardware.circuit.netlist import SCL, SDA, SUPPLY
from hardware.face.layout import blocks_of
from hardware.source.board import Board, Bought

VOLTS = 3.3
LOW_VOLTS = 0.4
MOST_SINK_MA = 3.0
BUILDS = ("carrier", "wires")


def most_rise_ns(board: Board) -> float:
    """How long a line may take to rise at the frequency of this bus."""
    return 1000 if board.i2c.frequency <= 100_000 else 300


def resistance(board: Board, sides: int, build: str) -> float:
    """All pull-ups of a line in parallel, in ohms."""
    displays = len(blocks_of(sides))
    if build == "carrier":
        return _parallel(board, displays, board.bus.pull_up_ohm)
    # The FRAM has a board of its own there.
    return _parallel(board, displays + 1, board.bus.wired_pull_up_ohm if needs_pull_ups(board, sides) else 0)


def needs_pull_ups(board: Board, sides: int) -> bool:
    """Whether the build without a carrier is too slow with the pull-ups that displays and FRAM have."""
    ohms = _parallel(board, len(blocks_of(sides)) + 1, 0)
    return _rise_ns(ohms, _line_pf(board, sides, "wires")) > most_rise_ns(board)


def pull_up_words(board: Board, sides: int) -> str:
    """Which resistors the build without a carrier has, as a sentence; empty where it needs none."""
    if not needs_pull_ups(board, sides):
        return ""
    pads = bus_pins(board)
    return (
        f"Two resistors of {board.bus.wired_pull_up_ohm / 1000:g} kΩ, at the Pico: one from SDA (pin {pads[SDA]}) to "
        f"3V3 (pin {pads[SUPPLY]}), one from SCL (pin {pads[SCL]}) to 3V3. With cables as long as these the bus needs "
        "them."
    )


def _parallel(board: Board, boards: int, own: float) -> float:
    return 1 / (boards / board.bus.display_ohm + (1 / own if own else 0))


def sink_ma(board: Board, sides: int, build: str) -> float:
    """What a part sinks that pulls a line low."""
    return (VOLTS - LOW_VOLTS) / resistance(board, sides, build) * 1000


def parts_pf(board: Board, sides: int, build: str) -> float:
    """What the parts put on a line."""
    fram = board.bus.carrier_pf if build == "carrier" else board.bus.breakout_pf
    return board.bus.pico_pf + len(blocks_of(sides)) * board.bus.display_pf + fram


def cable_lengths(board: Board, sides: int, build: str) -> list[float]:
    """The STEMMA QT cables of the bus, in mm."""
    return [wire.length for wire in _lines(board, sides, build) if wire.cable]


def cable_m(board: Board, sides: int, build: str) -> float:
    """All cables of the bus, in metres, and the wires to the FRAM in the build without a carrier."""
    return sum(wire.length for wire in _lines(board, sides, build)) / 1000


def _lines(board: Board, sides: int, build: str) -> list[Wire]:
    """The wires of SDA; those of SCL are as long."""
    made = looms(board, sides, carrier=build == "carrier")
    return [wire for loom in made for wire in loom.wires if wire.net == SDA]


def rise_ns(board: Board, sides: int, build: str) -> float:
    """How long a line takes to rise."""
    return _rise_ns(resistance(board, sides, build), _line_pf(board, sides, build))


def _line_pf(board: Board, sides: int, build: str) -> float:
    return parts_pf(board, sides, build) + cable_m(board, sides, build) * board.bus.metre_pf


def _rise_ns(ohms: float, picofarads: float) -> float:
    return 0.8473 * ohms * picofarads / 1000


def longest_m(board: Board, sides: int, build: str) -> float:
    """How much cable the bus may have, in metres."""
    most_pf = most_rise_ns(board) / 0.8473 / resistance(board, sides, build) * 1000
    return max(0.0, (most_pf - parts_pf(board, sides, build)) / max(board.bus.metre_pf, 1))


class Line(NamedTuple):
    """A line of the bus: its pull-ups in parallel, what a part sinks that pulls it low, how long it takes to rise."""

    ohms: float
    sink_ma: float
    rise_ns: float


def bought_bus(board: Bought, displays: Board) -> Line:
    """The bus of a box that is bought, whose displays and memory are as those of `displays` without a carrier."""
    of = displays.bus
    ohms = _parallel(displays, len(board.pad.chain), board.pad.pull_up_ohm)
    picofarads = of.pico_pf + len(board.displays) * of.display_pf + of.breakout_pf
    picofarads += sum(board.pad.cables) / 1000 * of.metre_pf
    return Line(ohms, (VOLTS - LOW_VOLTS) / ohms * 1000, _rise_ns(ohms, picofarads))


def table(board: Board) -> list[str]:
    """The figures as a table in Markdown."""
    allowed = f"at most {MOST_SINK_MA:g} mA", f"at most {most_rise_ns(board):g} ns"
    lines = [
        f"| build | pull-ups together | a part sinks ({allowed[0]}) | parts | cables | rises in ({allowed[1]}) "
        "| longest cables |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for build in BUILDS:
        for sides in range(2, board.most_sides + 1):
            cells = (
                f"{'carrier' if build == 'carrier' else 'without a carrier'}, {sides} sides",
                f"{resistance(board, sides, build) / 1000:.2f} kΩ",
                f"{sink_ma(board, sides, build):.1f} mA",
                f"{parts_pf(board, sides, build):.0f} pF",
                f"{cable_m(board, sides, build):.2f} m",
                f"{rise_ns(board, sides, build):.0f} ns",
                f"{int(longest_m(board, sides, build) * 10) / 10:.1f} m",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return lines
