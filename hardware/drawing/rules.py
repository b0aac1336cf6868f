"""What must hold for the looms."""

from collections.abc import Iterator

from hardware.circuit.looms import wrong_looms
from hardware.source.board import Board
from hardware.source.rules import Fault


def wrong(board: Board) -> Iterator[Fault]:
    """(key, rule) for what cannot be cut, told apart or reached."""
    yield from wrong_looms(board)
