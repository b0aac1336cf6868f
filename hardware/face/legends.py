"""What stands on the face in a game: beside each key what it means, the letters of the sides, the name of the game.

Lengths in mm, from the upper left corner of the face as layout.py has it. The type is as large as the room allows, the
same for all keys of the sides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from hardware.face.card_type import Card, Meaning
from hardware.face.layout import Layout, Rectangle, slant
from hardware.face.letters import NO_BREAK, typeset, width, wrapped
from hardware.face.text import ABOVE, BELOW, Line, Text, height, stacked
from hardware.source.board import MIDDLE, SIDES, Board

SMALLEST = 2.47  # 7 points
_LARGEST = 7.0
_IN_ONE_LINE = 4.5  # what a tap means stands in one line, if that needs no smaller type than this
_STEP = 0.25
_SMALL = (3.2, 2.8, SMALLEST)
_TAP_TO_HOLD = 1.25  # a tap stands at least so much larger than a hold
_INSET = 2.0  # what is left free along the edge
_SPARE = 1.1  # another font in the place of ours is so much wider, where a drawing program ignores textLength
_AIR = 0.8  # and around a hole
NARROWEST = 2.0  # mm of paper between two holes; what would be narrower is cut out with them


@dataclass(frozen=True)
class Legends:
    """`texts`: all that is written; `dashes`: where the dash begins of a key that means nothing."""

    texts: list[Text]
    dashes: dict[str, tuple[float, float]]


class NoRoomError(ValueError):
    """At the smallest type there is no room. `key`: of board.toml, the length to enlarge."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


def key_holes(board: Board, face: Layout) -> dict[str, Rectangle]:
    """What is cut out around each cap."""
    side = board.key.cap + 2 * board.face.clearance
    return {key: Rectangle(x, y, side, side) for key, (x, y) in face.keys.items()}


def cut_outs(board: Board, face: Layout) -> list[Rectangle]:
    """The holes of a sheet that lies on the face: windows, and keys, as one slot where little would stay between."""
    slots: list[Rectangle] = []
    for hole in key_holes(board, face).values():
        above = slots[-1] if slots else None
        if above and above.x == hole.x and 0 <= hole.top - above.bottom < NARROWEST:
            slots[-1] = Rectangle(hole.x, (above.top + hole.bottom) / 2, hole.width, hole.bottom - above.top)
        else:
            slots.append(hole)
    wider = 2 * slant(board)
    windows = (Rectangle(at.x, at.y, at.width + wider, at.height + wider) for at in face.windows.values())
    return [*windows, *slots]


def meanings(card: Card, face: Layout) -> dict[str, Meaning]:
    """What each key on this face means in the game of the card."""
    sides = SIDES if card.three else SIDES[:2]
    middle = dict(zip(MIDDLE, card.middle, strict=True))
    return {
        key: middle[key] if key in middle else card.keys[int(key[1:]) - 1] if key[0] in sides else ("", "")
        for key in face.keys
    }


class _Type(NamedTuple):
    """The sizes of a legend: of a tap, and of a hold; `breaks`: whether a tap may have two lines."""

    large: float
    small: float
    breaks: bool


def _types() -> Iterator[_Type]:
    """Types to try, the best first."""
    for small in _SMALL:
        for breaks, least in ((False, _IN_ONE_LINE), (True, small * _TAP_TO_HOLD)):
            large = _LARGEST
            while large >= least:
                yield _Type(large, small, breaks)
                large -= _STEP
    yield _Type(SMALLEST, SMALLEST, True)


def _lines(card: Card, key: str, meaning: Meaning, room: float, size: _Type) -> list[Line]:
    """The legend of a key: its tap large, or its name large and its tap small; then its hold."""
    tap, hold = (typeset(words).replace(" (", NO_BREAK + "(") for words in meaning)
    lines = []
    if key in MIDDLE:
        lines = [Line(key, "", size.large), *(Line("", words, size.small) for words in wrapped(tap, size.small, room))]
    elif tap:
        parts = wrapped(tap, size.large, room, bold=True) if size.breaks else [tap]
        lines = [Line(words, "", size.large) for words in parts]
    if hold:
        label = f"{card.words.hold} "
        for words in wrapped(hold, size.small, room, width(label, size.small, bold=True)):
            lines.append(Line(label, words, size.small))
            label = ""
    return lines


def _fits(lines: list[Line], room: Rectangle) -> bool:
    return not lines or (max(line.width for line in lines) <= room.width / _SPARE and height(lines) <= room.height)


def _largest(card: Card, face: Layout, of: dict[str, Meaning]) -> dict[str, list[Line]]:
    """The legends of these keys in the largest type with which all of them fit."""
    for size in _types():
        found = {key: _lines(card, key, meaning, face.legends[key].width / _SPARE, size) for key, meaning in of.items()}
        if all(_fits(lines, face.legends[key]) for key, lines in found.items()):
            return found
    key = next(key for key, lines in found.items() if not _fits(lines, face.legends[key]))
    unbroken = _lines(card, key, of[key], inf, size)
    raise NoRoomError(
        "face.key_pitch" if height(unbroken) > face.legends[key].height else "face.block",
        f"the legend of {key} in {card.name} does not fit beside its key in type of 7 points",
    )


def _of_keys(card: Card, face: Layout) -> Legends:
    texts: list[Text] = []
    dashes = {}
    all_keys = meanings(card, face)
    for group in (
        {key: meaning for key, meaning in all_keys.items() if key not in MIDDLE},
        {key: meaning for key, meaning in all_keys.items() if key in MIDDLE},
    ):
        for key, lines in _largest(card, face, group).items():
            room = face.legends[key]
            texts += stacked(lines, room.left, room.y, key)
            if not lines:
                dashes[key] = (room.left, room.y)
    return Legends(texts, dashes)


def _numbers(board: Board, face: Layout) -> Iterator[Text]:
    """The number of each key of a side, at its left; none where the blocks are too near to each other."""
    if board.face.gap < 2 * _AIR + width("0", SMALLEST) + board.face.clearance:
        return
    for key, hole in key_holes(board, face).items():
        if key not in MIDDLE:
            line = Line("", key[1:], SMALLEST)
            yield from stacked([line], hole.left - _AIR - line.width, hole.y, f"number {key}")


def _letters(board: Board, face: Layout) -> Iterator[Text]:
    """The letter of each side, between its display and its keys."""
    for side, window in face.windows.items():
        if side == "S":
            continue
        first = min(hole.top for key, hole in key_holes(board, face).items() if key[0] == side and key not in MIDDLE)
        size = min(_LARGEST, (first - window.bottom - 2 * _AIR) / (ABOVE + BELOW))
        if size < SMALLEST:
            raise NoRoomError("face.gap", f"there is no room between display {side} and its keys for a letter")
        yield from stacked([Line(side, "", size)], window.x, (first + window.bottom) / 2, f"side {side}", centred=True)


def _title(card: Card, face: Layout) -> list[Text]:
    """The name of the game, and which of its kinds are meant."""
    kinds = [card.kinds, card.three.kinds if card.three and "C" in face.windows else ""]
    room = face.title.width / _SPARE
    kinds = [kind for kind in kinds if kind]
    small = next((size for size in _SMALL if all(width(kind, size) <= room for kind in kinds)), SMALLEST)
    size = _LARGEST
    while size >= SMALLEST:
        lines = [Line(words, "", size) for words in wrapped(card.title, size, room, bold=True)]
        lines += [Line("", words, small) for kind in kinds for words in wrapped(kind, small, room)]
        if max(line.width for line in lines) <= room and height(lines) <= face.title.height:
            return stacked(lines, face.title.x, face.title.y, "title", centred=True)
        size -= _STEP
    raise NoRoomError("face.block", f"the name of {card.name} does not fit between the displays and the keys")


def steps(card: Card, face: Layout) -> list[str]:
    """The five steps of a round at a table with this box."""
    of_game = list(card.steps)
    if card.three and "C" in face.windows:
        of_game[2] = card.three.read
    return of_game


def _steps(card: Card, face: Layout) -> list[Text]:
    """The five steps along the foot, or nothing where they do not fit."""
    top = max(room.bottom for room in face.legends.values()) + _AIR
    gap = 2 * NO_BREAK + " "
    running = gap.join(f"{n}.{NO_BREAK}{step}" for n, step in enumerate(steps(card, face), 1))
    room = face.height - _INSET - top
    for size in _SMALL:
        words = wrapped(running, size, (face.width - 4 * _INSET) / _SPARE)
        lines = [Line("", each, size) for each in words]
        if height(lines) <= room:
            return stacked(lines, 2 * _INSET, top + room / 2, "steps")
    return []


def legends(board: Board, face: Layout, card: Card) -> Legends:
    """All that is written on this face for the game of the card; raises NoRoomError."""
    of_keys = _of_keys(card, face)
    texts = [*of_keys.texts, *_numbers(board, face), *_letters(board, face), *_title(card, face), *_steps(card, face)]
    return Legends(texts, of_keys.dashes)
