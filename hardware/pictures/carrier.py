"""The carrier as it fills: its own pads and bodies, those that are there grey, those that come now orange."""

from collections.abc import Iterator, Sequence

from hardware.buying.count import fitted
from hardware.carrier.footprints import PICO_USB, Box
from hardware.carrier.labels import overlap
from hardware.carrier.places import PlacedPart, placed_parts
from hardware.circuit.netlist import DISPLAYS, SUPPLY, USB
from hardware.drawing.sheet import INK, PAPER
from hardware.guide.steps import STEPS, soldered
from hardware.pictures.marks import (
    BOARD,
    BOARD_EDGE,
    COPPER,
    HIGH,
    NEW,
    NEW_EDGE,
    NEW_PALE,
    OLD,
    OLD_EDGE,
    PALE_EDGE,
    SMALL,
    TIN,
    WIDE,
    WRONG,
    Picture,
    name_size,
)
from hardware.source.board import Board

_MARGIN, _MOST = 4.0, 7.0  # of the paper; how much larger than it is a part is drawn at most
_AROUND = 4.5  # mm of the board around the parts that are shown
_INSET = 34.0  # the width of the whole board beside a part of it
_LARGER = 1.2  # than the whole board: less is not worth a second picture
_LISTED = 6  # parts of a value, that are named beside it
_GAP = 0.8  # from a part to its name
_SIGN = (17.0, 6.0)  # of three sides: how wide and high


def _parts(board: Board, key: str) -> tuple[list[PlacedPart], list[PlacedPart]]:
    """The parts that are there before this step, and those that it solders."""
    by_step = soldered(board)
    placed = {part.component.ref: part for part in placed_parts(board)}
    order = [step.key for step in STEPS if step.key in by_step]
    before = [one for step in order[: order.index(key)] for one in by_step[step]]
    return [placed[one.ref] for one in before], [placed[one.ref] for one in by_step[key]]


def _third(board: Board, parts: Sequence[PlacedPart]) -> list[PlacedPart]:
    """Those of these parts that two sides do without."""
    two = {component.ref for component in fitted(board, 2)}
    return [part for part in parts if part.component.ref not in two]


def _around(parts: Sequence[PlacedPart]) -> Box:
    """What of the board is shown: the parts with some of what is beside them."""
    boxes = [part.courtyard for part in parts]
    left, top = min(box[0] for box in boxes) - _AROUND, min(box[1] for box in boxes) - _AROUND
    return left, top, max(box[2] for box in boxes) + _AROUND, max(box[3] for box in boxes) + _AROUND


class BoardView:
    """A part of the carrier on a picture: `at` gives where a point of the board is."""

    def __init__(self, picture: Picture, board: Board, shown: Box, room: Box) -> None:
        self.picture, self.board = picture, board
        left, top, right, bottom = shown
        self.scale = min((room[2] - room[0]) / (right - left), (room[3] - room[1]) / (bottom - top), _MOST)
        self._left = (room[0] + room[2]) / 2 - (left + right) / 2 * self.scale
        self._top = (room[1] + room[3]) / 2 - (top + bottom) / 2 * self.scale
        self._room = room

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self.scale, self._top + y * self.scale

    def draw(
        self, done: Sequence[PlacedPart], now: Sequence[PlacedPart], *, named: bool = True, small: bool = False
    ) -> None:
        """The board with its parts; the names of the ones that come now, last. `small`: no pads, nothing of the parts
        that are to come but the Pico's outline."""
        picture, board, scale = self.picture, self.board, self.scale
        with picture.placed(self._left, self._top, scale):
            picture.rectangle(
                0, 0, *board.carrier.size, fill=BOARD, colour=BOARD_EDGE, stroke=0.4, corner=board.carrier.corner
            )
            third = _third(board, now)
            sockets = [part for part in (*done, *now) if part.component.kind == "pico"]
            for part in placed_parts(board):
                state = "third" if part in third else "now" if part in now else "done" if part in done else ""
                seen = overlap(self._on_picture(part.courtyard), self._room) and (state or not small)
                if seen and part not in sockets:
                    draw_part(picture, part, state, pads=not small)
            for part in sockets:
                draw_sockets(picture, part, NEW if part in now else OLD, pads=not small)
            for part in placed_parts(board) if small and not sockets else ():
                if part.component.kind == "pico":
                    draw_sockets(picture, part, "none", pads=False)
        if not named:
            return
        for part in now:
            if part.component.kind == "qt":  # where its plug comes from: out of the board
                begins, ends = (self.at(*part.at((0.0, y))) for y in (7.0, 2.9))
                picture.arrow([begins, ends], stroke=1.6)
        self._name([*done, *now], now)

    def _on_picture(self, box: Box) -> Box:
        return (*self.at(*box[:2]), *self.at(*box[2:]))

    def _name(self, parts: Sequence[PlacedPart], now: Sequence[PlacedPart]) -> None:
        """On each part that has the room for its name, else beside it: where it lies over nothing, else as near as can
        be."""
        busy = [self._on_picture(_covered(part)) for part in parts if part.component.kind != "pico"]
        if third := _third(self.board, now):
            around = self._on_picture(_union([_covered(part) for part in third]))
            x, y, _, _ = self._free(around, ((0.0, *_SIGN),), busy, (0.0,))
            _three_sides(self.picture, x, y)
        for part in sorted(now, key=lambda part: (part.place.y, part.place.x)):
            ref, body = part.component.ref, self._on_picture(part.body)
            size = max(SMALL, min(6.5, 0.5 * min(body[2] - body[0], body[3] - body[1])))
            wide, high = name_size(ref, size)
            if wide <= body[2] - body[0] and high <= body[3] - body[1] and part.component.kind != "jumper":
                self.picture.name((body[0] + body[2]) / 2, (body[1] + body[3]) / 2, ref, size)
                continue
            around = self._on_picture(_covered(part))
            sizes = ((5.0, *name_size(ref, 5.0)), (SMALL, *name_size(ref, SMALL)))
            x, y, size, turned = self._free(around, sizes, busy)
            self.picture.name(x, y, ref, size, turned)

    def _free(
        self,
        around: Box,
        sizes: Sequence[tuple[float, float, float]],
        busy: list[Box],
        turns: Sequence[float] = (0.0, -90.0),
    ) -> tuple[float, float, float, float]:
        """The middle of the best place for a name, its size and how it is turned; it is busy from now on."""
        places = list(_beside(around, sizes, turns))
        over = [sum(_common(box, other) for other in busy) + 40 * self._outside(box) for box, _, _ in places]
        box, size, turned = places[over.index(min(over))]
        busy.append(box)
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, size, turned

    def _outside(self, box: Box) -> bool:
        left, top, right, bottom = self._room
        return box[0] < left or box[1] < top or box[2] > right or box[3] > bottom


def _covered(part: PlacedPart) -> Box:
    """The body with its pads."""
    pads = [(p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in part.pads]
    return _union([part.body, *pads])


def _union(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _common(one: Box, other: Box) -> float:
    """The area that both cover."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def _beside(
    around: Box, sizes: Sequence[tuple[float, float, float]], turns: Sequence[float]
) -> Iterator[tuple[Box, float, float]]:
    """Where a name could stand beside a part, the best first: the room it takes, its size, how it is turned. `sizes`:
    of its type, each with how wide and high it then is."""
    left, top, right, bottom = around
    x, y = (left + right) / 2, (top + bottom) / 2
    for far in (_GAP, 4.0):
        for size, long, tall in sizes:
            for turned in turns:
                wide, high = (long, tall) if not turned else (tall, long)
                across, down = wide / 2 + far, high / 2 + far
                for middle in ((right + across, y), (left - across, y), (x, top - down), (x, bottom + down)):
                    box = middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2
                    yield box, size, turned


def draw_part(picture: Picture, part: PlacedPart, state: str, *, pads: bool = True) -> None:
    """Its body, unless it is to come later, and its pads over it; pin 1 is red in what comes now."""
    fill, edge = {
        "now": (NEW, NEW_EDGE),
        "third": (NEW_PALE, NEW_EDGE),
        "done": (OLD, OLD_EDGE),
        "": ("none", PALE_EDGE),
    }[state]
    left, top, right, bottom = part.body
    kind, third, state = part.component.kind, state == "third", "now" if state == "third" else state
    if kind == "hole":
        picture.circle((left + right) / 2, (top + bottom) / 2, part.pads[0].drill / 2, fill=PAPER, colour=OLD_EDGE)
        return
    corner = (right - left) / 2 if kind == "piezo" else 0.3
    if kind not in ("test", "pico"):
        body = {"fill": fill, "colour": edge, "stroke": 0.25 if state else 0.12, "corner": corner, "dashed": third}
        picture.rectangle(left, top, right - left, bottom - top, **body)  # type: ignore[arg-type]
    for pad in part.pads if pads else ():
        metal = WRONG if state == "now" and pad.number == "1" and len(part.pads) > 2 else TIN if state else COPPER
        round_ = min(pad.width, pad.height) / 2 if pad.shape in ("oval", "circle") else 0.15
        size = (pad.x - pad.width / 2, pad.y - pad.height / 2, pad.width, pad.height)
        picture.rectangle(*size, fill=metal, colour=edge, stroke=0.08, corner=round_)
    if state == "now":
        for x, y, radius in part.footprint.dots:
            picture.circle(*part.at((x, y)), max(radius, 0.35), fill=WRONG, colour=WRONG, stroke=0)
        for line in part.footprint.silk if kind.startswith("keys") else ():
            picture.line([part.at(point) for point in line], stroke=0.25, colour=NEW_EDGE)


def draw_sockets(picture: Picture, part: PlacedPart, fill: str, *, pads: bool = True) -> None:
    """The two rows that the Pico is pushed into, and its outline, its USB socket at the back."""
    left, top, right, bottom = part.body
    edge = NEW_EDGE if fill == NEW else OLD_EDGE
    picture.rectangle(left, top, right - left, bottom - top, colour=edge, stroke=0.25, corner=1, dashed=True)
    rows = sorted({round(pad.x, 2) for pad in part.pads}), sorted({round(pad.y, 2) for pad in part.pads})
    across = len(rows[0]) > 2  # the board is turned: its rows lie
    for at in (rows[1] if across else rows[0])[:: max(len(rows[1 if across else 0]) - 1, 1)]:
        if across:
            picture.rectangle(left + 0.5, at - 1.3, right - left - 1, 2.6, fill=fill, colour=edge, stroke=0.2)
        else:
            picture.rectangle(at - 1.3, top + 0.5, 2.6, bottom - top - 1, fill=fill, colour=edge, stroke=0.2)
    for pad in part.pads if pads else ():
        picture.circle(pad.x, pad.y, 0.5, fill=INK, stroke=0)
    wide, end = 8.0, part.footprint.body[1]
    left, top, right, bottom = part.box((-wide / 2, end - PICO_USB, wide / 2, end + 4.5))
    picture.rectangle(left, top, right - left, bottom - top, fill=TIN, colour=edge, stroke=0.25)


def _three_sides(picture: Picture, x: float, y: float) -> None:
    """For three sides only: a 3, and three who play."""
    wide, high = _SIGN
    picture.rectangle(x - wide / 2, y - high / 2, wide, high, fill=PAPER, colour=NEW_EDGE, stroke=0.3, corner=1)
    picture.text(x - wide / 2 + 2.8, y, "3", 5.0, anchor="middle", bold=True, colour=NEW_EDGE)
    for number in range(3):
        at = x - wide / 2 + 7 + 3.4 * number
        picture.circle(at, y - 1.3, 1.0, fill=NEW_EDGE, stroke=0)
        picture.lines_of([f'<path d="M{at - 1.5:.2f} {y + 2.2:.2f}a1.5 2.2 0 0 1 3 0z" fill="{NEW_EDGE}"/>'])


def board_step(board: Board, key: str) -> Picture:
    """The step that solders parts to the carrier, by its key."""
    done, now = _parts(board, key)
    picture = Picture(f"The carrier with {', '.join(part.component.ref for part in now)}")
    wide, high = board.carrier.size
    whole, shown = (-3.0, -3.0, wide + 3.0, high + 3.0), _around(now)
    # Beside or above the whole board what is shown of it larger, if that makes it much larger.
    right, bottom = WIDE - _MARGIN, HIGH - _MARGIN
    beside = (
        (_MARGIN, _MARGIN, right - _INSET - _MARGIN, bottom),
        (right - _INSET, _MARGIN, right, _MARGIN + _INSET * 0.8),
    )
    above = (_MARGIN, _MARGIN, right, 56.0), (right - _INSET, 59.0, right, HIGH - 2)
    all_of_it = BoardView(picture, board, whole, (_MARGIN, _MARGIN, right, bottom))
    room, inset = max((beside, above), key=lambda rooms: BoardView(picture, board, shown, rooms[0]).scale)
    near = BoardView(picture, board, shown, room)
    if near.scale < _LARGER * all_of_it.scale:
        all_of_it.draw(done, now)
        return picture
    with picture.clipped(room[0], room[1], room[2] - room[0], room[3] - room[1], "near"):
        near.draw(done, now)
    picture.frame(room[0], room[1], room[2] - room[0], room[3] - room[1])
    small_one = BoardView(picture, board, whole, inset)
    small_one.draw(done, now, named=False, small=True)
    (x1, y1), (x2, y2) = small_one.at(*shown[:2]), small_one.at(*shown[2:])
    picture.rectangle(x1, y1, x2 - x1, y2 - y1, colour=NEW, stroke=1.0, corner=1)
    if key == "solder-memory":
        _which_way(picture, (inset[0] + inset[2]) / 2, inset[3])
    for part in now:
        if part.component.kind == "jumper":
            _cap(near, part, board.supply.displays_v)
    _values(picture, now, *((_MARGIN, room[3] + 6) if room == above[0] else (inset[0], inset[3] + 8)))
    return picture


def _values(picture: Picture, parts: Sequence[PlacedPart], left: float, top: float) -> None:
    """The values of resistors and capacitors, and which parts have each."""
    by_value: dict[str, list[str]] = {}
    for part in parts:
        if part.component.ref[0] in "RC":
            by_value.setdefault(part.component.value, []).append(part.component.ref)
    for row, (value, refs) in enumerate(sorted(by_value.items(), key=lambda item: item[1])):
        text = f"{len(refs)} \u00d7" if len(refs) > _LISTED else ", ".join(refs)
        picture.text(left + row // 4 * 48, top + row % 4 * 6.5, value, 5.0, bold=True, colour=NEW_EDGE)
        picture.text(left + row // 4 * 48 + 18, top + row % 4 * 6.5, text, 4.4)


def _cap(view: BoardView, part: PlacedPart, volts: float) -> None:
    """The cap goes over the middle pin and that of the displays' supply; both supplies have their names."""
    pads = {pad.net: view.at(pad.x, pad.y) for pad in part.pads}
    for net in (SUPPLY, USB):
        x, y = pads[net]
        view.picture.name(x, y + 14, str(net), 5.0)
    (x1, y1), (x2, y2) = pads[DISPLAYS], pads[SUPPLY if volts < 4 else USB]
    left, top, right, bottom = min(x1, x2) - 6, min(y1, y2) - 6, max(x1, x2) + 6, max(y1, y2) + 6
    high = bottom - top
    view.picture.rectangle(left, top - 30, right - left, high, fill="#2b2f33", stroke=0.4, corner=1)
    view.picture.arrow([((left + right) / 2, top - 30 + high), ((left + right) / 2, top + 4)])


def _which_way(picture: Picture, x: float, top: float) -> None:
    """A chip's dot beside the one on the board is right, on its other side it is wrong."""
    for y, right in ((top + 13.0, True), (top + 36.0, False)):
        left, side = x - 9, -1 if right else 1
        for row in range(4):
            for pin in (left - 5.2, left + 5.2):
                picture.rectangle(pin - 1.6, y - 6.2 + 3.7 * row, 3.2, 1.5, fill=TIN, stroke=0.2)
        picture.rectangle(left - 5, y - 8, 10, 16, fill=NEW, colour=NEW_EDGE, stroke=0.5, corner=0.6)
        picture.circle(left + 2.8 * side, y + 5.4 * side, 1.3, fill=PAPER, stroke=0.3)
        picture.circle(left - 6.5, y - 9, 1.3, fill=WRONG, colour=WRONG, stroke=0)
        (picture.tick if right else picture.cross)(x + 9, y, 11)
