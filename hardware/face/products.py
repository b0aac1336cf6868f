"""What the face gives to a maker: legends of each game and the drill template, as SVG and as PDF."""

from pathlib import Path

from hardware.face.card_words import CARDS
from hardware.face.drill import drill_svg
from hardware.face.layout import layout
from hardware.face.letters import FONT
from hardware.face.overlay import overlay_svg
from hardware.face.picture import face_svg
from hardware.face.sheet import sheet_for
from hardware.making.pdf import write_pdf
from hardware.making.tools import LIBERATION, RSVG, require
from hardware.source.board import Board

PRINT_FONT = "Liberation Sans"  # it has the widths that letters.py counts with


def _sheets(board: Board) -> dict[str, str]:
    """The sheets to print, by their names."""
    out: dict[str, str] = {}
    for sides in range(2, board.most_sides + 1):
        sheet = sheet_for(layout(board, sides))
        if sheet is None:
            raise ValueError("the face is larger than A3: see rules.py")
        out |= {f"legends-{card.name}-{sides}": overlay_svg(board, sides, card, sheet) for card in CARDS}
        out[f"drill-{sides}"] = drill_svg(board, sides, sheet)
    return out


def texts(board: Board) -> dict[str, str]:
    """The drawings by their paths under hardware/build/. The face of the two-sided box is in hardware/ itself."""
    pictures = {f"face-{sides}": face_svg(board, sides) for sides in range(3, board.most_sides + 1)}
    return {f"face/{name}.svg": svg for name, svg in (_sheets(board) | pictures).items()}


def make(board: Board, build: Path) -> None:
    """The sheets as PDF under `build`."""
    write_sheets({f"face/{name}": svg for name, svg in _sheets(board).items()}, build)


def write_sheets(sheets: dict[str, str], build: Path) -> None:
    """Each as PDF at its path under `build`, with librsvg and the font that has the right widths."""
    require(RSVG, LIBERATION)
    for path, svg in sheets.items():
        write_pdf(svg.replace(FONT, f"'{PRINT_FONT}'"), build / f"{path}.pdf")
