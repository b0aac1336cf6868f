"""What is in the box and on its face, each thing as a cuboid, with the room that its plug and wires take."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.circuit.netlist import netlist
from hardware.enclosure.geometry import PICO, PICO_USB, Box, Range
from hardware.face.layout import DISPLAY_BOARD
from hardware.source.board import Size

ON_FACE, ON_FLOOR = "face", "floor"

# STEMMA QT: JST's SH connector at the left and right edge of a display's board, its plug and the bend of its wires.
QT_PLUG = (6.0, 4.3, 3.5, 3.0)  # wide, on the board, beyond its edge, high
DISPLAY_SOLDER = (40.0, 18.0, 3.0)  # the pins of the LED module and the driver between the connectors
M3_HEAD, M3_WASHER = (6.0, 2.4), (7.0, 0.5)  # across, high
SWITCH_TOP, SWITCH_BODY = 6.6, 5.0  # above and below the plate's face: Cherry's MX drawing
CAP_OVER = 6.7  # the lower edge of a cap above the plate's face
WIRES = 4.0  # the room behind a switch's pins for its wires
PLAY = 0.1  # between a switch and its cutout, so that they do not count as one
# Parts of the carrier: width, length and height, with plug.
SIZES = {"qt": (7.0, 6.0, 4.5), "piezo": (12.2, 12.2, 10.0), "jumper": (7.7, 2.6, 9.0)}
XH_PITCH, XH_ENDS, XH_LENGTH, XH_HEIGHT, XH_WIRES = 2.5, 2.4, 5.8, 9.8, 7.0  # JST XH with its plug, and its wires' bend
SOCKET, SOCKETS_APART = 2.5, 17.78
HANDLE = 20.0  # of the USB plug


@dataclass(frozen=True)
class Block:
    """A cuboid. `group`: what it is a part of, which may touch itself; `key`: of board.toml, that places it; `on`: the
    face or the floor, from which `y` and `z` are measured as geometry.py says."""

    name: str
    group: str
    key: str
    on: str
    x: Range
    y: Range
    z: Range


def _around(middle: float, width: float) -> Range:
    return middle - width / 2, middle + width / 2


def _display(box: Box, name: str) -> Iterator[Block]:
    size, place = box.board.size_of(name), box.face.boards[name]
    kind = "fourteen" if name == "S" else "seven"
    x, up = place.x, box.face.height - place.y
    front = box.sizes.recess
    behind = front + size.depth
    back = behind + DISPLAY_BOARD

    def block(part: str, at: Size, wide: float, high: float, deep: Range) -> Block:
        key = f"display_size.{kind}"
        return Block(f"{name} {part}", name, key, ON_FACE, _around(at[0], wide), _around(at[1], high), deep)

    yield block("module", (x, up), *size.body, (front, behind))
    yield block("board", (x, up), *size.board, (behind, back))
    yield block("solder", (x, up), *DISPLAY_SOLDER[:2], (back, back + DISPLAY_SOLDER[2]))
    wide, on_board, beyond, high = QT_PLUG
    for side in (-1, 1):
        middle = x + side * (size.board[0] / 2 + (beyond - on_board) / 2)
        yield block("plug", (middle, up), on_board + beyond, wide, (back, back + high))
    for screw_x, screw_y in box.face.screws[name]:
        at = (screw_x, box.face.height - screw_y)
        yield block("screw", at, M3_WASHER[0], M3_WASHER[0], (back, back + M3_WASHER[1] + M3_HEAD[1]))


def _key(box: Box, name: str) -> Iterator[Block]:
    key, (x, y) = box.board.key, box.face.keys[name]
    up = box.face.height - y

    def block(part: str, wide: float, deep: Range) -> Block:
        return Block(f"{name} {part}", name, "face.key_pitch", ON_FACE, _around(x, wide), _around(up, wide), deep)

    yield block("cap", key.cap, (-CAP_OVER - key.cap_height, -CAP_OVER))
    yield block("switch", key.body, (-SWITCH_TOP, 0.0))
    yield block("body", key.cutout - PLAY, (0.0, SWITCH_BODY))
    yield block("pins", 10.0, (SWITCH_BODY, key.below + WIRES))


def _part(box: Box, ref: str, kind: str, pads: int) -> Iterator[Block]:
    place, top = box.board.carrier.places[ref], box.carrier_top
    if kind.startswith("keys"):
        wide, long, high = XH_PITCH * (pads - 1) + 2 * XH_ENDS, XH_LENGTH, XH_HEIGHT
    else:
        wide, long, high = SIZES[kind]
    if round(place.turned) % 180 == 90:
        wide, long = long, wide
    x, y = box.on_carrier(place.x, place.y)
    key = f"carrier.places.{ref}"
    at = _around(x, wide), _around(y, long)
    yield Block(ref, "carrier", key, ON_FLOOR, *at, (top, top + high))
    if kind.startswith("keys"):
        yield Block(f"{ref} wires", "carrier", key, ON_FLOOR, *at, (top + high, top + high + XH_WIRES))


def _pico(box: Box) -> Iterator[Block]:
    (x, y), key = box.pico, "carrier.places.U1"
    top, under = box.carrier_top, box.carrier_top + box.sizes.pico
    wide, long, thick = PICO
    for side in (-1, 1):
        at = _around(x + side * SOCKETS_APART / 2, SOCKET)
        yield Block("socket", "carrier", key, ON_FLOOR, at, _around(y, long), (top, under))
    yield Block("Pico", "carrier", key, ON_FLOOR, _around(x, wide), _around(y, long), (under, under + thick))
    over = under + thick
    socket_wide, beyond, high = PICO_USB
    end = box.usb_end
    yield Block(
        "USB socket", "carrier", key, ON_FLOOR, _around(x, socket_wide), (end - beyond - 4.0, end), (over, over + high)
    )
    handle = box.sizes.usb_plug
    yield Block(
        "USB plug",
        "plug",
        key,
        ON_FLOOR,
        _around(x, handle[0]),
        (end + 0.5, end + 0.5 + HANDLE),
        _around(box.usb.z, handle[1]),
    )


def _carrier(box: Box) -> Iterator[Block]:
    carrier, top = box.board.carrier, box.carrier_top
    left, back = box.carrier_corner
    wide, long = carrier.size
    yield Block(
        "carrier",
        "carrier",
        "carrier.size",
        ON_FLOOR,
        (left, left + wide),
        (back - long, back),
        (top - carrier.thickness, top),
    )
    for x, y in box.standoffs:
        head = (top, top + M3_HEAD[1])
        at = _around(x, M3_HEAD[0]), _around(y, M3_HEAD[0])
        yield Block("carrier's screw", "carrier", "carrier.holes", ON_FLOOR, *at, head)
    yield from _pico(box)
    for part in netlist(box.board):
        if part.ref in carrier.places and (part.kind in SIZES or part.kind.startswith("keys")):
            yield from _part(box, part.ref, part.kind, len(part.nets))


def contents(box: Box) -> list[Block]:
    """All that is in the box of this board."""
    found: list[Block] = []
    for name in box.face.boards:
        found += _display(box, name)
    for name in box.face.keys:
        found += _key(box, name)
    return [*found, *_carrier(box)]
