"""Where the discs of a match fell: for each zone a bar to the left for one side and a bar to the right for the other.
With three sides there is a row of bars for each zone, one below the other."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.drawing.parts import TEXT, WIDTH, fitted, framed, isolated, number, written

_PAIRED = 2  # sides whose bars go to the left and to the right
_MIDDLE = 112  # between paired bars, for the name of the zone
_NUMBER = 56  # beside a bar, for how many
_BAR, _GAP = 24, 12
_HEAD = 32
_LEAST = 2  # of a bar that stands for one of very many


class Fallen(NamedTuple):
    """A side: its letter A, B or C, its name, and how many it has in each zone, in the sequence of the zones."""

    letter: str
    name: str
    counts: Sequence[int]


def zones(names: Sequence[str], sides: Sequence[Fallen], title: str, description: str) -> Markup:
    """The drawing. `names`: of the zones, in the game's order, as people read them: `20`, `penalties`."""
    draw = _paired if len(sides) == _PAIRED else _below
    return framed("zones", height(len(names), len(sides)), title, description, draw(names, sides))


def height(zones: int, sides: int) -> int:
    """Of the drawing of so many zones and sides."""
    if sides == _PAIRED:
        return _HEAD + zones * (_BAR + _GAP)
    return sides * _HEAD + zones * (sides * _BAR + _GAP)


def _paired(names: Sequence[str], sides: Sequence[Fallen]) -> list[Markup]:
    half = (WIDTH - _MIDDLE) / 2
    left, right = sides
    room = half + _MIDDLE / 2 - 36
    parts = [
        _letter(left, 4, "start"),
        written(24, 18, isolated(fitted(left.name, room, TEXT)), "start"),
        _letter(right, WIDTH - 4, "end"),
        written(WIDTH - 24, 18, isolated(fitted(right.name, room, TEXT)), "end"),
    ]
    each = (half - _NUMBER) / _most(sides)
    for at, name in enumerate(names):
        y = _HEAD + at * (_BAR + _GAP)
        parts.append(written(WIDTH / 2, y + _BAR - 6, fitted(name, _MIDDLE - 8, TEXT), "middle", "zones-name"))
        for side, edge, way in ((left, half, -1), (right, half + _MIDDLE, 1)):
            long = _long(side.counts[at], each)
            parts.append(_bar(side, edge - long if way < 0 else edge, y, long))
            parts.append(
                written(edge + way * (long + 6), y + _BAR - 6, str(side.counts[at]), "end" if way < 0 else "start")
            )
    return parts


def _below(names: Sequence[str], sides: Sequence[Fallen]) -> list[Markup]:
    parts = []
    is_alone = len(sides) == 1  # and needs no letter: nobody else is there
    left = 4 if is_alone else 24
    for row, side in enumerate(sides):
        parts.append(written(left, 18 + row * _HEAD, isolated(fitted(side.name, WIDTH - left - 4, TEXT)), "start"))
        if not is_alone:
            parts.append(_letter(side, 4, "start", row * _HEAD))
    top = len(sides) * _HEAD
    each = (WIDTH - _MIDDLE - _NUMBER - 22) / _most(sides)
    for at, name in enumerate(names):
        y = top + at * (len(sides) * _BAR + _GAP)
        middle = y + len(sides) * _BAR / 2 + 6
        parts.append(written(_MIDDLE - 8, middle, fitted(name, _MIDDLE - 12, TEXT), "end", "zones-name"))
        for row, side in enumerate(sides):
            long = _long(side.counts[at], each)
            foot = y + (row + 1) * _BAR - 6
            parts.append(_bar(side, _MIDDLE + 22, y + row * _BAR, long))
            parts.append(written(_MIDDLE + 28 + long, foot, str(side.counts[at]), "start"))
            if not is_alone:
                parts.append(_letter(side, _MIDDLE, "start", foot - 18))
    return parts


def _most(sides: Sequence[Fallen]) -> int:
    return max([1, *(count for side in sides for count in side.counts)])


def _long(count: int, each: float) -> float:
    return max(_LEAST, count * each) if count else 0.0


def _bar(side: Fallen, x: float, y: float, long: float) -> Markup:
    if not long:
        return Markup("")
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="2" fill="currentColor"/>').format(
        side.letter.lower(), number(x), number(y + 1), number(long), _BAR - 2
    )


def _letter(side: Fallen, x: float, anchor: str, down: float = 0) -> Markup:
    words = written(x, 18 + down, side.letter, anchor, "zones-letter")
    return Markup('<g class="{}">{}</g>').format(side.letter.lower(), words)
