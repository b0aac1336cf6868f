"""`tallyboard board` and `deploy`: the firmware on virtual hardware, and onto a board."""

import sys
from pathlib import Path

from tallyboard.drive import deploy as deploying
from tallyboard.drive.files import REFERENCE, SETTINGS
from tallyboard.terminal.tables import print_json
from tallyboard.text import quantities
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.run import run_board


def board(
    state: Path,
    link: Path | None = None,
    hall: str | None = None,
    board: str | None = None,
    take_over: bool = False,
    radio: bool = False,
    game: str | None = None,
    storage: str | None = None,
    sides: int = 2,
    time_scale: float = 1.0,
) -> int:
    spec = BoardSpec(
        link, state, game, storage, sides, time_scale, hall=hall, takes_over=take_over, board=board, radio=radio
    )
    return run_board(spec, sys.stdin, sys.stdout)


def deploy(to: Path | None = None, board: str | None = None, force: bool = False, as_json: bool = False) -> None:
    if to is not None and not force:
        deploying.check_drive(to)
    done = deploying.deploy(to or deploying.find_drive(), board)
    if as_json:
        print_json(
            {
                "to": str(done.to),
                "board": done.board.name,
                "circuitpython": done.circuitpython or None,
                "form": done.form,
                "written": done.written,
                "unchanged": done.unchanged,
                "removed": done.removed,
                "kept": done.kept,
                "bytes": done.bytes_written,
            }
        )
        return
    for verb, names in (("wrote", done.written), ("removed", done.removed)):
        for name in names:
            print(f"{verb:8} {name}")
    for name in done.kept:
        print(f"kept     {name}: it was changed on this board, so it stays")
    if done.board.name != REFERENCE:
        print(f"The pins are those of the board {done.board.name}, {done.board.title}.")
    if not done.third_side:
        print(
            f"{SETTINGS} asks for three sides (TALLYBOARD_SIDES = 3), and {done.board.name} has two: it plays with two."
        )
    print(done.form_reason)
    print(
        f"{done.to}: {len(done.written)} files written ({quantities.size(done.bytes_written)}), "
        f"{len(done.unchanged)} were up to date."
    )
    if done.written or done.removed:
        print("Now unplug the board and plug it in again: boot.py takes effect at power-on.")
