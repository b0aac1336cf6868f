"""The score of a match over time: a line of steps for each side, with its letter and total at the end. A side is told
by its colour, by the dashes of its line, by its mark and by its letter."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.drawing.parts import (
    TEXT,
    WIDTH,
    fitted,
    framed,
    isolated,
    number,
    signed,
    text_width,
    written,
)

_RIGHT, _BELOW = 88, 48  # beside the lines, for totals; below them, for numbers
_NAME, _ABOVE = 25, 46  # above them: a row for each name, what runs upwards, and the numbers of rounds
_POINTS_ABOVE = 24  # from the lines to the word for what runs upwards
_LINES = 210
_MOST_TICKS = 5  # steps on an axis
_ROUND_ROOM = 6  # between the numbers of rounds, at least
_MARKS_ROOM = 9  # from a mark on a line to the next, at least


class Line(NamedTuple):
    """A side: its letter A, B or C, and its name."""

    letter: str
    name: str


class Point(NamedTuple):
    """The totals of the sides after a press. `at`: in minutes, or the press's number; never before the one before."""

    at: float
    totals: Sequence[int]


class RoundEnd(NamedTuple):
    """When a round was closed, as Point.at, and the letter of the side that won it, "" where none did."""

    at: float
    winner: str = ""


class ChartWords(NamedTuple):
    """What is written: the drawing's title, what it tells in a sentence or two, what runs from left to right, and what
    upwards."""

    title: str
    description: str
    time: str
    points: str


def chart(lines: Sequence[Line], points: Sequence[Point], round_ends: Sequence[RoundEnd], words: ChartWords) -> Markup:
    """The drawing. All sides begin with nothing at 0; `round_ends`: in turn; each round has its winner's colour."""
    scale = _Scale(points, top=_NAME * len(lines) + _ABOVE)
    parts = [_rounds(scale, round_ends), _axes(scale, words)]
    ends = _apart([scale.y(points[-1].totals[side] if points else 0) for side in range(len(lines))], scale.bottom)
    for side in reversed(range(len(lines))):  # the first above the others
        steps = [(0.0, 0)] + [(point.at, point.totals[side]) for point in points]
        parts.append(_line(lines[side], scale, steps, [end.at for end in round_ends], ends[side]))
    parts.append(_names(lines))
    return framed("chart", height(len(lines)), words.title, words.description, parts)


def height(sides: int) -> int:
    """Of the drawing for so many sides."""
    return _NAME * sides + _ABOVE + _LINES + _BELOW


class _Scale:
    """From minutes and points to places in the drawing, whose lines are between `top` and `bottom`."""

    def __init__(self, points: Sequence[Point], top: int) -> None:
        self.top, self.bottom = top, top + _LINES
        totals = [0, *(total for point in points for total in point.totals)]
        self.until = max([1.0, *(point.at for point in points)])
        self.step = _tick_step(max(totals) - min(totals))
        self.least = min(totals) // self.step * self.step
        self.most = max(-(-max(totals) // self.step) * self.step, self.least + self.step)
        self.ticks = range(self.least, self.most + 1, self.step)
        self.left = 10 + max(text_width(signed(tick), TEXT) for tick in self.ticks)

    def x(self, at: float) -> float:
        return self.left + (WIDTH - self.left - _RIGHT) * at / self.until

    def y(self, total: float) -> float:
        return self.top + _LINES * (self.most - total) / (self.most - self.least)


def _tick_step(span: float) -> int:
    """The smallest of 1, 2, 5, 10, … of which a few make the span."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if span <= times * size * _MOST_TICKS:
                return times * size
        size *= 10


# ---- what is around the lines


def _axes(scale: _Scale, words: ChartWords) -> Markup:
    parts = [written(2, scale.top - _POINTS_ABOVE, fitted(words.points, WIDTH, TEXT), "start")]
    for total in scale.ticks:
        y = number(scale.y(total))
        kind = "chart-zero" if total == 0 else "chart-rule"
        parts.append(Markup('<path class="{}" d="M{} {}H{}"/>').format(kind, number(scale.left), y, WIDTH - _RIGHT))
        parts.append(written(scale.left - 7, scale.y(total) + TEXT / 3, signed(total), "end"))
    step = _tick_step(scale.until)
    parts += [
        written(scale.x(at), scale.bottom + TEXT + 4, str(at), "middle") for at in range(0, int(scale.until) + 1, step)
    ]
    room = WIDTH - scale.left - _RIGHT
    parts.append(written(scale.left + room / 2, scale.bottom + _BELOW - 5, fitted(words.time, room, TEXT), "middle"))
    return Markup('<g class="chart-axes">{}</g>').format(Markup("").join(parts))


def _rounds(scale: _Scale, round_ends: Sequence[RoundEnd]) -> Markup:
    """The ground of each round in its winner's colour, a line where it ends, and its number where there is room."""
    parts = []
    free_from, before = 0.0, scale.left
    for turn, (at, winner) in enumerate(round_ends, 1):
        x = scale.x(min(at, scale.until))
        if winner and x > before:
            ground = '<rect class="{} chart-won" x="{}" y="{}" width="{}" height="{}"/>'
            parts.append(Markup(ground).format(winner.lower(), number(before), scale.top, number(x - before), _LINES))
        parts.append(Markup('<path d="M{} {}V{}"/>').format(number(x), scale.top, scale.bottom))
        half = text_width(str(turn), TEXT) / 2
        if x - half >= free_from:
            parts.append(written(x, scale.top - 6, str(turn), "middle"))
            free_from = x + half + _ROUND_ROOM
        before = x
    return Markup('<g class="chart-rounds">{}</g>').format(Markup("").join(parts))


def _names(lines: Sequence[Line]) -> Markup:
    """Whose line is which, above the drawing."""
    parts = []
    for row, line in enumerate(lines):
        y = row * _NAME + 14
        parts.append(
            Markup('<g class="{}"><path class="chart-line" d="M6 {}h28"{}/>{}{}</g>').format(
                line.letter.lower(),
                y,
                _dashes(line),
                _mark(line, 20, y),
                written(42, y + 6, line.letter, "start", "chart-letter"),
            )
        )
        parts.append(written(62, y + 6, isolated(fitted(line.name, WIDTH - 66, TEXT)), "start", "chart-name"))
    return Markup('<g class="chart-names">{}</g>').format(Markup("").join(parts))


# ---- the lines


def _line(
    line: Line, scale: _Scale, steps: Sequence[tuple[float, int]], round_ends: Sequence[float], end: float
) -> Markup:
    """The steps of a side, marks where rounds ended, and its total at the end."""
    total = steps[-1][1]
    last = scale.x(scale.until)
    marks = []
    for at in _spread(scale, round_ends):
        total_then = [points for when, points in steps if when <= at][-1]
        marks.append(_mark(line, scale.x(at), scale.y(total_then)))
    said = f"{line.letter} {signed(total)}"
    return Markup('<g class="{}"><path class="chart-line" d="{}"{}/>{}{}{}</g>').format(
        line.letter.lower(),
        _path(scale, steps),
        _dashes(line),
        Markup("").join(marks),
        _mark(line, last, scale.y(total)),
        written(last + 10, end + TEXT / 3, fitted(said, _RIGHT - 12, TEXT, bold=True), "start", "chart-total"),
    )


def _path(scale: _Scale, steps: Sequence[tuple[float, int]]) -> str:
    """Level until a total changes, then up or down."""
    path = f"M{number(scale.x(steps[0][0]))} {number(scale.y(steps[0][1]))}"
    before = steps[0][1]
    for at, total in steps[1:]:
        if total != before:
            path += f"H{number(scale.x(at))}V{number(scale.y(total))}"
            before = total
    return path + f"H{number(scale.x(scale.until))}"


def _spread(scale: _Scale, round_ends: Sequence[float]) -> list[float]:
    """Those of the ends of rounds at which a mark has room."""
    taken: list[float] = []
    for at in round_ends:
        if at < scale.until and (not taken or scale.x(at) - scale.x(taken[-1]) >= _MARKS_ROOM):
            taken.append(at)
    return taken


def _apart(heights: Sequence[float], bottom: float) -> list[float]:
    """Where the totals stand: beside the ends of their lines, moved up so that none is upon another."""
    placed = list(heights)
    below = bottom + TEXT + 1
    for side in sorted(range(len(heights)), key=lambda side: (-heights[side], -side)):
        below = placed[side] = min(heights[side], below - TEXT - 1)
    return placed


# ---- how a side looks

_LOOKS = {  # dashes, and the outline of a mark around its middle
    "A": ("", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"),
    "B": ("9 4", "m-4-4h8v8h-8z"),
    "C": ("2.5 3.5", "m0-5l5 9h-10z"),
}


def _dashes(line: Line) -> Markup:
    dashes = _LOOKS[line.letter][0]
    return Markup(' stroke-dasharray="{}"').format(dashes) if dashes else Markup("")


def _mark(line: Line, x: float, y: float) -> Markup:
    return Markup('<path class="chart-mark" d="M{} {}{}"/>').format(number(x), number(y), _LOOKS[line.letter][1])
