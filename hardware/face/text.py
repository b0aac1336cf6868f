"""Lines of print in mm, and the boxes that they cover."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from hardware.face.letters import width

ABOVE, BELOW = 0.76, 0.22  # of the type size: how far letters reach above the base line, and below it
LEADING = 0.15  # of the type size: between the boxes of two lines


class Line(NamedTuple):
    """What stands in a line: a bold beginning, then the rest."""

    bold: str
    plain: str
    size: float

    @property
    def width(self) -> float:
        return width(self.bold, self.size, bold=True) + width(self.plain, self.size)


@dataclass(frozen=True)
class Text:
    """A line in its place: `x` where it begins, `y` its base line. `of`: what it belongs to, a key or a part of the
    face."""

    x: float
    y: float
    line: Line
    of: str = ""

    @property
    def left(self) -> float:
        return self.x

    @property
    def right(self) -> float:
        return self.x + self.line.width

    @property
    def top(self) -> float:
        return self.y - ABOVE * self.line.size

    @property
    def bottom(self) -> float:
        return self.y + BELOW * self.line.size


def height(lines: Iterable[Line]) -> float:
    """How high these lines are, one below the other."""
    sizes = [line.size for line in lines]
    return (ABOVE + BELOW) * sum(sizes) + LEADING * sum(sizes[1:])


def stacked(lines: list[Line], x: float, middle: float, of: str, centred: bool = False) -> list[Text]:
    """The lines one below the other around the height `middle`, beginning at `x`, or with their middle there."""
    texts = []
    top = middle - height(lines) / 2
    for number, line in enumerate(lines):
        top += LEADING * line.size if number else 0
        texts.append(Text(x - line.width / 2 if centred else x, top + ABOVE * line.size, line, of))
        top += (ABOVE + BELOW) * line.size
    return texts


def number(value: float) -> str:
    """A length as it is written in a drawing: at most two decimals."""
    return f"{round(value, 2) + 0:g}"


def text_svg(text: Text) -> str:
    """The line as SVG. It says its length, so that a font other than FONT takes no more room where that is obeyed."""
    line = text.line
    bold = f'<tspan font-weight="bold">{escape(line.bold)}</tspan>' if line.bold else ""
    return (
        f'<text x="{text.x:.2f}" y="{text.y:.2f}" font-size="{line.size:g}" textLength="{line.width:.2f}" '
        f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{bold}{escape(line.plain)}</text>'
    )
