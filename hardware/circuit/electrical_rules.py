"""What must hold for the circuit, whatever the pins are: short checks on the netlist."""

from collections import Counter
from collections.abc import Iterator

from hardware.circuit import pico
from hardware.circuit.netlist import (
    DISPLAYS,
    GND,
    KEY,
    PIEZO,
    POWER,
    RUN,
    SCL,
    SDA,
    SHIFTED,
    SUPPLY,
    USB,
    Component,
    by_net,
)
from hardware.source.board import MIDDLE

Wrong = Iterator[tuple[str, str]]

# The net that a pad must be on, by the kind of its part.
_FIXED = {
    "pico": {
        **dict.fromkeys(map(str, pico.GROUNDS), GND),
        **{str(pico.OTHERS[name]): net for name, net in (("3V3", SUPPLY), ("VBUS", USB), ("RUN", RUN))},
    },
    "fram": {"4": GND, "5": SDA, "6": SCL, "8": SUPPLY},
    "qt": {"1": GND, "2": DISPLAYS, "3": SHIFTED[SDA], "4": SHIFTED[SCL]},
    "supervisor": {"1": GND, "2": RUN, "3": SUPPLY},
    "jumper": {"1": SUPPLY, "2": DISPLAYS, "3": USB},
    "fet": {"1": SUPPLY},  # its gate; _shifters has the rest
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
    yield from _lines(parts)
    yield from _shifters(parts)
    yield from _keys(parts)
    yield from _sounder(parts)


def _same_name(parts: list[Component]) -> Wrong:
    for ref, times in Counter(part.ref for part in parts).items():
        if times > 1:
            yield ref, "two parts have this name, so each of its pins is used twice"


def _open_or_swapped(parts: list[Component]) -> Wrong:
    """Supply, ground, SDA and SCL reach every part that needs them, and RUN the supervisor."""
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
        fixed = _FIXED.get(part.kind, {})
        ground = {part.nets.get(pad) for pad, net in fixed.items() if net == GND}
        for pad, net in fixed.items():
            if net in POWER and part.nets.get(pad) in ground - {None}:
                yield part.ref, f"{GND} and {net} are joined"
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


def _lines(parts: list[Component]) -> Wrong:
    """SDA, SCL and the piezo have one pin of the Pico each."""
    for net, pads in by_net(parts).items():
        on_pico = [pad for ref, pad in pads if ref == "U1"]
        if net in (SDA, SCL, PIEZO) and len(on_pico) != 1:
            yield "U1", f"{net} is on {len(on_pico)} of its pins, it must be on one"


def _shifters(parts: list[Component]) -> Wrong:
    """Each line of the bus has one transistor to its other side, the source where 3.3 V are: the other way round its
    diode would join 5 V to the Pico."""
    transistors = [part for part in parts if part.kind == "fet"]
    for line, shifted in SHIFTED.items():
        ends = [(part.nets.get("2"), part.nets.get("3")) for part in transistors]
        if ends.count((line, shifted)) != 1:
            yield (
                "U1",
                f"{ends.count((line, shifted))} transistors have their source on {line} and their drain on {shifted}",
            )
    for part in transistors:
        if (part.nets.get("2"), part.nets.get("3")) not in SHIFTED.items():
            yield part.ref, f"its source is on {part.nets.get('2')} and its drain on {part.nets.get('3')}"


def _keys(parts: list[Component]) -> Wrong:
    """From one pin of the Pico each key goes through one resistor to one pin of a connector that has GND too."""
    kinds = {part.ref: part.kind for part in parts}
    nets = by_net(parts)
    for part in parts:
        if part.kind.startswith("keys") and GND not in part.nets.values():
            yield part.ref, f"no pin of it is on {GND}"
    for key in {net.removeprefix(KEY): None for net in nets if _is_key(net.removeprefix(KEY))}:
        inside, outside = nets.get(key, []), nets.get(KEY + key, [])
        on_pico = [ref for ref, _ in inside if kinds[ref] == "pico"]
        connectors = [ref for ref, _ in outside if kinds[ref].startswith("keys")]
        between = {ref for ref, _ in inside if kinds[ref] == "key_resistor"} & {ref for ref, _ in outside}
        if (len(on_pico), len(connectors), len(between), len(inside), len(outside)) != (1, 1, 1, 2, 2):
            yield (
                connectors[0] if connectors else (inside or outside)[0][0],
                f"key {key} joins {len(on_pico)} pins of the Pico and {len(connectors)} of connectors through "
                f"{len(between)} resistors, it must be one of each",
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
