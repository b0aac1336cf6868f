"""What is on each sheet of a poster: boxes, lines, and arrows where a line goes on on another sheet. Millimetres.

No box lies across two sheets; lines that go from one sheet to another have an arrow in the margin of both, with the
match that is at the other end.
"""

from dataclasses import dataclass, field
from typing import Any

from tallyboard.paper.poster import BETWEEN, GAP, HEAD, TURN, Poster, PosterColumn, PosterPlan
from tallyboard.text.tournament.bracket import Spot

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
            self._within(before, left, right)
            return
        begin = self._left(before) + before.width
        turn = begin + GAP * TURN
        end = self._left(after)
        y, to = self._middle(left), self._middle(right)
        self._across(begin, turn, y, left, right)
        self._down(turn, y, to, left, right)
        self._across(turn, end, to, left, right)

    def _within(self, column: PosterColumn, first: str, then: str) -> None:
        """The line from a box to one below or above it."""
        x = self._left(column) + column.width - _FROM_RIGHT
        y, to = self._tops[first], self._tops[then]
        out, into = (column.height, HEAD) if y < to else (HEAD, column.height)
        self._down(x, y + out, to + into, first, then)

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
