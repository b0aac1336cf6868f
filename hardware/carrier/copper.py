"""The carrier's copper besides its pads and zones: tracks and vias, in mm from the board's upper left corner."""

from dataclasses import dataclass
from itertools import pairwise

from hardware.carrier.footprints import Point
from hardware.carrier.grid import FREE, GRID, LAYERS, Grid
from hardware.carrier.places import PlacedPad, placed_parts
from hardware.carrier.router import Router, RoutingError, Way
from hardware.circuit.netlist import GND, POWER
from hardware.source.board import Board
from hardware.source.rules import BadBoard


@dataclass(frozen=True)
class Track:
    """A straight piece of copper with round ends. `layer`: "F.Cu" or "B.Cu"."""

    net: str
    layer: str
    start: Point
    end: Point
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole that joins both faces. `size`: the diameter of its copper."""

    net: str
    at: Point
    size: float
    drill: float


@dataclass(frozen=True)
class Copper:
    """All tracks and vias."""

    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]


_routed: dict[str, Copper] = {}


def routed(board: Board) -> Copper:
    """The tracks and vias of this board; each board is routed once. Raises BadBoard."""
    parts = placed_parts(board)
    key = repr((board.carrier, [(part.component, part.place) for part in parts]))
    if key not in _routed:
        pads: dict[str, list[PlacedPad]] = {}
        for part in parts:
            for pad in part.pads:
                if pad.net:
                    pads.setdefault(pad.net, []).append(pad)
        numbers = {net: number for number, net in enumerate(sorted(pads), 1)}
        grid = Grid(board.carrier, parts, numbers)
        router = Router(grid, {net: pads[net] for net in numbers})
        try:
            ways = router.run()
        except RoutingError as error:
            raise BadBoard(
                "carrier.size",
                f"{error}; make the carrier larger, move its parts apart, or make carrier.track, "
                "carrier.power_track or carrier.clearance smaller",
            ) from error
        tracks = {track for net, way in ways.items() for track in _tracks(router, net, way)}
        vias = [_via(grid, net, cell) for net, way in ways.items() for cell in sorted(way.vias)]
        vias += [_via(grid, GND, cell) for cell in _stitches(grid, router, ways[GND])]
        order = sorted(tracks, key=lambda track: (track.net, track.layer, track.start, track.end, track.width))
        _routed[key] = Copper(tuple(order), tuple(sorted(vias, key=lambda via: (via.net, via.at))))
    return _routed[key]


def _via(grid: Grid, net: str, cell: int) -> Via:
    return Via(net, grid.point(cell), grid.carrier.via, grid.carrier.via_drill)


def _tracks(router: Router, net: str, way: Way) -> list[Track]:
    """The paths as straight pieces of one width that end where others meet them."""
    grid = router.grid
    meets = {cell for path in way.paths for cell in (path[0], path[-1])}
    tracks = []
    for path in way.paths:
        steps = [(b - a, _width(router, net, a, b)) for a, b in pairwise(path)]
        start = 0
        for n, step in enumerate(steps, 1):
            if n < len(steps) and step == steps[n] and path[n] not in meets:
                continue
            if abs(step[0]) != grid.size:
                ends = sorted((grid.point(path[start]), grid.point(path[n])))
                tracks.append(Track(net, LAYERS[path[n] // grid.size], ends[0], ends[1], step[1]))
            start = n
    return tracks


def _width(router: Router, net: str, *cells: int) -> float:
    carrier = router.grid.carrier
    wide = net in POWER and not any(cell in router.necks for cell in cells)
    return carrier.power_track if wide else carrier.track


def _stitches(grid: Grid, router: Router, ground: Way) -> list[int]:
    """Cells for vias that join the GND of both faces, about as far from each other as the board says."""
    reached = _poured(grid, router, ground)
    pitch = max(1, round(grid.carrier.stitches / GRID))
    room = [dy * grid.columns + dx for dy in range(-2, 3) for dx in range(-2, 3)]
    chosen: list[int] = []
    taken = router.taken["via"]
    for row in range(pitch // 2, grid.rows, pitch):
        for column in range(pitch // 2, grid.columns, pitch):
            for dy, dx in sorted(
                ((dy, dx) for dy in range(-pitch // 4, pitch // 4 + 1) for dx in range(-pitch // 4, pitch // 4 + 1)),
                key=lambda step: (abs(step[0]) + abs(step[1]), step),
            ):
                if not (0 < row + dy < grid.rows and 0 < column + dx < grid.columns):
                    continue
                cell = (row + dy) * grid.columns + column + dx
                if (
                    router.closed_to_vias[cell] == FREE
                    and not taken[cell]
                    and all(cell + step in reached and cell + step + grid.size in reached for step in room)
                ):
                    chosen.append(cell)
                    break
    return chosen


def _poured(grid: Grid, router: Router, ground: Way) -> set[int]:
    """The cells that GND's zones reach from its tracks."""
    owners, taken = router.open["track"], router.taken["track"]
    mine = grid.nets[GND]
    kept = ground.keeps_off["track"]
    reached = set(ground.cells)
    todo = sorted(reached)
    while todo:
        cell = todo.pop()
        for step in (1, -1, grid.columns, -grid.columns):
            beside = cell + step
            free = owners[beside] in (FREE, mine) and taken[beside] == (beside in kept)
            if free and beside not in reached:
                reached.add(beside)
                todo.append(beside)
    return reached
