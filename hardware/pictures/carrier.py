"""The carrier as it fills: its own pads and bodies, those that are there grey, those that come now orange."""

from collections.abc import Sequence

from hardware.carrier.footprints import Box
from hardware.carrier.places import PlacedPart, placed_parts
from hardware.drawing.sheet import INK, PAPER
from hardware.guide.steps import STEPS, soldered
from hardware.pictures.marks import (
    BOARD,
    BOARD_EDGE,
    COPPER,
    HIGH,
    NEW,
    NEW_EDGE,
    OLD,
    OLD_EDGE,
    PALE_EDGE,
    SMALL,
    TIN,
    WIDE,
    WRONG,
    Picture,
)
from hardware.source.board import Board

_MARGIN, _MOST = 4.0, 7.0  # of the paper; how much larger than it is a part is drawn at most
_AROUND = 4.5  # mm of the board around the parts that are shown
_INSET = 34.0  # the width of the whole board beside a part of it
_WHOLE = 0.62  # of the board's width: what shows more of it shows all


def _parts(board: Board, key: str) -> tuple[list[PlacedPart], list[PlacedPart]]:
    """The parts that are there before this step, and those that it solders."""
    by_step = soldered(board)
    placed = {part.component.ref: part for part in placed_parts(board)}
    order = [step.key for step in STEPS if step.key in by_step]
    before = [one for step in order[: order.index(key)] for one in by_step[step]]
    return [placed[one.ref] for one in before], [placed[one.ref] for one in by_step[key]]


def _around(parts: Sequence[PlacedPart], board: Board) -> Box:
    """What of the board is shown: the parts with some of what is beside them, or all of it."""
    wide, high = board.carrier.size
    boxes = [part.courtyard for part in parts]
    left, top = min(box[0] for box in boxes) - _AROUND, min(box[1] for box in boxes) - _AROUND
    right, bottom = max(box[2] for box in boxes) + _AROUND, max(box[3] for box in boxes) + _AROUND
    if right - left > _WHOLE * wide or bottom - top > _WHOLE * high:
        return -3.0, -5.0, wide + 3.0, high + 3.0
    return left, top, right, bottom


class BoardView:
    """A part of the carrier on a picture: `at` gives where a point of the board is."""

    def __init__(self, picture: Picture, board: Board, shown: Box, room: Box) -> None:
        self.picture, self.board = picture, board
        left, top, right, bottom = shown
        self.scale = min((room[2] - room[0]) / (right - left), (room[3] - room[1]) / (bottom - top), _MOST)
        self._left = (room[0] + room[2]) / 2 - (left + right) / 2 * self.scale
        self._top = (room[1] + room[3]) / 2 - (top + bottom) / 2 * self.scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self.scale, self._top + y * self.scale

    def draw(self, done: Sequence[PlacedPart], now: Sequence[PlacedPart], *, named: bool = True) -> None:
        """The board with its parts; the names of the ones that come now, last."""
        picture, board, scale = self.picture, self.board, self.scale
        with picture.placed(self._left, self._top, scale):
            picture.rectangle(
                0, 0, *board.carrier.size, fill=BOARD, colour=BOARD_EDGE, stroke=0.4, corner=board.carrier.corner
            )
            for part in placed_parts(board):
                if part.component.kind != "pico" or part not in (*done, *now):
                    draw_part(picture, part, "now" if part in now else "done" if part in done else "")
            for part in placed_parts(board):
                if part.component.kind == "pico" and part in (*done, *now):
                    draw_sockets(picture, part, NEW if part in now else OLD)
        if not named:
            return
        for part in now:
            left, top, right, bottom = part.body
            size = max(SMALL, min(6.5, 0.62 * scale * min(right - left, bottom - top)))
            picture.name(*self.at((left + right) / 2, (top + bottom) / 2), part.component.ref, size)


def draw_part(picture: Picture, part: PlacedPart, state: str) -> None:
    """Its body, unless it is to come later, and its pads over it; pin 1 is red in what comes now."""
    fill, edge = {"now": (NEW, NEW_EDGE), "done": (OLD, OLD_EDGE), "": ("none", PALE_EDGE)}[state]
    left, top, right, bottom = part.body
    kind = part.component.kind
    if kind == "hole":
        picture.circle((left + right) / 2, (top + bottom) / 2, part.pads[0].drill / 2, fill=PAPER, colour=OLD_EDGE)
        return
    corner = (right - left) / 2 if kind == "piezo" else 0.3
    if kind not in ("test", "pico"):
        body = {"fill": fill, "colour": edge, "stroke": 0.25 if state else 0.12, "corner": corner}
        picture.rectangle(left, top, right - left, bottom - top, **body)  # type: ignore[arg-type]
    for pad in part.pads:
        metal = WRONG if state == "now" and pad.number == "1" and len(part.pads) > 2 else TIN if state else COPPER
        round_ = min(pad.width, pad.height) / 2 if pad.shape in ("oval", "circle") else 0.15
        size = (pad.x - pad.width / 2, pad.y - pad.height / 2, pad.width, pad.height)
        picture.rectangle(*size, fill=metal, colour=edge, stroke=0.08, corner=round_)
    if state == "now":
        for x, y, radius in part.footprint.dots:
            picture.circle(*part.at((x, y)), max(radius, 0.35), fill=WRONG, colour=WRONG, stroke=0)


def draw_sockets(picture: Picture, part: PlacedPart, fill: str) -> None:
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
    for pad in part.pads:
        picture.circle(pad.x, pad.y, 0.5, fill=INK, stroke=0)


def board_step(board: Board, key: str) -> Picture:
    """The step that solders parts to the carrier, by its key."""
    done, now = _parts(board, key)
    picture = Picture(f"The carrier with {', '.join(part.component.ref for part in now)}")
    whole = (-3.0, -3.0, board.carrier.size[0] + 3.0, board.carrier.size[1] + 3.0)
    shown = _around(now, board)
    if shown[0] <= -3:
        BoardView(picture, board, shown, (_MARGIN, _MARGIN, WIDE - _MARGIN, HIGH - _MARGIN)).draw(done, now)
        return picture
    # Beside what is shown larger: where on the board that is.
    room = (_MARGIN, _MARGIN, WIDE - _INSET - 2 * _MARGIN, HIGH - _MARGIN)
    inset = (WIDE - _INSET - _MARGIN, _MARGIN, WIDE - _MARGIN, _MARGIN + _INSET * 0.8)
    with picture.clipped(room[0], room[1], room[2] - room[0], room[3] - room[1], "near"):
        near = BoardView(picture, board, shown, room)
        near.draw(done, now)
    picture.frame(room[0], room[1], room[2] - room[0], room[3] - room[1])
    small_one = BoardView(picture, board, whole, inset)
    small_one.draw(done, now, named=False)
    (left, top), (right, bottom) = small_one.at(*shown[:2]), small_one.at(*shown[2:])
    picture.rectangle(left, top, right - left, bottom - top, colour=NEW, stroke=1.0, corner=1)
    return picture
