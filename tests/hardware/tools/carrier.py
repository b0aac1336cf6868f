"""The carrier as KiCad reads it, for the tests."""

import atexit
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.carrier.kicad_stage import Plotted, plotted
from hardware.carrier.pcb import carrier_pcb
from hardware.carrier.project import carrier_project
from hardware.source.board import Board
from tests.hardware.sample import BOARD


def read_by_kicad(text: str, board: Board = BOARD) -> Plotted:
    """What KiCad makes of the text of a board file."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return plotted(text, carrier_project(board), Path(folder.name))


@cache
def carrier_text() -> str:
    """The board file of the carrier of the tests' board."""
    return carrier_pcb(BOARD)


@cache
def plot() -> Plotted:
    """What KiCad makes of it."""
    return read_by_kicad(carrier_text())
