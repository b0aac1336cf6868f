"""What `make hardware` writes of the carrier, into carrier/ under hardware/build/."""

import csv
import io
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.carrier.assembly import assembly_svg
from hardware.carrier.kicad_bom import bom_page
from hardware.carrier.kicad_clean import cleaned, zipped
from hardware.carrier.kicad_picture import face_svg, opened
from hardware.carrier.kicad_stage import NAME, Part, Plotted, check, plotted
from hardware.carrier.pcb import carrier_pcb
from hardware.carrier.project import carrier_project
from hardware.circuit.netlist import netlist
from hardware.making.tools import GERBONARA, KICAD, RSVG, attempt, require
from hardware.source.board import Board

_PICTURE_WIDTH = 1600  # pixels


def texts(board: Board) -> dict[str, str]:
    """What needs only Python: the board for KiCad with its project, and where its parts go."""
    return {
        f"carrier/{NAME}.kicad_pcb": carrier_pcb(board),
        f"carrier/{NAME}.kicad_pro": carrier_project(board),
        f"carrier/{NAME}-assembly.svg": assembly_svg(board),
    }


def positions(parts: tuple[Part, ...]) -> str:
    """Where each part that is fitted goes, as board houses read it: mm from the lower left corner, y upwards."""
    rows = io.StringIO()
    table = csv.writer(rows, lineterminator="\n")
    table.writerow(["Ref", "Val", "Package", "PosX", "PosY", "Rot", "Side"])
    sides = {"front": "top", "back": "bottom"}
    for part in (part for part in parts if part.listed):
        table.writerow([part.ref, part.value, part.footprint, *part.at, part.turned, sides[part.side]])
    return rows.getvalue()


def gerbers(plot: Plotted) -> bytes:
    """The zip that a board house takes: gerbers and drills. A file with nothing in it, as the back's print may be, is
    left out: some viewers take such a file for another format."""
    texts = {path.name: cleaned(path.read_text()) for path in plot.gerbers.iterdir()}
    return zipped({name: text for name, text in texts.items() if "%ADD" in text or "T1C" in text})  # has a tool


def _write_pictures(plot: Plotted, folder: Path) -> None:
    require(GERBONARA, RSVG)
    stack = opened(plot.gerbers)
    for face in ("front", "back"):
        picture = folder / f"{NAME}-{face}.svg"
        picture.write_text(face_svg(stack, face))
        command = ["rsvg-convert", "--width", str(_PICTURE_WIDTH), "--output", str(picture.with_suffix(".png"))]
        subprocess.run([*command, str(picture)], check=True)


def _write_bom(plot: Plotted, board: Board, folder: Path) -> None:
    (folder / f"{NAME}-bom.html").write_text(bom_page(plot, netlist(board)))


def make(board: Board, build: Path) -> None:
    """What needs KiCad and others: the zip for the board house, positions, pictures, the interactive list of parts.
    Raises BrokenCarrierError before anything is written, and MissingToolError when all that can be is."""
    require(KICAD)
    folder = build / "carrier"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        plot = plotted(carrier_pcb(board), carrier_project(board), Path(scratch))
        check(plot, netlist(board))
        (folder / f"{NAME}-gerbers.zip").write_bytes(gerbers(plot))
        (folder / f"{NAME}-positions.csv").write_text(positions(plot.parts))
        steps: list[Callable[[], None]] = [
            partial(_write_pictures, plot, folder),
            partial(_write_bom, plot, board, folder),
        ]
        attempt(*steps)
