"""The carrier as a KiCad 6 board file, without KiCad. The same board gives the same text, byte for byte."""

from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from hardware.carrier.copper import Copper, routed
from hardware.carrier.footprints import COURTYARD, FAB, SILK, Box, Point
from hardware.carrier.labels import STROKE, Label, labels, silk_lines
from hardware.carrier.places import PlacedPad, PlacedPart, placed_parts
from hardware.circuit.netlist import GND
from hardware.source.board import Board
from shared_rules import VERSION

FORMAT = 20211014  # KiCad 6
CORNER = (50.0, 50.0)  # of the board on KiCad's sheet
MASK = 0.05  # of the solder mask around a pad
LAYERS = """  (layers
    (0 "F.Cu" signal)
    (31 "B.Cu" signal)
    (34 "B.Paste" user)
    (35 "F.Paste" user)
    (36 "B.SilkS" user "B.Silkscreen")
    (37 "F.SilkS" user "F.Silkscreen")
    (38 "B.Mask" user)
    (39 "F.Mask" user)
    (40 "Dwgs.User" user "User.Drawings")
    (44 "Edge.Cuts" user)
    (45 "Margin" user)
    (46 "B.CrtYd" user "B.Courtyard")
    (47 "F.CrtYd" user "F.Courtyard")
    (48 "B.Fab" user)
    (49 "F.Fab" user)
  )"""


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def _xy(point: Point, corner: Point = CORNER) -> str:
    return f"{_number(point[0] + corner[0])} {_number(point[1] + corner[1])}"


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _stamp(*what: object) -> str:
    """A tag that is the same for the same thing."""
    return f"(tstamp {uuid5(NAMESPACE_URL, '/'.join(map(str, ('tallyboard carrier', *what))))})"


def carrier_pcb(board: Board) -> str:
    """The text of the board file: parts, tracks and zones, these not filled yet."""
    parts = placed_parts(board)
    copper = routed(board)
    nets = ["", *sorted({pad.net for part in parts for pad in part.pads if pad.net})]
    printed, _ = labels(board, parts)
    lines = [f"(kicad_pcb (version {FORMAT}) (generator tallyboard)", *_head(board, nets)]
    for part in sorted(parts, key=lambda part: part.component.ref):
        lines += _footprint(part, nets, [label for label in printed if label.part == part.component.ref], board)
    lines += _outline(board)
    lines += [_board_text(label) for label in printed if not label.part]
    lines += _tracks(copper, nets)
    lines += _zones(board, nets.index(GND))
    return "\n".join([*lines, ")"]) + "\n"


def _head(board: Board, nets: list[str]) -> Iterator[str]:
    yield f"  (general (thickness {_number(board.carrier.thickness)}))"
    yield '  (paper "A4")'
    yield f'  (title_block (title "Tallyboard carrier") (rev {_text(VERSION)}))'
    yield LAYERS
    lower_left = _xy((0.0, board.carrier.size[1]))
    yield f"  (setup (pad_to_mask_clearance {_number(MASK)}) (aux_axis_origin {lower_left}) (grid_origin {lower_left}))"
    for number, net in enumerate(nets):
        yield f"  (net {number} {_text(net)})"


def _footprint(part: PlacedPart, nets: list[str], printed: list[Label], board: Board) -> Iterator[str]:
    ref, kind = part.component.ref, part.footprint
    attributes = "smd" if kind.on_surface else "through_hole"
    if not part.component.fitted:
        attributes += " exclude_from_pos_files exclude_from_bom"
    if part.component.kind == "hole":
        attributes = "exclude_from_pos_files exclude_from_bom"
    turned = f" {_number(part.place.turned)}" if part.place.turned else ""
    yield f'  (footprint "tallyboard:{kind.name}" (layer "F.Cu") {_stamp(ref)}'
    yield f"    (at {_xy((part.place.x, part.place.y))}{turned})"
    yield f"    (descr {_text(kind.description)})"
    yield f"    (attr {attributes})"
    yield from _texts(part, printed)
    for n, (start, end) in enumerate(silk_lines(part, board.carrier.size)):
        yield _line(part, SILK, start, end, STROKE, ("silk", n))
    for n, (x, y, radius) in enumerate(kind.circles):
        yield _circle(ref, (x, y), radius, "none", ("circle", n))
    for n, (x, y, radius) in enumerate(kind.dots):
        yield _circle(ref, (x, y), radius, "solid", ("dot", n))
    if part.component.kind != "hole":
        yield from _box(part, FAB, part.body, 0.1)
    yield from _box(part, COURTYARD, part.courtyard, 0.05)
    for n, (pad, placed) in enumerate(zip(kind.pads, part.pads, strict=True)):
        yield _pad(placed, (pad.x, pad.y, pad.width, pad.height), part.place.turned, nets, n)
    yield "  )"


def _texts(part: PlacedPart, printed: list[Label]) -> Iterator[str]:
    """What is printed with the part; a name or value that is not stands on the drawing for assembly."""
    component = part.component
    roles = {label.role for label in printed}
    for n, label in enumerate(printed):
        at = _turned_back(part, (label.x, label.y))
        yield _part_text(component.ref, label.role, label.text, at, label.angle, SILK, label.size, n)
    for role, text in (("reference", component.ref), ("value", component.value)):
        if role not in roles:
            yield _part_text(component.ref, role, text, (0.0, 0.0), 0, FAB, 1.0, role)


def _part_text(ref: str, role: str, text: str, at: Point, angle: int, layer: str, size: float, number: object) -> str:
    turned = f" {angle}" if angle else ""
    hidden = " hide" if layer == FAB else ""
    return (
        f"    (fp_text {role} {_text(text)} (at {_xy(at, (0.0, 0.0))}{turned}) (layer {_text(layer)}){hidden}\n"
        f"      (effects (font (size {_number(size)} {_number(size)}) (thickness {_number(STROKE * size)})))"
        f" {_stamp(ref, 'text', number)})"
    )


def _turned_back(part: PlacedPart, point: Point) -> Point:
    """Where a point of the board lies seen from the part."""
    x, y = point[0] - part.place.x, point[1] - part.place.y
    for _ in range(int(part.place.turned) // 90 % 4):
        x, y = -y, x
    return x, y


def _line(part: PlacedPart, layer: str, start: Point, end: Point, width: float, which: tuple[object, ...]) -> str:
    begins, ends = (_xy(_turned_back(part, point), (0.0, 0.0)) for point in (start, end))
    tag = _stamp(part.component.ref, *which)
    return f'    (fp_line (start {begins}) (end {ends}) (layer "{layer}") (width {_number(width)}) {tag})'


def _circle(ref: str, middle: Point, radius: float, fill: str, which: tuple[object, ...]) -> str:
    end = (middle[0] + radius, middle[1])
    width = 0 if fill == "solid" else STROKE
    return (
        f"    (fp_circle (center {_xy(middle, (0.0, 0.0))}) (end {_xy(end, (0.0, 0.0))})"
        f' (layer "{SILK}") (width {_number(width)}) (fill {fill}) {_stamp(ref, *which)})'
    )


def _box(part: PlacedPart, layer: str, box: Box, width: float) -> Iterator[str]:
    left, top, right, bottom = box
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for n, start in enumerate(corners):
        yield _line(part, layer, start, corners[(n + 1) % 4], width, (layer, n))


def _pad(pad: PlacedPad, at: Box, turned: float, nets: list[str], number: int) -> str:
    x, y, width, height = at
    kind = "smd" if not pad.drill else "thru_hole" if pad.number else "np_thru_hole"
    layers = '"F.Cu" "F.Mask"' if pad.part.startswith("TP") else '"F.Cu" "F.Paste" "F.Mask"'
    rest = f"(layers {layers})" if not pad.drill else f'(drill {_number(pad.drill)}) (layers "*.Cu" "*.Mask")'
    if pad.shape == "roundrect":
        rest += " (roundrect_rratio 0.2)"
    if pad.net:
        rest += f" (net {nets.index(pad.net)} {_text(pad.net)})"
    angle = f" {_number(turned)}" if turned else ""
    return (
        f"    (pad {_text(pad.number)} {kind} {pad.shape} (at {_number(x)} {_number(y)}{angle})"
        f" (size {_number(width)} {_number(height)}) {rest} {_stamp(pad.part, 'pad', number)})"
    )


def _outline(board: Board) -> Iterator[str]:
    width, height = board.carrier.size
    r = board.carrier.corner
    sides = (
        ((r, 0.0), (width - r, 0.0)),
        ((width, r), (width, height - r)),
        ((width - r, height), (r, height)),
        ((0.0, height - r), (0.0, r)),
    )
    for n, (start, end) in enumerate(sides):
        yield f'  (gr_line (start {_xy(start)}) (end {_xy(end)}) (layer "Edge.Cuts") (width 0.1) {_stamp("edge", n)})'
    if not r:
        return
    slant = r * (1 - 0.5**0.5)
    arcs = (
        ((0.0, r), (slant, slant), (r, 0.0)),
        ((width - r, 0.0), (width - slant, slant), (width, r)),
        ((width, height - r), (width - slant, height - slant), (width - r, height)),
        ((r, height), (slant, height - slant), (0.0, height - r)),
    )
    for n, (start, mid, end) in enumerate(arcs):
        yield (
            f"  (gr_arc (start {_xy(start)}) (mid {_xy(mid)}) (end {_xy(end)})"
            f' (layer "Edge.Cuts") (width 0.1) {_stamp("corner", n)})'
        )


def _board_text(label: Label) -> str:
    size = _number(label.size)
    return (
        f'  (gr_text {_text(label.text)} (at {_xy((label.x, label.y))}) (layer "{SILK}") {_stamp("text", label.text)}\n'
        f"    (effects (font (size {size} {size}) (thickness {_number(STROKE * label.size)}))))"
    )


def _tracks(copper: Copper, nets: list[str]) -> Iterator[str]:
    for track in copper.tracks:
        yield (
            f"  (segment (start {_xy(track.start)}) (end {_xy(track.end)}) (width {_number(track.width)})"
            f' (layer "{track.layer}") (net {nets.index(track.net)}) {_stamp("track", track)})'
        )
    for via in copper.vias:
        yield (
            f"  (via (at {_xy(via.at)}) (size {_number(via.size)}) (drill {_number(via.drill)})"
            f' (layers "F.Cu" "B.Cu") (net {nets.index(via.net)}) {_stamp("via", via)})'
        )


def _zones(board: Board, ground: int) -> Iterator[str]:
    """GND over all of both faces, and around each screw no copper at all."""
    carrier = board.carrier
    width, height = carrier.size
    clearance = _number(carrier.clearance)
    inset = carrier.edge
    corners = ((inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset))
    for layer in ("F.Cu", "B.Cu"):
        yield (
            f'  (zone (net {ground}) (net_name "{GND}") (layer "{layer}") {_stamp("zone", layer)} (hatch edge 0.5)\n'
            f"    (connect_pads (clearance {clearance})) (min_thickness {_number(carrier.track)})"
            " (filled_areas_thickness no)\n"
            "    (fill (thermal_gap 0.3) (thermal_bridge_width 0.4))\n"
            f"    (polygon (pts {' '.join(f'(xy {_xy(corner)})' for corner in corners)}))\n  )"
        )
    for n, (x, y) in enumerate(carrier.holes):
        r, cut = carrier.screw_head / 2, carrier.screw_head / 2 * (2**0.5 - 1)
        ring = ((cut, r), (r, cut), (r, -cut), (cut, -r), (-cut, -r), (-r, -cut), (-r, cut), (-cut, r))
        points = " ".join(f"(xy {_xy((x + dx, y + dy))})" for dx, dy in ring)
        yield (
            f'  (zone (net 0) (net_name "") (layers F&B.Cu) {_stamp("screw", n)} (hatch edge 0.5)\n'
            "    (connect_pads (clearance 0)) (min_thickness 0.25) (filled_areas_thickness no)\n"
            "    (keepout (tracks not_allowed) (vias not_allowed) (pads allowed) (copperpour not_allowed)"
            " (footprints allowed))\n"
            f"    (fill (thermal_gap 0.3) (thermal_bridge_width 0.4))\n    (polygon (pts {points}))\n  )"
        )
