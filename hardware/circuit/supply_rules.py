"""What must hold for the supply, its capacitors and its supervisor, the LEDs, and the pull-ups of the bus."""

from collections.abc import Iterator
from math import ceil

from hardware.circuit import bus, current
from hardware.circuit.netlist import BULK
from hardware.source.board import Board
from hardware.source.rules import EVERYTHING, Fault, rule
from hardware.source.shape import unknown

# What a LED of this colour takes (hardware/electrical.md, "Which colours are bright at 3.3 V").
_VOLTS = {
    "red": (1.6, 2.3),
    "orange": (1.8, 2.3),
    "yellow": (1.8, 2.4),
    "yellow-green": (1.9, 2.5),
    "green": (2.8, 3.6),
    "blue": (2.6, 3.6),
    "white": (2.7, 3.8),
}
_DIODE_VOLTS = 0.3  # that the diode of Adafruit's board takes from the status display
_DRIVER_VOLTS = 0.5  # with 135 ohms of the HT16K33 at 3.3 V this leaves 3.7 mA
_SUPPLY_SHARE = 0.99  # of 3.3 V that the Pico gives at least: RT6150's feedback is 0.495 to 0.505 V (its data sheet)
_FRAM_LEAST_V = 2.7  # MB85RC256V, "Recommended Operating Conditions"
_FALL_MS = 0.5  # the least that its supply may take to fall (its "Power On/Off Sequence")


def _wrong_leds(board: Board) -> Iterator[Fault]:
    leds = board.leds
    if leds.colour not in _VOLTS:
        yield "leds.colour", unknown("colour", leds.colour, _VOLTS)
        return
    least, most = _VOLTS[leds.colour]
    status_volts = board.supply.displays_v - _DIODE_VOLTS
    most_volts = status_volts - _DRIVER_VOLTS
    bright = ", ".join(colour for colour, (volts, _) in _VOLTS.items() if volts <= most_volts)
    if least > most_volts:
        yield (
            "leds.colour",
            f"{leds.colour} LEDs take {least:g} to {most:g} V and are dim: the displays have "
            f"{board.supply.displays_v:g} V, the status {status_volts:g} V; choose one of {bright}",
        )
    elif not least <= leds.forward_v <= most:
        yield "leds.forward_v", f"{leds.colour} LEDs take {least:g} to {most:g} V, not {leds.forward_v:g} V"
    elif leds.forward_v > most_volts:
        yield (
            "leds.forward_v",
            f"at {leds.forward_v:g} V they are dim: the status display has {status_volts:g} V and its driver needs "
            f"{_DRIVER_VOLTS:g} V of them; choose one of {bright}",
        )


def _wrong_current(board: Board) -> Iterator[Fault]:
    supply, (key, limit) = board.supply, current.limit(board)
    for sides in range(2, board.most_sides + 1):
        most = current.most_light(board, sides)
        if supply.most_light > most:
            drawn = current.total_ma(board, sides, supply.most_light)
            advice = f"at most {most} of 16" if most else "no brightness is low enough"
            yield (
                "supply.most_light",
                f"with {sides} sides and every segment lit {supply.most_light} of 16 draws {drawn:.0f} mA, more than "
                f"{key} ({limit:g} mA); {advice}",
            )


def _wrong_volts(board: Board) -> Iterator[Fault]:
    if board.supply.displays_v not in (bus.VOLTS, 5.0):
        yield "supply.displays_v", "the displays run from 3V3 or from USB: give 3.3 or 5.0, as JP1's cap sits"


def _wrong_bulk(board: Board) -> Iterator[Fault]:
    """What is left of the capacitors has to hold the FRAM's supply up when the plug is pulled: I x t / U."""
    supply = board.supply
    needed = supply.limit_ma * _FALL_MS / bus.VOLTS
    left = supply.bulk_uf * supply.bulk_kept * len(BULK)
    if left < needed:
        yield (
            "supply.bulk_uf",
            f"of {len(BULK)} capacitors of {supply.bulk_uf:g} µF {left:.1f} µF are left (supply.bulk_kept), and "
            f"{supply.limit_ma:g} mA take 3.3 V from {needed:.1f} µF in the {_FALL_MS:g} ms that the FRAM's supply may "
            f"fall in; give {ceil(needed / supply.bulk_kept / len(BULK))} or more",
        )


def _wrong_guard(board: Board) -> Iterator[Fault]:
    """The supervisor lets the Pico go at every 3V3 that it gives, and holds it before the FRAM is out of its range."""
    (least, most), least_supply = board.guard.reset_v, bus.VOLTS * _SUPPLY_SHARE
    if least > most:
        yield "guard.reset_v", f"the least, {least:g} V, comes first, and then the most, {most:g} V"
    if least <= _FRAM_LEAST_V:
        yield (
            "guard.reset_v[0]",
            f"at {least:g} V the FRAM is out of its range already (it needs {_FRAM_LEAST_V:g} V), and the Pico may "
            "still write; take a supervisor with a higher threshold",
        )
    if most >= least_supply:
        yield (
            "guard.reset_v[1]",
            f"the Pico gives {least_supply:.2f} V at least, and below {most:g} V it might never start; take a "
            "supervisor with a lower threshold",
        )


def _wrong_pull_ups(board: Board) -> Iterator[Fault]:
    keys = {"carrier": ("bus.pull_up_ohm", "bus.displays_pull_up_ohm"), "wires": ("bus.wired_pull_up_ohm",)}
    for build in bus.BUILDS:
        where = "on the carrier" if build == "carrier" else "without a carrier"
        for sides in range(2, board.most_sides + 1):
            made = bus.sides_of(board, sides, build)
            sink, rises, most_rise = (
                bus.sink_ma(board, sides, build),
                bus.rises_ns(board, sides, build),
                bus.most_rise_ns(board),
            )
            if sink > bus.MOST_SINK_MA:
                together = " and ".join(f"{side.ohms / 1000:.2f} kΩ to {side.volts:g} V" for side in made)
                yield (
                    keys[build][0],
                    f"too small: {where} with {sides} sides the pull-ups are {together}, and a part sinks {sink:.1f} "
                    f"mA; the I2C specification allows {bus.MOST_SINK_MA:g} mA{_five_volts(board, sides)}",
                )
            for key, side, rise in zip(keys[build], made, rises, strict=True):
                if rise > most_rise:
                    yield (
                        key,
                        f"{where} with {sides} sides and {bus.cable_m(board, sides, build):.2f} m of cables "
                        f"{side.name or 'the bus'} rises in {rise:.0f} ns; at {board.i2c.frequency / 1000:g} kHz it "
                        f"may take {most_rise:g} ns: smaller pull-ups, shorter cables (looms.slack) or a lower "
                        f"i2c.frequency{_five_volts(board, sides)}",
                    )


def _five_volts(board: Board, sides: int) -> str:
    """What to do where 5 V are too much for the bus of three sides."""
    if board.supply.displays_v == bus.VOLTS or sides == 2:
        return ""
    return (
        "; three displays of sides at 5 V take i2c.frequency = 100_000 and bus.displays_pull_up_ohm = 0, or leave C "
        "out of [displays] and [buttons]"
    )


RULES = (
    rule("leds supply", _wrong_leds),
    rule("supply carrier", _wrong_volts, settles="volts"),
    rule("supply carrier", _wrong_bulk),
    rule("guard", _wrong_guard),
    rule("displays supply leds bus volts", _wrong_current),
    rule(EVERYTHING, _wrong_pull_ups),
)
