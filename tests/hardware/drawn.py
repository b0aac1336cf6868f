"""Where everything on a drawing of hardware/drawing is, read from its SVG. Lengths in mm."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from hardware.drawing.sheet import WIDER
from hardware.face.letters import width

_SVG = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    """What covers this much of the sheet."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        return not (
            self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top
        )

    def within(self, other: "Box") -> bool:
        return (
            other.left <= self.left
            and other.top <= self.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def shrunk(self, by: float) -> "Box":
        return Box(self.what, self.left + by, self.top + by, self.right - by, self.bottom - by)


@dataclass(frozen=True)
class Line:
    """A line through points. `kind`: "wire" for one that is a wire."""

    kind: str
    colour: str
    points: tuple[tuple[float, float], ...]

    @cached_property
    def pieces(self) -> list[Box]:
        """A box for each of its straight pieces."""
        return [
            Box(self.kind or "line", min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
            for (x1, y1), (x2, y2) in pairwise(self.points)
        ]


class Drawn:
    """`texts`: what is written, `bold` of it; `parts`: what wires keep clear of; `frames`: other rectangles."""

    def __init__(self, svg: str) -> None:
        root = ET.fromstring(svg)
        self.width, self.height = (float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
        self.sheet = Box("sheet", 0, 0, self.width, self.height)
        self.texts = [self._text(element) for element in root.iter(f"{_SVG}text")]
        self.bold = [
            box for box, element in zip(self.texts, root.iter(f"{_SVG}text"), strict=True) if element.get("font-weight")
        ]
        self.sizes = [float(element.get("font-size", "")) for element in root.iter(f"{_SVG}text")]
        self.lines = [self._line(element) for element in root.iter(f"{_SVG}path")]
        boxes = [(element.get("class"), self._box(element)) for element in list(root.iter(f"{_SVG}rect"))[1:]]
        self.parts = [box for kind, box in boxes if kind == "part"]
        self.frames = [box for kind, box in boxes if kind != "part"]
        self.circles = list(self._circles(root))

    @property
    def wires(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "wire"]

    @staticmethod
    def _text(element: ET.Element) -> Box:
        text = element.text or ""
        x, y, size = (float(element.get(name, "")) for name in ("x", "y", "font-size"))
        long = width(text, size, element.get("font-weight") == "bold")
        assert abs(float(element.get("textLength", "")) - long) < 0.01, text
        long *= WIDER
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "")] * long
        return Box(text, left, y - 0.74 * size, left + long, y + 0.05 * size)

    @staticmethod
    def _line(element: ET.Element) -> Line:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", element.get("d", ""))]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if element.get("d", "").endswith("Z"):
            points.append(points[0])
        return Line(element.get("class", ""), element.get("stroke", ""), tuple(points))

    @staticmethod
    def _box(element: ET.Element) -> Box:
        x, y, wide, high = (float(element.get(name, "")) for name in ("x", "y", "width", "height"))
        return Box(f"{element.get('class', 'frame')} at {x:g}, {y:g}", x, y, x + wide, y + high)

    @staticmethod
    def _circles(root: ET.Element) -> Iterator[Box]:
        for element in root.iter(f"{_SVG}circle"):
            x, y, r = (float(element.get(name, "")) for name in ("cx", "cy", "r"))
            yield Box(f"circle at {x:g}, {y:g}", x - r, y - r, x + r, y + r)


def wrong(drawn: Drawn, edge: float) -> Iterator[str]:
    """What of a drawing cannot be read: text over text, over a line or over an edge, and what is cut off."""
    inside = drawn.sheet.shrunk(edge)
    everything = [*drawn.texts, *drawn.parts, *drawn.frames, *drawn.circles]
    everything += [piece for line in drawn.lines for piece in line.pieces]
    for box in everything:
        if not box.within(inside):
            yield f"{box.what} is cut off"
    for number, text in enumerate(drawn.texts):
        for other in drawn.texts[number + 1 :]:
            if text.meets(other):
                yield f"{text.what} lies over {other.what}"
        for line in drawn.lines:
            if any(text.meets(piece) for piece in line.pieces):
                yield f"{text.what} lies over a {line.kind or 'line'}"
        for frame in (*drawn.parts, *drawn.frames):
            if text.meets(frame) and not text.within(frame):
                yield f"{text.what} lies over the edge of a {frame.what}"
        for circle in drawn.circles:
            if text.meets(circle):
                yield f"{text.what} lies over a {circle.what}"


def wrong_wires(drawn: Drawn) -> Iterator[str]:
    """Wires that run over a part. Only with its first and its last piece a wire reaches into the part it ends on."""
    for wire in drawn.wires:
        pieces = wire.pieces
        for number, piece in enumerate(pieces):
            for part in drawn.parts:
                ends = [wire.points[0]] * (number == 0) + [wire.points[-1]] * (number == len(pieces) - 1)
                if piece.meets(part.shrunk(0.2)) and not any(_inside(end, part) for end in ends):
                    yield f"a wire runs over the {part.what}"


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def too_close(drawn: Drawn, apart: float) -> Iterator[str]:
    """Wires that run side by side nearer than this."""
    for number, wire in enumerate(drawn.wires):
        for other in drawn.wires[number + 1 :]:
            for a in wire.pieces:
                for b in other.pieces:
                    if a.left == a.right and b.left == b.right:
                        beside, along = abs(a.left - b.left), min(a.bottom, b.bottom) - max(a.top, b.top)
                    elif a.top == a.bottom and b.top == b.bottom:
                        beside, along = abs(a.top - b.top), min(a.right, b.right) - max(a.left, b.left)
                    else:
                        continue
                    if along > 0 and beside < apart:
                        yield f"wires run {beside:.1f} mm from each other at {a.left:g}, {a.top:g}"
