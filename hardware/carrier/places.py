"""The parts where they lie on the carrier, in mm from its upper left corner, x to the right and y down."""

from dataclasses import dataclass

from hardware.carrier.footprints import Box, Footprint, Pad, Point, footprint, hole
from hardware.circuit.netlist import Component, netlist
from hardware.source.board import Board, Place


@dataclass(frozen=True)
class PlacedPad:
    """A pad as it lies. `width` is that along x. `net`: None where nothing is connected."""

    part: str
    number: str
    x: float
    y: float
    width: float
    height: float
    shape: str
    drill: float
    net: str | None


@dataclass(frozen=True)
class PlacedPart:
    """A part as it lies."""

    component: Component
    footprint: Footprint
    place: Place

    def at(self, point: Point) -> Point:
        """Where a point of the footprint lies on the board."""
        x, y = point
        for _ in range(int(self.place.turned) // 90 % 4):
            x, y = y, -x
        return round(self.place.x + x, 4), round(self.place.y + y, 4)

    def box(self, box: Box) -> Box:
        """What a box of the footprint covers on the board."""
        (x1, y1), (x2, y2) = self.at(box[:2]), self.at(box[2:])
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    @property
    def body(self) -> Box:
        return self.box(self.footprint.body)

    @property
    def courtyard(self) -> Box:
        return self.box(self.footprint.courtyard)

    @property
    def pads(self) -> list[PlacedPad]:
        return [self._placed(pad) for pad in self.footprint.pads]

    def _placed(self, pad: Pad) -> PlacedPad:
        x, y = self.at((pad.x, pad.y))
        across = int(self.place.turned) // 90 % 2
        width, height = (pad.height, pad.width) if across else (pad.width, pad.height)
        net = self.component.nets.get(pad.number)
        return PlacedPad(self.component.ref, pad.number, x, y, width, height, pad.shape, pad.drill, net)


def placed_parts(board: Board) -> list[PlacedPart]:
    """All parts, and the mounting holes as H1, H2, ..., where they lie. Raises KeyError for a part without a place."""
    carrier = board.carrier
    parts = [PlacedPart(part, footprint(part.kind), carrier.places[part.ref]) for part in netlist(board)]
    screw = hole(carrier.hole, carrier.screw_head)
    for number, (x, y) in enumerate(carrier.holes, 1):
        parts.append(PlacedPart(Component(f"H{number}", "hole", "", {}, fitted=False), screw, Place(x, y, 0.0)))
    return parts
