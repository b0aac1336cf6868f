"""What is drawn of keys on a board that is bought: a face, and stickers for the caps. Lengths in mm.

   A         S         B
+-------+ +-------+ +-------+
|  45   | |  R 3  | |   20  |
+-------+ +-------+ +-------+
  (knob)  [A1][A2][B1][B2]
          [A3][A4][B3][B4]
          [A5][U ][N ][B5]
"""

from collections.abc import Iterable

from hardware.face.card_type import Card
from hardware.face.card_words import CARDS
from hardware.face.layout import Layout, Rectangle
from hardware.face.legends import meanings
from hardware.face.letters import typeset, width, wrapped
from hardware.face.sheet import Sheet, path_svg, rectangle_svg, scale_bar, sheet_svg
from hardware.face.text import Line, Text, height, number, stacked
from hardware.source.board import Board, Bought, Size

_GAP, _MARGIN = 6.0, 10.0
_LARGEST, _SMALLEST, _STEP = 5.0, 1.5, 0.1
_NAME = 2.2  # of the key, on its sticker
_EDGE = 0.7  # of a sticker, left free: no cutter is exact
_TITLE = 4.0
_SHEET = Sheet("A4", 210.0, 297.0, 15.0, 18.0)
_SPARE = 1.1  # see legends.py
_ROW = 76.0  # from the stickers of a game to those of the next
_COLUMN = 95.0
_HELD, _BESIDE = 2.6, 3.0  # the type of what a hold means, and how far off it stands


def pad_layout(board: Bought, displays: Board) -> Layout:
    """Where displays and keys are. `displays`: whose displays it has; the room for a key's legend is its cap."""
    pad = board.pad
    sizes = {name: displays.size_of(name) for name in ("A", "S", "B")}
    wide = max(size.board[0] for size in sizes.values())
    high = max(size.board[1] for size in sizes.values())
    across = 3 * wide + 2 * _GAP
    boards = {
        name: Rectangle(_MARGIN + place * (wide + _GAP) + wide / 2, _MARGIN + high / 2, *size.board)
        for place, (name, size) in enumerate(sizes.items())
    }
    first = (_MARGIN + (across - (len(pad.rows[0]) - 1) * pad.pitch) / 2, _MARGIN + high + _GAP + pad.pitch / 2)
    keys: dict[str, Size] = {
        key: (round(first[0] + column * pad.pitch, 2), round(first[1] + row * pad.pitch, 2))
        for row, names in enumerate(pad.rows)
        for column, key in enumerate(names)
    }
    keys[pad.knob] = (round(first[0] - 1.25 * pad.pitch, 2), first[1])
    return Layout(
        width=across + 2 * _MARGIN,
        height=first[1] + (len(pad.rows) - 0.5) * pad.pitch + _MARGIN,
        windows={name: Rectangle(at.x, at.y, *sizes[name].body) for name, at in boards.items()},
        boards=boards,
        screws={},
        keys=keys,
        legends={key: Rectangle(x, y, pad.label, pad.label) for key, (x, y) in keys.items()},
        title=Rectangle(0, 0, 0, 0),
    )


def on_the_cap(board: Bought, card: Card, key: str, tap: str) -> list[Text]:
    """What stands on the sticker of a key, with its middle at 0, 0: its name, and large below it what a tap means."""
    room = board.pad.label - 2 * _EDGE
    name = Line("", key, _NAME)
    top = stacked([name], -room / 2, -room / 2 + _NAME / 2, key)
    words = typeset(tap) if key not in ("UNDO", "NEXT", "MENU") else key
    free = room - _NAME
    size = _LARGEST
    while size > _SMALLEST:
        lines = [Line(line, "", size) for line in wrapped(words, size, room / _SPARE, bold=True)]
        if max(line.width for line in lines) <= room / _SPARE and height(lines) <= free:
            break
        size = round(size - _STEP, 2)
    else:
        raise ValueError(f"{words} does not fit on a sticker in {card.name}")
    if not words:
        return top
    below = stacked(lines, 0, _NAME / 2, key, centred=True)
    return below if words == key else [*top, *below]


def stickers_svg(board: Bought, face: Layout, language: str) -> str:
    """A sheet with the stickers of every game in this language, each as the keys lie, at full size."""
    drawing, texts = [], []
    cards = [card for card in CARDS if card.words.language == language]
    label = board.pad.label
    for place, card in enumerate(cards):
        left, top = place % 2 * _COLUMN, place // 2 * _ROW
        title = typeset(card.title)
        texts += stacked([Line(title, "", _TITLE)], left, top + _TITLE / 2, "title")
        of_keys = meanings(card, face)
        rows = [*board.pad.rows, (board.pad.knob,)]
        for row, keys in enumerate(rows):
            for column, key in enumerate(keys):
                x, y = left + (column + 0.5) * label, top + 2 * _TITLE + (row + 0.5) * label
                drawing.append(rectangle_svg(Rectangle(x, y, label, label), 0.1))
                texts += _moved(on_the_cap(board, card, key, of_keys[key][0]), x, y)
        beside = left + len(rows[0]) * label + _BESIDE
        held = [line for key in _HELD_KEYS for line in _hold(card, key, of_keys[key][1], left + _COLUMN - 2 - beside)]
        texts += stacked(held, beside, top + 2 * _TITLE + height(held) / 2, "holds")
    bar, beside_bar = scale_bar(_foot(), typeset(cards[0].words.measure), ())
    return sheet_svg(_SHEET, "Tallyboard", language, [*drawing, *bar], [*texts, *beside_bar])


_HELD_KEYS = ("A1", "A2", "A3", "A4", "A5", "UNDO", "NEXT", "MENU")


def _hold(card: Card, key: str, means: str, room: float) -> list[Line]:
    """What a key means that is held, as it stands beside the stickers; of both sides the same, by its number."""
    if not means:
        return []
    label = f"{key.lstrip('A')} {card.words.hold.lower()} "
    first, *more = wrapped(means, _HELD, room / _SPARE, width(label, _HELD, bold=True))
    return [Line(label, first, _HELD), *(Line("", line, _HELD) for line in more)]


def _foot() -> Layout:
    """Nothing but a height, for the line to measure."""
    nowhere = Rectangle(0, 0, 0, 0)
    return Layout(180.0, 3 * _ROW + 12.0, {}, {}, {}, {}, {}, nowhere)


def _moved(texts: Iterable[Text], x: float, y: float) -> list[Text]:
    return [Text(text.x + x, text.y + y, text.line, text.of) for text in texts]


def pad_svg(board: Bought, face: Layout) -> str:
    """The box as it stands on the table: displays, keys with what they mean in crokinole, and which is the knob."""
    drawing = [rectangle_svg(at) for at in face.boards.values()]
    drawing += [rectangle_svg(at, 0.3) for at in face.windows.values()]
    texts: list[Text] = []
    for name, at in face.windows.items():
        texts += stacked([Line(name, "", 9.0)], at.x, at.y, name, centred=True)
    of_keys = meanings(CARDS[0], face)
    for key, (x, y) in face.keys.items():
        cap = board.pad.cap
        if key == board.pad.knob:
            drawing.append(
                path_svg(f"M{number(x - cap / 2)} {number(y)}a{number(cap / 2)} {number(cap / 2)} 0 1 0 0 -0.01z")
            )
        else:
            drawing.append(rectangle_svg(Rectangle(x, y, cap, cap), 0.3))
        texts += _moved(on_the_cap(board, CARDS[0], key, of_keys[key][0]), x, y)
    sheet = Sheet("", face.width, face.height, 0.0, 0.0)
    return sheet_svg(sheet, board.board.title, "en", drawing, texts)
