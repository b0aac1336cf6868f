"""The board of the tests. They judge rules and drawings by it, so that they hold whatever a maker's board.toml says."""

from functools import cache
from pathlib import Path
from typing import cast

from hardware.source.board import Board, Wired
from hardware.source.read import REFERENCE, read_board, read_boards

TEXT = (Path(__file__).parent / "sample_board.toml").read_text(encoding="utf-8")
BOARD = read_board(TEXT)


@cache
def boards() -> dict[str, Wired]:
    """The project's own, see read_boards; read once, for that takes a third of a second."""
    return read_boards()


def own() -> Board:
    """The project's own board.toml."""
    return cast("Board", boards()[REFERENCE])
