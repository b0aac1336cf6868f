"""What must hold for the circuit, whatever the pins are: short checks on the netlist."""

from collections import Counter
from collections.abc import Iterator

from hardware.circuit import pico
from hardware.circuit.netlist import GND, PIEZO, SCL, SDA, SUPPLY, Component, by_net
from hardware.source.board import MIDDLE

Wrong = Iterator[tuple[str, str]]

# The net that a pad must be on, by the kind of its part.
_FIXED = {
    "pico": {**dict.fromkeys(map(str, pico.GROUNDS), GND), str(pico.OTHERS["3V3"]): SUPPLY},
    "fram": {"4": GND, "5": SDA, "6": SCL, "8": SUPPLY},
    "qt": {"1": GND, "2": SUPPLY, "3": SDA, "4": SCL},
}
# Inputs that nothing in the chip holds at a level.
_STRAPS = {"fram": {"1": "A0", "2": "A1", "3": "A2", "7": "WP"}}
_GPIO = {str(pad): name for name, pad in pico.GPIO.items()}
# What gives a voltage of its own, whatever the firmware does.
_SOURCES = {str(pico.OTHERS[name]): name for name in ("3V3", "VSYS", "VBUS")}


def wrong_netlist(parts: list[Component]) -> Wrong:
    """(part, rule) for every rule that is broken; nothing for a circuit that can be built."""
    yield from _same_name(parts)
    yield from _open_or_swapped(parts)
    yield from _joined_supply(parts)
    yield from _floating(parts)
    yield from _single_pads(parts)
    yield from _fighting(parts)
    yield from _keys(parts)
    yield from _sounder(parts)


def _same_name(parts: list[Component]) -> Wrong:
    for ref, times in Counter(part.ref for part in parts).items():
        if times > 1:
            yield ref, "two parts have this name, so each of its pins is used twice"


def _open_or_swapped(parts: list[Component]) -> Wrong:
    """Supply, ground, SDA and SCL reach every part that needs them."""
    for part in parts:
        for pad, net in _FIXED.get(part.kind, {}).items():
            is_on = part.nets.get(pad)
            if is_on is None:
                yield part.ref, f"pin {pad} is open, it must be on {net}"
            elif is_on != net:
                yield part.ref, f"pin {pad} is on {is_on}, it must be on {net}"


def _joined_supply(parts: list[Component]) -> Wrong:
    """No two-legged part is bridged, and the two poles of no part are on one net."""
    for part in parts:
        poles: dict[str, set[str | None]] = {GND: set(), SUPPLY: set()}
        for pad, net in _FIXED.get(part.kind, {}).items():
            if net in poles:
                poles[net].add(part.nets.get(pad))
        if (poles[GND] & poles[SUPPLY]) - {None}:
            yield part.ref, f"{GND} and {SUPPLY} are joined"
        if len(part.nets) == 2 and len(set(part.nets.values())) == 1:
            yield part.ref, "both its pins are on one net"


def _floating(parts: list[Component]) -> Wrong:
    for part in parts:
        for pad, name in _STRAPS.get(part.kind, {}).items():
            if part.nets.get(pad) not in (GND, SUPPLY):
                yield part.ref, f"{name} (pin {pad}) floats, it must be on {GND} or {SUPPLY}"


def _single_pads(parts: list[Component]) -> Wrong:
    for net, pads in by_net(parts).items():
        if len(pads) == 1:
            yield pads[0][0], f"net {net} has this one pin only"


def _fighting(parts: list[Component]) -> Wrong:
    """No net has two that drive it."""
    for part in parts:
        if part.kind == "pico":
            drivers: dict[str, list[str]] = {}
            for pad, net in part.nets.items():
                if net is not None and _drives(pad, net):
                    drivers.setdefault(net, []).append(pad)
            for net, pads in drivers.items():
                if len(pads) > 1:
                    yield part.ref, f"net {net} is driven by pins {' and '.join(pads)}, one may"
                if net == GND:
                    yield part.ref, f"pin {pads[0]} drives {GND}"


def _drives(pad: str, net: str) -> bool:
    """A supply drives always; a GPIO does where it neither reads a key nor shares the bus."""
    return pad in _SOURCES or (pad in _GPIO and net not in (SDA, SCL) and not _is_key(net))


def _is_key(net: str) -> bool:
    return net in MIDDLE or (len(net) > 1 and net[0] in "ABC" and net[1:].isdigit())


def _keys(parts: list[Component]) -> Wrong:
    """Each key joins one pin of the Pico and one of a connector that has GND too; SDA and SCL have one pin each."""
    kinds = {part.ref: part.kind for part in parts}
    nets = by_net(parts)
    for part in parts:
        if part.kind.startswith("keys") and GND not in part.nets.values():
            yield part.ref, f"no pin of it is on {GND}"
    for net, pads in nets.items():
        on_pico = [pad for ref, pad in pads if kinds[ref] == "pico"]
        if net in (SDA, SCL, PIEZO):
            if len(on_pico) != 1:
                yield "U1", f"{net} is on {len(on_pico)} of its pins, it must be on one"
        elif _is_key(net):
            connectors = [ref for ref, _ in pads if kinds[ref].startswith("keys")]
            if len(on_pico) != 1 or len(connectors) != 1 or len(pads) != 2:
                yield (
                    connectors[0] if connectors else pads[0][0],
                    f"key {net} joins {len(on_pico)} pins of the Pico and {len(connectors)} of connectors, "
                    "it must join one and one",
                )


def _sounder(parts: list[Component]) -> Wrong:
    """A piezo is a capacitor: a resistor keeps the current of each edge from the Pico's pin."""
    driven = {net for part in parts if part.kind == "pico" for pad, net in part.nets.items() if pad in _GPIO}
    for part in parts:
        if part.kind == "piezo":
            live = set(part.nets.values()) - {GND, None}
            ends = [
                set(other.nets.values())
                for other in parts
                if other.kind == "resistor" and other.fitted and live & set(other.nets.values())
            ]
            if live & driven or not any((end - live) & driven for end in ends):
                yield part.ref, "no resistor is between it and the Pico"
