"""Where everything on the face is, in mm from its upper left corner as a player sees it, x to the right and y down.

A block for each side and one for the status: the display above, its keys in a column at the left below it, the legend
of each key at its right.

       A         S         B        (C)
    +-------+ +-------+ +-------+
    |  45   | |  R 3  | |   20  |
    +-------+ +-------+ +-------+
    [1] 20                [1] 20
    [2] 15     (title)    [2] 15
    [3] 10    [U] UNDO    [3] 10
    [4] 5     [N] NEXT    [4] 5
    [5] -     [M] MENU    [5] -
"""

from dataclasses import dataclass
from math import cos, radians, tan

from hardware.source.board import SIDES, Board, Size

ROWS = 5
DISPLAY_BOARD = 1.6  # how thick it is
# Above, hooks hold a display's board, below screws beside it. How deep its module is, is not verified: where it is
# DEPTH_PLAY more or less, the board slides along the slanting hooks, down or up.
DEPTH_PLAY = 0.5
HOOK_LEAN = radians(30)  # from upright, as it is printed
SLIDES = DEPTH_PLAY * tan(HOOK_LEAN)
M3 = 3.0
WINDOW_EDGE = 1.2  # thick: what a printed wall is at least
TO_THE_WALL = 1.0
TO_A_BOSS = 0.6


@dataclass(frozen=True)
class Rectangle:
    """`x`, `y`: its middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True)
class Layout:
    """The face of a box. `windows`: of the displays, by display; `boards`: what lies behind them; `screws`: the
    middles of those below each board, its hooks are above it at the same x; `keys`: the middles of the switches;
    `legends`: the room for the words of each key; `title`: for the name of the game."""

    width: float
    height: float
    windows: dict[str, Rectangle]
    boards: dict[str, Rectangle]
    screws: dict[str, tuple[Size, ...]]
    keys: dict[str, Size]
    legends: dict[str, Rectangle]
    title: Rectangle


def blocks_of(sides: int) -> tuple[str, ...]:
    """The displays from the left to the right."""
    return ("A", "S", *SIDES[1:sides])


def slant(board: Board) -> float:
    """How much wider a window is outside, on every side: its edge slants by 45 degrees before it is straight."""
    return board.enclosure.recess - WINDOW_EDGE


def around(board: Board) -> float:
    """The room above and below a display's body and its board, for all depths that it may have."""
    return board.face.clearance + SLIDES


def _above(board: Board, blocks: tuple[str, ...]) -> float:
    """From the upper edge to the displays: the back wall stands upright behind a tilted face, so that it comes nearer
    to them the deeper they are."""
    box = board.enclosure
    tilt = radians(box.tilt)
    deepest = max(board.size_of(name).depth for name in blocks) + DEPTH_PLAY + box.recess + DISPLAY_BOARD
    return max(board.face.margin, round(deepest * tan(tilt) + box.wall / cos(tilt) + TO_THE_WALL, 2))


def _beside(board: Board, blocks: tuple[str, ...]) -> float:
    """From the left and right edge to the blocks: the bosses in the corners are beside the displays."""
    widest = max(max(board.size_of(name).body[0], board.size_of(name).board[0]) for name in (blocks[0], blocks[-1]))
    boss = board.enclosure.boss_inset + board.enclosure.boss / 2 + TO_A_BOSS
    return max(board.face.margin, round(boss - (board.face.block - widest) / 2, 2))


def layout(board: Board, sides: int) -> Layout:
    """The face of a box for two or three sides."""
    face, cap = board.face, board.key.cap
    blocks = blocks_of(sides)
    deepest = max(board.size_of(name).board[1] for name in blocks)
    above, beside = _above(board, blocks), _beside(board, blocks)
    first_row = above + deepest + face.gap + cap / 2
    windows: dict[str, Rectangle] = {}
    boards: dict[str, Rectangle] = {}
    screws: dict[str, tuple[Size, ...]] = {}
    keys: dict[str, Size] = {}
    legends: dict[str, Rectangle] = {}
    for number, block in enumerate(blocks):
        left = beside + number * (face.block + face.gap)
        x, y = left + face.block / 2, above + deepest / 2
        size = board.size_of(block)
        windows[block] = Rectangle(x, y, size.lit[0] + 2 * face.sight[0], size.lit[1] + 2 * face.sight[1])
        boards[block] = Rectangle(x, y, *size.board)
        below = y + size.board[1] / 2 + around(board) + M3 / 2
        screws[block] = ((x - size.board[0] / 3, below), (x + size.board[0] / 3, below))
        names = board.keys_of(block)
        for row, key in enumerate(names, ROWS - len(names)):
            at = (left + cap / 2, first_row + row * face.key_pitch)
            keys[key] = at
            begins = at[0] + cap / 2 + 2
            legends[key] = Rectangle(
                (begins + left + face.block) / 2, at[1], left + face.block - begins, face.key_pitch - 2
            )
    middle = windows["S"].x
    title = Rectangle(middle, first_row + face.key_pitch / 2, face.block, face.key_pitch + cap)
    width = 2 * beside + len(blocks) * face.block + (len(blocks) - 1) * face.gap
    height = first_row + (ROWS - 1) * face.key_pitch + cap / 2 + face.margin
    return Layout(width, height, windows, boards, screws, keys, legends, title)
