"""Finds the tracks: every net by A* over both faces, all nets by negotiation.

At first nets may cross each other. Then those that do are taken up and laid anew, again and again, and each time a cell
that two nets want costs more, until every net has its own (McMurchie and Ebeling, "PathFinder", 1995).
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, sqrt

from hardware.carrier.grid import FREE, GRID, Grid
from hardware.carrier.places import PlacedPad
from hardware.circuit.netlist import POWER

# What a step costs, side by side and corner to corner; what it costs more on top across the layer's own way; a via.
STRAIGHT, SLANTED, AGAINST, THROUGH = 10, 14, 4, 150
# What a cell costs more that another net has: at first, how many times as much each round, at last.
DEAR, DEARER, FORBIDDEN = 100, 2, 1_000_000
REMEMBERED = 20  # what a cell costs more for ever, for every round in which two nets wanted it
ROUNDS = 40
PATIENCE = 10  # rounds in which no fewer nets are in each other's way; more have never helped
FAR = 1 << 60


class RoutingError(ValueError):
    """These nets cannot be connected with the room there is. `nets`: their names."""

    def __init__(self, nets: list[str]) -> None:
        super().__init__(f"no room for the tracks of {', '.join(nets)}")
        self.nets = nets


@dataclass
class Way:
    """The cells of a net. `paths`: each a list of cells from one to the next; `vias`: cells, without their layer;
    `keeps_off`: the cells of each class that it takes from other nets."""

    paths: list[list[int]] = field(default_factory=list)
    vias: set[int] = field(default_factory=set)
    keeps_off: dict[str, set[int]] = field(default_factory=dict)

    @property
    def cells(self) -> set[int]:
        return {cell for path in self.paths for cell in path}


def _around(reach: float) -> list[tuple[int, int]]:
    """The (column, row) steps to all cells that are nearer than this, to a cell or to a slanted way through it."""
    far = int(reach / GRID) + 1
    limit = reach / GRID - 1e-6
    steps = []
    for dy in range(-far, far + 1):
        for dx in range(-far, far + 1):
            beside = abs(abs(dx) - abs(dy)) == 1 and (abs(dx) + abs(dy)) / sqrt(2) < limit
            if hypot(dx, dy) < limit or beside:
                steps.append((dx, dy))
    return steps


class Router:
    """Lays all nets of a grid. `pads`: the pads of each net, by its name."""

    def __init__(self, grid: Grid, pads: dict[str, list[PlacedPad]]) -> None:
        self.grid = grid
        self.pads = pads
        carrier = grid.carrier
        widths = {"track": carrier.track, "power": carrier.power_track}
        self.open = {kind: grid.tracks(width) for kind, width in widths.items()}
        self.necks: set[int] = set()
        for net in (net for net in POWER if net in pads):
            cells = grid.necks(net, self.open["power"], self.open["track"])
            for cell in cells:
                self.open["power"][cell] = grid.nets[net]
            self.necks |= cells
        self.closed_to_vias = grid.vias()
        size = 2 * grid.size
        self.taken = {"track": [0] * size, "power": [0] * size, "via": [0] * grid.size}
        self.price = {"track": [0] * size, "power": [0] * size, "via": [0] * grid.size}
        self.memory = [0] * size
        self.dear = DEAR
        # How far the middles of two things of different nets stay from each other.
        reach = {**widths, "via": carrier.via}
        self.off = {
            (a, b): [dy * grid.columns + dx for dx, dy in _around((reach[a] + reach[b]) / 2 + carrier.clearance)]
            for a in reach
            for b in reach
        }
        holes = [dy * grid.columns + dx for dx, dy in _around(carrier.via_drill + carrier.hole_gap)]
        self.off["via", "own via"] = [step for step in holes if step]
        self.ways: dict[str, Way] = {}

    def run(self) -> dict[str, Way]:
        """The way of every net, no two in each other's way. Raises RoutingError."""
        order = sorted(self.pads, key=lambda net: (self._span(net), net))
        again = order
        fewest, since = len(order) + 1, 0
        for _ in range(ROUNDS):
            for net in again:
                if net in self.ways:
                    self._lift(net)
                self._lay(net)
            again = [net for net in order if self._collides(net)]
            if not again:
                self._straighten(order)
                return self.ways
            fewest, since = (len(again), 0) if len(again) < fewest else (fewest, since + 1)
            if since == PATIENCE:
                break
            self._remember(again)
            self.dear = min(self.dear * DEARER, FORBIDDEN)
            self._price_anew()
        raise RoutingError(again)

    def _straighten(self, order: list[str]) -> None:
        """Lays every net once more where it is shortest now, without what is remembered of the negotiation."""
        self.dear = FORBIDDEN
        self.memory = [0] * len(self.memory)
        self._price_anew()
        for net in order:
            self._lift(net)
            self._lay(net)

    def _span(self, net: str) -> float:
        xs, ys = [pad.x for pad in self.pads[net]], [pad.y for pad in self.pads[net]]
        return round(max(xs) - min(xs) + max(ys) - min(ys), 3)

    def _kind(self, net: str) -> str:
        return "power" if net in POWER else "track"

    def _collides(self, net: str) -> bool:
        way, taken, vias = self.ways[net], self.taken[self._kind(net)], self.taken["via"]
        # What the net itself keeps off is counted once in every cell of it.
        return any(taken[cell] > 1 for cell in way.cells) or any(vias[cell] > 1 for cell in way.vias)

    def _remember(self, nets: list[str]) -> None:
        for net in nets:
            way, taken = self.ways[net], self.taken[self._kind(net)]
            for cell in sorted(way.cells):
                if taken[cell] > 1:
                    self.memory[cell] += REMEMBERED

    def _price_anew(self) -> None:
        for kind in ("track", "power"):
            dear = self.dear
            self.price[kind] = [dear * n + m for n, m in zip(self.taken[kind], self.memory, strict=True)]
        self.price["via"] = [self.dear * n for n in self.taken["via"]]

    def _lift(self, net: str) -> None:
        self._count(self.ways.pop(net), -1)

    def _count(self, way: Way, by: int) -> None:
        dear = by * self.dear
        for kind, cells in way.keeps_off.items():
            taken, price = self.taken[kind], self.price[kind]
            for cell in cells:
                taken[cell] += by
                price[cell] += dear

    def _lay(self, net: str) -> None:
        """Connects the pads of a net, the nearest next."""
        kind = self._kind(net)
        grid, way = self.grid, Way()
        ends = [(pad, grid.cells_of(pad, self.open[kind])) for pad in self.pads[net]]
        if any(not cells for _, cells in ends):
            raise RoutingError([net])
        first, cells = ends.pop(0)
        reached = dict.fromkeys(cells)
        near = [self._distance(pad, first) for pad, _ in ends]
        while ends:
            nearest = min(range(len(ends)), key=lambda n: (near[n], n))
            pad, cells = ends.pop(nearest)
            near.pop(nearest)
            path = self._search(net, kind, list(reached), cells, way.vias)
            if path is None:
                raise RoutingError([net])
            way.paths.append(path)
            reached.update(dict.fromkeys([*path, *cells]))
            for a, b in pairwise(path):
                if abs(a - b) == grid.size:
                    way.vias.add(a % grid.size)
            near = [min(old, self._distance(other, pad)) for old, (other, _) in zip(near, ends, strict=True)]
        self._keep_off(way, kind)
        self.ways[net] = way
        self._count(way, 1)

    def _distance(self, one: PlacedPad, other: PlacedPad) -> float:
        return round(abs(one.x - other.x) + abs(one.y - other.y), 3)

    def _keep_off(self, way: Way, kind: str) -> None:
        size = self.grid.size
        cells = [(cell, "track" if kind == "power" and cell in self.necks else kind) for cell in way.cells]
        cells += [(cell + layer, "via") for cell in way.vias for layer in (0, size)]
        kept = {
            other: {cell + step for cell, own in cells for step in self.off[own, other]} for other in ("track", "power")
        }
        # In a neck the wide track is a narrow one.
        kept["power"] = (kept["power"] - self.necks) | (kept["track"] & self.necks)
        way.keeps_off = {other: {cell for cell in kept[other] if 0 <= cell < 2 * size} for other in kept}
        flat = {cell % size + step for cell, own in cells for step in self.off[own, "via"]}
        way.keeps_off["via"] = {cell for cell in flat if 0 <= cell < size}

    def _search(self, net: str, kind: str, sources: list[int], targets: list[int], vias: set[int]) -> list[int] | None:
        """The cheapest way from one of the sources to one of the targets, all of which lie over each other; None where
        there is none."""
        grid = self.grid
        columns, size = grid.columns, grid.size
        owners, price, number = self.open[kind], self.price[kind], grid.nets[net]
        via_price, closed = self.price["via"], self.closed_to_vias
        own = {via + step for via in vias for step in self.off["via", "own via"]}
        goal = targets[0] % size
        goal_row, goal_column = divmod(goal, columns)
        slanted = SLANTED - 2 * STRAIGHT
        wanted = set(targets)
        # The first layer is for ways across, the second for ways up and down.
        across = ((1, STRAIGHT), (-1, STRAIGHT))
        down = ((columns, STRAIGHT), (-columns, STRAIGHT))
        diagonal = tuple((step, SLANTED) for step in (columns + 1, columns - 1, 1 - columns, -1 - columns))
        steps = (
            (*across, *((step, cost + AGAINST) for step, cost in down), *diagonal),
            (*((step, cost + AGAINST) for step, cost in across), *down, *diagonal),
        )
        bits = (2 * size).bit_length()
        mask = (1 << bits) - 1
        cheapest = [FAR] * (2 * size)
        came = [-1] * (2 * size)
        heap: list[int] = []

        def reach(cell: int, cost: int, origin: int) -> None:
            cheapest[cell] = cost
            came[cell] = origin
            row, column = divmod(cell % size, columns)
            dy, dx = abs(row - goal_row), abs(column - goal_column)
            rest = STRAIGHT * (dx + dy) + slanted * (dx if dx < dy else dy)
            heappush(heap, cost + rest << bits | cell)

        for cell in sources:
            reach(cell, 0, -1)
        done = bytearray(2 * size)
        while heap:
            cell = heappop(heap) & mask
            if done[cell]:
                continue
            if cell in wanted:
                return self._back(came, cell)
            done[cell] = 1
            cost = cheapest[cell]
            layer = cell >= size
            for step, step_cost in steps[layer]:
                beside = cell + step
                new = cost + step_cost + price[beside]
                if new < cheapest[beside]:
                    owner = owners[beside]
                    if not owner or owner == number:
                        reach(beside, new, cell)
            flat = cell - size if layer else cell
            if closed[flat] == FREE and flat not in own:
                under = flat if layer else cell + size
                new = cost + THROUGH + via_price[flat] + price[under]
                owner = owners[under]
                if new < cheapest[under] and (not owner or owner == number):
                    reach(under, new, cell)
        return None

    def _back(self, came: list[int], cell: int) -> list[int]:
        path = [cell]
        while came[path[-1]] >= 0:
            path.append(came[path[-1]])
        return path[::-1]
