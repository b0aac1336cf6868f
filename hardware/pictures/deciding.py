"""The steps before anything is built: what to decide and to order, and what else is done meanwhile."""

import re
from collections.abc import Callable

from hardware.buying.count import CARRIER, WIRES, Item, items
from hardware.buying.pictures import path_of, pictures
from hardware.carrier.places import placed_parts
from hardware.drawing.sheet import INK, PAPER
from hardware.face.layout import layout
from hardware.pictures.carrier import BoardView
from hardware.pictures.marks import (
    BOARD,
    HIGH,
    NEW,
    NEW_EDGE,
    OLD,
    OLD_EDGE,
    PALE,
    SMALL,
    WIDE,
    Picture,
)
from hardware.pictures.things import draw_pico, face, file
from hardware.source.board import Board

_WIRED = "#f6e7d4"  # behind what only the build without the carrier takes
_MARK = 14.0  # what the mark of 10 mm takes of a part's picture, below (buying/pictures.py)
_WOOD, _WOOD_EDGE = "#e2bf8d", "#7d5426"


def _whole(picture: Picture, board: Board, room: tuple[float, float, float, float], *, full: bool) -> BoardView:
    wide, high = board.carrier.size
    view = BoardView(picture, board, (0, 0, wide, high), room)
    parts = [part for part in placed_parts(board) if part.component.fitted] if full else []
    view.draw(parts, [], named=False, small=full)
    return view


def _deciding(board: Board) -> Picture:
    """Two sides or three; with the carrier or without."""
    picture = Picture("Two sides or three; with the carrier or without")
    shows = {"A": "  20", "B": "  15", "C": "  10", "S": "R 1"}
    if board.most_sides == 3:
        two = 54 * layout(board, 2).width / layout(board, 3).width
        face(picture, board, (8, 5, two), shows)
        face(picture, board, (78, 5, 54), shows, sides=3)
    else:
        face(picture, board, (46, 5, 48), shows)
    picture.line([(6, 45), (134, 45)], colour=OLD)
    _whole(picture, board, (8, 49, 58, 85), full=True)
    draw_pico(picture, 96, 50, 0.68)
    for row, colour in enumerate(("#222222", "#d8201f", "#1d5fd2", "#f2d000", "#8a4b22", "#f58a00")):
        y = 53.5 + 4.6 * row
        picture.line([(109, y), (120, y), (124, y + 4)], colour=colour, stroke=1.0)
    for y in (24, 67):
        if y > 45 or board.most_sides == 3:
            picture.arrow([(66, y), (60, y)], stroke=1.5)
            picture.arrow([(71, y), (77, y)], stroke=1.5)
    return picture


def _parts(board: Board) -> Picture:
    """What a box with two sides is made of, with how many of each: above what both builds take, below at the left what
    only that with the carrier does, at the right what only that without it."""
    picture = Picture("What to order, for a box with two sides, with the carrier or without")
    drawn = pictures(board.parts, board)
    builds = [{item.key: item for item in items(board, 2, build)} for build in (CARRIER, WIRES)]
    one, other = ({key: (item.needed_for(1), item) for key, item in build.items()} for build in builds)
    both = [item for key, (count, item) in one.items() if key in other and other[key][0] == count]
    shared = {item.key for item in both}
    with_it, without = ([item for key, item in build.items() if key not in shared] for build in builds)
    with_it.sort(key=lambda item: item.part.look != "carrier")
    for found, (left, top, wide, high), columns, ground in (
        (both, (2.0, 1.5, 136.0, 34.0), 7, PALE),
        (with_it, (2.0, 37.5, 94.0, 49.0), 7, BOARD),
        (without, (98.0, 37.5, 40.0, 49.0), 3, _WIRED),
    ):
        picture.rectangle(left, top, wide, high, fill=ground, colour=OLD_EDGE, stroke=0.4, corner=1.5)
        rows = -(-len(found) // columns)
        across, down = wide / columns, high / max(rows, 1)
        for number, item in enumerate(found):
            x, y = left + number % columns * across, top + number // columns * down
            _card(picture, item, drawn.get(path_of(item.key), ""), (x + 0.5, y + 0.5, across - 1, down - 1))
    return picture


def _card(picture: Picture, item: Item, drawn: str, box: tuple[float, float, float, float]) -> None:
    """A part as the bill shows it, without its mark of 10 mm, and how many; of a cable how long."""
    left, top, wide, high = box
    picture.rectangle(left, top, wide, high, fill=PAPER, stroke=0, colour=PAPER, corner=1)
    lines = [f"{item.needed_for(1)} {item.part.unit}" if item.part.unit else f"\u00d7{item.needed_for(1)}"]
    if item.part.qt:
        lines.append(f"{item.part.qt / 10:g} cm")
    if drawn:
        width, height = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)[0]
        size = f'x="{left:.2f}" y="{top + 0.5:.2f}" width="{wide:.2f}" height="{high - 1 - 4.6 * len(lines):.2f}"'
        inside = re.sub(r"(\.\d\d)\d+", r"\1", drawn[drawn.index("<g ") : drawn.rindex("</g>")])
        picture.lines_of([f'<svg {size} viewBox="0 0 {width} {float(height) - _MARK:g}">{inside}</g></svg>'])
    for row, line in enumerate(reversed(lines)):
        y = top + high - 2.6 - 4.4 * row
        picture.text(left + wide / 2, y, line, SMALL, anchor="middle", bold=True, colour=NEW_EDGE)


def _carrier(board: Board) -> Picture:
    """The zip becomes a board of this size."""
    picture = Picture("Order the carrier")
    file(picture, 8, 26, ".zip")
    picture.arrow([(28, 36), (42, 36)])
    wide, high = board.carrier.size
    view = _whole(picture, board, (46, 6, 124, 68), full=False)
    (left, top), (right, bottom) = view.at(0, 0), view.at(wide, high)
    y, x = bottom + 6, right + 5
    picture.line([(left, y), (right, y)], stroke=0.6)
    picture.line([(x, top), (x, bottom)], stroke=0.6)
    for a in (left, right):
        picture.line([(a, y - 2), (a, y + 2)], stroke=0.6)
    for b in (top, bottom):
        picture.line([(x - 2, b), (x + 2, b)], stroke=0.6)
    picture.text((left + right) / 2, y + 5.5, f"{wide:g} mm", 5.0, anchor="middle", bold=True)
    picture.text(x + 2.5, (top + bottom) / 2, f"{high:g}", 5.0, bold=True)
    return picture


def _meanwhile(board: Board) -> Picture:
    """A 3D printer with the shell on its bed, and a sheet of paper with the face."""
    picture = Picture("Meanwhile the box and the legends are printed")
    for x in (12.0, 64.0):
        picture.rectangle(x, 8, 5, 68, fill=OLD, colour=OLD_EDGE, stroke=0.5)
    picture.rectangle(8, 74, 65, 8, fill=OLD, colour=OLD_EDGE, stroke=0.5, corner=1)
    picture.rectangle(12, 24, 57, 4, fill=OLD, colour=OLD_EDGE, stroke=0.5)
    picture.rectangle(33, 20, 12, 12, fill=PALE, colour=OLD_EDGE, stroke=0.5, corner=1)
    picture.shape([(36, 32), (42, 32), (39.6, 38), (38.4, 38)], "#d9b84a", OLD_EDGE, 0.4)
    picture.rectangle(20, 68, 42, 5, fill="#9fb4c8", colour=OLD_EDGE, stroke=0.4)
    picture.rectangle(24, 50, 4, 18, fill=NEW, colour=NEW_EDGE, stroke=0.4)
    picture.rectangle(54, 56, 4, 12, fill=NEW, colour=NEW_EDGE, stroke=0.4)
    picture.rectangle(24, 65, 34, 3, fill=NEW, colour=NEW_EDGE, stroke=0.4)
    picture.rectangle(36, 39, 6, 26, fill=NEW, colour=NEW_EDGE, stroke=0.4)
    picture.rectangle(84, 12, 50, 64, fill=PAPER, colour=OLD_EDGE, stroke=0.6)
    at = layout(board, 2)
    scale = 44 / at.width
    with picture.placed(87, 16, scale):
        picture.rectangle(0, 0, at.width, at.height, colour=NEW, stroke=1.6, corner=4)
        for window in at.windows.values():
            picture.rectangle(window.left, window.top, window.width, window.height, colour=NEW, stroke=1.2)
        half = board.key.cap / 2
        for x, y in at.keys.values():
            picture.rectangle(x - half, y - half, 2 * half, 2 * half, colour=NEW, stroke=1.2)
    picture.line([(88, 71), (124, 71)], stroke=0.8)
    for x in (88.0, 124.0):
        picture.line([(x, 69), (x, 73)], stroke=0.8)
    picture.text(106, 67, "100 mm", 4.4, anchor="middle", bold=True)
    return picture


def _wooden(board: Board) -> Picture:
    """A board of wood with the template on it, its holes cut."""
    picture = Picture("The face of wood, cut along the drill template")
    at = layout(board, 2)
    scale = min(100 / at.width, 76 / at.height)
    picture.shape([(6, 8), (134, 4), (136, 82), (4, 85)], _WOOD, _WOOD_EDGE, 0.8)
    for row in range(6):
        y = 14.0 + 12 * row
        picture.line([(8, y), (50, y + 2), (90, y - 2), (132, y)], colour="#c99f66", stroke=0.5)
    with picture.placed((WIDE - at.width * scale) / 2, (HIGH - at.height * scale) / 2, scale):
        picture.rectangle(0, 0, at.width, at.height, fill="#fffaf0", colour=INK, stroke=0.5, corner=4)
        for window in at.windows.values():
            picture.rectangle(window.left, window.top, window.width, window.height, fill=NEW, colour=NEW_EDGE, stroke=1)
        half = board.key.cutout / 2
        for x, y in at.keys.values():
            picture.rectangle(x - half, y - half, 2 * half, 2 * half, fill=NEW, colour=NEW_EDGE, stroke=1)
            picture.line([(x - 11, y), (x + 11, y)], stroke=0.3)
            picture.line([(x, y - 11), (x, y + 11)], stroke=0.3)
        for screws in at.screws.values():
            for x, y in screws:
                picture.circle(x, y, 1.4, fill=PAPER, colour=NEW_EDGE, stroke=0.6)
    return picture


STEPS: dict[str, Callable[[Board], Picture]] = {
    "decide": _deciding,
    "order-parts": _parts,
    "order-carrier": _carrier,
    "print-meanwhile": _meanwhile,
    "or-build-of-wood": _wooden,
}
