"""What this room makes: a picture of each step of the guide, into steps/ under hardware/build/."""

from pathlib import Path

from hardware.guide.steps import picture_of, steps
from hardware.making.tools import BUILD123D, PILLOW, RSVG, TRIMESH, require
from hardware.pictures.flat import DRAWN
from hardware.source.board import Board


def texts(board: Board) -> dict[str, str]:
    """The pictures that need only Python, as SVG, by their paths."""
    return {picture_of(key): draw(board).svg() for key, draw in DRAWN.items() if key in steps(board)}


def make(board: Board, build: Path) -> None:
    """The pictures of solids, as PNG, from those that the enclosure's room has written under `build`."""
    require(BUILD123D, TRIMESH, PILLOW, RSVG)
    from hardware.pictures.bench import Bench
    from hardware.pictures.box import SCENES

    bench = Bench(board, build / "enclosure")
    for key in steps(board).keys() & SCENES.keys():
        SCENES[key](bench).write(build / picture_of(key))
