"""What `make hardware` writes of the carrier, into carrier/ and order/ under hardware/build/."""

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.carrier.assembly import assembly_svg
from hardware.carrier.kicad_bom import bom_page
from hardware.carrier.kicad_clean import cleaned, zipped
from hardware.carrier.kicad_picture import face_svg, opened
from hardware.carrier.kicad_stage import NAME, Plotted, check, plotted
from hardware.carrier.order import bom_csv, cpl_csv, soldered_csv
from hardware.carrier.order_page import page, readme
from hardware.carrier.pcb import carrier_pcb
from hardware.carrier.project import carrier_project
from hardware.circuit.netlist import netlist
from hardware.making.tools import GERBONARA, KICAD, RSVG, attempt, require
from hardware.source.board import Board

_PICTURE_WIDTH = 1600  # pixels


def texts(board: Board) -> dict[str, str]:
    """What needs only Python: the board for KiCad with its project, where its parts go, and what an assembly house is
    told of them."""
    return {
        f"carrier/{NAME}.kicad_pcb": carrier_pcb(board),
        f"carrier/{NAME}.kicad_pro": carrier_project(board),
        f"carrier/{NAME}-assembly.svg": assembly_svg(board),
        "order/bom.csv": bom_csv(board),
        "order/cpl.csv": cpl_csv(board),
        "order/soldered.csv": soldered_csv(board),
        "order/order-ten.md": page(board),
    }


def gerbers(plot: Plotted) -> dict[str, str]:
    """What a board house takes: gerbers and drills by their names. A file with nothing in it, as the back's print may
    be, is left out: some viewers take such a file for another format."""
    texts = {path.name: cleaned(path.read_text()) for path in plot.gerbers.iterdir()}
    return {name: text for name, text in texts.items() if "%ADD" in text or "T1C" in text}  # has a tool


def order(board: Board) -> dict[str, str]:
    """What an assembly house takes besides, by its name."""
    return {
        "bom.csv": bom_csv(board),
        "cpl.csv": cpl_csv(board),
        "assembly.svg": assembly_svg(board),
        "README.txt": readme(board),
    }


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
    """What needs KiCad and others: the zips for the board house and the assembly house, pictures, the interactive
    list of parts.
    Raises BrokenCarrierError before anything is written, and MissingToolError when all that can be is."""
    require(KICAD)
    folder, ordered = build / "carrier", build / "order"
    for each in (folder, ordered):
        each.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        plot = plotted(carrier_pcb(board), carrier_project(board), Path(scratch))
        check(plot, netlist(board))
        boards = gerbers(plot)
        (folder / f"{NAME}-gerbers.zip").write_bytes(zipped(boards))
        (ordered / f"{NAME}-order.zip").write_bytes(zipped(boards | order(board)))
        steps: list[Callable[[], None]] = [
            partial(_write_pictures, plot, folder),
            partial(_write_bom, plot, board, folder),
        ]
        attempt(*steps)
