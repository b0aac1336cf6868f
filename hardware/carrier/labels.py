"""What is printed on the carrier, and where it finds room: not on a pad, not on other print, not under a part.

Every label has places in the order in which they are liked; it takes the first that is free. The words of a key
connector go together: all on one side of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.carrier.footprints import Box, Point
from hardware.carrier.places import PlacedPart
from hardware.circuit.netlist import KEY
from hardware.source.board import Board
from shared_rules import VERSION

SIZE, BIG = 1.0, 1.5  # heights of capitals; below 1 mm boards are printed illegibly
STROKE = 0.15
APART = 0.2  # between print and a pad, or other print
ROOMY = 1.5  # that of the title, where there is room
INSET = 0.4  # from the board's edge

# Of KiCad's stroke font, how wide letters are in thousandths of their height; others are 1143 at most.
_WIDTHS = {
    476: "Iij,.:",
    571: "ftl",
    667: "r()",
    762: "JTvy ",
    810: "Lksxz",
    857: "AFVYcea",
    905: "Ebdghnopqu",
    952: "SXZ0123456789",
    1000: "BCDGKPR",
    1048: "HNOQUwµ/",
    1333: "m",
    1238: "-+",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


@dataclass(frozen=True)
class Label:
    """A line of print. `part`: to which it belongs, "" for the board; `role`: "reference", "value" or "user"; `x`, `y`:
    its middle; `angle`: 0, or 90 for one that reads upwards."""

    part: str
    role: str
    text: str
    x: float
    y: float
    angle: int
    size: float

    @property
    def box(self) -> Box:
        long, high = text_width(self.text, self.size), self.size * 1.35 + STROKE
        if self.angle:
            long, high = high, long
        return self.x - long / 2, self.y - high / 2, self.x + long / 2, self.y + high / 2


def text_width(text: str, size: float) -> float:
    """How wide the text is, at most."""
    return sum(_WIDTH.get(letter, 1143) for letter in text) * size / 1000 + 2 * STROKE


def overlap(one: Box, other: Box, apart: float = 0.0) -> bool:
    """True if the boxes are nearer to each other than this."""
    return (
        one[0] < other[2] + apart
        and other[0] < one[2] + apart
        and one[1] < other[3] + apart
        and other[1] < one[3] + apart
    )


def pad_boxes(part: PlacedPart) -> list[Box]:
    """What the part's pads cover."""
    return [(p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in part.pads]


def silk_lines(part: PlacedPart, size: Point) -> list[tuple[Point, Point]]:
    """The part's printed lines, without what would be off a board of this size."""
    lines = []
    for corners in part.footprint.silk:
        points = [part.at(corner) for corner in corners]
        for (x1, y1), (x2, y2) in pairwise(points):
            off = any(
                max(a, b) < INSET or min(a, b) > end - INSET for a, b, end in ((x1, x2, size[0]), (y1, y2, size[1]))
            )
            if not off:
                lines.append(
                    ((_within(x1, size[0]), _within(y1, size[1])), (_within(x2, size[0]), _within(y2, size[1])))
                )
    return lines


def _within(value: float, end: float) -> float:
    return min(max(value, INSET), end - INSET)


def _printed(part: PlacedPart, size: Point) -> Iterator[Box]:
    for (x1, y1), (x2, y2) in silk_lines(part, size):
        yield min(x1, x2) - STROKE / 2, min(y1, y2) - STROKE / 2, max(x1, x2) + STROKE / 2, max(y1, y2) + STROKE / 2
    for x, y, radius in part.footprint.dots:
        x, y = part.at((x, y))
        yield x - radius, y - radius, x + radius, y + radius


class _Sheet:
    """The board's face, filling up with labels."""

    def __init__(self, parts: list[PlacedPart], size: Point) -> None:
        self.size = size
        self.bodies = {part.component.ref: part.courtyard for part in parts}
        self.taken = [box for part in parts for box in (*pad_boxes(part), *_printed(part, size))]
        self.labels: list[Label] = []

    def free(self, label: Label, apart: float) -> bool:
        box = label.box
        if box[0] < INSET or box[1] < INSET or box[2] > self.size[0] - INSET or box[3] > self.size[1] - INSET:
            return False
        if any(overlap(box, body, apart - APART) for part, body in self.bodies.items() if part != label.part):
            return False
        return not any(overlap(box, other, apart) for other in self.taken)

    def put(self, choices: Iterator[list[Label]], apart: float = APART) -> bool:
        """Prints the first of these groups for which there is room; False if there is none for any. `apart`: from
        other print."""
        for group in choices:
            if all(self.free(label, apart) for label in group):
                self.labels += group
                self.taken += [label.box for label in group]
                return True
        return False


def _slid(distance: float) -> list[float]:
    """0, then further and further off to both sides."""
    steps = [0.5 * n for n in range(int(distance / 0.5) + 1)]
    return [side * step for step in steps for side in ((1, -1) if step else (1,))]


def _around(part: PlacedPart, role: str, text: str, size: float) -> Iterator[list[Label]]:
    """Places on the part itself where it has some, then over, under, right and left of it, then further away."""
    ref = part.component.ref
    for spot in part.footprint.inside:
        yield [Label(ref, role, text, *part.at(spot), 0, size)]
    left, top, right, bottom = part.courtyard if part.component.kind != "test" else part.body
    long, high = text_width(text, size), size * 1.35 + STROKE
    x, y = (left + right) / 2, (top + bottom) / 2
    if part.component.kind == "key_resistor":  # they stand so close that their names have to stand too
        yield [Label(ref, role, text, x, top - long / 2 - 0.1, 90, size)]
        yield [Label(ref, role, text, x, bottom + long / 2 + 0.1, 90, size)]
    for away in (0.25, 1.75, 3.25, 5.0):
        for slide in _slid(max(right - left, long) / 2 + 1):
            yield [Label(ref, role, text, x + slide, top - high / 2 - away, 0, size)]
            yield [Label(ref, role, text, x + slide, bottom + high / 2 + away, 0, size)]
        for slide in _slid((bottom - top) / 2):
            yield [Label(ref, role, text, right + long / 2 + away, y + slide, 0, size)]
            yield [Label(ref, role, text, left - long / 2 - away, y + slide, 0, size)]
        for slide in _slid((bottom - top) / 2):
            yield [Label(ref, role, text, right + high / 2 + away, y + slide, 90, size)]
            yield [Label(ref, role, text, left - high / 2 - away, y + slide, 90, size)]


def _contacts(part: PlacedPart) -> Iterator[list[Label]]:
    """The net of every contact of a connector of keys, or of the jumper, beside it, across where the words are too wide
    for its pitch."""
    names = [(pad.x, pad.y, (pad.net or "").removeprefix(KEY)) for pad in part.pads]
    left, top, right, bottom = part.courtyard
    upright = part.place.turned % 180 == 0
    pitch = 2.5 - APART
    across = any(text_width(name, SIZE) > pitch for _, _, name in names[:-1])
    ref = part.component.ref
    for away in (0.1, 1.0, 2.0):
        for outer in (top, bottom) if upright else (right, left):
            sign = -1 if outer in (top, left) else 1
            group = []
            for x, y, name in names:
                turned = 90 if upright and (across or text_width(name, SIZE) > pitch) else 0
                long = text_width(name, SIZE) if turned or not upright else SIZE * 1.35 + STROKE
                middle = outer + sign * (away + long / 2)
                at = (x, middle) if upright else (middle, y)
                group.append(Label(ref, "user", name, *at, turned, SIZE))
            yield group


def _display_name(part: PlacedPart) -> Iterator[list[Label]]:
    """The name of the display, large, and the part's behind the side from which no cable leaves."""
    ref, name = part.component.ref, part.component.value
    x, y = part.at((0.0, part.footprint.courtyard[1]))
    across, down = part.at((0.0, part.footprint.courtyard[1] - 1.0))
    dx, dy = across - x, down - y
    for away in (0.1, 1.0, 2.0):
        near = away + (text_width(name, BIG) if dx else BIG * 1.35) / 2
        far = near + (text_width(name, BIG) + text_width(ref, SIZE) if dx else BIG * 1.35 + SIZE * 1.35) / 2 + 0.3
        yield [
            Label(ref, "value", name, x + dx * near, y + dy * near, 0, BIG),
            Label(ref, "reference", ref, x + dx * far, y + dy * far, 0, SIZE),
        ]
    yield from _around(part, "value", name, BIG)


def _title(board: Board) -> Iterator[list[Label]]:
    """The project's name and version wherever there is room, from the middle on."""
    width, height = board.carrier.size
    for size in (2.0, BIG, SIZE):
        for dy in _slid(height / 2):
            for dx in _slid(width / 2):
                yield [Label("", "user", f"Tallyboard {VERSION}", width / 2 + dx, height / 2 + dy, 0, size)]


def _names(part: PlacedPart) -> Iterator[tuple[str, str, float]]:
    """The role, text and size of what is printed once there is all that a maker cannot do without."""
    component = part.component
    if component.kind == "pico":
        yield "user", "USB", BIG
    if component.kind not in ("test", "qt"):
        yield "reference", component.ref, SIZE
    if component.kind not in ("qt", "hole", "jumper", "key_resistor") and not component.kind.startswith("keys"):
        yield "value", component.value, SIZE


def labels(board: Board, parts: list[PlacedPart]) -> tuple[list[Label], list[str]]:
    """What is printed, and the connectors for whose names there is no room. A value that finds none stays on the
    drawing for assembly."""
    sheet = _Sheet(parts, board.carrier.size)
    nameless = []
    for part in parts:
        kind = part.component.kind
        named = kind.startswith("keys") or kind == "jumper"
        names = _contacts if named else _display_name if kind == "qt" else None
        if names and not sheet.put(names(part)):
            nameless.append(part.component.ref)
    others = [(part, *name) for part in parts if part.component.kind != "hole" for name in _names(part)]
    others.sort(key=lambda name: name[1] == "value" and name[0].component.kind != "test")
    for part, role, text, size in others:
        sheet.put(_around(part, role, text, size))
    if not sheet.put(_title(board), ROOMY):
        sheet.put(_title(board))
    return sheet.labels, nameless
