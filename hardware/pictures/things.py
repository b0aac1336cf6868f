"""Things that several pictures show: a laptop, a Pico, cables, drives, the face of the box, a multimeter."""

from collections.abc import Mapping, Sequence

from hardware.circuit import pico
from hardware.drawing.sheet import INK, PAPER, Point
from hardware.face.display import Look, display
from hardware.face.layout import Layout, layout
from hardware.pictures.marks import GREEN, NEW, NEW_EDGE, OLD, OLD_EDGE, PALE, PALE_EDGE, TIN, Picture
from hardware.source.board import Board

LIT = Look("#ff3b30", "#3a1b1b", "#1c1010")
_SCREEN, _TYPED, _ANSWER = "#10181f", "#7dffa0", "#e8eef2"
BLACK = "#2b2f33"


def laptop(
    picture: Picture, left: float, top: float, wide: float, typed: Sequence[str], answers: Sequence[str] = ()
) -> Point:
    """A laptop whose terminal shows lines that are typed, then answers. Gives its USB port."""
    high = wide * 0.6
    picture.rectangle(left, top, wide, high, fill=OLD, colour=OLD_EDGE, stroke=0.6, corner=2)
    picture.rectangle(left + 2, top + 2, wide - 4, high - 4, fill=_SCREEN, stroke=0)
    longest = max((len(line) for line in (*typed, *answers)), default=0) + 2
    size = min(5.2, (wide - 8) / (0.61 * max(longest, 8)))
    y = top + 4 + size * 0.7
    for line in typed:
        picture.mono(left + 4, y, "> " + line, size, _TYPED, bold=True)
        y += size * 1.5
    for line in answers:
        picture.mono(left + 4, y, line, size, _ANSWER)
        y += size * 1.35
    foot = top + high
    picture.shape(
        [(left, foot), (left + wide, foot), (left + wide + 5, foot + 7), (left - 5, foot + 7)], PALE, OLD_EDGE
    )
    picture.rectangle(left + wide * 0.36, foot + 4, wide * 0.28, 2, fill=OLD, colour=OLD_EDGE, stroke=0.2)
    return left + wide + 4, foot + 4.5


def cable(
    picture: Picture, one: Point, other: Point, sag: float = 12.0, colour: str = BLACK, stroke: float = 1.6
) -> None:
    """A cable from one to the other, which it reaches from above."""
    (x1, y1), (x2, y2) = one, other
    picture.curve(one, (x1 + sag, y1 + sag / 2), (x2, y2 - abs(sag)), other, colour, stroke)


def plug(picture: Picture, x: float, y: float, colour: str = BLACK) -> None:
    """A USB plug that points down, its end there."""
    picture.rectangle(x - 2.2, y - 3.5, 4.4, 3.5, fill=TIN, colour=OLD_EDGE, stroke=0.3)
    picture.rectangle(x - 3.5, y - 12.5, 7, 9, fill=colour, colour=INK, stroke=0.3, corner=1)


def draw_pico(picture: Picture, left: float, top: float, scale: float = 1.0, *, pressed: bool = False) -> Point:
    """A Pico from above, its USB at the top; `pressed`: BOOTSEL is held. Gives where its plug ends."""
    with picture.placed(left, top, scale):
        picture.rectangle(0, 0, 21, 51, fill=GREEN, colour="#14532d", stroke=0.4, corner=1)
        rows = pico.PINS // 2
        for row in range(rows):
            for x in (1.61, 19.39):
                picture.circle(x, 1.37 + 2.54 * row, 0.75, fill="#d9b84a", colour="#7a5b00", stroke=0.15)
        picture.rectangle(6.5, -1.3, 8, 6, fill=TIN, colour=OLD_EDGE, stroke=0.3)
        picture.rectangle(7, 22, 7, 7, fill=BLACK, stroke=0, corner=0.4)
        picture.rectangle(8, 9.5, 5, 4, fill=NEW if pressed else PAPER, colour=NEW_EDGE if pressed else INK, corner=1.2)
        picture.mono(6.0, 16.0, "BOOTSEL", 2.1, PAPER, bold=True)
    return left + 10.5 * scale, top - 1.3 * scale


def drive(picture: Picture, left: float, top: float, name: str, colour: str = NEW) -> None:
    """A drive, 40 wide, with its name."""
    picture.rectangle(left, top, 40, 15, fill=colour, colour=OLD_EDGE, stroke=0.5, corner=2)
    picture.rectangle(left + 3, top + 11, 22, 1.6, fill=PAPER, stroke=0)
    picture.circle(left + 35, top + 11.8, 1.1, fill="#7dffa0", stroke=0.2)
    picture.mono(left + 3, top + 5.2, name, 5.0, INK, bold=True)


def file(picture: Picture, left: float, top: float, name: str) -> None:
    """A file, 16 wide and 20 high, with its name on it."""
    corners = [(0, 0), (11, 0), (16, 5), (16, 20), (0, 20)]
    picture.shape([(left + x, top + y) for x, y in corners], PAPER, OLD_EDGE, 0.5)
    picture.line([(left + 11, top), (left + 11, top + 5), (left + 16, top + 5)], colour=OLD_EDGE, stroke=0.5)
    picture.mono(left + 1.6, top + 13, name, 4.6, INK, bold=True)


def face(
    picture: Picture,
    board: Board,
    box: tuple[float, float, float],
    shows: Mapping[str, str],
    pressed: Sequence[str] = (),
    sides: int = 2,
) -> tuple[Layout, float]:
    """The face as players see it, at left and top, so wide. `shows`: four characters on a display, as drawn by
    hardware.face.display, or of S in plain letters; `pressed`: keys. Gives its layout and the scale."""
    left, top, wide = box
    at = layout(board, sides)
    scale = wide / at.width
    with picture.placed(left, top, scale):
        picture.rectangle(0, 0, at.width, at.height, fill="#e3e5e6", colour=OLD_EDGE, stroke=0.8, corner=5)
        for name, window in at.windows.items():
            with picture.placed(window.left, window.top, window.width / 270):
                high = window.height / window.width * 270
                picture.rectangle(0, 0, 270, high, fill=LIT.ground, stroke=0)
                if name == "S":
                    text = shows.get(name, "").center(4)
                    size = min(95.0, 250 / (0.61 * len(text)))
                    picture.mono(135 - 0.301 * size * len(text), high / 2, text, size, LIT.lit, bold=True)
                else:
                    picture.lines_of(display(0, (high - 104) / 2, shows.get(name, "    "), LIT))
        half = board.key.cap / 2
        for name, (x, y) in at.keys.items():
            paint = (NEW, NEW_EDGE) if name in pressed else (PALE, PALE_EDGE)
            picture.rectangle(x - half, y - half, 2 * half, 2 * half, fill=paint[0], colour=paint[1], corner=2)
    return at, scale


def key_at(picture_of: tuple[Layout, float], box: tuple[float, float, float], key: str) -> Point:
    """Where the middle of a key of such a face is."""
    at, scale = picture_of
    x, y = at.keys[key]
    return box[0] + x * scale, box[1] + y * scale


def clock(picture: Picture, x: float, y: float, radius: float = 5.0) -> None:
    """Hold it: a clock."""
    picture.circle(x, y, radius, fill=PAPER, colour=INK, stroke=0.8)
    picture.line([(x, y - radius * 0.65), (x, y), (x + radius * 0.5, y)], stroke=0.8)


def keycap(picture: Picture, x: float, y: float, text: str, wide: float) -> None:
    """A key of the laptop, its middle there."""
    picture.rectangle(x - wide / 2, y - 5, wide, 10, fill=PALE, colour=OLD_EDGE, stroke=0.6, corner=1.6)
    picture.text(x, y, text, 5.0, anchor="middle", bold=True)
