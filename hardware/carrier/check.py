"""Checks a board file of the carrier against the circuit and the rules of board.toml, without KiCad.

It reads the file, not what made it. Zones do not count: every net hangs together by its tracks alone, GND as well.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import floor, hypot

from hardware.carrier.board_file import BoardFile, Shape, read_board_file
from hardware.carrier.footprints import Box, Point
from hardware.carrier.grid import GRID, NECK
from hardware.circuit.netlist import GND, POWER, netlist
from hardware.source.board import Board

SLACK = 1e-3  # KiCad's file has 0.1 µm, a board maker none of it
SQUARE = 4.0  # of the sheet, to find neighbours
FACES = ("F.Cu", "B.Cu")


def faults(text: str, board: Board) -> list[str]:
    """What is wrong with the board file, a sentence each; empty where nothing is."""
    file = read_board_file(text)
    found = [*_wrong_pads(file, board), *_wrong_widths(file, board), *_wrong_zones(file)]
    copper = [*(pad for _, _, pad in file.pads if pad.layers), *file.tracks, *file.vias]
    reach = max(board.carrier.clearance, board.carrier.hole_gap)
    near = list(_neighbours([*copper, *(pad for _, _, pad in file.pads if not pad.layers)], reach))
    found += _too_near(near, board)
    found += _open_nets(copper, near, [via for via in file.vias if via.net == GND])
    found += _off_the_board(copper, file, board)
    return found


def _wrong_pads(file: BoardFile, board: Board) -> Iterator[str]:
    """Pads that are missing, too many, or on another net than in the circuit."""
    wanted = {(part.ref, number): net or "" for part in netlist(board) for number, net in part.nets.items()}
    there = {(ref, number) for ref, number, _ in file.pads if number}
    for ref, number in sorted(wanted.keys() ^ there):
        yield f"pad {number} of {ref} is {'not in the file' if (ref, number) in wanted else 'not in the circuit'}"
    for ref, number, pad in file.pads:
        net = wanted.get((ref, number), pad.net)
        if pad.net != net:
            yield f"{pad.what} is on {pad.net or 'no net'}, and has to be on {net or 'none'}"


def _wrong_widths(file: BoardFile, board: Board) -> Iterator[str]:
    """Tracks of another width than board.toml says. Those of a supply may be narrow beside its pads."""
    carrier = board.carrier
    supplied = [pad for _, _, pad in file.pads if pad.net in POWER]
    for track, width in file.widths:
        wanted = carrier.power_track if track.net in POWER else carrier.track
        neck = any(
            pad.net == track.net and all(_between(pad.at, end) < NECK + 2 * GRID for end in track.corners)
            for pad in supplied
        )
        if abs(width - wanted) > SLACK and not (neck and abs(width - carrier.track) < SLACK):
            yield f"{track.what} is {width:g} mm wide, not {wanted:g}"
    for via in file.vias:
        if abs(2 * via.radius - carrier.via) > SLACK or abs(via.drill - carrier.via_drill) > SLACK:
            yield f"{via.what} is not {carrier.via:g} mm with a hole of {carrier.via_drill:g}"


def _wrong_zones(file: BoardFile) -> Iterator[str]:
    for layer in FACES:
        if (GND, layer) not in file.poured:
            yield f"no zone of {GND} on {layer}"


def _too_near(near: list[tuple[Shape, Shape]], board: Board) -> Iterator[str]:
    carrier = board.carrier
    for one, other in near:
        if one.drill and other.drill:
            gap = _between(one.at, other.at) - (one.drill + other.drill) / 2
            if gap < carrier.hole_gap - SLACK:
                yield f"{one.what} and {other.what}: {gap:.2f} mm from hole to hole, not {carrier.hole_gap:g}"
        bare = not (one.layers and other.layers)
        if bare or (one.layers & other.layers and (one.net != other.net or not one.net)):
            gap = distance(one, other)
            if gap < carrier.clearance - SLACK:
                yield f"{one.what} and {other.what} ({other.net or 'no net'}): {gap:.2f} mm, not {carrier.clearance:g}"


def _open_nets(copper: list[Shape], near: list[tuple[Shape, Shape]], stitches: list[Shape]) -> Iterator[str]:
    """Nets in more than one piece, and what the smaller pieces are. A via may stand alone in the zones."""
    head = {id(shape): id(shape) for shape in copper}

    def find(item: int) -> int:
        while head[item] != item:
            head[item] = head[head[item]]
            item = head[item]
        return item

    for one, other in near:
        if one.net and one.net == other.net and one.layers & other.layers and distance(one, other) < -SLACK:
            head[find(id(one))] = find(id(other))
    pieces: dict[str, dict[int, list[Shape]]] = {}
    for shape in copper:
        if shape.net:
            pieces.setdefault(shape.net, {}).setdefault(find(id(shape)), []).append(shape)
    for net, by_head in sorted(pieces.items()):
        loose = [group for group in by_head.values() if not (len(group) == 1 and group[0] in stitches)]
        for group in sorted(loose, key=len)[:-1]:
            yield f"{net} is in {len(loose)} pieces: {', '.join(shape.what for shape in group[:3])} stand alone"


def _off_the_board(copper: list[Shape], file: BoardFile, board: Board) -> Iterator[str]:
    for shape in copper:
        room = min(_room(corner, file.edge, file.corner) for corner in shape.corners) - shape.radius
        if room < board.carrier.edge - SLACK:
            yield f"{shape.what}: {room:.2f} mm from the board's edge, not {board.carrier.edge:g}"


def _room(point: Point, edge: Box, corner: float) -> float:
    """How far the point is inside the board."""
    (x, y), (left, top, right, bottom) = point, edge
    across = corner - min(x - left, right - x)
    down = corner - min(y - top, bottom - y)
    if across > 0 and down > 0:
        return corner - hypot(across, down)
    return min(x - left, right - x, y - top, bottom - y)


def _neighbours(shapes: list[Shape], reach: float) -> Iterator[tuple[Shape, Shape]]:
    """Every two that could come nearer to each other than this, once each."""
    squares: dict[tuple[int, int], list[int]] = {}
    for number, shape in enumerate(shapes):
        around = max(shape.radius, shape.drill / 2) + reach / 2
        xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
        for column in range(floor((min(xs) - around) / SQUARE), floor((max(xs) + around) / SQUARE) + 1):
            for row in range(floor((min(ys) - around) / SQUARE), floor((max(ys) + around) / SQUARE) + 1):
                squares.setdefault((column, row), []).append(number)
    pairs = {(a, b) for numbers in squares.values() for n, a in enumerate(numbers) for b in numbers[n + 1 :]}
    for a, b in sorted(pairs):
        yield shapes[a], shapes[b]


def distance(one: Shape, other: Shape) -> float:
    """How far their copper is apart in mm; below 0 where it overlaps."""
    if _inside(one.corners[0], other.corners) or _inside(other.corners[0], one.corners):
        return -one.radius - other.radius - SLACK * 2
    apart = min(_segments(a, b) for a in _sides(one.corners) for b in _sides(other.corners))
    return (apart or -2 * SLACK) - one.radius - other.radius


def _sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    if len(corners) < 3:
        return [(corners[0], corners[-1])]
    return [*pairwise(corners), (corners[-1], corners[0])]


def _inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """True for a point in a box."""
    if len(corners) < 4:
        return False
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) <= point[0] <= max(xs) and min(ys) <= point[1] <= max(ys)


def _between(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _segments(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """The distance of two segments, 0 where they cross."""
    (a, b), (c, d) = one, other
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    return min(_to_segment(a, c, d), _to_segment(b, c, d), _to_segment(c, a, b), _to_segment(d, a, b))


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return _between(point, (start[0] + along * dx, start[1] + along * dy))
