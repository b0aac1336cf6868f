"""What `make hardware` makes with further tools: KiCad, build123d, Graphviz and others."""

from functools import partial
from pathlib import Path

from hardware.bought import page as bought
from hardware.carrier import products as carrier
from hardware.drawing import products as drawing
from hardware.enclosure import products as enclosure
from hardware.face import products as face
from hardware.making.tools import attempt
from hardware.pictures import products as pictures
from hardware.source.board import Board

_ROOMS = (carrier.make, face.make, bought.make, drawing.make, enclosure.make, pictures.make)


def make(board: Board, build: Path) -> None:
    """Writes all of it under this folder. Raises MissingToolError at the end, when all that can be made is made."""
    attempt(*(partial(room, board, build) for room in _ROOMS))
