"""The rules of the box that need no CAD: a board.toml that breaks one is refused, by the key that breaks it."""

from collections.abc import Iterator
from itertools import combinations
from math import hypot, sqrt

from hardware.enclosure.contents import M3_WASHER, ON_FACE, ON_FLOOR, Block, contents
from hardware.enclosure.geometry import BOSS_DEPTH, PICO_HOLE, THINNEST, TIE_WIDE, Box, Opening, Range
from hardware.face.layout import DEPTH_PLAY, DISPLAY_BOARD, M3
from hardware.source.board import Board, Size

Broken = tuple[str, str]

SCREW = 6.0  # of the displays and the carrier, M3
GAP = 0.5  # between what does not belong together
LEAST_PITCH = 19.0
BRIDGE = 15.0  # that prints without supports
STEEPEST = 45.0
USB_FROM_WALL = (0.2, 8.0)  # of the Pico's socket: the floor goes in upwards, and the plug's handle reaches it


def wrong(board: Board) -> Iterator[Broken]:
    """The rules that are broken, each as a key of board.toml and a sentence; for every number of sides."""
    single = list(_sizes(board))
    yield from single
    if single:
        return  # what is built with such sizes says no more
    said: set[str] = set()
    for sides in range(2, board.most_sides + 1):
        for key, rule in _of_box(Box(board, sides)):
            if key not in said:
                said.add(key)
                yield key, f"{rule} (the box for {sides} sides)"


def _sizes(board: Board) -> Iterator[Broken]:
    yield from _keys(board)
    yield from _displays(board)
    yield from _printed(board)


def _keys(board: Board) -> Iterator[Broken]:
    key, pitch = board.key, board.face.key_pitch
    if pitch < max(LEAST_PITCH, key.cap + GAP):
        yield "face.key_pitch", f"keys collide below {max(LEAST_PITCH, key.cap + GAP):g} mm"
    if pitch - key.pocket < THINNEST:
        yield "key.pocket", f"leaves less than {THINNEST} mm between two keys"
    if key.pocket < key.cutout + 1:
        yield "key.pocket", "the clips of a switch need 1 mm more than its cutout"
    if not 1.2 <= key.plate <= 1.6:
        yield "key.plate", "switches click into 1.5 mm, from 1.2 to 1.6"
    if not 13.8 <= key.cutout <= 14.2:
        yield "key.cutout", "the cutout of a switch is 14.0 mm wide, 0.2 more or less"
    if key.body < key.cutout + 1:
        yield "key.body", "a switch rests on the face with 0.5 mm on every side of its cutout at least"


def _displays(board: Board) -> Iterator[Broken]:
    face, box = board.face, board.enclosure
    if not 0.15 <= face.clearance <= 1:
        yield "face.clearance", "a display needs a place from 0.15 to 1 mm wider on every side"
    if not THINNEST <= box.recess <= box.face:
        yield "enclosure.recess", f"from {THINNEST} mm, the edge of a window, to enclosure.face ({box.face:g} mm)"
    for name, size in board.display_size.items():
        # from the post, which reaches under the edge of the board, to the module
        beside = (size.board[1] - size.body[1] - box.standoff[1] + M3) / 2
        if beside < GAP:
            yield (
                f"display_size.{name}.board",
                f"leaves {beside:.1f} mm between its module and the posts of its screws, at least {GAP}: "
                "make enclosure.standoff narrower, if the board is measured right",
            )
        if size.depth + box.recess + DISPLAY_BOARD + M3_WASHER[1] - DEPTH_PLAY - SCREW < box.face:
            yield "enclosure.face", f"the screws M3 x {SCREW:g} of the display of {name} segments would come out of it"
        if size.board[0] > face.block:
            yield "face.block", f"at least the display's board, {size.board[0]:g} mm"
    if box.pico_screw > 0.85 * PICO_HOLE:
        yield "enclosure.pico_screw", f"M2 screws find no hold in it, at most {0.85 * PICO_HOLE:g} mm"


def _printed(board: Board) -> Iterator[Broken]:
    box = board.enclosure
    if not 0 <= box.tilt <= STEEPEST:
        yield "enclosure.tilt", f"from 0 to {STEEPEST:g} degrees: walls that lean more do not print without supports"
    if not THINNEST <= box.wall <= 6:
        yield "enclosure.wall", f"from {THINNEST} to 6 mm: a thinner one does not print"
    if box.face < board.key.plate:
        yield "enclosure.face", f"at least key.plate, {board.key.plate:g} mm"
    countersink = (box.screw_head - box.screw) / 2
    if box.floor < countersink + 0.6:
        yield "enclosure.floor", f"at least {countersink + 0.6:g} mm under the countersunk screws"
    if box.floor - box.foot[1] < THINNEST:
        yield "enclosure.floor", f"at least {box.foot[1] + THINNEST:g} mm with the places for the feet"
    if countersink < 0:
        yield "enclosure.screw_head", "at least enclosure.screw"
    for key, width in (("boss", box.boss), ("standoff", box.standoff[1])):
        if width < box.boss_hole + 2 * THINNEST:
            yield f"enclosure.{key}", f"at least {box.boss_hole + 2 * THINNEST:g} mm wide around its screw"
    if not 0.1 <= box.play <= 1:
        yield "enclosure.play", "from 0.1 to 1 mm"
    if box.usb_plug[0] + 2 * box.usb_play > BRIDGE:
        yield "enclosure.usb_plug", f"an opening over {BRIDGE:g} mm does not print without supports"
    if box.slot[0] > 4 or box.slot[0] < 0.8:
        yield "enclosure.slot", "from 0.8 to 4 mm wide"


def _of_box(box: Box) -> Iterator[Broken]:
    if not fits(box):
        yield "enclosure.bed", _too_large(box)
    lowest = box.ceiling(box.sizes.boss_inset) - box.sizes.floor
    if lowest < BOSS_DEPTH + THINNEST:
        yield "enclosure.front", f"at least {BOSS_DEPTH + THINNEST - lowest:.1f} mm more for the screws of the floor"
    yield from _back_wall(box)
    blocks = [*contents(box), *_of_shell(box)]
    for block in blocks:
        yield from _inside(box, block)
    for one, other in combinations(blocks, 2):
        if one.group != other.group and too_near(box, one, other):
            yield _blamed(one, other), f"{one.name} and {other.name} collide or are nearer than {GAP} mm"


def fits(box: Box) -> bool:
    """Whether the shell fits on the bed of the printer, along its edges or aslant."""
    short, long = sorted(box.printed[:2])
    narrow, wide = sorted(box.sizes.bed)
    if short > narrow or long <= wide:
        return short <= narrow
    # J. E. Wetzel, "Rectangles in rectangles", Mathematics Magazine 73 (2000)
    across = 2 * short * long * wide + (long**2 - short**2) * sqrt(long**2 + short**2 - wide**2)
    return across <= narrow * (long**2 + short**2)


def _too_large(box: Box) -> str:
    """What to do with a shell that does not fit on the bed."""
    wide, long, _ = box.printed
    sides = sorted([(wide, "face.block, face.gap and face.margin"), (long, "face.key_pitch and face.margin")])
    smaller = [how for (side, how), bed in zip(sides, sorted(box.sizes.bed), strict=True) if side > bed]
    first = f"make {', and '.join(smaller)} smaller"
    if box.sides > 2 and fits(Box(box.board, box.sides - 1)):
        first = "for two sides it fits: remove C from [displays] and C1 to C5 from [buttons]"
    return (
        f"the shell, {wide:.0f} x {long:.0f} mm, does not fit {box.sizes.bed[0]:g} x {box.sizes.bed[1]:g}, not aslant "
        f"either; {first}; or let somebody print it who has a larger printer, and give its bed here; or build the "
        f"box of wood by the drill template, hardware/build/face/drill-{box.sides}.pdf"
    )


def _back_wall(box: Box) -> Iterator[Broken]:
    place = box.board.carrier.places["U1"]
    inside = box.depth - box.sizes.wall
    if round(place.turned) % 360:
        yield "carrier.places.U1", "turned by 0 degrees: its USB socket looks to the back wall"
    elif not USB_FROM_WALL[0] <= inside - box.usb_end <= USB_FROM_WALL[1]:
        near, far = USB_FROM_WALL
        yield (
            "carrier.places.U1",
            f"the USB socket is {inside - box.usb_end:.1f} mm from the back wall, {near} to {far} mm",
        )
    left, right = box.sizes.boss_inset + box.sizes.boss / 2, box.width - box.sizes.boss_inset - box.sizes.boss / 2
    if not box.sizes.corner < box.tie_x - TIE_WIDE / 2 < box.tie_x + TIE_WIDE / 2 < box.width - box.sizes.corner:
        yield "carrier.places.U1", "the eye for the cable tie, beside the USB plug, is not on the back wall"
    for key, opening in (("enclosure.usb_plug", box.usb), *(("enclosure.slots", slot) for slot in box.slots)):
        if opening.x_range[0] < left + 1 or opening.x_range[1] > right - 1:
            yield key, "the opening in the back wall is at a boss or beyond"
        if not _in_wall(box, opening):
            yield key, "the opening is not within the back wall"


def _in_wall(box: Box, opening: Opening) -> bool:
    top, bottom = opening.z + opening.height / 2, opening.z - opening.height / 2
    return bottom > box.sizes.floor and top < box.ceiling(box.depth - box.sizes.wall) - THINNEST


def _of_shell(box: Box) -> list[Block]:
    """The bosses, from the floor to the face, and the posts of the displays."""
    half, blocks = box.sizes.boss / 2, []
    for x, y in box.bosses:
        z = (box.sizes.floor, max(box.ceiling(y), box.sizes.floor + 1))
        blocks.append(Block("boss", "boss", "face.margin", ON_FLOOR, (x - half, x + half), (y - half, y + half), z))
    half = box.sizes.standoff[1] / 2
    for name, screws in box.face.screws.items():
        for x, y in screws:
            up, deep = box.face.height - y, (box.sizes.face, box.post_top(name))
            across, along = (x - half, x + half), (up - half, up + half)
            blocks.append(Block(f"{name} post", name, "face.gap", ON_FACE, across, along, deep))
    return blocks


def profile(box: Box, block: Block) -> list[Size]:
    """The four corners of a block as the box is seen from its side, y and z."""
    corners = [(y, z) for y, z in zip((0, 1, 1, 0), (0, 0, 1, 1), strict=True)]
    points = [(block.y[y], block.z[z]) for y, z in corners]
    return [box.from_face(*point) for point in points] if block.on == ON_FACE else points


def _inside(box: Box, block: Block) -> Iterator[Broken]:
    """Whether a block is between the walls, on the floor and under the face; what looks out is not asked."""
    if block.group in ("plug", "boss") or (block.on == ON_FACE and block.z[0] < box.sizes.face):
        return
    wall = box.sizes.wall
    if block.x[0] < wall + GAP or block.x[1] > box.width - wall - GAP:
        yield _placed(block, "face.margin"), f"{block.name} meets a side wall"
    points = profile(box, block)
    if min(y for y, _ in points) < wall or max(y for y, _ in points) > box.depth - wall:
        yield _placed(block, "face.margin"), f"{block.name} meets the front or back wall"
    low = min(z for _, z in points) - box.sizes.floor
    if low < 0:
        yield "enclosure.front", f"too low by {-low:.1f} mm: {block.name} meets the floor"
    shallow = min(box.to_face(y, z)[1] for y, z in points)
    if shallow < box.sizes.face - 1e-6:
        yield "enclosure.front", f"too low: {block.name} meets the face"


def _placed(block: Block, on_face: str) -> str:
    return on_face if block.on == ON_FACE else block.key


def _blamed(one: Block, other: Block) -> str:
    """The key of board.toml to change when these two collide."""
    if "boss" in (one.group, other.group):
        return _placed(other if one.group == "boss" else one, "face.margin")
    if one.on != other.on:
        return "enclosure.front"  # what hangs down meets what stands below
    keys = one.key == other.key == "face.key_pitch"
    return "face.gap" if one.on == ON_FACE and not keys else one.key


def too_near(box: Box, one: Block, other: Block, gap: float = GAP) -> bool:
    """Whether less than `gap` is between two blocks."""
    if _apart(one.x, other.x) >= gap:
        return False
    a, b = profile(box, one), profile(box, other)
    return max(_apart(_shadow(a, axis), _shadow(b, axis)) for axis in (*_axes(a), *_axes(b))) < gap - 1e-6


def _apart(one: Range, other: Range) -> float:
    return max(one[0] - other[1], other[0] - one[1])


def _axes(corners: list[Size]) -> Iterator[Size]:
    """The directions of the sides of a rectangle, of length 1."""
    for (y, z), (next_y, next_z) in ((corners[0], corners[1]), (corners[1], corners[2])):
        length = hypot(next_y - y, next_z - z)
        yield (next_y - y) / length, (next_z - z) / length


def _shadow(corners: list[Size], axis: Size) -> Range:
    along = [y * axis[0] + z * axis[1] for y, z in corners]
    return min(along), max(along)
