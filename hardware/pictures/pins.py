"""The Pico with its pins, and the wires that are soldered to them: each ends at its pin, in its own colour."""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.circuit import pico
from hardware.circuit.netlist import GND
from hardware.drawing.parts import PAINT
from hardware.drawing.sheet import INK, PAPER, Point
from hardware.face.letters import width
from hardware.pictures.marks import GREEN, OLD_EDGE, PALE_EDGE, TIN, Picture
from hardware.pictures.things import BLACK

_ROW, _WIDE, _LONG = 3.9, 30.0, 16.0  # from pin to pin, the Pico's width, how long a wire is drawn
_NAMES = {pad: name for name, pad in (pico.GPIO | pico.OTHERS).items()} | dict.fromkeys(pico.GROUNDS, GND)


@dataclass(frozen=True)
class Pinned:
    """A Pico from above, its USB at the top, `left` being its left edge."""

    left: float
    top: float = 6.0

    def at(self, pad: int) -> Point:
        """The middle of a pin."""
        half = pico.PINS // 2
        row = pad - 1 if pad <= half else pico.PINS - pad
        return (self.left + 1.8 if pad <= half else self.left + _WIDE - 1.8), self.top + 2.5 + row * _ROW

    def end(self, pad: int) -> Point:
        """Where a wire to this pin comes from, beside the Pico."""
        x, y = self.at(pad)
        return (x - _LONG if pad <= pico.PINS // 2 else x + _LONG), y

    def draw(self, picture: Picture, wires: Mapping[int, tuple[str, str]]) -> None:
        """`wires`: what a pin gets, and the colour of its wire; other pins are pale."""
        high = _ROW * (pico.PINS // 2) + 1.2
        picture.rectangle(self.left, self.top, _WIDE, high, fill="#e7f1ea", colour=GREEN, stroke=0.6, corner=1.5)
        middle = self.left + _WIDE / 2
        picture.rectangle(middle - 5.5, self.top - 3, 11, 8, fill=TIN, colour=OLD_EDGE, stroke=0.4)
        picture.rectangle(middle - 3.5, self.top + high * 0.45, 7, 7, fill=BLACK, stroke=0)
        for pad in range(1, pico.PINS + 1):
            x, y = self.at(pad)
            way = 1 if pad <= pico.PINS // 2 else -1
            picture.circle(x, y, 1.1, fill="#d9b84a" if pad in wires else PAPER, colour=PALE_EDGE, stroke=0.3)
            if pad not in wires:
                continue
            net, colour = wires[pad]
            anchor = "start" if way == 1 else "end"
            picture.text(x + way * 2.0, y, _NAMES[pad].removesuffix("_EN"), 3.3, anchor=anchor, bold=True)
            far = self.end(pad)
            wire(picture, [far, (x, y)], colour)
            picture.circle(x, y, 1.2, fill=TIN, colour=INK, stroke=0.3)
            if not net:
                continue
            beside = "end" if way == 1 else "start"
            picture.text(far[0] - way * 1.4, y, net, 3.9, anchor=beside, bold=True)
            number = far[0] - way * (2.6 + width(net, 3.9, bold=True))
            picture.text(number, y, str(pad), 2.9, anchor=beside, colour=OLD_EDGE)


def wire(picture: Picture, way: list[Point], colour: str, stroke: float = 1.5) -> None:
    """A wire of this colour along these points."""
    for wide, paint in ((stroke + 1.3, PAPER), (stroke + 0.45, INK), (stroke, PAINT[colour])):
        picture.line(way, stroke=wide, colour=paint)
