"""The carrier as a grid: where pads, holes and edges leave room for the middle of a track or of a via.

A cell is a number: layer * cells of a layer + row * columns + column. The rim of the grid is never free, so a step from
a free cell never leaves it. GRID divides the pitch of the Pico's pins, and one of them lies on a cell: so tracks find
the middle between two pins.
"""

from dataclasses import dataclass
from math import ceil, floor, hypot, sqrt

from hardware.carrier.footprints import Point
from hardware.carrier.places import PlacedPad, PlacedPart
from hardware.source.board import Carrier

GRID = 0.254  # mm
TOP, BOTTOM = 0, 1
LAYERS = ("F.Cu", "B.Cu")
FREE, NOBODY = 0, -1  # of a cell; else the only net that may pass it
NECK = 2.0  # mm: so near to a pad a track that is too wide for the way may be narrow
SLACK = 1e-6


@dataclass(frozen=True)
class Core:
    """A shape as a box with round corners: the box's middle, half its width and height, and the radius around it."""

    x: float
    y: float
    half_width: float
    half_height: float
    radius: float


def core(pad: PlacedPad) -> Core:
    """The shape of a pad. Round corners of a rectangle count as square."""
    if pad.shape in ("rect", "roundrect"):
        return Core(pad.x, pad.y, pad.width / 2, pad.height / 2, 0.0)
    radius = min(pad.width, pad.height) / 2
    return Core(pad.x, pad.y, pad.width / 2 - radius, pad.height / 2 - radius, radius)


class Grid:
    """The cells of a board. `columns`, `rows`: of a layer; `size`: how many cells that makes; `left`, `top`: where
    column 0 and row 0 are."""

    def __init__(self, carrier: Carrier, parts: list[PlacedPart], nets: dict[str, int]) -> None:
        self.carrier = carrier
        self.nets = nets
        self.pads = [pad for part in parts for pad in part.pads]
        anchor = next((pad for pad in self.pads if (pad.part, pad.number) == ("U1", "1")), self.pads[0])
        self.left, self.top = anchor.x % GRID - GRID, anchor.y % GRID - GRID
        self.columns = ceil((carrier.size[0] - self.left) / GRID) + 1
        self.rows = ceil((carrier.size[1] - self.top) / GRID) + 1
        self.size = self.columns * self.rows

    def point(self, cell: int) -> Point:
        """Where a cell lies on the board."""
        row, column = divmod(cell % self.size, self.columns)
        return round(self.left + column * GRID, 4), round(self.top + row * GRID, 4)

    def tracks(self, width: float) -> list[int]:
        """Who may lay the middle of a track of this width on each cell of both layers: FREE, NOBODY or a net."""
        reach = width / 2
        owners = [FREE] * (2 * self.size)
        for layer in (TOP, BOTTOM):
            self._close_edges(owners, layer * self.size, reach)
            for pad in self.pads:
                if pad.drill or layer == TOP:
                    self._claim(owners, layer * self.size, pad, reach)
        return owners

    def necks(self, net: str, wide: list[int], narrow: list[int]) -> set[int]:
        """The cells near the pads of this net where its wide track finds no way and a narrow one does."""
        number, far = self.nets.get(net), NECK**2
        found = set()
        for pad in (pad for pad in self.pads if pad.net == net):
            for row in self._near(pad.y, self.top, 2 * NECK):
                for column in self._near(pad.x, self.left, 2 * NECK):
                    x, y = self.left + column * GRID - pad.x, self.top + row * GRID - pad.y
                    if x * x + y * y > far or not (0 <= row < self.rows and 0 <= column < self.columns):
                        continue
                    for layer in (TOP, BOTTOM) if pad.drill else (TOP,):
                        cell = layer * self.size + row * self.columns + column
                        if wide[cell] not in (FREE, number) and narrow[cell] in (FREE, number):
                            found.add(cell)
        return found

    def vias(self) -> list[int]:
        """For every cell of a layer FREE or NOBODY: a via keeps away from all pads, those of its net as well."""
        carrier = self.carrier
        reach = carrier.via / 2
        closed = [FREE] * self.size
        self._close_edges(closed, 0, reach)
        for pad in self.pads:
            gap = max(carrier.clearance, carrier.hole_gap)
            self._fill(closed, 0, core(pad), reach + gap, NOBODY)
        return closed

    def _close_edges(self, cells: list[int], first: int, reach: float) -> None:
        carrier = self.carrier
        away = carrier.edge + reach
        left, right = self._inside(away, carrier.size[0] - away, self.left)
        top, bottom = self._inside(away, carrier.size[1] - away, self.top)
        for row in range(self.rows):
            start = first + row * self.columns
            if not top <= row <= bottom:
                cells[start : start + self.columns] = [NOBODY] * self.columns
            else:
                cells[start : start + left] = [NOBODY] * left
                cells[start + right + 1 : start + self.columns] = [NOBODY] * (self.columns - right - 1)
        self._close_corners(cells, first, away)
        for x, y in carrier.holes:
            self._fill(cells, first, Core(x, y, 0.0, 0.0, carrier.screw_head / 2), reach + carrier.clearance, NOBODY)

    def _inside(self, least: float, most: float, origin: float) -> tuple[int, int]:
        return max(1, ceil((least - origin) / GRID)), floor((most - origin) / GRID)

    def _close_corners(self, cells: list[int], first: int, away: float) -> None:
        """Where the board's corners are round."""
        (width, height), corner = self.carrier.size, self.carrier.corner
        for row in range(self.rows):
            y = self.top + row * GRID
            down = max(corner - y, y - (height - corner), 0.0)
            if not down:
                continue
            for column in range(self.columns):
                x = self.left + column * GRID
                across = max(corner - x, x - (width - corner), 0.0)
                if across and hypot(across, down) > corner - away:
                    cells[first + row * self.columns + column] = NOBODY

    def _claim(self, owners: list[int], first: int, pad: PlacedPad, reach: float) -> None:
        net = self.nets.get(pad.net or "", NOBODY)
        gap = self.carrier.clearance if pad.number else max(self.carrier.clearance, self.carrier.hole_gap)
        self._fill(owners, first, core(pad), reach + gap, net)

    def _fill(self, cells: list[int], first: int, shape: Core, away: float, net: int) -> None:
        """Gives the cells nearer to the shape than this to the net; those that another net has, to nobody. Past a round
        or a corner the way between two cells side by side, or corner to corner, comes nearer than both: they keep that
        much further off."""
        straight = shape.radius + away - SLACK
        bent = sqrt(straight**2 + GRID**2 / 2)
        x1, x2 = shape.x - shape.half_width - bent, shape.x + shape.half_width + bent
        y1, y2 = shape.y - shape.half_height - bent, shape.y + shape.half_height + bent
        columns = range(max(0, ceil((x1 - self.left) / GRID)), min(self.columns, floor((x2 - self.left) / GRID) + 1))
        rows = range(max(0, ceil((y1 - self.top) / GRID)), min(self.rows, floor((y2 - self.top) / GRID) + 1))
        for row in rows:
            dy = max(abs(self.top + row * GRID - shape.y) - shape.half_height, 0.0)
            for column in columns:
                dx = max(abs(self.left + column * GRID - shape.x) - shape.half_width, 0.0)
                limit = bent if shape.radius or (dx and dy) else straight
                if dx * dx + dy * dy < limit * limit:
                    cell = first + row * self.columns + column
                    cells[cell] = net if cells[cell] in (FREE, net) else NOBODY

    def cells_of(self, pad: PlacedPad, owners: list[int]) -> list[int]:
        """Where a track to this pad may end: on each of its layers the cell nearest to its middle that
        its net may pass, if there is one on the pad."""
        net = self.nets[pad.net or ""]
        cells = []
        for layer in (TOP, BOTTOM) if pad.drill else (TOP,):
            near = []
            for row in self._near(pad.y, self.top, pad.height):
                for column in self._near(pad.x, self.left, pad.width):
                    cell = layer * self.size + row * self.columns + column
                    if owners[cell] in (FREE, net):
                        x, y = self.left + column * GRID, self.top + row * GRID
                        near.append((round(hypot(x - pad.x, y - pad.y), 6), cell))
            if near:
                cells.append(min(near)[1])
        return cells

    def _near(self, middle: float, origin: float, long: float) -> range:
        return range(ceil((middle - long / 2 - origin) / GRID), floor((middle + long / 2 - origin) / GRID) + 1)
