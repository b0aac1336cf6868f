"""A drawing larger than a sheet: where its boxes stand, how many sheets it takes, and what is on each. Millimetres.

A poster has columns of boxes, one for each round, and lines between them. Its height is counted in rows, each with room
for one box; boxes of later rounds stand between those that lead to them. No box lies across two sheets; lines that go
from one sheet to another have an arrow in the margin of both, with the match that is at the other end.
"""

from dataclasses import dataclass, field
from math import ceil
from typing import Any

from tallyboard.paper.shapes import Size
from tallyboard.paper.wrapping import Wrapping

_SHEETS: dict[Size, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIDES, TOP, BOTTOM = 12.0, 20.0, 15.0  # margins
GAP = 9.0  # between columns, for the lines
_BEFORE = 0.35  # the part of the gap that lies before a box
_BETWEEN = 1.8  # between boxes, at least
_ROOMY = 1.6  # on a single sheet a row is so much higher than it must be, at most
HEAD = 3.8  # the line over the two names
_PADDING = 1.8  # beside a name
_POINT = 0.3528  # millimetres
SMALLEST, LARGEST = 11.0, 26.0  # points, of a name on a wall
_BESIDE = 10.0  # points, of where somebody comes from who is not known yet
_LINE, _EXTRA = 1.15, 0.2  # a name of n lines is n * _LINE + _EXTRA ems high


@dataclass
class Spot:
    """Where a box stands: its column, and its middle in rows from the top."""

    name: str
    column: int
    middle: float


@dataclass
class Poster:
    """What is to be laid out. `part`: of the bracket. `leads`: from the left match to the right one. `score_width`: at
    the smallest type. `labels`: (text, row) over a part."""

    title: str
    about: str
    spots: list[Spot]
    leads: list[tuple[str, str]]
    part: str
    score_width: float
    labels: list[tuple[str, float]] = field(default_factory=list)

    @property
    def columns(self) -> int:
        return max(spot.column for spot in self.spots) + 1

    @property
    def rows(self) -> int:
        return ceil(max(spot.middle for spot in self.spots) + 0.5)


@dataclass
class Plan:
    """How a poster is cut into sheets, and how large its type is (points)."""

    flipped: bool
    width: float  # of a sheet, inside its margins
    height: float
    columns: int  # a sheet
    rows: int
    down: int  # sheets
    across: int
    type_size: float
    row_height: float
    box_height: float

    @property
    def sheets(self) -> int:
        return self.down * self.across

    @property
    def column_width(self) -> float:
        return self.width / self.columns


def planned(poster: Poster, size: Size, names: Wrapping) -> Plan | None:
    """The plan with the fewest sheets; of those, the one with the largest type. None where none has room."""
    plans = [
        plan
        for flipped in (False, True)
        for columns in range(1, poster.columns + 1)
        if (plan := _plan(poster, size, names, flipped, columns)) is not None
    ]
    return min(plans, key=lambda plan: (plan.sheets, -plan.type_size, plan.flipped), default=None)


def _plan(poster: Poster, size: Size, names: Wrapping, flipped: bool, columns: int) -> Plan | None:
    """The plan with that many columns a sheet; None where the names have no room."""
    short, long = _SHEETS[size]
    width, height = (long, short) if flipped else (short, long)
    width, height = width - 2 * SIDES, height - TOP - BOTTOM
    needed = _row_needed(names, width / columns, poster.score_width, SMALLEST)
    if needed is None or needed > height:
        return None
    down = ceil(poster.rows / int(height / needed))
    across = ceil(poster.columns / columns)
    columns, rows = ceil(poster.columns / across), ceil(poster.rows / down)
    type_size = SMALLEST
    while type_size < LARGEST:
        larger = _row_needed(names, width / columns, poster.score_width, type_size + 0.5)
        if larger is None or larger > height / rows:
            break
        type_size, needed = type_size + 0.5, larger
    row_height = height / rows
    if down == 1:
        row_height = min(row_height, _ROOMY * needed)
    return Plan(flipped, width, height, columns, rows, down, across, type_size, row_height, needed - _BETWEEN)


def _row_needed(names: Wrapping, column: float, score_width: float, type_size: float) -> float | None:
    """The height of a row for names of this size in a column of this width; None where a name has no room at all."""
    em = type_size * _POINT
    lines = names.most_lines(_name_width(column, score_width, type_size) / em)
    if lines > 4:
        return None
    return HEAD + 2 * (lines * _LINE + _EXTRA) * em + _BETWEEN


def _name_width(column: float, score_width: float, type_size: float) -> float:
    """The room for a name in a column of this width."""
    return column - GAP - score_width * type_size / SMALLEST - 2 * _PADDING


def fitting_size(texts: Wrapping, plan: Plan, score_width: float) -> float:
    """The size, in points and no larger than what is said beside names, with which all of these fit where names do."""
    size = _BESIDE
    while size > 5:
        em = size * _POINT
        lines = texts.most_lines(_name_width(plan.column_width, score_width, plan.type_size) / em)
        if (lines * _LINE + _EXTRA) * em <= (plan.box_height - HEAD) / 2:
            break
        size -= 0.5
    return size


# ---- what is on each sheet


@dataclass
class Sheet:
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


class Layout:
    """A poster by its plan. `sheets`: those with something on them, from left to right and from the top down."""

    def __init__(self, poster: Poster, plan: Plan) -> None:
        self.poster = poster
        self.plan = plan
        self.box_width = plan.column_width - GAP
        self._sheets: dict[tuple[int, int], Sheet] = {}
        self._tops = {spot.name: self._top(spot) for spot in poster.spots}
        self._columns = {spot.name: spot.column for spot in poster.spots}
        for spot in poster.spots:
            self._box(spot)
        for left, right in poster.leads:
            self._lead(left, right)
        for text, row in poster.labels:
            y = row * plan.row_height
            sheet, top = self._sheet_at(0, y)
            sheet.labels.append({"words": text, "x": 0.0, "y": top})
        self.sheets = [self._sheets[at] for at in sorted(self._sheets)]

    def _sheet(self, row: int, column: int) -> Sheet:
        return self._sheets.setdefault((row, column), Sheet(row, column))

    def _sheet_at(self, column: int, y: float) -> tuple[Sheet, float]:
        """The sheet on which a column has this height, and the height there."""
        row = min(int(y / self.plan.height), self.plan.down - 1)
        return self._sheet(row, column // self.plan.columns), y - row * self.plan.height

    def _top(self, spot: Spot) -> float:
        """The top of a box, moved where it would lie across two sheets."""
        top = spot.middle * self.plan.row_height - self.plan.box_height / 2
        seam = (int((top + self.plan.box_height) / self.plan.height)) * self.plan.height
        if top < seam < top + self.plan.box_height:
            above = seam - top < self.plan.box_height / 2
            top = seam + _BETWEEN / 2 if above else seam - self.plan.box_height - _BETWEEN / 2
        return top

    def _left(self, column: int) -> float:
        """Where the box of a column begins, from the left edge of the poster."""
        return column * self.plan.column_width + GAP * _BEFORE

    def _box(self, spot: Spot) -> None:
        sheet, top = self._sheet_at(spot.column, self._tops[spot.name])
        left = self._left(spot.column) - sheet.column * self.plan.width
        sheet.boxes.append({"name": spot.name, "x": left, "y": top})

    def _lead(self, left: str, right: str) -> None:
        """The line from a box to the next: along, up or down, along."""
        column = self._columns[left]
        begin = self._left(column) + self.box_width
        turn = (column + 1) * self.plan.column_width - GAP * _BEFORE
        end = self._left(self._columns[right])
        y, to = (self._tops[name] + self.plan.box_height / 2 for name in (left, right))
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
