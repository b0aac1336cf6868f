"""A sheet of paper at 1:1 around the face: its size, marks to cut along, a line to measure."""

from html import escape
from typing import NamedTuple

from hardware.face.layout import Layout, Rectangle
from hardware.face.letters import FONT
from hardware.face.text import Line, Text, number, stacked, text_svg
from hardware.source.board import Size

PAPERS: dict[str, Size] = {"A4": (297.0, 210.0), "A3": (420.0, 297.0)}
SIDE, END = 23.0, 18.0  # mm that the sheet needs left and right of the face, above and below it
SCALE_BAR = 100.0
INK = "#000"
GREY = "#777"
_CROP_FROM, _CROP_TO = 2.0, 7.0  # mm off the corner
_TYPE = 3.2


class Sheet(NamedTuple):
    """`paper`: its name; `width`, `height`: its size in mm; `x`, `y`: where the face's upper left corner lies on it."""

    paper: str
    width: float
    height: float
    x: float
    y: float


def sheet_for(face: Layout) -> Sheet | None:
    """The smallest sheet on which the face has room, lying in its middle; None where it is larger than A3."""
    for paper, (wide, high) in PAPERS.items():
        if face.width + 2 * SIDE <= wide and face.height + 2 * END <= high:
            return Sheet(paper, wide, high, (wide - face.width) / 2, (high - face.height) / 2)
    return None


def rectangle_svg(at: Rectangle, stroke: float = 0.2) -> str:
    """Its outline, `stroke` mm wide."""
    return (
        f'<rect x="{number(at.left)}" y="{number(at.top)}" width="{number(at.width)}" height="{number(at.height)}" '
        f'fill="none" stroke="{INK}" stroke-width="{stroke:g}"/>'
    )


def path_svg(path: str, stroke: float = 0.2, colour: str = INK) -> str:
    """A line `stroke` mm wide."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{stroke:g}"/>'


def crop_marks(face: Layout) -> list[str]:
    """Lines outside of the corners, along which a ruler lies."""
    out = []
    for x, right in ((0.0, -1), (face.width, 1)):
        for y, down in ((0.0, -1), (face.height, 1)):
            long = _CROP_TO - _CROP_FROM
            out.append(path_svg(f"M{number(x + right * _CROP_FROM)} {number(y)}h{number(right * long)}"))
            out.append(path_svg(f"M{number(x)} {number(y + down * _CROP_FROM)}v{number(down * long)}"))
    return out


def scale_bar(face: Layout, measure: str, beside: tuple[str, ...]) -> tuple[list[str], list[Text]]:
    """A line of 100 mm below the face, what to do with it, and beside it what else there is to say, line by line."""
    x, y = 8.0, face.height + 7.5
    bar = path_svg(f"M{number(x)} {number(y - 1.5)}v3m0 -1.5h{number(SCALE_BAR)}m0 -1.5v3", 0.25)
    lines = [Line("", words, _TYPE) for words in beside]
    return [bar], [
        *stacked([Line(measure, "", _TYPE)], x + SCALE_BAR / 2, y + 3.2, "measure", centred=True),
        *stacked(lines, x + SCALE_BAR + 5, y, "beside"),
    ]


def sheet_svg(sheet: Sheet, title: str, language: str, drawing: list[str], texts: list[Text]) -> str:
    """The whole sheet as SVG; what is drawn has its origin at the face's upper left corner."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{number(sheet.width)}mm" height="{number(sheet.height)}mm" '
            f'viewBox="{number(-sheet.x)} {number(-sheet.y)} {number(sheet.width)} {number(sheet.height)}" '
            f'lang="{language}" font-family="{FONT}" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect x="{number(-sheet.x)}" y="{number(-sheet.y)}" width="{number(sheet.width)}" '
            f'height="{number(sheet.height)}" fill="#fff"/>',
            *drawing,
            *map(text_svg, texts),
            "</svg>",
            "",
        ]
    )
