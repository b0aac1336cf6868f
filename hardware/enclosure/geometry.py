"""The sizes of the box that follow from board.toml, in mm. No CAD is needed for them.

The box stands at x to the right, y from the front to the back, z up, its lower left front corner at 0. What hangs on
the face is measured along it: x as above, y up the slope from the front edge, z into the box.

           back wall
          _.-|
     _.-''   |   tilt: of the face
    |        |   front: the height of the front wall
    |________|
"""

from dataclasses import dataclass
from math import ceil, cos, radians, sin, tan

from hardware.face.layout import DEPTH_PLAY, Layout, layout
from hardware.source.board import Board, Size

Range = tuple[float, float]

THINNEST = 1.2  # of a printed wall: three lines of a 0.4 mm nozzle
BOSS_DEPTH = 10.5  # of the holes for the floor's screws, M3 x 12
PICO = (21.0, 51.0, 1.0)  # Raspberry Pi Pico datasheet, "Mechanical specification"
PICO_HOLES, PICO_HOLE = (11.4, 47.0), 2.1
PICO_USB = (8.0, 1.3, 2.7)  # the socket: wide, out over the edge, high
SLOT_PITCH = 2.0  # of the openings for the sound, in widths of one
# The eye for a cable tie on the back wall: from the USB plug's middle to its own, how wide it is, its lower edge; how
# deep and high its hole is; how thick the bar around it.
TIE_ASIDE, TIE_WIDE, TIE_LOW, TIE_HOLE, TIE_BAR = 26.0, 8.0, 3.0, (2.6, 5.0), 3.2
POST_SHORT = 0.1  # of a display's flattest module: its screw clamps the board


@dataclass(frozen=True)
class Opening:
    """A hole in the back wall: its middle, width and height."""

    x: float
    z: float
    width: float
    height: float

    @property
    def x_range(self) -> Range:
        return self.x - self.width / 2, self.x + self.width / 2


class Box:
    """The box of a board for two or three sides."""

    def __init__(self, board: Board, sides: int) -> None:
        self.board, self.sides, self.sizes = board, sides, board.enclosure
        self.face: Layout = layout(board, sides)
        self.tilt = radians(self.sizes.tilt)
        self.width = self.face.width
        self.depth = self.face.height * cos(self.tilt)
        self.back = self.sizes.front + self.face.height * sin(self.tilt)

    def from_face(self, up: float, deep: float) -> Size:
        """y and z of a point that lies `up` the slope from the front edge, `deep` behind the face."""
        return (
            up * cos(self.tilt) + deep * sin(self.tilt),
            self.sizes.front + up * sin(self.tilt) - deep * cos(self.tilt),
        )

    def to_face(self, y: float, z: float) -> Size:
        """How far up the slope a point is, and how deep behind the face."""
        z -= self.sizes.front
        return y * cos(self.tilt) + z * sin(self.tilt), y * sin(self.tilt) - z * cos(self.tilt)

    def ceiling(self, y: float) -> float:
        """z of the inside of the face there."""
        return self.sizes.front + y * tan(self.tilt) - self.sizes.face / cos(self.tilt)

    @property
    def printed(self) -> tuple[float, float, float]:
        """The room that the shell takes on the printer's bed, lying on its face, and its height."""
        corners = [self.to_face(y, z) for y in (0.0, self.depth) for z in (0.0, self._top(y))]
        corners += [self.to_face(*at) for at in self.tie_profile]
        ups = [up for up, _ in corners]
        return self.width, max(ups) - min(ups), max(deep for _, deep in corners)

    def _top(self, y: float) -> float:
        return self.sizes.front + y * tan(self.tilt)

    @property
    def bosses(self) -> tuple[Size, ...]:
        """The middles of the bosses: in the corners, and at the front of a wide box between them."""
        inset = self.sizes.boss_inset
        left, right, front, back = inset, self.width - inset, inset, self.depth - inset
        spans = max(1, ceil((right - left) / self.sizes.apart))
        return (
            (left, back),
            (right, back),
            *((left + (right - left) * i / spans, front) for i in range(spans + 1)),
        )

    @property
    def feet(self) -> tuple[Size, ...]:
        """The middles of the places for the feet, beside the screws in the corners."""
        inset = self.sizes.boss_inset + (self.sizes.screw_head / 2 + self.sizes.foot[0] / 2 + 2) * 0.71
        return tuple((x, y) for x in (inset, self.width - inset) for y in (inset, self.depth - inset))

    @property
    def carrier_corner(self) -> Size:
        """x and y of the carrier's upper left corner: at the back wall, in the middle of it."""
        left = (self.width - self.board.carrier.size[0]) / 2
        return left, self.depth - self.sizes.wall - self.sizes.carrier_back

    @property
    def carrier_top(self) -> float:
        """z of the carrier's upper face."""
        return self.sizes.floor + self.sizes.standoff[0] + self.board.carrier.thickness

    def on_carrier(self, x: float, y: float) -> Size:
        """Where a point of the carrier is in the box."""
        left, back = self.carrier_corner
        return left + x, back - y

    @property
    def standoffs(self) -> tuple[Size, ...]:
        """The middles of what the carrier stands on."""
        return tuple(self.on_carrier(*hole) for hole in self.board.carrier.holes)

    @property
    def pico(self) -> Size:
        """The middle of the Pico."""
        place = self.board.carrier.places["U1"]
        return self.on_carrier(place.x, place.y)

    @property
    def usb_end(self) -> float:
        """y of the end of the Pico's USB socket."""
        return self.pico[1] + PICO[1] / 2 + PICO_USB[1]

    @property
    def usb(self) -> Opening:
        """Where the USB plug goes through the back wall, with its handle."""
        width, height = self.sizes.usb_plug
        middle = self.carrier_top + self.sizes.pico + PICO[2] + PICO_USB[2] / 2
        return Opening(self.pico[0], middle, width + 2 * self.sizes.usb_play, height + 2 * self.sizes.usb_play)

    @property
    def tie_x(self) -> float:
        """The middle of the eye for a cable tie: beside the USB plug, where no sound comes out."""
        slots = self.slots
        return self.usb.x + (TIE_ASIDE if slots and slots[0].x < self.usb.x else -TIE_ASIDE)

    @property
    def tie_profile(self) -> tuple[Size, ...]:
        """Its corners as the box is seen from the side, y and z: above it slants, to print without supports."""
        out, high = TIE_HOLE[0] + TIE_BAR, TIE_HOLE[1] + 2 * TIE_BAR
        inside, back = self.depth - self.sizes.wall / 2, self.depth + out
        top = TIE_LOW + high
        return (inside, TIE_LOW), (back, TIE_LOW), (back, top), (inside, top + out + self.sizes.wall / 2)

    def post_top(self, display: str) -> float:
        """How deep behind the face the post of this display's screws ends."""
        return self.sizes.recess + self.board.size_of(display).depth - DEPTH_PLAY - POST_SHORT

    @property
    def slots(self) -> tuple[Opening, ...]:
        """The openings for the sound: behind the piezo, or as near to it as the USB plug lets them; none without a
        piezo on the carrier."""
        place = self.board.carrier.places.get("BZ1")
        if not self.board.piezo or not place:
            return ()
        (width, height), many = self.sizes.slot, self.sizes.slots
        pitch, middle = SLOT_PITCH * width, self.on_carrier(place.x, place.y)[0]
        reach = (many - 1) * pitch / 2 + width / 2 + 3
        left, right = self.usb.x_range
        if left - reach < middle < right + reach:
            middle = left - reach if middle < self.usb.x else right + reach
        z = self.carrier_top + height / 2
        return tuple(Opening(middle + (i - (many - 1) / 2) * pitch, z, width, height) for i in range(many))
