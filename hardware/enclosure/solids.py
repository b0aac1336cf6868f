"""The solids of the box, as it stands on the table: shell, floor, the tray for a Pico without a carrier, and what is
in them. Geometry that is printed is made with as few cuts as can be: each takes seconds.
"""

from collections.abc import Sequence
from itertools import product
from math import cos, tan

import build123d as cad

from hardware.enclosure.contents import ON_FACE, Block
from hardware.enclosure.geometry import (
    BOSS_DEPTH,
    PICO_HOLES,
    THINNEST,
    TIE_BAR,
    TIE_HOLE,
    TIE_LOW,
    TIE_WIDE,
    Box,
    Opening,
    Range,
)
from hardware.face.layout import DISPLAY_BOARD, HOOK_LEAN, around, slant
from hardware.source.board import Size

OVER = 1.0  # how far a cut reaches out of what it cuts
TRAY = 2.0  # how thick it is
PICO_BLOCK = 15.6, 51.0  # under it, between its two rows of solder, which are 16.2 apart
HOOK_WIDE, HOOK_OVER = 8.0, 1.2  # of a display's hook: how far it reaches over the edge of the board


def face_frame(box: Box) -> cad.Location:
    """The place of the face: x to the right, y up the slope, z out of the box, 0 in the lower left corner outside."""
    return cad.Pos(0, 0, box.sizes.front) * cad.Rot(box.sizes.tilt, 0, 0)


def _span(x: Range, y: Range, z: Range) -> cad.Part:
    return cad.Pos((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2) * cad.Box(
        x[1] - x[0], y[1] - y[0], z[1] - z[0]
    )


def _plan(box: Box, inset: float) -> cad.Sketch:
    """The outline of the walls as the box is seen from above, that much inside of the outermost one."""
    wide, deep, radius = box.width - 2 * inset, box.depth - 2 * inset, max(box.sizes.corner - inset, 0.0)
    flat = cad.RectangleRounded(wide, deep, radius) if radius > 0.05 else cad.Rectangle(wide, deep)
    return cad.Pos(box.width / 2, box.depth / 2) * flat


def _under_face(box: Box, plan: cad.Sketch, from_z: float, deep: float) -> cad.Part:
    """What stands on a plan from this height up to that much under the face."""
    tall = cad.extrude(cad.Pos(0, 0, from_z) * plan, box.back + OVER - from_z)
    cut = cad.Plane(face_frame(box) * cad.Pos(0, 0, -deep))
    below: cad.Part = cad.split(tall, bisect_by=cut, keep=cad.Keep.BOTTOM)
    return below


def _bosses(box: Box) -> cad.Sketch:
    """The bosses from above, each grown into the walls beside it."""
    flat = cad.Sketch()
    half = box.sizes.boss / 2
    for x, y in box.bosses:
        to_x = 0.0 if x < box.width / 3 else box.width if x > box.width * 2 / 3 else x
        to_y = 0.0 if y < box.depth / 2 else box.depth
        flat += cad.Pos(x, y) * cad.Circle(half)
        for wide_x, wide_y in ((to_x, y), (x, to_y), (to_x, to_y)):
            left, right = sorted((x, wide_x))
            front, back = sorted((y, wide_y))
            left, right = (left - half, right + half) if wide_x == x else (left, right)
            front, back = (front - half, back + half) if wide_y == y else (front, back)
            flat += cad.Pos((left + right) / 2, (front + back) / 2) * cad.Rectangle(right - left, back - front)
    return flat


def _prism(x: Range, profile: Sequence[Size]) -> cad.Part:
    """What has this outline, in y and z, all along x."""
    return cad.extrude(cad.Plane.YZ.offset(x[0]) * cad.make_face(cad.Polyline(*profile, close=True)), x[1] - x[0])


def _hook(box: Box, name: str, x: float) -> cad.Part:
    """In the frame of the face: it grows out of the back wall over the upper edge of a display's board, slanting."""
    sizes, height = box.sizes, box.face.height
    edge, lean = height - box.face.boards[name].top, tan(HOOK_LEAN)
    back = sizes.recess + box.board.size_of(name).depth + DISPLAY_BOARD
    free = edge + around(box.board)
    tip, begins = back + HOOK_OVER / lean, sizes.face - 0.5
    ends = tip + THINNEST

    def in_wall(deep: float) -> float:
        return height - deep * tan(box.tilt) - sizes.wall / 2 / cos(box.tilt)

    profile = [
        (free, begins),
        (free, back - around(box.board) / lean),
        (edge - HOOK_OVER, tip),
        (edge - HOOK_OVER, ends),
        (in_wall(ends), ends),
        (in_wall(begins), begins),
    ]
    return _prism((x - HOOK_WIDE / 2, x + HOOK_WIDE / 2), [(up, -deep) for up, deep in profile])


def _holders(box: Box) -> list[cad.Part]:
    """In the frame of the face: the hooks and the posts of the displays."""
    half, found = box.sizes.standoff[1] / 2, []
    for name, screws in box.face.screws.items():
        for x, y in screws:
            up = box.face.height - y
            deep = (-box.post_top(name), -box.sizes.face + 0.5)
            found += [_span((x - half, x + half), (up - half, up + half), deep), _hook(box, name, x)]
    return found


def _window(box: Box, name: str) -> list[cad.Part]:
    """In the frame of the face: the window of a display, wider outside so that one sees in aslant, and behind it the
    place of the module."""
    sizes, at, height = box.sizes, box.face.windows[name], box.face.height
    place = cad.Pos(at.x, height - at.y)
    deep = slant(box.board)
    wider = 2 * (deep + OVER)
    outside = cad.Pos(0, 0, OVER) * cad.Rectangle(at.width + wider, at.height + wider)
    slanted = cad.loft([cad.Pos(0, 0, -deep) * cad.Rectangle(at.width, at.height), outside])
    through = cad.Pos(0, 0, -sizes.face / 2) * cad.Box(at.width, at.height, sizes.face + 2 * OVER)
    body, high = box.board.size_of(name).body, sizes.face - sizes.recess + OVER
    module = cad.Box(body[0] + 2 * box.board.face.clearance, body[1] + 2 * around(box.board), high)
    return [place * through, place * slanted, place * cad.Pos(0, 0, -sizes.recess - high / 2) * module]


def _face_cuts(box: Box) -> list[cad.Part]:
    """In the frame of the face: windows, the holes of the switches, their pockets, the holes in the posts."""
    thick, height, key = box.sizes.face, box.face.height, box.board.key
    cuts = [cut for name in box.face.windows for cut in _window(box, name)]
    for x, y in box.face.keys.values():
        for wide, deep in ((key.cutout, (-thick, OVER)), (key.pocket, (-thick - OVER, -key.plate))):
            half = wide / 2
            cuts.append(_span((x - half, x + half), (height - y - half, height - y + half), deep))
    for name, screws in box.face.screws.items():
        long = box.post_top(name) - thick + OVER
        pilot = cad.Cylinder(box.sizes.boss_hole / 2, long)
        cuts += [cad.Pos(x, height - y, -thick - long / 2) * pilot for x, y in screws]
    return cuts


def _tie(box: Box) -> tuple[cad.Part, cad.Part]:
    """The eye for a cable tie on the back wall, and the hole in it."""
    x, (deep, high) = box.tie_x, TIE_HOLE
    eye = _prism((x - TIE_WIDE / 2, x + TIE_WIDE / 2), box.tie_profile)
    low = TIE_LOW + TIE_BAR
    return eye, _span((x - TIE_WIDE, x + TIE_WIDE), (box.depth, box.depth + deep), (low, low + high))


def _opening(box: Box, opening: Opening) -> cad.Part:
    half, y = opening.height / 2, (box.depth - box.sizes.wall - OVER, box.depth + OVER)
    return _span(opening.x_range, y, (opening.z - half, opening.z + half))


def shell(box: Box) -> cad.Part:
    """Face and walls, with the bosses for the floor's screws, what holds the displays, and the eye for a cable tie."""
    sizes, frame = box.sizes, face_frame(box)
    outside = _under_face(box, _plan(box, 0), 0.0, 0.0)
    hollow = _under_face(box, _plan(box, sizes.wall) - _bosses(box), sizes.floor, sizes.face)
    room_for_floor = cad.extrude(cad.Pos(0, 0, -OVER) * _plan(box, sizes.wall), sizes.floor + OVER)
    screws = [
        cad.Pos(x, y, sizes.floor + BOSS_DEPTH / 2) * cad.Cylinder(sizes.boss_hole / 2, BOSS_DEPTH)
        for x, y in box.bosses
    ]
    openings = [_opening(box, opening) for opening in (box.usb, *box.slots)]
    body = outside - [hollow, room_for_floor]
    eye, hole = _tie(box)
    for solid in (eye, *(frame * holder for holder in _holders(box))):
        body += solid
    return body - [hole, *screws, *openings, *(frame * cut for cut in _face_cuts(box))]


def floor(box: Box) -> cad.Part:
    """The plate that closes the box, with what the carrier stands on."""
    sizes = box.sizes
    plate = cad.extrude(_plan(box, sizes.wall + sizes.play), sizes.floor)
    high, wide = sizes.standoff
    stands = [
        cad.Pos(x, y, sizes.floor + high / 2 - 0.25) * cad.Cylinder(wide / 2, high + 0.5) for x, y in box.standoffs
    ]
    cuts = [
        cad.Pos(x, y, sizes.floor + (high + OVER) / 2) * cad.Cylinder(sizes.boss_hole / 2, high + OVER)
        for x, y in box.standoffs
    ]
    sink = (sizes.screw_head - sizes.screw) / 2
    for x, y in box.bosses:
        cuts.append(cad.Pos(x, y, sizes.floor / 2) * cad.Cylinder(sizes.screw / 2, sizes.floor + 2 * OVER))
        cuts.append(cad.Pos(x, y, sink / 2) * cad.Cone(sizes.screw_head / 2, sizes.screw / 2, sink))
    wide, deep = sizes.foot
    cuts += [cad.Pos(x, y, (deep - OVER) / 2) * cad.Cylinder(wide / 2, deep + OVER) for x, y in box.feet]
    return (plate + stands) - cuts


def tray(box: Box) -> cad.Part:
    """Stands in for the carrier in the box of somebody who has none: the Pico lies as high on it."""
    carrier, place = box.board.carrier, box.board.carrier.places["U1"]
    wide, long = carrier.size
    x, y, high = place.x, long - place.y, box.sizes.pico + carrier.thickness
    plate = cad.extrude(cad.Pos(wide / 2, long / 2) * cad.RectangleRounded(wide, long, max(carrier.corner, 0.1)), TRAY)
    block_x, block_y = PICO_BLOCK[0] / 2, PICO_BLOCK[1] / 2
    block = _span((x - block_x, x + block_x), (y - block_y, y + block_y), (TRAY - 0.5, high))
    holes = [
        cad.Pos(hole_x, long - hole_y, TRAY / 2) * cad.Cylinder(carrier.hole / 2, TRAY + 2 * OVER)
        for hole_x, hole_y in carrier.holes
    ]
    for i, j in product((-1, 1), repeat=2):
        at = cad.Pos(x + i * PICO_HOLES[0] / 2, y + j * PICO_HOLES[1] / 2, high - 4)
        holes.append(at * cad.Cylinder(box.sizes.pico_screw / 2, 8 + OVER))
    return (plate + block) - holes


def solid_of(box: Box, block: Block) -> cad.Part:
    """A thing in the box where it is."""
    if block.on == ON_FACE:
        return face_frame(box) * _span(block.x, block.y, (-block.z[1], -block.z[0]))
    return _span(block.x, block.y, block.z)


def lying_on_face(box: Box, part: cad.Part) -> cad.Part:
    """The shell as it is printed, on z = 0 with its face down, its corner at 0."""
    turned = cad.Rot(180, 0, 0) * (face_frame(box).inverse() * part)
    low = turned.bounding_box().min
    return cad.Pos(-low.X, -low.Y, -low.Z) * turned
