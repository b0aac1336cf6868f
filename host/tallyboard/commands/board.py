"""`tallyboard board`: a board on virtual hardware."""

import sys
from pathlib import Path
from typing import Annotated

import typer


def board(
    link: Annotated[Path, typer.Option("--link", metavar="PATH", help="Becomes a symlink to the board's port.")],
    state: Annotated[Path, typer.Option("--state", metavar="DIR", help="Folder of the board's memory.")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help='"ID OPTION=…": start it unless a match is unfinished.')
    ] = None,
    storage: Annotated[str | None, typer.Option("--storage", metavar="MEDIUM", help="fram or nvm.")] = None,
    sides: Annotated[int, typer.Option("--sides", help="2, or 3 for a board with a third side.")] = 2,
    time_scale: Annotated[
        float, typer.Option("--time-scale", help="Board ms a wall ms; 0: as fast as commands come.")
    ] = 1.0,
) -> None:
    """Run the firmware on virtual hardware: commands on standard input, the displays as JSON on standard output.

    press A1, hold A5, down UNDO, up UNDO, bounce A1, wait 500, unplug S, plug S, quit.
    """
    from tallyboard.virtual.run import run_board

    code = run_board(link, state, game, storage, sides, time_scale, sys.stdin, sys.stdout)
    if code:
        raise typer.Exit(code)
