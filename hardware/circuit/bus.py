"""The I2C bus as a line with resistors and capacitors: how fast it rises, and what a part has to sink.

Limits: NXP, UM10204 "I2C-bus specification", table 10 (3 mA at 0.4 V) and table 11 (rise time from 30 to 70 %); alone
a line takes 0.8473 x R x C (its 7.1).
"""

from dataclasses import dataclass
from math import inf, log
from typing import NamedTuple

from hardware.circuit.looms import Wire, bus_pins, looms
from hardware.circuit.netlist import SCL, SDA, SUPPLY
from hardware.face.layout import blocks_of
from hardware.source.board import Board, Bought

VOLTS = 3.3
LOW_VOLTS = 0.4
MOST_SINK_MA = 3.0
LOW, HIGH = 0.3, 0.7  # of a side's supply: between them it rises
GATE_VOLTS = (0.8, 1.5)  # from which a BSS138 conducts, at least and at most: onsemi's data sheet
BUILDS = ("carrier", "wires")


@dataclass(frozen=True)
class Side:
    """A line on one side of the shifters, or all of it where there are none. `volts`: its supply; `ohms`: its pull-ups
    in parallel; `parts_pf`, `cable_pf`: what parts and cables put on it."""

    name: str
    volts: float
    ohms: float
    parts_pf: float
    cable_pf: float

    @property
    def farads(self) -> float:
        return (self.parts_pf + self.cable_pf) * 1e-12

    @property
    def sink_ma(self) -> float:
        """What its pull-ups give a part that pulls it low."""
        return (self.volts - LOW_VOLTS) / self.ohms * 1000


def most_rise_ns(board: Board) -> float:
    """How long a line may take to rise at the frequency of this bus."""
    return 1000 if board.i2c.frequency <= 100_000 else 300


def sides_of(board: Board, sides: int, build: str, metres: float | None = None) -> list[Side]:
    """A line with its parts and cables, or with so many metres of these. On the carrier it has two sides: that of Pico
    and FRAM at 3.3 V, and that of the displays."""
    values, displays = board.bus, len(blocks_of(sides))
    cable_pf = (cable_m(board, sides, build) if metres is None else metres) * values.metre_pf
    display_pf = displays * values.display_pf
    if build == "carrier":
        return [
            Side("the Pico's side", VOLTS, values.pull_up_ohm, values.pico_pf + values.carrier_pf, 0.0),
            Side(
                "the displays' side",
                board.supply.displays_v,
                _parallel(board, displays, values.displays_pull_up_ohm),
                display_pf + values.sockets_pf,
                cable_pf,
            ),
        ]
    parts_pf = values.pico_pf + display_pf + values.breakout_pf
    # The FRAM has a board of its own there.
    bare = Side("", VOLTS, _parallel(board, displays + 1, 0), parts_pf, cable_pf)
    # With any length the pull-ups are those of the cables that the box has.
    if needs_pull_ups(board, sides) if metres is not None else _rises([bare])[0] > most_rise_ns(board):
        return [Side("", VOLTS, _parallel(board, displays + 1, values.wired_pull_up_ohm), parts_pf, cable_pf)]
    return [bare]


def needs_pull_ups(board: Board, sides: int) -> bool:
    """Whether the build without a carrier is too slow with the pull-ups that displays and FRAM have."""
    (side,) = sides_of(board, sides, "wires")
    return side.ohms < _parallel(board, len(blocks_of(sides)) + 1, 0)


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
    """What a part sinks that pulls a line low: the pull-ups of both sides, for the transistor between them conducts."""
    return sum(side.sink_ma for side in sides_of(board, sides, build))


def cable_lengths(board: Board, sides: int, build: str) -> list[float]:
    """The STEMMA QT cables of the bus, in mm."""
    return [wire.length for wire in _wires(board, sides, build) if wire.cable]


def cable_m(board: Board, sides: int, build: str) -> float:
    """All cables of the bus, in metres, and the wires to the FRAM in the build without a carrier."""
    return sum(wire.length for wire in _wires(board, sides, build)) / 1000


def _wires(board: Board, sides: int, build: str) -> list[Wire]:
    """The wires of SDA; those of SCL are as long."""
    made = looms(board, sides, carrier=build == "carrier")
    return [wire for loom in made for wire in loom.wires if wire.net == SDA]


def rises_ns(board: Board, sides: int, build: str, metres: float | None = None) -> list[float]:
    """How long each side of a line takes to rise."""
    return _rises(sides_of(board, sides, build, metres))


def _rises(sides: list[Side]) -> list[float]:
    """In ns. As long as a transistor joins the sides they rise together; then each goes on by itself. When it lets go
    differs from piece to piece: the slowest counts."""
    if len(sides) == 1:
        return [_time(side.volts, side.ohms * side.farads, LOW * side.volts, HIGH * side.volts) for side in sides]
    conductance = sum(1 / side.ohms for side in sides)
    towards = sum(side.volts / side.ohms for side in sides) / conductance
    joined = sum(side.farads for side in sides) / conductance
    found = []
    for side in sides:
        low, high = LOW * side.volts, HIGH * side.volts
        each = []
        for gate in GATE_VOLTS:
            parted = VOLTS - gate
            together = _time(towards, joined, low, min(high, parted))
            each.append(together + _time(side.volts, side.ohms * side.farads, max(low, parted), high))
        found.append(max(each))
    return found


def _time(towards: float, seconds: float, low: float, high: float) -> float:
    """In ns, from one voltage to the next of a line that ends at another with this time constant; 0 where it is there
    already."""
    if high <= low:
        return 0.0
    return seconds * log((towards - low) / (towards - high)) * 1e9 if towards > high else inf


def longest_m(board: Board, sides: int, build: str) -> float:
    """How much cable the bus may have, in metres, up to 10."""
    short, long = 0.0, 10.0
    for _ in range(30):
        middle = (short + long) / 2
        if max(rises_ns(board, sides, build, middle)) <= most_rise_ns(board):
            short = middle
        else:
            long = middle
    return short


class Line(NamedTuple):
    """A line of the bus: its pull-ups in parallel, what a part sinks that pulls it low, how long it takes to rise."""

    ohms: float
    sink_ma: float
    rise_ns: float


def bought_bus(board: Bought, displays: Board) -> Line:
    """The bus of a box that is bought, whose displays and memory are as those of `displays` without a carrier."""
    of = displays.bus
    ohms = _parallel(displays, len(board.pad.chain), board.pad.pull_up_ohm)
    parts_pf = of.pico_pf + len(board.displays) * of.display_pf + of.breakout_pf
    side = Side("", VOLTS, ohms, parts_pf, sum(board.pad.cables) / 1000 * of.metre_pf)
    return Line(ohms, side.sink_ma, _rises([side])[0])


def table(board: Board) -> list[str]:
    """The figures as a table in Markdown: a row for each side of a line."""
    lines = [
        f"| build | supply | pull-ups together | a part sinks (both sides: at most {MOST_SINK_MA:g} mA) | parts "
        f"| cables | rises in (at most {most_rise_ns(board):g} ns) | longest cables |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for build in BUILDS:
        for sides in range(2, board.most_sides + 1):
            what = f"{'carrier' if build == 'carrier' else 'without a carrier'}, {sides} sides"
            made = sides_of(board, sides, build)
            for side, rise in zip(made, _rises(made), strict=True):
                cells = (
                    f"{what}: {side.name}" if side.name else what,
                    f"{side.volts:g} V",
                    f"{side.ohms / 1000:.2f} kΩ",
                    f"{side.sink_ma:.1f} mA",
                    f"{side.parts_pf:.0f} pF",
                    f"{side.cable_pf / max(board.bus.metre_pf, 1):.2f} m",
                    f"{rise:.0f} ns",
                    f"{int(longest_m(board, sides, build) * 10) / 10:.1f} m" if side == made[-1] else "",
                )
                lines.append(f"| {' | '.join(cells)} |")
    return lines
