"""The segments of an LED digit as outlines: of seven, and of the fourteen that show letters.

A digit is WIDTH wide and HEIGHT high before it is slanted; y goes down. Segment n is bit n of a digit in the display
RAM of an HT16K33, on the backpacks that the box has.
"""

WIDTH, HEIGHT = 21.0, 40.0
PITCH = 30.0
"""From a digit to the next."""

SLANT = 0.1  # to the right for each unit upwards
_GAP = 0.5  # from a segment's end to the corner where it meets another; half of what is between them

Corner = tuple[float, float]
Outline = list[Corner]


def seven(thick: float) -> list[Outline]:
    """Segments a…g: the outer six are cut at 45° where they meet, the middle one is pointed."""
    return [*_around(thick), _bar(thick, WIDTH)]


def fourteen(thick: float, diagonal: float) -> list[Outline]:
    """a…f; the halves of the middle bar; upper left, upper and upper right spoke; lower left, lower and lower right.
    `diagonal`: how thick the slanting spokes are, along x."""
    left_bar = _bar(thick, WIDTH / 2 + _GAP)
    upright, spoke = _upright(thick), _spoke(thick, diagonal)
    return [
        *_around(thick),
        left_bar,
        _flipped(left_bar, x=True),
        spoke,
        upright,
        _flipped(spoke, x=True),
        _flipped(spoke, y=True),
        _flipped(upright, y=True),
        _flipped(spoke, x=True, y=True),
    ]


def slanted(corner: Corner) -> Corner:
    """Where it is on the display."""
    x, y = corner
    return x + (HEIGHT - y) * SLANT, y


def _around(thick: float) -> list[Outline]:
    middle, half = HEIGHT / 2, thick / 2
    top = [(_GAP, 0.0), (WIDTH - _GAP, 0.0), (WIDTH - thick - _GAP, thick), (thick + _GAP, thick)]
    left = [
        (0.0, _GAP),
        (thick, thick + _GAP),
        (thick, middle - half - _GAP),
        (half, middle - _GAP),
        (0.0, middle - half - _GAP),
    ]
    return [
        top,
        _flipped(left, x=True),
        _flipped(left, x=True, y=True),
        _flipped(top, y=True),
        _flipped(left, y=True),
        left,
    ]


def _bar(thick: float, width: float) -> Outline:
    """From the left edge so far, pointed at both ends."""
    half, middle = thick / 2, HEIGHT / 2
    return [
        (half + _GAP, middle),
        (thick + _GAP, middle - half),
        (width - thick - _GAP, middle - half),
        (width - half - _GAP, middle),
        (width - thick - _GAP, middle + half),
        (thick + _GAP, middle + half),
    ]


def _upright(thick: float) -> Outline:
    """The upper half of what stands in the middle."""
    half, centre, middle = thick / 2, WIDTH / 2, HEIGHT / 2
    return [
        (centre - half, thick + 2 * _GAP),
        (centre + half, thick + 2 * _GAP),
        (centre + half, middle - half - 2 * _GAP),
        (centre, middle - 2 * _GAP),
        (centre - half, middle - half - 2 * _GAP),
    ]


def _spoke(thick: float, diagonal: float) -> Outline:
    """From the upper left corner inside the frame to the middle."""
    left, top = thick + 2 * _GAP, thick + 2 * _GAP
    right, bottom = WIDTH / 2 - thick / 2 - 2 * _GAP, HEIGHT / 2 - thick / 2 - 2 * _GAP
    cut = 1.2
    return [
        (left, top),
        (left + cut, top),
        (right, bottom - diagonal),
        (right, bottom),
        (right - cut, bottom),
        (left, top + diagonal),
    ]


def _flipped(outline: Outline, *, x: bool = False, y: bool = False) -> Outline:
    return [(WIDTH - a if x else a, HEIGHT - b if y else b) for a, b in outline]
