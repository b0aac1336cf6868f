"""The carrier's circuit: its parts, and the net on each of their pads. The build without a carrier is the Pico, the
memory, the displays, the keys and the piezo of it, with no resistor, shifter or supervisor between them.
"""

from dataclasses import dataclass

from hardware.circuit import pico
from hardware.source.board import MIDDLE, SIDES, Board

GND, SUPPLY, SDA, SCL, PIEZO, SOUNDER = "GND", "3V3", "SDA", "SCL", "PIEZO", "SOUNDER"
USB, DISPLAYS, RUN = "VBUS", "VDISP", "RUN"  # 5 V of the USB socket; what JP1 gives the displays of 3V3 and VBUS
POWER = (SUPPLY, USB, DISPLAYS)  # the nets with wide tracks
SHIFTED = {SDA: "SDA-D", SCL: "SCL-D"}  # each line of the bus and its other side, that of the displays
BULK = ("C2", "C3", "C4")  # beside the FRAM
KEY = "KEY_"  # before the name of a key: its wire, up to the resistor that keeps static electricity from the Pico
# For a probe; only where the carrier has a place.
_TEST_PADS = {"TP1": SUPPLY, "TP2": GND, "TP3": SDA, "TP4": SCL, "TP5": RUN}


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
    nets |= dict.fromkeys(map(str, pico.GROUNDS), GND)
    nets |= {str(pico.OTHERS[name]): net for name, net in (("3V3", SUPPLY), ("VBUS", USB), ("RUN", RUN))}
    return Component("U1", "pico", "Raspberry Pi Pico", nets)


def _fram(board: Board) -> Component:
    """MB85RC256V in SOIC-8 (its datasheet, "Pin assignment"). WP is low: writing is allowed."""
    address = {str(bit + 1): SUPPLY if board.fram.address >> bit & 1 else GND for bit in range(3)}
    return Component("U2", "fram", "MB85RC256V", {**address, "4": GND, "5": SDA, "6": SCL, "7": GND, "8": SUPPLY})


def _display(name: str) -> Component:
    """A STEMMA QT connector: GND, V+, SDA, SCL, and the two pads that hold it."""
    return Component(f"J{name}", "qt", name, {"1": GND, "2": DISPLAYS, "3": SHIFTED[SDA], "4": SHIFTED[SCL], "MP": GND})


def _keys(ref: str, name: str, keys: tuple[str, ...]) -> Component:
    """A connector for keys: a pad each, the last one GND."""
    return Component(
        ref,
        f"keys{len(keys) + 1}",
        name,
        {**{str(n): KEY + key for n, key in enumerate(keys, 1)}, str(len(keys) + 1): GND},
    )


def key_resistors(board: Board) -> dict[str, str]:
    """The resistor of each key, by the key: those of side A from R11 on, of B from R21, of C from R31, others R41."""
    columns = [*(board.keys_of(side) for side in SIDES[: board.most_sides]), ()][:3]
    columns += [()] * (3 - len(columns)) + [tuple(key for key in board.buttons if key in MIDDLE)]
    return {key: f"R{column}{n}" for column, keys in enumerate(columns, 1) for n, key in enumerate(keys, 1)}


def _ohms(ohms: float) -> str:
    return f"{ohms / 1000:g} kΩ" if ohms >= 1000 else f"{ohms:g} Ω"


def _shifters(board: Board) -> list[Component]:
    """Between the two sides of the bus: a BSS138 for each line (gate, source, drain: onsemi's data sheet), and the
    pull-ups of both sides; those of the displays' may be left out."""
    bus, parts = board.bus, []
    for n, (line, shifted) in enumerate(SHIFTED.items(), 1):
        parts.append(Component(f"R{n}", "resistor", _ohms(bus.pull_up_ohm), {"1": SUPPLY, "2": line}))
        parts.append(Component(f"Q{n}", "fet", "BSS138", {"1": SUPPLY, "2": line, "3": shifted}))
        value, fitted = _ohms(bus.displays_pull_up_ohm), bus.displays_pull_up_ohm > 0
        parts.append(Component(f"R{n + 3}", "resistor", value, {"1": DISPLAYS, "2": shifted}, fitted=fitted))
    return parts


def netlist(board: Board) -> list[Component]:
    """The parts of the carrier, in the order in which they are listed."""
    bulk = f"{board.supply.bulk_uf:g} µF"
    parts = [
        _pico(board),
        _fram(board),
        Component("C1", "capacitor", "100 nF", {"1": SUPPLY, "2": GND}),
        *(Component(ref, "bulk", bulk, {"1": SUPPLY, "2": GND}) for ref in BULK),
        # APX803S in SOT-23 (its data sheet, "Pin Assignments", package SA): low at its output holds the Pico in reset.
        Component("U3", "supervisor", "APX803S-29", {"1": GND, "2": RUN, "3": SUPPLY}),
        Component("C5", "capacitor", "100 nF", {"1": SUPPLY, "2": GND}),
        Component("JP1", "jumper", "displays", {"1": SUPPLY, "2": DISPLAYS, "3": USB}),
        *_shifters(board),
    ]
    if board.piezo:
        parts.append(Component("R3", "resistor", "1 kΩ", {"1": PIEZO, "2": SOUNDER}))
        parts.append(Component("BZ1", "piezo", "piezo", {"1": SOUNDER, "2": GND}))
    key_ohm = _ohms(board.guard.key_ohm)
    parts += [
        Component(ref, "key_resistor", key_ohm, {"1": key, "2": KEY + key}) for key, ref in key_resistors(board).items()
    ]
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
