"""Draws where each part goes on the front of the carrier: bodies with their names and values, in mm."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from hardware.carrier.footprints import Box
from hardware.carrier.labels import overlap
from hardware.carrier.places import PlacedPad, PlacedPart, placed_parts
from hardware.face.letters import FONT
from hardware.source.board import Board

_NAME, _SMALL, _VALUE = 2.6, 2.0, 1.6  # the type sizes; the small one is of names that stand upright
_LEADING = 1.2  # from line to line, in type sizes
_LINE = 12  # letters of a value that stand beside each other
_LETTER = 0.66  # in type sizes: on the average of a word none of ours is wider
_GAP = 0.7  # between a body and the words beside it
_EDGE = 2.0  # of paper around the board


@dataclass(frozen=True)
class Words:
    """What is written of a part: its name, and below it the lines of its value, centred in a box. `upright`: a name
    alone that reads upwards."""

    box: Box
    name: str
    value: tuple[str, ...]
    upright: bool = False


def _around(x: float, y: float, width: float, height: float) -> Box:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _wider(box: Box) -> Box:
    left, top, right, bottom = box
    return left - _GAP / 2, top, right + _GAP / 2, bottom


def _pad_box(pad: PlacedPad) -> Box:
    return _around(pad.x, pad.y, pad.width, pad.height)


def _covered(part: PlacedPart) -> Box:
    """The body with its pads."""
    lefts, tops, rights, bottoms = zip(part.body, *map(_pad_box, part.pads), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _places(part: PlacedPart, width: float, height: float) -> Iterator[Box]:
    """Where words of this size could stand: on the body, else right of it, above, left, below, in the middle first.
    Last, at its corners."""
    left, top, right, bottom = part.body
    if width + _GAP <= right - left and height + _GAP <= bottom - top:
        yield _around((left + right) / 2, (top + bottom) / 2, width, height)
    left, top, right, bottom = _covered(part)
    across, down = width / 2 + _GAP, height / 2 + _GAP
    x, y = (left + right) / 2, (top + bottom) / 2
    for shift in (0, -1, 1):
        beside = y + shift * abs(bottom - top - height) / 2
        over = x + shift * abs(right - left - width) / 2
        yield _around(right + across, beside, width, height)
        yield _around(over, top - down, width, height)
        yield _around(left - across, beside, width, height)
        yield _around(over, bottom + down, width, height)
    for corner_x in (left - across, right + across):
        for corner_y in (bottom - height / 2 + down, top + height / 2 - down):
            yield _around(corner_x, corner_y, width, height)


def _name(part: PlacedPart) -> str:
    """What it is called; a pad for a probe by its net, as on the board."""
    return part.component.value if _is_probed(part) else part.component.ref


def _value(part: PlacedPart) -> tuple[str, ...]:
    if _is_probed(part):
        return ()
    if not part.component.fitted:
        return ("stays empty",)
    value = part.component.value
    return () if part.component.ref.endswith(value) else tuple(textwrap.wrap(value, _LINE))


def _written(part: PlacedPart, value: tuple[str, ...], busy: list[Box], board: Board) -> Words | None:
    """The words in the first place where they lie over nothing and are on the board."""
    name = _name(part)
    if part.component.kind == "key_resistor":  # they stand too close for names that lie
        left, top, right, bottom = _covered(part)
        long = len(name) * _SMALL * _LETTER
        places = ((top - long - _GAP, top - _GAP), (bottom + _GAP, bottom + long + _GAP))
        middle = (left + right) / 2
        boxes = [(middle - _SMALL / 2, begins, middle + _SMALL / 2, ends) for begins, ends in places]
        return next((Words(box, name, (), upright=True) for box in boxes if not _lies(box, busy)), None)
    width = max([len(name) * _NAME, *(len(line) * _VALUE for line in value)]) * _LETTER
    sheet_width, sheet_height = board.carrier.size
    for box in _places(part, width, _NAME + len(value) * _VALUE * _LEADING):
        inside = box[0] >= 0 and box[1] >= 0 and box[2] <= sheet_width and box[3] <= sheet_height
        if inside and not _lies(_wider(box), busy):
            return Words(box, name, value)
    return None


def _lies(box: Box, busy: list[Box]) -> bool:
    """Whether it lies over one of these."""
    return any(overlap(box, other) for other in busy)


def _is_probed(part: PlacedPart) -> bool:
    return part.component.kind == "test"


def _named(part: PlacedPart) -> bool:
    """All but holes."""
    return part.component.kind != "hole"


def words(board: Board) -> list[Words]:
    """The words of every part, over nothing else as long as there is a free place near the part; the value is left
    out where only the name finds one. Where nothing does, the name stands on the part."""
    parts = placed_parts(board)
    written: list[Words] = []
    # What is short comes first: it has the fewest places that are not far from its part.
    for part in sorted(filter(_named, parts), key=_wide):
        busy = [_pad_box(pad) for other in parts for pad in other.pads]
        busy += [other.body for other in parts if other != part] + [word.box for word in written]
        word = _written(part, _value(part), busy, board) or _written(part, (), busy, board)
        left, top, right, bottom = part.body
        middle = _around((left + right) / 2, (top + bottom) / 2, 0, _NAME)
        written.append(word or Words(middle, _name(part), ()))
    return written


def _wide(part: PlacedPart) -> tuple[bool, int]:
    return part.component.kind != "key_resistor", max(map(len, _value(part)), default=0)


def _rect(box: Box, more: str) -> str:
    left, top, right, bottom = box
    return f'<rect x="{left:.3f}" y="{top:.3f}" width="{right - left:.3f}" height="{bottom - top:.3f}" {more}/>'


def _part(part: PlacedPart) -> Iterator[str]:
    if part.component.fitted:
        left, _, right, _ = part.body
        corner = (right - left) / 2 if part.component.kind == "piezo" else 0.4
        yield _rect(part.body, f'rx="{corner:g}" fill="#fff3c4" stroke="#7a5b00" stroke-width=".25"')
    for pad in part.pads:
        radius = min(pad.width, pad.height) / 2 if pad.shape in ("oval", "circle") else 0.15
        colour = "#c8402f" if pad.number == "1" and len(part.pads) > 1 else "#8a8f8c"
        if pad.number:
            yield _rect(_pad_box(pad), f'rx="{radius:.3f}" fill="{colour}"')
        if pad.drill:
            yield f'<circle cx="{pad.x:.3f}" cy="{pad.y:.3f}" r="{pad.drill / 2:.3f}" fill="#fff"/>'


def _text(x: float, y: float, size: float, text: str, weight: str, more: str = "") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}"{more} font-size="{size}" font-weight="{weight}" text-anchor="middle" '
        f'stroke="#fff" stroke-width=".5" paint-order="stroke">{escape(text)}</text>'
    )


def _lines(word: Words) -> Iterator[str]:
    x, top = (word.box[0] + word.box[2]) / 2, word.box[1]
    if word.upright:
        x, y = word.box[2] - _SMALL * 0.14, (word.box[1] + word.box[3]) / 2
        yield _text(x, y, _SMALL, word.name, "bold", f' transform="rotate(-90 {x:.3f} {y:.3f})"')
        return
    yield _text(x, top + _NAME * 0.86, _NAME, word.name, "bold")
    for n, line in enumerate(word.value, 1):
        yield _text(x, top + _NAME + (n * _LEADING - 0.25) * _VALUE, _VALUE, line, "normal")


def assembly_svg(board: Board) -> str:
    """The drawing: pads grey, those numbered 1 red; holes and pads for a probe without a name."""
    width, height = board.carrier.size
    paper = (width + 2 * _EDGE, height + 2 * _EDGE)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{paper[0]:g}mm" height="{paper[1]:g}mm" '
        f'viewBox="{-_EDGE:g} {-_EDGE:g} {paper[0]:g} {paper[1]:g}" font-family="{FONT}">',
        _rect((-_EDGE, -_EDGE, width + _EDGE, height + _EDGE), 'fill="#fff"'),
        _rect(
            (0, 0, width, height), f'rx="{board.carrier.corner:g}" fill="#e9f2ec" stroke="#0d5c42" stroke-width=".3"'
        ),
    ]
    for part in placed_parts(board):
        lines += _part(part)
    for word in words(board):
        lines += _lines(word)
    return "\n".join([*lines, "</svg>", ""])
