"""Line drawings of solids: hidden lines removed, sizes and names written beside them, as SVG in mm."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import Any

import build123d as cad

from hardware.face.letters import FONT, width
from hardware.source.board import Size

Point = tuple[float, float, float]

PAGE = 180.0  # mm wide at most, what is between the margins of a sheet of A4
TEXT = 3.4
THICK, THIN = 0.3, 0.15
OTHER_FONTS = 1.1  # a viewer that has none of ours, and does not care for textLength, takes more room
MARGIN = 1.5
TO_NAMES = 8.0
ROW = TEXT * 1.9  # from name to name
CURVE_STEP = 0.8  # mm of the solid


def _cross(a: Point, b: Point) -> Point:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(a: Point) -> Point:
    length = hypot(*a)
    return a[0] / length, a[1] / length, a[2] / length


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dataclass(frozen=True)
class Text:
    """A line of text: its left end and its middle height."""

    left: float
    middle: float
    text: str

    @property
    def right(self) -> float:
        return self.left + width(self.text, TEXT) * OTHER_FONTS

    @property
    def top(self) -> float:
        return self.middle - TEXT / 2

    @property
    def bottom(self) -> float:
        return self.middle + TEXT / 2

    def svg(self) -> str:
        long = width(self.text, TEXT)
        return (
            f'<text x="{self.left:.2f}" y="{self.middle + TEXT * 0.35:.2f}" textLength="{long:.2f}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(self.text)}</text>'
        )


class Drawing:
    """Solids as they are seen from a direction, on a page; then sizes and names are written beside them.

    `towards`: the direction from the solids to the eye; `wide`: how many mm of the page the solids take."""

    def __init__(
        self,
        solids: Sequence[Any],
        towards: Point,
        wide: float,
        up: Point = (0, 0, 1),
    ) -> None:
        self._away = _unit(towards)
        self._right = _unit(_cross(up, self._away))
        self._up = _cross(self._away, self._right)
        lines = self._seen(solids, up)
        xs = [x for line in lines for x, _ in line]
        self.scale = wide / (max(xs) - min(xs))
        self._left = min(xs)
        self._names_at = wide + TO_NAMES
        self._paths = [[self._on_page(at) for at in line] for line in lines]
        self._thin: list[list[Size]] = []
        self._dots: list[Size] = []
        self.texts: list[Text] = []

    def _seen(self, solids: Sequence[Any], up: Point) -> list[list[Size]]:
        eye = tuple(1000 * part for part in self._away)
        seen, _ = cad.Compound(list(solids)).project_to_viewport(eye, up, (0, 0, 0))
        lines = []
        for edge in seen:
            steps = 1 if edge.geom_type == cad.GeomType.LINE else max(6, min(40, round(edge.length / CURVE_STEP)))
            points = [edge.position_at(i / steps) for i in range(steps + 1)]
            lines.append([(point.X, point.Y) for point in points])
        return sorted(lines)

    def _on_page(self, at: Size) -> Size:
        return (at[0] - self._left) * self.scale, -at[1] * self.scale

    def place(self, point: Point) -> Size:
        """Where a point of space is on the page."""
        return self._on_page((_dot(point, self._right), _dot(point, self._up)))

    def size(self, one: Point, other: Point, away: Point, text: str, far: float = 7.0) -> None:
        """A dimension line beside two points, `far` mm of the page in the direction `away` from them."""
        (x1, y1), (x2, y2) = self.place(one), self.place(other)
        dx, dy = self._towards(away)
        for x, y in ((x1, y1), (x2, y2)):
            self._thin.append([(x + dx, y + dy), (x + (far + 1.5) * dx, y + (far + 1.5) * dy)])
        a, b = (x1 + far * dx, y1 + far * dy), (x2 + far * dx, y2 + far * dy)
        self._arrows(a, b)
        long = hypot(b[0] - a[0], b[1] - a[1])
        nx, ny = (b[1] - a[1]) / long, (a[0] - b[0]) / long  # across the line, to the side away from the points
        if nx * dx + ny * dy < 0:
            nx, ny = -nx, -ny
        beyond = 1 + width(text, TEXT) * OTHER_FONTS / 2 * abs(nx) + TEXT / 2 * abs(ny)
        x, y = (a[0] + b[0]) / 2 + nx * beyond, (a[1] + b[1]) / 2 + ny * beyond
        self._write(x - width(text, TEXT) / 2, y, text)

    def _towards(self, direction: Point) -> Size:
        (ax, ay), (bx, by) = self.place((0, 0, 0)), self.place(direction)
        length = hypot(bx - ax, by - ay)
        return (bx - ax) / length, (by - ay) / length

    def _arrows(self, a: Size, b: Size) -> None:
        self._thin.append([a, b])
        long = hypot(b[0] - a[0], b[1] - a[1])
        x, y = 2 * (b[0] - a[0]) / long, 2 * (b[1] - a[1]) / long
        for end, sign in ((a, 1), (b, -1)):
            for aside in (-0.3, 0.3):
                self._thin.append([end, (end[0] + sign * (x - aside * y), end[1] + sign * (y + aside * x))])

    def _write(self, left: float, middle: float, text: str) -> None:
        self.texts.append(Text(left, middle, text))

    def note(self, point: Point, aside: Size, text: str) -> None:
        """A name that far from its point on the page, to the right and down, with a line between."""
        x, y = self.place(point)
        self._write(x + aside[0] - width(text, TEXT) / 2, y + aside[1], text)
        self._thin.append([(x, y), (x + aside[0], y + aside[1] + (TEXT if aside[1] < 0 else -TEXT) * 0.7)])
        self._dots.append((x, y))

    def names(self, named: Sequence[tuple[Point, str]]) -> None:
        """Names in a column at the right, each with a line to its point."""
        placed = sorted((self.place(point)[1], self.place(point)[0], text) for point, text in named)
        rows: list[float] = []
        for target, _, _ in placed:
            rows.append(max(target, rows[-1] + ROW) if rows else target)
        moved = sum(row - target for row, (target, _, _) in zip(rows, placed, strict=True)) / len(rows)
        for row, (target, x, text) in zip(rows, placed, strict=True):
            self._write(self._names_at + 1, row - moved, text)
            self._thin.append([(self._names_at, row - moved), (x, target)])
            self._dots.append((x, target))

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all that is drawn and written, in mm of the page."""
        points = [at for line in (*self._paths, *self._thin) for at in line]
        for text in self.texts:
            points += [(text.left, text.top), (text.right, text.bottom)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top

    def svg(self) -> str:
        """The drawing."""
        left, top, wide, high = self.box()
        return (
            "\n".join(
                [
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.1f}mm" height="{high:.1f}mm" '
                    f'viewBox="{left:.2f} {top:.2f} {wide:.2f} {high:.2f}">',
                    f'<rect x="{left:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="#fff"/>',
                    _stroked(self._paths, "#000", THICK),
                    _stroked(self._thin, "#06c", THIN),
                    *(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.6" fill="#06c"/>' for x, y in self._dots),
                    f'<g font-family="{FONT}" font-size="{TEXT}" fill="#024">',
                    *(text.svg() for text in self.texts),
                    "</g>",
                    "</svg>",
                ]
            )
            + "\n"
        )


def _stroked(paths: Sequence[Sequence[Size]], colour: str, thick: float) -> str:
    along = "".join("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in path) for path in paths)
    return f'<path fill="none" stroke="{colour}" stroke-width="{thick}" stroke-linecap="round" d="{along}"/>'
