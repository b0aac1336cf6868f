"""The drawings of the box: closed, exploded, cut through the middle, the shell from inside, the floor."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import build123d as cad

from hardware.enclosure.cap import cap
from hardware.enclosure.contents import CAP_OVER, ON_FACE, Block, contents
from hardware.enclosure.geometry import BOSS_DEPTH, PICO, Box
from hardware.enclosure.line_drawing import Drawing, Point
from hardware.enclosure.solids import face_frame, lying_on_face, solid_of

FROM_THE_LEFT: Point = (-0.45, -1.0, 0.75)
LOW: Point = (-0.4, -1.0, 0.45)
FROM_THE_FRONT: Point = (0.3, 0.75, 1.3)
BESIDE_NAMES = 110.0  # mm of the page, wide
NOT_DRAWN = ("cap", "solder", "pins", "wires", "USB plug")
# How far things are drawn apart: the shell over the floor, beside its own height; displays under their places; the
# carrier over its; a switch and its cap over the face; screws and feet under the floor.
SHELL_OVER, DISPLAYS_UNDER, CARRIER_OVER, SWITCH_OVER, CAP_OVER_SWITCH = 85.0, 150.0, 30.0, 22.0, 18.0
SCREWS_UNDER = 22.0


def _mm(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0") + " mm"


def _caps(box: Box, out: float = 0.0) -> list[Any]:
    one = cap(box.board.key)
    frame = face_frame(box)
    height = box.face.height
    return [frame * cad.Pos(x, height - y, CAP_OVER + out) * one for x, y in box.face.keys.values()]


def _drawn(box: Box, blocks: Iterable[Block]) -> list[Any]:
    return [solid_of(box, block) for block in blocks if not block.name.endswith(NOT_DRAWN)]


def closed(box: Box, shell: cad.Part, floor: cad.Part) -> Drawing:
    """As it stands on the table, with its outer sizes."""
    drawing = Drawing([shell, floor, *_drawn(box, _on_face(box)), *_caps(box)], FROM_THE_LEFT, wide=135)
    wide, deep, front, back = box.width, box.depth, box.sizes.front, box.back
    drawing.size((0, 0, 0), (wide, 0, 0), (0, 0, -1), _mm(wide))
    drawing.size((0, deep, 0), (0, 0, 0), (0, 0, -1), _mm(deep))
    drawing.size((wide, 0, 0), (wide, 0, front), (1, 0, 0), _mm(front))
    drawing.size((0, deep, 0), (0, deep, back), (-1, 0, 0), _mm(back), far=4)
    return drawing


def _on_face(box: Box) -> list[Block]:
    return [block for block in contents(box) if block.group in box.face.boards or block.group in box.face.keys]


def exploded(box: Box, shell: cad.Part, floor: cad.Part) -> Drawing:
    """Everything in the order in which it comes together; of the keys, one stands for all."""
    raised = box.back + SHELL_OVER
    key = max(box.face.keys, key=lambda name: (box.face.keys[name][0], box.face.keys[name][1]))
    blocks = contents(box)
    over, under = cad.Pos(0, 0, raised), cad.Pos(0, 0, raised - DISPLAYS_UNDER)
    out = over * _outward(box, SWITCH_OVER)
    lifted = cad.Pos(0, 0, CARRIER_OVER)
    solids = [floor, over * shell]
    for block in blocks:
        if block.name.endswith(NOT_DRAWN):
            continue
        at = under if block.group in box.face.boards else out if block.group == key else over
        solids.append((lifted if block.on != ON_FACE else at) * solid_of(box, block))
    for name, solid in zip(box.face.keys, _caps(box), strict=True):
        solids.append((over * _outward(box, SWITCH_OVER + CAP_OVER_SWITCH) if name == key else over) * solid)
    solids += [cad.Pos(x, y, -SCREWS_UNDER) * _screw() for x, y in box.bosses]
    foot = cad.Cylinder(box.sizes.foot[0] / 2 - 0.3, 4)
    solids += [cad.Pos(x, y, -SCREWS_UNDER) * foot for x, y in box.feet]
    drawing = Drawing(solids, LOW, wide=BESIDE_NAMES)
    drawing.names(_names_of_parts(box, key, raised))
    return drawing


def _outward(box: Box, far: float) -> cad.Location:
    """A step out of the face."""
    y, z = box.from_face(0, -far)
    return cad.Pos(0, y, z - box.sizes.front)


def _names_of_parts(box: Box, key: str, raised: float) -> list[tuple[Point, str]]:
    key_x, key_y = box.face.keys[key]
    up = box.face.height - key_y

    def on_key(out: float) -> Point:
        y, z = box.from_face(up, -out)
        return key_x + 5, y, z + raised

    last = list(box.face.boards.values())[-1]
    size = box.board.size_of(list(box.face.boards)[-1])
    display_y, display_z = box.from_face(box.face.height - last.y, box.sizes.recess)
    left, back = box.carrier_corner
    wide, long = box.board.carrier.size
    pico_x, pico_y = box.pico
    over_carrier = box.carrier_top + CARRIER_OVER
    count = len(box.face.keys)
    cap_top = SWITCH_OVER + CAP_OVER_SWITCH + CAP_OVER + box.board.key.cap_height
    return [
        (on_key(cap_top), f"{count} caps"),
        (on_key(SWITCH_OVER + 3), f"{count} switches, clicked in"),
        ((box.width, box.depth * 0.6, raised + 25), "shell"),
        ((last.x + size.body[0] / 3, display_y, display_z + raised - DISPLAYS_UNDER), _of_displays(box)),
        ((pico_x + 8, pico_y, over_carrier + box.sizes.pico + PICO[2]), "Pico on its sockets"),
        ((left + wide, back - long * 0.75, over_carrier), "carrier, 4 screws M3 x 6"),
        ((box.width - 8, box.depth * 0.4, box.sizes.floor), "floor"),
        ((*box.bosses[-1], 4 - SCREWS_UNDER), f"{len(box.bosses)} screws M3 x 12"),
        ((*box.feet[2], -SCREWS_UNDER), f"{len(box.feet)} rubber feet"),
    ]


def _of_displays(box: Box) -> str:
    return f"{len(box.face.boards)} displays, {2 * len(box.face.boards)} screws M3 x 6"


def _screw() -> cad.Part:
    head = cad.Pos(0, 0, 0.8) * cad.Cone(2.75, 1.5, 1.6)
    return head + cad.Pos(0, 0, 6) * cad.Cylinder(1.5, 12)


def section(box: Box, shell: cad.Part, floor: cad.Part) -> Drawing:
    """Cut through the Pico, seen from the right side."""
    at = box.pico[0]
    plane = cad.Plane.YZ.offset(at)
    halves: list[Any] = [cad.split(part, bisect_by=plane, keep=cad.Keep.BOTTOM) for part in (shell, floor)]
    for block in contents(box):
        if block.x[0] < at - 0.1 and not block.name.endswith(("cap", "solder", "wires")):
            halves.append(solid_of(box, replace(block, x=(block.x[0], min(block.x[1], at)))))
    halves += [solid for solid, (x, _) in zip(_caps(box), box.face.keys.values(), strict=True) if x < at]
    drawing = Drawing(halves, (1, 0, 0), wide=BESIDE_NAMES)
    wide, deep, front = box.width, box.depth, box.sizes.front
    drawing.size((wide, 0, 0), (wide, deep, 0), (0, 0, -1), _mm(deep))
    drawing.size((wide, 0, 0), (wide, 0, front), (0, -1, 0), _mm(front), far=3)
    lowest = max(y for _, y in box.face.keys.values())
    up = box.face.height - lowest
    middle = box.face.boards["S"]
    on_board = box.face.height - middle.y
    sizes = box.sizes
    drawing.note((wide, *box.from_face(up + 2 * box.board.face.key_pitch, -CAP_OVER - 4)), (-8, -15), "cap")
    drawing.note((wide, *box.from_face(up, -3)), (-14, -15), "switch")
    drawing.names(
        [
            ((wide, *box.from_face(on_board, sizes.recess + 4)), "display in its window"),
            (
                (wide, *box.from_face(box.face.height - 3, sizes.face / 2)),
                f"face: {_mm(sizes.face)}, {sizes.tilt:g} degrees",
            ),
            ((wide, deep - sizes.wall / 2, box.ceiling(deep) * 0.7), f"walls: {_mm(sizes.wall)}"),
            ((wide, box.usb_end + 12, box.usb.z), "USB plug"),
            ((wide, box.pico[1] + 10, box.carrier_top + sizes.pico + 0.5), "Pico on its sockets"),
            ((wide, box.pico[1] - 10, box.carrier_top - 0.8), "carrier"),
            ((wide, deep * 0.95, sizes.floor / 2), f"floor: {_mm(sizes.floor)}"),
        ]
    )
    return drawing


def behind(box: Box, shell: cad.Part) -> Drawing:
    """The back wall with its openings."""
    drawing = Drawing([shell], (-0.25, 1.0, 0.2), wide=BESIDE_NAMES)
    wide, deep, back = box.width, box.depth, box.back
    drawing.size((0, deep, 0), (wide, deep, 0), (0, 0, -1), _mm(wide))
    drawing.size((wide, deep, 0), (wide, deep, back), (1, 0, 0), _mm(back), far=5)
    drawing.names(
        [
            ((box.usb.x, deep, box.usb.z), f"USB plug, {box.usb.width:g} x {_mm(box.usb.height)}"),
            ((box.tie_x, box.tie_profile[1][0], sum(box.tie_profile[i][1] for i in (1, 2)) / 2), "eye for a cable tie"),
        ]
    )
    if box.slots:
        drawing.note((box.slots[2 % len(box.slots)].x, deep, box.slots[0].z), (0, -18), "openings for the sound")
    return drawing


def inside(box: Box, shell: cad.Part) -> Drawing:
    """The shell as it is printed, on its face."""
    drawing = Drawing([lying_on_face(box, shell)], FROM_THE_FRONT, wide=BESIDE_NAMES)
    wide, height = box.width, box.face.height
    drawing.size((0, height, 0), (wide, height, 0), (0, 0, -1), _mm(wide), far=12)
    post_high = box.post_top("A")
    up, deep = box.to_face(box.bosses[0][1], box.sizes.floor)
    boss = f"boss: hole {_mm(box.sizes.boss_hole)}, {_mm(BOSS_DEPTH)} deep"
    drawing.names(
        [
            ((box.bosses[0][0], height - up, deep), boss),
            ((*box.face.screws["A"][1], post_high), f"post: hole {_mm(box.sizes.boss_hole)}"),
            ((*min(box.face.keys.values()), box.board.key.plate), f"switch: {_mm(box.board.key.cutout)} square"),
        ]
    )
    return drawing


def floor_plan(box: Box, floor: cad.Part) -> Drawing:
    """The floor from above."""
    drawing = Drawing([floor], (0, 0, 1), wide=BESIDE_NAMES, up=(0, 1, 0))
    inset = box.sizes.wall + box.sizes.play
    right, back = box.width - inset, box.depth - inset
    drawing.size((inset, inset, 0), (right, inset, 0), (0, -1, 0), _mm(right - inset))
    drawing.size((inset, inset, 0), (inset, back, 0), (-1, 0, 0), _mm(back - inset), far=5)
    stands = sorted(box.standoffs)
    drawing.size((*stands[0], 0), (*stands[-2], 0), (0, -1, 0), _mm(stands[-2][0] - stands[0][0]))
    drawing.size((*stands[0], 0), (*stands[1], 0), (-1, 0, 0), _mm(stands[1][1] - stands[0][1]))
    drawing.names([((*stands[-2], 0), "carrier: M3 x 6"), ((*box.bosses[-1], 0), "from below: M3 x 12")])
    return drawing


def drawings(box: Box, shell: cad.Part, floor: cad.Part) -> dict[str, Drawing]:
    """All drawings of a box, by name."""
    return {
        "closed": closed(box, shell, floor),
        "exploded": exploded(box, shell, floor),
        "section": section(box, shell, floor),
        "behind": behind(box, shell),
        "inside": inside(box, shell),
        "floor": floor_plan(box, floor),
    }
