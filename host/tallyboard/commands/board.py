"""`tallyboard board`: a board on virtual hardware."""

import sys
from pathlib import Path


def board(
    link: Path,
    state: Path,
    game: str | None = None,
    storage: str | None = None,
    sides: int = 2,
    time_scale: float = 1.0,
) -> int:
    """Run the firmware on virtual hardware: commands on standard input, displays as JSON on standard output."""
    from tallyboard.virtual.board_spec import BoardSpec
    from tallyboard.virtual.run import run_board

    return run_board(BoardSpec(link, state, game, storage, sides, time_scale), sys.stdin, sys.stdout)
