"""The displays of a box as outlines, for a page that lights them one by one."""

from typing import TypedDict

from tallyboard.pages.drawing.segments import HEIGHT, PITCH, SLANT, WIDTH, Corner, Outline, fourteen, seven, slanted

_SEVEN_THICK = 5.0
_FOURTEEN_THICK, _DIAGONAL = 3.4, 4.6
_POINT: Corner = (25.6, 37.0)
_COLON: list[Corner] = [(25.6 + 2.4, 12.0), (25.6 + 2.4, 28.0)]
_RADIUS = 2.7  # of points and of the colon's dots


class Shapes(TypedDict):
    """`seven`, `fourteen`: SVG paths, the n-th for bit n of a digit. `point`, `colon`: x, y and radius of dots."""

    seven: list[str]
    fourteen: list[str]
    point: list[float]
    colon: list[list[float]]
    pitch: float
    width: float
    height: float


def shapes() -> Shapes:
    """Of a display of four digits, in units of its drawing."""
    return {
        "seven": [_path(outline) for outline in seven(_SEVEN_THICK)],
        "fourteen": [_path(outline) for outline in fourteen(_FOURTEEN_THICK, _DIAGONAL)],
        "point": _dot(_POINT),
        "colon": [_dot(dot) for dot in _COLON],
        "pitch": PITCH,
        "width": round(3 * PITCH + WIDTH + HEIGHT * SLANT + 8, 1),
        "height": HEIGHT,
    }


def _path(outline: Outline) -> str:
    return "M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in map(slanted, outline)) + "z"


def _dot(at: Corner) -> list[float]:
    x, y = slanted(at)
    return [round(x, 2), y, _RADIUS]
