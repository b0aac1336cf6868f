"""What this room makes."""

from functools import partial
from pathlib import Path

from hardware.drawing.cut_list import cut_list_csv, cut_list_markdown
from hardware.drawing.harness import draw, harnesses, pdf
from hardware.drawing.schematic import schematic_svg
from hardware.drawing.wiring import wiring_pictures
from hardware.making.tools import GRAPHVIZ, RSVG, WIREVIZ, attempt, require
from hardware.source.board import Board


def texts(board: Board) -> dict[str, str]:
    """The schematic, the wiring pictures and the cut list: the text of each by its path under hardware/build/."""
    return {
        **_drawings(board),
        "looms/cut-list.md": cut_list_markdown(board),
        "looms/cut-list.csv": cut_list_csv(board),
    }


def make(board: Board, build: Path) -> None:
    """Writes the drawings as PDF by rsvg-convert, and one of each loom by WireViz and Graphviz, under `build`. Raises
    MissingToolError when all that can be is made."""
    attempt(partial(_make_pdfs, board, build), partial(_make_looms, board, build / "looms"))


def _make_pdfs(board: Board, build: Path) -> None:
    require(RSVG)
    for path, svg in _drawings(board).items():
        pdf(svg, (build / path).with_suffix(".pdf"))


def _make_looms(board: Board, folder: Path) -> None:
    require(WIREVIZ, GRAPHVIZ)
    folder.mkdir(parents=True, exist_ok=True)
    for name, harness in harnesses(board).items():
        (folder / f"{name}.svg").write_text(draw(harness))


def _drawings(board: Board) -> dict[str, str]:
    found = {"drawing/schematic.svg": schematic_svg(board)}
    for sides in range(2, board.most_sides + 1):
        for name, svg in wiring_pictures(board, sides).items():
            found[f"drawing/wiring-{sides}-sides-{name}.svg"] = svg
    return found
