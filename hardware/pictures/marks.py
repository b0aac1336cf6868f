"""A sheet for one step of the guide, and the marks that all of them have: what is new is orange, what is there already
is grey, arrows say where something goes, a tick and a cross what is right and what is wrong.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from math import hypot

from hardware.drawing.sheet import INK, PAPER, Path, Point, Sheet
from hardware.face.letters import STATUS_FONT, width

WIDE, HIGH = 140.0, 88.0  # mm: on a phone half of this, so that nothing that is read is smaller than SMALL
BIG, MIDDLE_SIZE, SMALL = 7.0, 5.0, 4.0  # of type
NEW, NEW_EDGE, NEW_PALE = "#f57c00", "#8f3a00", "#ffe0b8"
OLD, OLD_EDGE, PALE, PALE_EDGE = "#cfd2d4", "#6d7478", "#f1f2f2", "#b4babd"
BOARD, BOARD_EDGE, COPPER, TIN = "#e4efe8", "#0d5c42", "#c9a33d", "#9aa1a5"
RIGHT, WRONG, MOVE = "#15853a", "#d0021b", "#0a5cc2"
GREEN = "#2f8f5b"  # of a Pico


class Picture(Sheet):
    """A sheet, if nothing else is said WIDE and HIGH."""

    def __init__(self, title: str, wide: float = WIDE, high: float = HIGH) -> None:
        super().__init__(wide, high, title)

    def svg(self, ground: bool = True) -> str:
        """The picture; without its white ground it is laid over another one."""
        markup = super().svg()
        return markup if ground else markup.replace(f' fill="{PAPER}"/>', ' fill="none"/>', 1)

    @contextmanager
    def placed(self, left: float, top: float, scale: float = 1.0, turned: float = 0.0) -> Iterator[None]:
        """What is drawn within is that much larger, and its 0 lies there. `turned`: degrees, with the clock."""
        turn = f" rotate({turned:g})" if turned else ""
        self._out.append(f'<g transform="translate({left:.2f} {top:.2f}){turn} scale({scale:.4f})">')
        yield
        self._out.append("</g>")

    @contextmanager
    def clipped(self, left: float, top: float, wide: float, high: float, name: str) -> Iterator[None]:
        """What is drawn within is seen only inside of this rectangle. `name`: another one for each of a picture."""
        box = f'<rect x="{left:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{high:.2f}" rx="2"/>'
        self._out.append(f'<clipPath id="{name}">{box}</clipPath><g clip-path="url(#{name})">')
        yield
        self._out.append("</g>")

    def lines_of(self, markup: Sequence[str]) -> None:
        """Elements of SVG as they are."""
        self._out += markup

    def shape(self, points: Sequence[Point], fill: str, colour: str = INK, stroke: float = 0.35) -> None:
        """A filled polygon."""
        self.line(points, closed=True, fill=fill, colour=colour, stroke=stroke)

    def name(self, x: float, y: float, text: str, size: float = MIDDLE_SIZE, turned: float = 0.0) -> None:
        """The name of a part, bold on a white ground, its middle there. `turned`: degrees, with the clock."""
        wide, high = name_size(text, size)
        with self.placed(x, y, turned=turned):
            self.rectangle(-wide / 2, -high / 2, wide, high, fill=PAPER, stroke=0, colour=PAPER, corner=0.8)
            self.text(0, 0, text, size, anchor="middle", bold=True)

    def mono(self, x: float, y: float, text: str, size: float, colour: str = INK, bold: bool = False) -> None:
        """A line as a terminal shows it, its middle height at y."""
        weight = ' font-weight="bold"' if bold else ""
        self._out.append(
            f'<text x="{x:.2f}" y="{y + 0.34 * size:.2f}" font-size="{size:g}" font-family="{STATUS_FONT}"{weight} '
            f'fill="{colour}" xml:space="preserve">{escape(text)}</text>'
        )

    def arrow(self, points: Path, colour: str = MOVE, stroke: float = 2.0) -> None:
        """A thick arrow along these points, with its head at the last one."""
        (ax, ay), (x, y) = points[-2:]
        long = hypot(x - ax, y - ay) or 1.0
        dx, dy, head = (x - ax) / long, (y - ay) / long, 2.6 * stroke
        neck = (x - head * dx, y - head * dy)
        half = head * 0.62
        tip = [(x, y), (neck[0] - half * dy, neck[1] + half * dx), (neck[0] + half * dy, neck[1] - half * dx)]
        way = [*points[:-1], neck]
        self.line(way, stroke=stroke + 1.2, colour=PAPER)
        self.line(tip, stroke=1.2, colour=PAPER, closed=True)
        self.line(way, stroke=stroke, colour=colour)
        self.shape(tip, colour, colour, 0.3)

    def curve(self, one: Point, near: Point, far: Point, other: Point, colour: str, stroke: float) -> None:
        """A cable from one to the other, that leaves and arrives towards two points."""
        way = "M{:.2f} {:.2f}C{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}".format(*one, *near, *far, *other)
        for wide, paint in ((stroke + 1.1, PAPER), (stroke, colour)):
            self.lines_of(
                [f'<path d="{way}" fill="none" stroke="{paint}" stroke-width="{wide:g}" stroke-linecap="round"/>']
            )

    def tick(self, x: float, y: float, size: float = 9.0) -> None:
        """It is right so."""
        self.line(_mark(x, y, size, ((-0.45, 0.05), (-0.12, 0.4), (0.5, -0.45))), stroke=size / 4.5, colour=RIGHT)

    def cross(self, x: float, y: float, size: float = 9.0) -> None:
        """It is wrong so."""
        for corners in (((-0.4, -0.4), (0.4, 0.4)), ((-0.4, 0.4), (0.4, -0.4))):
            self.line(_mark(x, y, size, corners), stroke=size / 4.5, colour=WRONG)

    def ring(self, x: float, y: float, radius: float, colour: str = NEW) -> None:
        """Look here."""
        self.circle(x, y, radius, colour=PAPER, stroke=2.2)
        self.circle(x, y, radius, colour=colour, stroke=1.2)

    def frame(self, left: float, top: float, wide: float, high: float) -> None:
        """The edge of a picture in the picture."""
        self.rectangle(left, top, wide, high, colour=OLD_EDGE, stroke=0.5, corner=2)

    def hand(self, x: float, y: float, size: float = 1.0, turned: float = 0.0) -> None:
        """A finger that presses, its tip there, from below unless it is turned."""
        with self.placed(x, y, size, turned=turned):
            self.lines_of(
                [
                    '<path d="M-2.6 2.8a2.6 2.6 0 0 1 5.2 0V11l8 2.4q2.6 .9 2.2 4l-1.6 9.6H-3.4l-6.2-9q-1.6-3 .8-3.6'
                    't6.2 3.4z" fill="#fbe3cf" stroke="#7a4a22" stroke-width=".6" stroke-linejoin="round"/>',
                ]
            )


def name_size(text: str, size: float) -> Point:
    """How wide and high a name is with its ground."""
    return width(text, size, bold=True) + 1.6, size * 1.2


def _mark(x: float, y: float, size: float, corners: Sequence[Point]) -> Path:
    return [(x + size * dx, y + size * dy) for dx, dy in corners]
