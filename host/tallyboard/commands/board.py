"""`tallyboard board`: a board on virtual hardware."""

import sys
from pathlib import Path

from tallyboard.commands.common import argument, path, text

ARGUMENTS = (
    argument("--link", type=path, required=True, metavar="PATH", help="Where to make a symlink to the board's port."),
    argument("--state", type=path, required=True, metavar="DIR", help="Folder of the board's memory."),
    argument("--game", type=text, metavar="GAME", help='"ID OPTION=…": start it unless a match is unfinished.'),
    argument("--storage", metavar="MEDIUM", help="fram or nvm."),
    argument("--sides", type=int, default=2, metavar="N", help="2, or 3 for a board with a third side."),
    argument(
        "--time-scale",
        type=float,
        default=1.0,
        metavar="X",
        help="Board milliseconds for each real one; 0: as fast as commands come.",
    ),
)


def board(
    link: Path,
    state: Path,
    game: str | None = None,
    storage: str | None = None,
    sides: int = 2,
    time_scale: float = 1.0,
) -> int:
    """Run the firmware on virtual hardware: commands on standard input, displays as JSON on standard output.

    The commands: press A1, hold A5, down UNDO, up UNDO, bounce A1, wait 500, unplug S, plug S, quit.
    """
    from tallyboard.virtual.board_spec import BoardSpec
    from tallyboard.virtual.run import run_board

    return run_board(BoardSpec(link, state, game, storage, sides, time_scale), sys.stdin, sys.stdout)
