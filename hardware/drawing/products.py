"""What this room makes."""

from pathlib import Path

from hardware.drawing.cut_list import cut_list_csv, cut_list_markdown
from hardware.drawing.schematic import schematic_svg
from hardware.drawing.wiring import wiring_pictures
from hardware.source.board import Board


def texts(board: Board) -> dict[str, str]:
    """The schematic, the wiring pictures and the cut list: the text of each by its path under hardware/build/."""
    return {
        **_drawings(board),
        "looms/cut-list.md": cut_list_markdown(board),
        "looms/cut-list.csv": cut_list_csv(board),
    }


def make(board: Board, build: Path) -> None:
    """Writes the drawings as PDF by rsvg-convert, and one of each loom by WireViz and Graphviz, under `build`."""
    from hardware.drawing.harness import draw, harnesses, pdf

    for path, svg in _drawings(board).items():
        pdf(svg, (build / path).with_suffix(".pdf"))
    (build / "looms").mkdir(parents=True, exist_ok=True)
    for name, harness in harnesses(board).items():
        (build / f"looms/{name}.svg").write_text(draw(harness))


def _drawings(board: Board) -> dict[str, str]:
    found = {"drawing/schematic.svg": schematic_svg(board)}
    for sides in range(2, board.most_sides + 1):
        for name, svg in wiring_pictures(board, sides).items():
            found[f"drawing/wiring-{sides}-sides-{name}.svg"] = svg
    return found
