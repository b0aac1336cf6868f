"""A key cap with a flat top for a legend, for who prints them: switches with a cross, as Cherry's MX have it."""

import build123d as cad

from hardware.source.board import Key

WALL, TOP = 1.3, 1.6
# The post around the cross goes into the switch: its opening is 7.2 x 5.5 (rsheldiii/KeyV2 has these sizes as well). So
# there is room for a wall at two ends of the cross only, and at the others it is open.
STEM = (6.8, 5.0)
STEM_OVER_EDGE = 0.6
CROSS_DEPTH = 4.2
CORNER = 1.0


def _tapered(low: float, high: float, height: float) -> cad.Part:
    corner = CORNER
    return cad.loft(
        [cad.RectangleRounded(low, low, corner), cad.Pos(0, 0, height) * cad.RectangleRounded(high, high, corner)]
    )


def cap(key: Key) -> cad.Part:
    """The cap as it sits on its switch, its lower edge at z = 0."""
    inside = key.cap_height - TOP
    lean = (key.cap - key.cap_top) / key.cap_height
    hollow = _tapered(key.cap - 2 * WALL, key.cap - 2 * WALL - lean * inside, inside)
    stem = cad.Pos(0, 0, (key.cap_height - 0.5 + STEM_OVER_EDGE) / 2) * cad.Box(
        *STEM, key.cap_height - 0.5 - STEM_OVER_EDGE
    )
    at = cad.Pos(0, 0, STEM_OVER_EDGE + CROSS_DEPTH / 2 - 0.5)
    long, thick = key.stem
    cross = [at * cad.Box(long, thick, CROSS_DEPTH + 1), at * cad.Box(thick, STEM[1] + 1, CROSS_DEPTH + 1)]
    return (_tapered(key.cap, key.cap_top, key.cap_height) - hollow + stem) - cross


def printed_cap(key: Key) -> cad.Part:
    """The cap as it is printed, on its top."""
    return cad.Pos(0, 0, key.cap_height) * cad.Rot(180, 0, 0) * cap(key)
