"""The steps at the displays: addresses, modules, the pin that stays open, which cable goes where."""

from collections.abc import Callable
from itertools import pairwise

from hardware.carrier.places import placed_parts
from hardware.circuit.looms import chain
from hardware.circuit.wiring_table import address_bits
from hardware.drawing.sheet import INK, PAPER, Point
from hardware.pictures.carrier import BoardView
from hardware.pictures.marks import (
    NEW,
    NEW_EDGE,
    OLD,
    OLD_EDGE,
    PALE,
    RIGHT,
    WRONG,
    Picture,
)
from hardware.pictures.things import BLACK, LIT, draw_pico, face, plug
from hardware.source.board import Board

_FIRST_ADDRESS = 0x70
_SPOKES = tuple(((3, 6.5), (x, y)) for y in (1.3, 11.7) for x in (1, 3, 5))  # of a digit with 14 segments
_BACK, _BACK_EDGE, _GOLD = "#dfe8f2", "#33526e", "#d9b84a"


def back(picture: Picture, left: float, top: float, name: str, address: int, scale: float = 1.0) -> None:
    """A display's board from behind, 54 mm wide before it is scaled: its sockets, and its jumpers A0 to A2, those that
    its address needs closed by a drop of solder. They are at the right of its middle and below it, A0 outermost
    (parts.md), drawn larger than they are."""
    with picture.placed(left, top, scale):
        picture.rectangle(0, 0, 54, 29, fill=_BACK, colour=_BACK_EDGE, stroke=0.6, corner=1.5)
        for x in (2.8, 51.2):
            for y in (2.8, 26.2):
                picture.circle(x, y, 1.2, fill=PAPER, colour=_BACK_EDGE)
        for x in (0.5, 47.5):
            picture.rectangle(x, 10.5, 6, 8, fill=PALE, colour=OLD_EDGE, stroke=0.4)
        picture.text(14, 14.5, name, 8.5 if len(name) < 3 else 6, anchor="middle", bold=True)
        for bit in range(3):
            x, closed = 42.0 - bit * 9, address - _FIRST_ADDRESS >> bit & 1
            for half in (-3.0, 0.5):
                picture.rectangle(x - 2.75, 16.7 + half, 5.5, 2.5, fill=_GOLD, colour=OLD_EDGE, stroke=0.3)
            if closed:
                picture.circle(x, 16.7, 3.0, fill=NEW, colour=NEW_EDGE, stroke=0.5)
            paint = NEW_EDGE if closed else OLD_EDGE
            picture.text(x, 24, f"A{bit}", 5.0, anchor="middle", bold=bool(closed), colour=paint)


def _addresses(board: Board) -> Picture:
    picture = Picture("Each display's jumpers")
    names = sorted(board.displays)
    places: list[Point] = [(8, 8), (76, 8), (8, 48), (76, 48)]
    for name, (left, top) in zip(names, places, strict=False):
        back(picture, left, top, name, board.displays[name], 1.03)
        if not address_bits(board.displays[name]):
            picture.tick(left + 14, top + 24, 7)
    return picture


def _front(
    picture: Picture, left: float, top: float, modules: int, *, lifted: float, upside_down: bool = False
) -> None:
    """A backpack from its front, 54 wide, with the print of its digits, and its module or modules that far above it."""
    picture.rectangle(left, top, 54, 27, fill=_BACK, colour=_BACK_EDGE, stroke=0.6, corner=1.5)
    for digit in range(4):
        _digit(picture, left + 5 + digit * 11.6, top + 5, _BACK_EDGE, None, modules == 2)
    wide = 50 / modules
    for number in range(modules):
        x, y = left + 2 + number * wide, top + 4 - lifted
        picture.rectangle(x + 0.3, y, wide - 0.6, 19, fill=BLACK, colour=NEW, stroke=1.1, corner=0.6)
        for digit in range(4 // modules):
            about = y + 9.5 if upside_down else None
            _digit(picture, x + 3 + digit * 11.6, y + 2.5, LIT.lit, about, modules == 2)
    if modules == 1:
        for y, colour in ((top + 5, _BACK_EDGE), (top + 6.5 - lifted, LIT.lit)):
            for down in (4.0, 9.0):
                picture.circle(left + 26.9, y + down, 0.7, fill=colour, colour=colour, stroke=0)


def _digit(picture: Picture, x: float, y: float, colour: str, turned_about: float | None, fourteen: bool) -> None:
    """An 8 with its point, with six lines more where it has 14 segments; turned about this height where it is given."""
    middle = x + 4

    def at(px: float, py: float) -> Point:
        return (2 * middle - px, 2 * turned_about - py) if turned_about is not None else (px, py)

    for ends in (
        ((0, 0), (6, 0)),
        ((0, 6.5), (6, 6.5)),
        ((0, 13), (6, 13)),
        ((0, 0), (0, 13)),
        ((6, 0), (6, 13)),
        *(_SPOKES if fourteen else ()),
    ):
        picture.line([at(x + i + (13 - j) * 0.08, y + j) for i, j in ends], stroke=1.1, colour=colour)
    picture.circle(*at(x + 9, y + 13), 1.0, fill=colour, colour=colour, stroke=0)


def _modules(board: Board) -> Picture:
    """The module onto the print, points over points; not upside down. The status display has two."""
    picture = Picture("The modules onto their boards")
    for left, modules in ((10.0, 1), (76.0, 2)):
        _front(picture, left, 31, modules, lifted=25)
        for x in (left + 16, left + 38):
            picture.arrow([(x, 26), (x, 36)], stroke=1.8)
        picture.tick(left + 27, 51, 10)
    _front(picture, 10, 60, 1, lifted=0, upside_down=True)
    picture.cross(37, 73, 16)
    _front(picture, 76, 60, 2, lifted=0)
    picture.tick(103, 73, 12)
    return picture


def _vhi(board: Board) -> Picture:
    """The row of pins of the status display from behind, VHi at its right end (parts.md): nothing at VHi; the cables
    carry all that is needed."""
    picture = Picture("VHi stays open")
    with picture.placed(16, 24, 2.0):
        picture.rectangle(0, 0, 54, 29, fill=_BACK, colour=_BACK_EDGE, stroke=0.4, corner=1.5)
        for x in (0.5, 47.5):
            picture.rectangle(x, 10.5, 6, 8, fill=PALE, colour=OLD_EDGE, stroke=0.3)
        picture.text(27, 18, "S", 7.0, anchor="middle", bold=True)
        for number in range(5):
            picture.circle(27 + 2.7 * (number - 2), 1.8, 0.95, fill=_GOLD, colour=INK, stroke=0.2)
    x, y = 16 + 2 * (27 + 2 * 2.7), 24 + 2 * 1.8
    picture.line([(x, y - 5), (x, 1)], stroke=2.2, colour=WRONG)
    picture.cross(x + 9, 10, 9)
    picture.ring(x, y, 4.2)
    picture.name(x, y + 10, "VHi", 6.0)
    picture.curve((18, 53), (6, 53), (8, 70), (4, 84), NEW, 3.0)
    picture.tick(8, 44, 9)
    return picture


def _connecting(board: Board) -> Picture:
    """With the carrier each display at its own connector, without it one behind the other; first A alone."""
    picture = Picture("Connect one display after the other")
    names = chain(2)
    parts = {part.component.ref: part for part in placed_parts(board)}
    wide, high = board.carrier.size
    own = [parts[f"J{name}"] for name in names if f"J{name}" in parts]
    lefts = [part.body[0] for part in own]
    near = min(lefts) < wide / 2  # the connectors look over this edge
    shown = (-1.0, -3.0, wide * 0.42, high) if near else (wide * 0.58, -3.0, wide + 1, high)
    room = (36.0, 3.0, 70.0, 60.0)
    view = BoardView(picture, board, shown, room)
    with picture.clipped(*room[:2], room[2] - room[0], room[3] - room[1], "near"):
        view.draw([part for part in parts.values() if part.component.fitted], [], named=False)
    order = sorted(own, key=lambda part: part.body[1])
    for row, part in enumerate(order):
        name = part.component.ref[1:]
        top = 3.0 + row * 19.5
        back(picture, 3, top, name, board.displays[name], 0.5)
        x, y = view.at((part.body[0] + part.body[2]) / 2, (part.body[1] + part.body[3]) / 2)
        picture.line([(30, top + 7.3), (33, top + 7.3), (x - 4, y), (x, y)], colour=PAPER, stroke=2.6)
        picture.line([(30, top + 7.3), (33, top + 7.3), (x - 4, y), (x, y)], colour=NEW, stroke=1.6)
        picture.name(x + 7.5, y, part.component.ref, 4.2)
    picture.line([(72, 3), (72, 60)], colour=OLD)
    ends: list[Point] = []
    for row, name in enumerate(names):
        top = 3.0 + row * 19.5
        back(picture, 106, top, name, board.displays[name], 0.5)
        ends += [(108, top + 7.3), (131, top + 7.3)]
    draw_pico(picture, 80, 10, 0.8)
    picture.line([(96, 22), (101, 22), (104, ends[0][1]), ends[0]], colour=NEW, stroke=1.6)
    for one, other in pairwise(range(len(names))):
        a, b = ends[2 * one + 1], ends[2 * other + 1]
        picture.curve(a, (a[0] + 9, a[1]), (b[0] + 9, b[1]), b, NEW, 1.6)
    plug(picture, 12, 76)
    picture.arrow([(18, 64), (18, 76)], RIGHT, 1.4)
    face(picture, board, (40, 64, 60), {"A": "°  0", "B": "   0", "S": "R 1"})
    picture.rectangle(38, 84.5, 64, 8, fill=PAPER, colour=PAPER, stroke=0)
    picture.tick(110, 75, 9)
    return picture


STEPS: dict[str, Callable[[Board], Picture]] = {
    "set-addresses": _addresses,
    "solder-modules": _modules,
    "vhi-open": _vhi,
    "connect-displays": _connecting,
}
