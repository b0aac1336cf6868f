"""What must hold for the lengths of a board, as far as no solids are needed."""

from collections.abc import Iterator
from dataclasses import replace
from math import cos, radians, sin

from hardware.circuit.netlist import netlist
from hardware.face.layout import around, layout
from hardware.source.board import Board
from hardware.source.rules import Fault, rule
from hardware.source.shape import unknown

_SIZES = ("seven", "fourteen")
_LEGEND = 20.0  # the narrowest in which a legend can be read
_COVERED = 0.3  # that the edge of a window is over a display's body above and below, when it has slid aside
_WIRES = 2.0  # between the pins of the keys and the floor
_RING = 0.13  # of copper around the drill of a via: what every board maker can etch
_EDGE = 1.0  # of the carrier around a mounting hole


def _wrong_keys(board: Board) -> Iterator[Fault]:
    pitch, key = board.face.key_pitch, board.key
    for name, width in (("cap", key.cap), ("body", key.body)):
        if pitch <= width:
            yield "face.key_pitch", f"{pitch:g} mm is not more than key.{name} ({width:g} mm): the keys would collide"
    if key.body <= key.cutout:
        yield "key.body", f"{key.body:g} mm falls through key.cutout ({key.cutout:g} mm): it must be wider"
    if board.face.block < key.cap + 2 + _LEGEND:
        yield (
            "face.block",
            f"{board.face.block:g} mm leaves no room for the legends: a cap, 2 mm and {_LEGEND:g} mm take "
            f"{key.cap + 2 + _LEGEND:g} mm",
        )


def _wrong_sizes(board: Board) -> Iterator[Fault]:
    for name in board.display_size:
        if name not in _SIZES:
            yield f"display_size.{name}", unknown("size of a display", name, _SIZES)
    for name in _SIZES:
        if name not in board.display_size:
            yield f"display_size.{name}", "this table is missing: displays have seven or fourteen segments"


def _wrong_displays(board: Board) -> Iterator[Fault]:
    for name, size in board.display_size.items():
        for axis, way in enumerate(("wide", "high")):
            window = size.lit[axis] + 2 * board.face.sight[axis]
            if size.lit[axis] > size.body[axis]:
                yield (
                    f"display_size.{name}.body[{axis}]",
                    f"{size.body[axis]:g} mm {way} are less than what shines, {size.lit[axis]:g} mm: measure it",
                )
            elif window > size.body[axis] - (2 * (around(board) + _COVERED) if axis else 0):
                yield (
                    f"face.sight[{axis}]",
                    f"the window is {window:.1f} mm {way}, and the module of {name} segments ({size.body[axis]:g} mm) "
                    "would come out of it: make it smaller",
                )
            if size.holes[axis] + size.hole > size.board[axis]:
                yield (
                    f"display_size.{name}.holes[{axis}]",
                    f"with their diameter ({size.hole:g} mm) they reach over the edge of the board "
                    f"({size.board[axis]:g} mm)",
                )
        if size.body[1] > size.board[1]:
            yield (
                f"display_size.{name}.board[1]",
                f"{size.board[1]:g} mm are lower than its module ({size.body[1]:g} mm): nothing could hold it",
            )
        widest = max(size.board[0], size.body[0] + 2 * board.face.clearance)
        if widest > board.face.block:
            yield "face.block", f"{board.face.block:g} mm is narrower than a display of {name} segments ({widest:g} mm)"


def _wrong_walls(board: Board) -> Iterator[Fault]:
    box = board.enclosure
    if box.face < board.key.plate:
        yield (
            "enclosure.face",
            f"{box.face:g} mm is thinner than key.plate ({board.key.plate:g} mm), into which the keys click",
        )
    if board.face.margin < box.wall + 1:
        yield (
            "face.margin",
            f"{board.face.margin:g} mm is too little: enclosure.wall ({box.wall:g} mm) and 1 mm of room for what is "
            "behind the face",
        )


def _wrong_box(board: Board) -> Iterator[Fault]:
    box, key = board.enclosure, board.key
    tilt = radians(box.tilt)
    lowest = box.front + (board.face.margin + key.cap / 2) * sin(tilt) - key.below * cos(tilt)
    if lowest < box.floor + _WIRES:
        missing = box.floor + _WIRES - lowest
        yield (
            "enclosure.front",
            f"the box is too low by {missing:.1f} mm: the pins of the lowest keys would be in the floor",
        )
    face = layout(board, 2)
    room = (face.width - 2 * box.wall, face.height * cos(tilt) - 2 * box.wall)
    for axis in (0, 1):
        if board.carrier.size[axis] > room[axis]:
            yield (
                f"carrier.size[{axis}]",
                f"{board.carrier.size[axis]:g} mm do not fit into the box for two sides: there are {room[axis]:.1f} mm",
            )


def _wrong_carrier(board: Board) -> Iterator[Fault]:
    carrier = board.carrier
    if 2 * carrier.corner > min(carrier.size):
        yield "carrier.corner", f"{carrier.corner:g} mm is more than half of the board's shorter side"
    if carrier.via < carrier.via_drill + 2 * _RING:
        yield (
            "carrier.via",
            f"{carrier.via:g} mm leaves no ring around carrier.via_drill ({carrier.via_drill:g} mm)",
        )
    for number, hole in enumerate(carrier.holes):
        edge = carrier.hole / 2 + _EDGE
        if not all(edge <= at <= size - edge for at, size in zip(hole, carrier.size, strict=True)):
            yield (
                f"carrier.holes[{number}]",
                f"{_at(hole)} is nearer than {edge:g} mm to the edge of the board, or outside of it "
                f"({_by(carrier.size)})",
            )
    for part, place in carrier.places.items():
        if not (0 <= place.x <= carrier.size[0] and 0 <= place.y <= carrier.size[1]):
            yield (
                f"carrier.places.{part}",
                f"its middle {_at((place.x, place.y))} is outside of the carrier ({_by(carrier.size)})",
            )


def _at(point: tuple[float, float]) -> str:
    return f"({point[0]:g}, {point[1]:g})"


def _by(size: tuple[float, float]) -> str:
    return f"{size[0]:g} by {size[1]:g} mm"


def _wrong_parts(board: Board) -> Iterator[Fault]:
    known = refs(board)
    for part in board.carrier.places:
        if part not in known:
            yield f"carrier.places.{part}", unknown("part of the carrier", part, known)


def refs(board: Board) -> list[str]:
    """The names of all parts that a carrier can have, also of those that this board does without."""
    displays = dict.fromkeys("ABSC", 0x70) | board.displays
    buttons = board.buttons | {key: "" for n in range(1, 6) if (key := f"C{n}") not in board.buttons}
    parts = netlist(replace(board, displays=displays, buttons=buttons, piezo=board.piezo or "GP28"))
    return [part.ref for part in parts]


RULES = (
    rule("display_size", _wrong_sizes, settles="sizes"),
    rule("face key", _wrong_keys),
    rule("face display_size", _wrong_displays),
    rule("face key enclosure", _wrong_walls),
    rule("face key enclosure display_size displays buttons carrier sizes", _wrong_box),
    rule("carrier", _wrong_carrier),
    rule("i2c fram displays buttons supply guard bus carrier", _wrong_parts, settles="places"),
)
