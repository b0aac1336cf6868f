"""The legends of a game as a sheet to print, cut out and lay on the face."""

from hardware.face.card_type import Card
from hardware.face.layout import Layout, Rectangle, layout
from hardware.face.legends import cut_outs, legends
from hardware.face.letters import typeset
from hardware.face.sheet import GREY, Sheet, crop_marks, path_svg, rectangle_svg, scale_bar, sheet_svg
from hardware.face.text import number
from hardware.source.board import Board

DASH = 3.0  # mm


def dashes_svg(dashes: dict[str, tuple[float, float]], colour: str = GREY) -> list[str]:
    """The dash of each key that means nothing."""
    return [path_svg(f"M{number(x)} {number(y)}h{number(DASH)}", 0.4, colour) for x, y in dashes.values()]


def outline(face: Layout) -> Rectangle:
    """The edge of the face."""
    return Rectangle(face.width / 2, face.height / 2, face.width, face.height)


def overlay_svg(board: Board, sides: int, card: Card, sheet: Sheet) -> str:
    """The legends of the card's game for a box of two or three sides."""
    face = layout(board, sides)
    written = legends(board, face, card)
    bar, beside = scale_bar(face, typeset(card.words.measure), (card.words.print_it,))
    drawing = [
        rectangle_svg(outline(face)),
        *map(rectangle_svg, cut_outs(board, face)),
        *crop_marks(face),
        *dashes_svg(written.dashes),
        *bar,
    ]
    return sheet_svg(sheet, f"{card.title}, {sides}", card.words.language, drawing, [*written.texts, *beside])
