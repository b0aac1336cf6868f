"""The carrier's circuit: its parts, and the net on each of their pads. The build without a carrier has the
same nets.
"""

from dataclasses import dataclass

from hardware.circuit import pico
from hardware.source.board import MIDDLE, SIDES, Board

GND, SUPPLY, SDA, SCL, PIEZO, SOUNDER = "GND", "3V3", "SDA", "SCL", "PIEZO", "SOUNDER"
_TEST_PADS = {"TP1": SUPPLY, "TP2": GND, "TP3": SDA, "TP4": SCL}  # for a probe; only where the carrier has a place


@dataclass(frozen=True)
class Component:
    """A part of the carrier. `kind`: which footprint and symbol it has; `value`: what is printed beside it; `nets`:
    the net on each pad by its number, None where nothing is connected; `fitted`: False for pads that stay empty."""

    ref: str
    kind: str
    value: str
    nets: dict[str, str | None]
    fitted: bool = True


def _pico(board: Board) -> Component:
    by_pin = {pin: key for key, pin in board.buttons.items()}
    by_pin |= {board.i2c.sda: SDA, board.i2c.scl: SCL}
    if board.piezo:
        by_pin[board.piezo] = PIEZO
    nets: dict[str, str | None] = {str(pad): None for pad in range(1, pico.PINS + 1)}
    nets |= {str(pad): by_pin.get(pin) for pin, pad in pico.GPIO.items()}
    nets |= dict.fromkeys(map(str, pico.GROUNDS), GND) | {str(pico.OTHERS["3V3"]): SUPPLY}
    return Component("U1", "pico", "Raspberry Pi Pico", nets)


def _fram(board: Board) -> Component:
    """MB85RC256V in SOIC-8 (its datasheet, "Pin assignment"). WP is low: writing is allowed."""
    address = {str(bit + 1): SUPPLY if board.fram.address >> bit & 1 else GND for bit in range(3)}
    return Component("U2", "fram", "MB85RC256V", {**address, "4": GND, "5": SDA, "6": SCL, "7": GND, "8": SUPPLY})


def _display(name: str) -> Component:
    """A STEMMA QT connector: GND, V+, SDA, SCL, and the two pads that hold it."""
    return Component(f"J{name}", "qt", name, {"1": GND, "2": SUPPLY, "3": SDA, "4": SCL, "MP": GND})


def _keys(ref: str, name: str, keys: tuple[str, ...]) -> Component:
    """A connector for keys: a pad each, the last one GND."""
    return Component(
        ref, f"keys{len(keys) + 1}", name, {**{str(n): key for n, key in enumerate(keys, 1)}, str(len(keys) + 1): GND}
    )


def netlist(board: Board) -> list[Component]:
    """The parts of the carrier, in the order in which they are listed."""
    pull_up = f"{board.bus.pull_up_ohm / 1000:g} kΩ"
    pulled = board.bus.pull_up_ohm > 0
    parts = [
        _pico(board),
        _fram(board),
        Component("C1", "capacitor", "100 nF", {"1": SUPPLY, "2": GND}),
        Component("C2", "capacitor", f"{board.supply.bulk_uf:g} µF", {"1": SUPPLY, "2": GND}),
        Component("R1", "resistor", pull_up, {"1": SUPPLY, "2": SDA}, fitted=pulled),
        Component("R2", "resistor", pull_up, {"1": SUPPLY, "2": SCL}, fitted=pulled),
    ]
    if board.piezo:
        parts.append(Component("R3", "resistor", "1 kΩ", {"1": PIEZO, "2": SOUNDER}))
        parts.append(Component("BZ1", "piezo", "piezo", {"1": SOUNDER, "2": GND}))
    parts += [_display(name) for name in board.displays]
    parts += [_keys(f"K{side}", side, board.keys_of(side)) for side in SIDES[: board.most_sides]]
    parts.append(_keys("KM", "UNDO NEXT MENU", tuple(key for key in board.buttons if key in MIDDLE)))
    pads = {ref: net for ref, net in _TEST_PADS.items() if ref in board.carrier.places}
    return parts + [Component(ref, "test", net, {"1": net}, fitted=False) for ref, net in pads.items()]


def by_net(parts: list[Component]) -> dict[str, list[tuple[str, str]]]:
    """The pads, as (part, pad), of every net."""
    nets: dict[str, list[tuple[str, str]]] = {}
    for part in parts:
        for pad, net in part.nets.items():
            if net is not None:
                nets.setdefault(net, []).append((part.ref, pad))
    return nets
