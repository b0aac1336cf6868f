"""A sheet of paper to draw on: lines, rectangles and text as SVG. Lengths in mm, x to the right, y down."""

from collections.abc import Sequence
from html import escape

from hardware.face.letters import FONT, width

INK, GREY, PAPER = "#000", "#777", "#fff"
Point = tuple[float, float]
Path = list[Point]

# A viewer without Helvetica or its like may take a wider font, and not heed how long a text has to be: what frames a
# text leaves it this much more room.
WIDER = 1.12


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Sheet:
    """What is drawn later lies on what was drawn before."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._out: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 3.0,
        *,
        anchor: str = "start",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """A line of text whose middle between foot and head is at y. `anchor`: what of it is at x."""
        if not text:
            return
        long = width(text, size, bold)
        weight = ' font-weight="bold"' if bold else ""
        self._out.append(
            f'<text x="{_number(x)}" y="{_number(y + 0.36 * size)}" text-anchor="{anchor}" '
            f'font-size="{_number(size)}" textLength="{_number(long)}" lengthAdjust="spacingAndGlyphs"{weight} '
            f'fill="{colour}" xml:space="preserve">{escape(text)}</text>'
        )

    def line(
        self,
        points: Sequence[Point],
        *,
        stroke: float = 0.35,
        colour: str = INK,
        dashed: bool = False,
        closed: bool = False,
        fill: str = "none",
        kind: str = "",
    ) -> None:
        """A line through the points. `kind`: what it is, for whoever reads the SVG."""
        path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + ("Z" if closed else "")
        dashes = ' stroke-dasharray="1.2 1"' if dashed else ""
        name = f' class="{kind}"' if kind else ""
        self._out.append(
            f'<path{name} d="{path}" fill="{fill}" stroke="{colour}" stroke-width="{_number(stroke)}" '
            f'stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
        )

    def rectangle(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        colour: str = INK,
        stroke: float = 0.35,
        corner: float = 0.0,
        dashed: bool = False,
        kind: str = "",
    ) -> None:
        round_ = f' rx="{_number(corner)}"' if corner else ""
        dashes = ' stroke-dasharray="1.2 1"' if dashed else ""
        name = f' class="{kind}"' if kind else ""
        self._out.append(
            f'<rect{name} x="{_number(left)}" y="{_number(top)}" width="{_number(width)}" height="{_number(height)}"'
            f'{round_} fill="{fill}" stroke="{colour}" stroke-width="{_number(stroke)}"{dashes}/>'
        )

    def circle(
        self, x: float, y: float, radius: float, *, fill: str = "none", colour: str = INK, stroke: float = 0.35
    ) -> None:
        self._out.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}" stroke="{colour}" '
            f'stroke-width="{_number(stroke)}"/>'
        )

    def svg(self) -> str:
        """The sheet at its own size."""
        size = f"{_number(self.width)}mm", f"{_number(self.height)}mm"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
                f'viewBox="0 0 {_number(self.width)} {_number(self.height)}" font-family="{FONT}">',
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{_number(self.width)}" height="{_number(self.height)}" fill="{PAPER}"/>',
                *self._out,
                "</svg>",
                "",
            ]
        )
