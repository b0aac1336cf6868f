"""The drill template: the face at 1:1 for those who saw and drill it from plywood or aluminium."""

from hardware.face.layout import Layout, Rectangle, layout
from hardware.face.letters import width
from hardware.face.overlay import outline
from hardware.face.sheet import GREY, Sheet, path_svg, rectangle_svg, scale_bar, sheet_svg
from hardware.face.text import ABOVE, BELOW, Line, Text, number, stacked
from hardware.source.board import Board, Size

_TYPE = 2.6
_BY = "\u00d7"
_CROSS = 2.5  # mm that the lines of a cross reach beyond its hole
_TICK = 1.5
_DIMENSION = 10.0  # mm between the face and the line of its whole width


def _cross(at: Size, reach: float) -> str:
    x, y = at
    return path_svg(
        f"M{number(x - reach)} {number(y)}h{number(2 * reach)}M{number(x)} {number(y - reach)}v{number(2 * reach)}",
        0.12,
    )


def _size(wide: float, high: float) -> str:
    return f"{number(wide)} {_BY} {number(high)}"


def screws_around(face: Layout, name: str) -> list[Size]:
    """The middles of four screws, above and below a display's board."""
    middle = face.boards[name].y
    return [(x, at) for x, y in face.screws[name] for at in (2 * middle - y, y)]


def _displays(board: Board, face: Layout) -> tuple[list[str], list[Text]]:
    """Windows and the holes of the screws, with their sizes inside the windows. In a sawn face screws take the place
    of the printed hooks."""
    drawing: list[str] = []
    texts: list[Text] = []
    hole = board.enclosure.screw
    for name, window in face.windows.items():
        drawing += [rectangle_svg(window), _cross((window.x, window.y), _CROSS)]
        for x, y in screws_around(face, name):
            drawing.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(hole / 2)}" fill="none" '
                f'stroke="#000" stroke-width="0.2"/>'
            )
            drawing.append(_cross((x, y), hole / 2 + 1.5))
        (left, above), *_, (right, below) = sorted(screws_around(face, name))
        cut = [Line(f"{name}  ", _size(window.width, window.height), _TYPE)]
        drill = [Line("", f"4 {_BY} Ø {number(hole)}, {_size(right - left, below - above)}", _TYPE)]
        texts += stacked(cut, window.x, window.y - window.height / 4, f"window {name}", centred=True)
        texts += stacked(drill, window.x, window.y + window.height / 4, f"screws {name}", centred=True)
    return drawing, texts


def _keys(board: Board, face: Layout) -> tuple[list[str], list[Text]]:
    """The square holes of the switches, with their size beside them."""
    side = board.key.cutout
    drawing: list[str] = []
    texts: list[Text] = []
    for key, (x, y) in face.keys.items():
        drawing += [rectangle_svg(Rectangle(x, y, side, side)), _cross((x, y), side / 2 + _CROSS)]
        line = Line(f"{key}  ", _size(side, side), _TYPE)
        texts += stacked([line], face.legends[key].left, y, key)
    return drawing, texts


def _across(face: Layout) -> tuple[list[str], list[Text]]:
    """Above the face: where the middles lie from its left edge, and how wide it is."""
    middles = {x for x, _ in face.keys.values()} | {window.x for window in face.windows.values()}
    drawing = [path_svg(f"M{number(x)} -0.5v{number(-_TICK)}") for x in sorted(middles)]
    texts = []
    for x in sorted(middles):
        texts += stacked([Line("", number(x), _TYPE)], x, -_TICK - 2.2, f"x {number(x)}", centred=True)
    whole = Line(number(face.width), "", _TYPE)
    half = (face.width - whole.width) / 2 - 1
    drawing.append(path_svg(f"M0 -1v{number(-_DIMENSION)}M{number(face.width)} -1v{number(-_DIMENSION)}", 0.12, GREY))
    drawing.append(
        path_svg(f"M0 {number(-_DIMENSION)}h{number(half)}M{number(face.width)} {number(-_DIMENSION)}h{number(-half)}")
    )
    drawing += [_slash(0, -_DIMENSION), _slash(face.width, -_DIMENSION)]
    return drawing, [*texts, *stacked([whole], face.width / 2, -_DIMENSION, "width", centred=True)]


def _down(face: Layout) -> tuple[list[str], list[Text]]:
    """At the left of the face: where the middles lie from its upper edge, and how high it is."""
    middles = sorted({y for _, y in face.keys.values()} | {window.y for window in face.windows.values()})
    drawing = [path_svg(f"M-0.5 {number(y)}h{number(-_TICK)}") for y in middles]
    texts = []
    for y in middles:
        line = Line("", number(y), _TYPE)
        texts += stacked([line], -_TICK - 1.1 - line.width, y, f"y {number(y)}")
    at = -_TICK - 1.1 - width("000.00", _TYPE) - 4
    whole = Line(number(face.height), "", _TYPE)
    half = face.height / 2 - (ABOVE + BELOW) * _TYPE / 2 - 1
    drawing.append(path_svg(f"M-1 0H{number(at - 1)}M-1 {number(face.height)}H{number(at - 1)}", 0.12, GREY))
    drawing.append(path_svg(f"M{number(at)} 0v{number(half)}M{number(at)} {number(face.height)}v{number(-half)}"))
    drawing += [_slash(at, 0), _slash(at, face.height)]
    return drawing, [*texts, *stacked([whole], at, face.height / 2, "height", centred=True)]


def _slash(x: float, y: float) -> str:
    """The end of a dimension line."""
    return path_svg(f"M{number(x - 1)} {number(y + 1)}l2 -2", 0.3)


def drill_svg(board: Board, sides: int, sheet: Sheet) -> str:
    """The template for a box of two or three sides. Lengths in mm."""
    face = layout(board, sides)
    bar, texts = scale_bar(
        face,
        "measure this: 100 mm",
        (
            "The face from the front, in mm. Print at 100 %.",
            f"Keys click into {number(board.key.plate)} mm: thin more from behind.",
        ),
    )
    drawing = [rectangle_svg(outline(face), 0.3), *bar]
    for part in (_displays(board, face), _keys(board, face), _across(face), _down(face)):
        drawing += part[0]
        texts += part[1]
    return sheet_svg(sheet, f"Drill template, {sides} sides", "en", drawing, texts)
