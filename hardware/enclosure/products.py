"""What is made of the box: solids to print and to change, and drawings. Needs build123d."""

from pathlib import Path
from typing import Any

from hardware.enclosure.geometry import Box
from hardware.making.tools import BUILD123D, require
from hardware.source.board import Board

FOLDER = "enclosure"
SIDES = {2: "two-sides", 3: "three-sides"}
# Of the triangles of what is printed: how far they are from the true surface, in mm, and from each other, in radians.
TOLERANCE, ANGLE = 0.1, 0.25
TIME = "2000-01-01T00:00:00"  # that the same board gives the same file


def make(board: Board, build: Path) -> None:
    """Writes STEP, STL and drawings of the boxes, the tray and the cap under `build`/enclosure."""
    require(BUILD123D)
    from hardware.enclosure.cap import cap, printed_cap
    from hardware.enclosure.solids import tray

    folder = build / FOLDER
    write(folder / "cap", cap(board.key), printed_cap(board.key))
    of_pico = tray(Box(board, 2))
    write(folder / "tray", of_pico, of_pico)
    for sides in range(2, board.most_sides + 1):
        _make_box(Box(board, sides), folder / SIDES[sides])


def _make_box(box: Box, folder: Path) -> None:
    from hardware.enclosure import pictures, solids

    shell, floor = solids.shell(box), solids.floor(box)
    write(folder / "shell", shell, solids.lying_on_face(box, shell))
    write(folder / "floor", floor, floor)
    for name, drawing in pictures.drawings(box, shell, floor).items():
        (folder / f"{name}.svg").write_text(drawing.svg())


def write(path: Path, solid: Any, printed: Any) -> None:
    """A STEP file of the solid as it is used, and an STL file as it is printed."""
    import build123d as cad

    path.parent.mkdir(parents=True, exist_ok=True)
    solid.label = path.name
    step, stl = path.with_suffix(".step"), path.with_suffix(".stl")
    if not cad.export_step(solid, step, write_pcurves=False, timestamp=TIME):
        raise OSError(f"{step} cannot be written")
    if not cad.export_stl(printed, stl, tolerance=TOLERANCE, angular_tolerance=ANGLE):
        raise OSError(f"{stl} cannot be written")
