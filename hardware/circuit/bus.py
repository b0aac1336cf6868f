"""The I2C bus as a line with resistors and capacitors: how fast it rises, and what a part has to sink.

Limits: NXP, UM10204 "I2C-bus specification", table 10 (3 mA at 0.4 V) and table 11 (rise time from 30 to 70 %); the
time is 0.8473 x R x C (its 7.1).
"""

from hardware.face.layout import blocks_of
from hardware.source.board import Board

VOLTS = 3.3
LOW_VOLTS = 0.4
MOST_SINK_MA = 3.0
BUILDS = ("carrier", "wires")

_BUS_CABLES = ("qt", "pigtail", "wires")


def most_rise_ns(board: Board) -> float:
    """How long a line may take to rise at the frequency of this bus."""
    return 1000 if board.i2c.frequency <= 100_000 else 300


def resistance(board: Board, sides: int, build: str) -> float:
    """All pull-ups of a line in parallel, in ohms."""
    displays = len(blocks_of(sides))
    own = board.bus.pull_up_ohm if build == "carrier" else board.bus.wired_pull_up_ohm
    boards = displays + (build == "wires")  # the FRAM has a board of its own there
    return 1 / (boards / board.bus.display_ohm + (1 / own if own else 0))


def sink_ma(board: Board, sides: int, build: str) -> float:
    """What a part sinks that pulls a line low."""
    return (VOLTS - LOW_VOLTS) / resistance(board, sides, build) * 1000


def parts_pf(board: Board, sides: int, build: str) -> float:
    """What the parts put on a line."""
    fram = board.bus.carrier_pf if build == "carrier" else board.bus.breakout_pf
    return board.bus.pico_pf + len(blocks_of(sides)) * board.bus.display_pf + fram


def cable_m(board: Board, sides: int, build: str) -> float:
    """All cables of the bus, in metres."""
    blocks = ("", *blocks_of(sides))
    found = [cable for cable in board.cables.values() if cable.block in blocks and cable.build in ("", build)]
    return sum(cable.length for cable in found if cable.kind in _BUS_CABLES) / 1000


def rise_ns(board: Board, sides: int, build: str) -> float:
    """How long a line takes to rise."""
    farads = (parts_pf(board, sides, build) + cable_m(board, sides, build) * board.bus.metre_pf) * 1e-12
    return 0.8473 * resistance(board, sides, build) * farads * 1e9


def longest_m(board: Board, sides: int, build: str) -> float:
    """How much cable the bus may have, in metres."""
    most_pf = most_rise_ns(board) / 0.8473 / resistance(board, sides, build) * 1000
    return max(0.0, (most_pf - parts_pf(board, sides, build)) / max(board.bus.metre_pf, 1))


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
