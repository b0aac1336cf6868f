"""A drawing larger than a sheet: how it is cut into sheets, and how large its boxes and their type are. Millimetres.

A poster has columns of boxes, one or two rounds each, and lines between them. Its height is counted in rows, each with
room for one box; boxes of later rounds stand between those that lead to them. Where these are sparse, names are larger,
and a long one takes several lines.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import ceil, inf
from typing import Any

from tallyboard.paper.view import Size
from tallyboard.paper.wrapping import MOST_LINES, Wrapping
from tallyboard.text.tournament.bracket import Spot

_SHEETS: dict[Size, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_SIDES, _TOP, _BOTTOM = 12.0, 20.0, 15.0  # margins
GAP = 9.0  # between columns, for the lines
TURN = 0.3  # the part of the gap after which a line turns
_BEFORE = 0.35  # the part of the gap that lies before a box; sheets are cut between both
BETWEEN = 1.6  # between boxes, at least
HEAD = 3.5  # the line over the two names
PADDING = 1.6  # beside a name
_NARROWEST = 38.0  # a column
_WIDEST = 100.0  # a box
_PEN = 8.0  # the height of a line for a name that is written in by hand, where there is room
_POINT = 0.3528  # millimetres
SMALLEST, LARGEST = 11.0, 26.0  # points, of a name on a wall
_WHOLE = 1.25  # larger type must be so much larger to be worth names that are broken in some columns and not in others
_LATER = 1.5  # names of a later round are so many times as large as those of the first, at most
_LINE, _EXTRA = 1.12, 0.18  # a name of n lines is n * _LINE + _EXTRA ems high


@dataclass
class Poster:
    """What is to be laid out.

    `part`: of the bracket. `leads`: from a match to the one where its winner goes, in the next column or below
    or above it in the same. `score_width`: at the smallest type. `labels`: (text, row) over a part.
    """

    title: str
    about: str
    spots: list[Spot]
    leads: list[tuple[str, str]]
    part: str
    score_width: float
    labels: list[tuple[str, float]] = field(default_factory=list)

    @cached_property
    def rows(self) -> int:
        return ceil(max(spot.row for spot in self.spots) + 0.5)

    def pitch(self, column: int, rows_a_sheet: int) -> float:
        """How many rows a box of this column can have; fewer where it is moved away from a seam."""
        middles = sorted(spot.row for spot in self.spots if spot.column == column)
        ends = [-middles[0], *middles, 2 * self.rows - middles[-1]]
        seams = range(rows_a_sheet, self.rows, rows_a_sheet)
        free = float(self.rows)
        for before, middle, after in zip(ends, middles, ends[2:], strict=False):
            gap = min(middle - before, after - middle)
            to_seam = min((abs(middle - seam) for seam in seams), default=float(self.rows))
            free = min(free, min(gap, 2 * to_seam) if to_seam >= 0.5 else gap / 1.5)
        return free


@dataclass
class PosterColumn:
    """A column of a plan. `sheet`: from the left, from 0; `left`: of its boxes, on that sheet."""

    sheet: int
    left: float
    width: float
    type_size: float  # points
    slot: float  # the height of one of a box's two names
    score: float  # the width for the scores

    @property
    def height(self) -> float:
        """The height of a box with the line over it."""
        return HEAD + 2 * self.slot


@dataclass
class PosterPlan:
    """How a poster is cut into sheets, and how large its boxes are."""

    flipped: bool
    width: float  # of a sheet, inside its margins
    height: float
    down: int  # sheets
    row_height: float
    type_size: float  # points, of the first column
    columns: list[PosterColumn]
    even: bool  # names are broken in no column that are not in every one

    @property
    def sheets(self) -> int:
        return self.down * (self.columns[-1].sheet + 1)


def planned(poster: Poster, size: Size, names: Wrapping) -> PosterPlan | None:
    """The plan with the fewest sheets; of those, the one with the largest type, if that is worth names that are broken
    here and there. None where none has room."""
    ways = product((False, True), range(1, poster.rows + 1), (True, False))
    plans = [plan for way in ways if (plan := _plan(poster, size, names, *way))]
    return min(
        plans,
        key=lambda plan: (plan.sheets, -plan.type_size * (_WHOLE if plan.even else 1), plan.flipped),
        default=None,
    )


def _plan(poster: Poster, size: Size, names: Wrapping, flipped: bool, down: int, even: bool) -> PosterPlan | None:
    """The plan with so many sheets below one another: as few beside one another as can be, then the largest type."""
    width, height = reversed(_SHEETS[size]) if flipped else _SHEETS[size]
    width, height = width - 2 * _SIDES, height - _TOP - _BOTTOM
    rows = ceil(poster.rows / down)
    if rows * (down - 1) >= poster.rows:
        return None  # the last sheet would have no row
    pitches = [poster.pitch(column, rows) for column in range(max(spot.column for spot in poster.spots) + 1)]
    slots = [(pitch * height / rows - BETWEEN - HEAD) / 2 for pitch in pitches]  # the height of a name, at most
    found: tuple[float, list[list[float]]] | None = None
    for half_points in range(int(2 * SMALLEST), int(2 * LARGEST) + 1):
        most = _lines_in(min(slots), half_points / 2) if even else MOST_LINES
        widths = [_width_needed(poster, names, slot, half_points / 2, most) for slot in slots]
        packed = _packed(widths, width)
        if max(widths) > width or (found is not None and len(packed) > len(found[1])):
            break
        found = half_points / 2, packed
    if found is None:
        return None
    type_size, packed = found
    most = _lines_in(min(slots), type_size) if even else MOST_LINES
    columns = [column for at, its in enumerate(packed) for column in _stretched(its, at, width)]
    for column, slot in zip(columns, slots, strict=True):
        _enlarge(poster, names, column, slot, type_size, most)
    return PosterPlan(flipped, width, height, down, height / rows, type_size, columns, even)


def _packed(widths: list[float], room: float) -> list[list[float]]:
    """The columns sheet by sheet."""
    packed: list[list[float]] = []
    for width in widths:
        if packed and sum(packed[-1]) + width <= room:
            packed[-1].append(width)
        else:
            packed.append([width])
    return packed


def _stretched(widths: list[float], sheet: int, room: float) -> list[PosterColumn]:
    """The columns of a sheet, of which each takes its share of what is left."""
    share = min(room / sum(widths), max(_WIDEST / (max(widths) - GAP), 1.0))
    columns, left = [], GAP * _BEFORE
    for width in widths:
        columns.append(PosterColumn(sheet, left, width * share - GAP, SMALLEST, 0.0, 0.0))
        left += width * share
    return columns


def _lines_in(slot: float, type_size: float) -> int:
    return min(MOST_LINES, int((slot / (type_size * _POINT) - _EXTRA) / _LINE + 1e-9))


def _width_needed(poster: Poster, names: Wrapping, slot: float, type_size: float, most: int) -> float:
    """The width of a column in which usual names fit in this size and so many lines at most, and every name in the
    smallest; endless where a line is too high."""
    usual = min(most, _lines_in(slot, type_size))
    if usual < 1:
        return inf
    room = max(names.usual(usual) * type_size, names.widest(_lines_in(slot, SMALLEST)) * SMALLEST) * _POINT
    return max(_NARROWEST, room + _beside(poster, type_size) + GAP)


def _beside(poster: Poster, type_size: float) -> float:
    """What a box takes beside a name."""
    return 2 * PADDING + poster.score_width * type_size / SMALLEST


def _enlarge(poster: Poster, names: Wrapping, column: PosterColumn, slot: float, first: float, most: int) -> None:
    """Gives a column the largest type for which it has room in so many lines at most, and its boxes the height for
    that."""
    size = first
    while size < min(LARGEST, _LATER * first):
        if _width_needed(poster, names, slot, size + 0.5, most) > column.width + GAP:
            break
        size += 0.5
    room = column.width - _beside(poster, size)
    needed = max(_slot_needed(names.usual, room, size), _slot_needed(names.widest, room, SMALLEST))
    column.type_size = size
    column.score = poster.score_width * size / SMALLEST
    column.slot = min(slot, max(needed, _PEN, 1.7 * size * _POINT))


def _slot_needed(room_for: Callable[[int], float], room: float, type_size: float) -> float:
    """The height for a name in this size, of those whose room for so many lines is told."""
    em = type_size * _POINT
    lines = next((lines for lines in range(1, MOST_LINES) if room_for(lines) * em <= room), MOST_LINES)
    return (lines * _LINE + _EXTRA) * em


def name_size(names: Wrapping, name: str, plan: PosterColumn) -> float:
    """The size in which a name stands in a box: that of its column, or smaller where it is longer than usual."""
    room = plan.width - plan.score - 2 * PADDING
    size = plan.type_size
    while size > SMALLEST:
        em = size * _POINT
        if (names.lines(name, room / em) * _LINE + _EXTRA) * em <= plan.slot + 1e-6:
            break
        size -= 0.5
    return size


_FROM_RIGHT = 5.0  # of a line between boxes of one column, from the right side of them


@dataclass
class PosterSheet:
    """What a sheet has, in millimetres from the corner of the part inside its margins."""

    row: int
    column: int
    boxes: list[dict[str, Any]] = field(default_factory=list)
    lines: list[list[float]] = field(default_factory=list)  # x, y, x, y
    arrows: list[dict[str, Any]] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)

    def point(self, edge: str, at: float, to: str, match: str) -> None:
        """An arrow outside of an edge, with the match at the other end; where two lines have become one, with both."""
        for arrow in self.arrows:
            if arrow["edge"] == edge and abs(arrow["at"] - at) < 0.01:
                if match not in arrow["matches"]:
                    arrow["matches"].append(match)
                return
        self.arrows.append({"edge": edge, "at": at, "to": to, "matches": [match]})


class PosterLayout:
    """A poster by its plan. `sheets`: those with something on them, from left to right and from the top down."""

    def __init__(self, poster: Poster, plan: PosterPlan) -> None:
        self.plan = plan
        self._sheets: dict[tuple[int, int], PosterSheet] = {}
        self._columns = {spot.name: plan.columns[spot.column] for spot in poster.spots}
        self._tops = {spot.name: self._top(spot) for spot in poster.spots}
        for spot in poster.spots:
            self._box(spot)
        for left, right in poster.leads:
            self._lead(left, right)
        for text, row in poster.labels:
            y = row * plan.row_height
            at = min(int(y / plan.height), plan.down - 1)
            self._sheet(at, 0).labels.append({"words": text, "x": 0.0, "y": y - at * plan.height})
        self.sheets = [self._sheets[at] for at in sorted(self._sheets)]

    def _sheet(self, row: int, column: int) -> PosterSheet:
        return self._sheets.setdefault((row, column), PosterSheet(row, column))

    def _top(self, spot: Spot) -> float:
        """The top of a box, moved where it would lie across two sheets."""
        height = self._columns[spot.name].height
        top = spot.row * self.plan.row_height - height / 2
        seam = int((top + height) / self.plan.height) * self.plan.height
        if top < seam - 1e-6 and seam + 1e-6 < top + height:
            above = seam - top < height / 2
            top = seam + BETWEEN / 2 if above else seam - height - BETWEEN / 2
        return top

    def _left(self, column: PosterColumn) -> float:
        """Where the boxes of a column begin, from the left edge of the poster."""
        return column.sheet * self.plan.width + column.left

    def _box(self, spot: Spot) -> None:
        column, top = self._columns[spot.name], self._tops[spot.name]
        row = min(int((top + column.height / 2) / self.plan.height), self.plan.down - 1)
        self._sheet(row, column.sheet).boxes.append(
            {
                "name": spot.name,
                "x": column.left,
                "y": top - row * self.plan.height,
                "width": column.width,
                "height": column.height,
                "score": column.score,
                "size": column.type_size,
            }
        )

    def _middle(self, name: str) -> float:
        """Where the line between the two names of a match is."""
        return self._tops[name] + HEAD + self._columns[name].slot

    def _lead(self, left: str, right: str) -> None:
        """The line from a match to the next: along, up or down, along; only up or down where they are in one column."""
        before, after = self._columns[left], self._columns[right]
        if before is after:
            x = self._left(before) + before.width - _FROM_RIGHT
            y, to = self._tops[left], self._tops[right]
            out, into = (before.height, HEAD) if y < to else (HEAD, before.height)
            self._down(x, y + out, to + into, left, right)
            return
        begin = self._left(before) + before.width
        turn = begin + GAP * TURN
        end = self._left(after)
        y, to = self._middle(left), self._middle(right)
        self._across(begin, turn, y, left, right)
        self._down(turn, y, to, left, right)
        self._across(turn, end, to, left, right)

    def _across(self, begin: float, end: float, y: float, left: str, right: str) -> None:
        row = int(y / self.plan.height)
        at = y - row * self.plan.height
        for column in range(int(begin / self.plan.width), int((end - 1e-6) / self.plan.width) + 1):
            edge = column * self.plan.width
            sheet = self._sheet(row, column)
            sheet.lines.append([max(begin - edge, 0), at, min(end - edge, self.plan.width), at])
            if begin < edge:
                sheet.point("left", at, "right", left)
            if end > edge + self.plan.width + 1e-6:
                sheet.point("right", at, "right", right)

    def _down(self, x: float, begin: float, end: float, left: str, right: str) -> None:
        column = int(x / self.plan.width)
        at = x - column * self.plan.width
        upper, lower = sorted((begin, end))
        to = "down" if end > begin else "up"
        for row in range(int(upper / self.plan.height), int((lower - 1e-6) / self.plan.height) + 1):
            edge = row * self.plan.height
            sheet = self._sheet(row, column)
            sheet.lines.append([at, max(upper - edge, 0), at, min(lower - edge, self.plan.height)])
            if upper < edge:
                sheet.point("top", at, to, left if to == "down" else right)
            if lower > edge + self.plan.height + 1e-6:
                sheet.point("bottom", at, to, right if to == "down" else left)
