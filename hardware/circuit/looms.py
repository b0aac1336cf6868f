"""The cables of the box: where each wire begins and ends, its colour, and how long it is cut.

A wire's way is measured along the three edges of the box, from the carrier on its floor to the face above it; a cable
that is bought is measured straight. The carrier lies at the back, in the middle, its upper edge at the back wall.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, cos, dist, radians, sin

from hardware.circuit import pico
from hardware.circuit.netlist import GND, PIEZO, SCL, SDA, SUPPLY
from hardware.face.layout import blocks_of, layout
from hardware.source.board import Board, Place

COLOURS = ("black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white", "pink", "turquoise")
QT = {GND: "black", SUPPLY: "red", SDA: "blue", SCL: "yellow"}  # STEMMA QT's pins 1 to 4, and its colours
MEMORY_PADS = {GND: "GND", SUPPLY: "VCC", SDA: "SDA", SCL: "SCL"}  # as they are called on the FRAM's breakout
_QT_CABLE = "STEMMA QT cable"

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Wire:
    """`begins` and `ends`: the part and its pin. `length`: in mm. `cable`: the one that is bought and has this wire in
    it; empty where the wire is cut."""

    net: str
    colour: str
    begins: str
    ends: str
    length: int
    cable: str = ""


@dataclass(frozen=True)
class Loom:
    """Wires that run together. `ref`: for file names."""

    ref: str
    title: str
    wires: tuple[Wire, ...]

    def stretches(self) -> list[tuple[Wire, ...]]:
        """The wires that go from one part to the same other one, or are in one cable."""
        groups = groupby(self.wires, key=lambda wire: (part_of(wire.begins), part_of(wire.ends), wire.cable))
        return [tuple(wires) for _, wires in groups]


def part_of(end: str) -> str:
    """The part at which a wire ends: the name of its end without the pin."""
    return end.split(" pin ")[0].split(", ")[0]


def wrong_looms(board: Board) -> Iterator[tuple[str, str]]:
    """(key, rule) for what cannot be made."""
    wires = board.looms.key_wires
    for number, colour in enumerate((*wires, board.looms.piezo_wire)):
        key = f"looms.key_wires[{number}]" if number < len(wires) else "looms.piezo_wire"
        if colour not in COLOURS:
            yield key, f"no colour of wires is called {colour}; there are {', '.join(COLOURS)}"
        elif colour == QT[GND]:
            yield key, "black is ground's; take another colour"
    longest = max(len(board.keys_of(name)) for name in board.displays)
    if len(set(wires)) < len(wires) or len(wires) < longest:
        yield "looms.key_wires", f"a column has up to {longest} keys: as many different colours are needed"
    if board.looms.step < 1 or board.looms.step != int(board.looms.step):
        yield "looms.step", "a whole number of mm, 1 or more"
    if not board.looms.qt:
        yield "looms.qt", "at least one length"
        return
    for sides in range(2, board.most_sides + 1):
        for carrier in (True, False):
            for name, needed in _qt_needed(board, sides, carrier):
                if needed > max(board.looms.qt):
                    yield "looms.qt", f"{name} with {sides} sides needs {ceil(needed)} mm, no cable is as long"


def looms(board: Board, sides: int, *, carrier: bool) -> list[Loom]:
    """All looms of a box for two or three sides, with the carrier or with a Pico that wires are soldered to."""
    made = [_keys(board, sides, block, carrier=carrier) for block in _columns(board, sides)]
    made.append(_displays(board, sides, carrier=carrier))
    if board.piezo and not carrier:
        made.append(_piezo(board, sides))
    return [*made, _usb(board)]


def grounds(board: Board) -> dict[str, int]:
    """The pin of the Pico that is each loom's ground in the build without a carrier, by the loom: "bus", "piezo", or
    the display that the keys are under. The free one that is nearest to its other pins."""
    pins = {"bus": [pico.OTHERS["3V3"]]}
    pins |= {block: [pico.GPIO[board.buttons[key]] for key in board.keys_of(block)] for block in board.displays}
    if board.piezo:
        pins["piezo"] = [pico.GPIO[board.piezo]]
    free = list(pico.GROUNDS)
    found: dict[str, int] = {}
    for name, others in pins.items():
        if others:
            nearest = min(free, key=lambda pad: (sum(abs(pad - other) for other in others), pad))
            free.remove(nearest)
            found[name] = nearest
    return found


def chain(sides: int) -> tuple[str, ...]:
    """The displays in the order in which their cables run on, the first one from the
    Pico."""
    return blocks_of(sides)


def pin_name(pad: int) -> str:
    """A pin of the Pico as a maker finds it."""
    names = {at: name for name, at in (pico.GPIO | pico.OTHERS).items()}
    return f"Pico pin {pad} ({names.get(pad, GND)})"


def key_colours(board: Board, block: str) -> dict[str, str]:
    """The colour of each key's wire."""
    return dict(zip(board.keys_of(block), board.looms.key_wires, strict=False))


def _columns(board: Board, sides: int) -> tuple[str, ...]:
    """The blocks with their keys, those of no side last."""
    return tuple(block for block in sorted(blocks_of(sides)) if board.keys_of(block))


def _connector(block: str) -> str:
    return "KM" if block == "S" else f"K{block}"


def _keys(board: Board, sides: int, block: str, *, carrier: bool) -> Loom:
    """A wire to each key, and one of ground from key to key."""
    ref, keys = _connector(block), board.keys_of(block)
    colours = key_colours(board, block)
    face = layout(board, sides)
    start = _on_floor(board, sides, ref if carrier else "U1")
    wires = []
    for number, key in enumerate(keys, 1):
        begins = f"{ref} pin {number}" if carrier else pin_name(pico.GPIO[board.buttons[key]])
        long = _way(start, _on_face(board, sides, face.keys[key])) + board.looms.slack
        wires.append(Wire(key, colours[key], begins, f"key {key}", _cut(board, long)))
    begins = f"{ref} pin {len(keys) + 1}" if carrier else pin_name(grounds(board)[block])
    wires.append(Wire(GND, QT[GND], begins, f"key {keys[-1]}", wires[-1].length))
    hop = _cut(board, board.face.key_pitch + board.looms.hop_slack)
    for one, other in pairwise(keys):
        wires.append(Wire(GND, QT[GND], f"key {one}", f"key {other}", hop))
    words = "Keys UNDO, NEXT, MENU" if block == "S" else f"Keys of side {block}"
    return Loom(ref, words, tuple(wires))


def _qt_needed(board: Board, sides: int, carrier: bool) -> Iterator[tuple[str, float]]:
    """(from part to part, mm) of each STEMMA QT cable."""
    boards = layout(board, sides).boards
    at = {block: _on_face(board, sides, (boards[block].x, boards[block].y)) for block in blocks_of(sides)}
    if carrier:
        for block in chain(sides):
            start = _on_floor(board, sides, f"J{block}")
            yield f"J{block} to display {block}", dist(start, at[block]) + board.looms.slack
        return
    first, *_ = names = chain(sides)
    yield f"Pico to display {first}", dist(_on_floor(board, sides, "U1"), at[first]) + board.looms.slack
    for one, other in pairwise(names):
        between = dist(at[one], at[other]) - (boards[one].width + boards[other].width) / 2
        yield f"display {one} to display {other}", between + board.looms.hop_slack


def _displays(board: Board, sides: int, *, carrier: bool) -> Loom:
    """Cables with STEMMA QT plugs. Without a carrier one plug of the first is cut off and its wires are soldered to the
    Pico, as are those of the memory."""
    wires = [] if carrier else _memory(board, sides)
    soldered = bus_pins(board)
    for name, needed in _qt_needed(board, sides, carrier):
        begins, ends = name.split(" to ")
        cable = f"{_QT_CABLE}, one plug cut off" if begins == "Pico" else _QT_CABLE
        for pin, (net, colour) in enumerate(QT.items(), 1):
            start = pin_name(soldered[net]) if begins == "Pico" else f"{begins} pin {pin}"
            wires.append(Wire(net, colour, start, f"{ends} pin {pin}", _sold(board, needed), cable))
    return Loom("J" if carrier else "bus", "Displays" if carrier else "Memory and displays", tuple(wires))


def _memory(board: Board, sides: int) -> list[Wire]:
    """Wires of one's own to the pads of the FRAM's breakout, which lies beside the Pico."""
    long = _cut(board, _way(_on_floor(board, sides, "U1"), _on_floor(board, sides, "U2")) + board.looms.slack)
    soldered = bus_pins(board)
    return [Wire(net, colour, pin_name(soldered[net]), f"FRAM, {MEMORY_PADS[net]}", long) for net, colour in QT.items()]


def bus_pins(board: Board) -> dict[str, int]:
    """The pins of the Pico that the bus is soldered to, by net."""
    return {
        GND: grounds(board)["bus"],
        SUPPLY: pico.OTHERS["3V3"],
        SDA: pico.GPIO[board.i2c.sda],
        SCL: pico.GPIO[board.i2c.scl],
    }


def _piezo(board: Board, sides: int) -> Loom:
    """The piezo lies beside the Pico; its resistor is in the wire to it."""
    assert board.piezo is not None
    long = _way(_on_floor(board, sides, "U1"), _on_floor(board, sides, "BZ1")) + board.looms.slack
    half, whole = _cut(board, long / 2), _cut(board, long)
    colour = board.looms.piezo_wire
    return Loom(
        "BZ1",
        "Piezo",
        (
            Wire(PIEZO, colour, pin_name(pico.GPIO[board.piezo]), "R3, one end", half),
            Wire("SOUNDER", colour, "R3, other end", "piezo, one leg", half),
            Wire(GND, QT[GND], pin_name(grounds(board)["piezo"]), "piezo, other leg", whole),
        ),
    )


def _usb(board: Board) -> Loom:
    """Four wires in one sheath."""
    inside = (("VBUS", "red"), ("D-", "white"), ("D+", "green"), (GND, "black"))
    long, cable = round(board.looms.usb), "USB cable with data lines, A to micro B"
    wires = (Wire(net, colour, f"laptop, {net}", f"Pico, {net}", long, cable) for net, colour in inside)
    return Loom("USB", "USB", tuple(wires))


def _on_floor(board: Board, sides: int, ref: str) -> Point:
    """Where this part of the carrier is in the box: from its left, from its back, from the table."""
    wide, deep = board.carrier.size
    place = board.carrier.places.get(ref, Place(wide / 2, deep / 2, 0))
    left = (layout(board, sides).width - wide) / 2
    return left + place.x, board.enclosure.wall + place.y, board.enclosure.floor


def _on_face(board: Board, sides: int, at: tuple[float, float]) -> Point:
    """Where this point of the face is in the box."""
    tilt = radians(board.enclosure.tilt)
    from_front = layout(board, sides).height - at[1]
    return at[0], at[1] * cos(tilt), board.enclosure.front + from_front * sin(tilt)


def _way(one: Point, other: Point) -> float:
    """Along the edges of the box."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _cut(board: Board, long: float) -> int:
    """What to cut for a wire that has to be as long as this."""
    step = board.looms.step
    return round(ceil(round(long / step, 6)) * step)


def _sold(board: Board, long: float) -> int:
    """The shortest cable on sale that is as long as this, else the longest."""
    return round(min((length for length in board.looms.qt if length >= long), default=max(board.looms.qt)))
