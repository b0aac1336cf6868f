"""`tallyboard board` and `deploy`: the firmware on virtual hardware, on a Raspberry Pi, and onto a board."""

import sys
from pathlib import Path

from tallyboard.commands import parsing
from tallyboard.drive import deploy as deploying
from tallyboard.drive.files import REFERENCE, SETTINGS
from tallyboard.errors import TallyboardError
from tallyboard.system.laptop import data_folder
from tallyboard.terminal.tables import print_json
from tallyboard.text import quantities
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.run import run_board


def board(
    state: Path | None = None,
    link: Path | None = None,
    hall: str | None = None,
    board: str | None = None,
    hardware: bool = False,
    take_over: bool = False,
    radio: bool = False,
    game: str | None = None,
    storage: str | None = None,
    sides: int = 2,
    time_scale: float = 1.0,
) -> int:
    if state is None:
        if not hardware:
            raise parsing.parser_of("board").wrong_use("--state is missing.")
        state = data_folder() / "board"
    if hardware and time_scale != 1.0:
        raise TallyboardError("A Raspberry Pi plays in real time.", "Leave --time-scale out.")
    spec = BoardSpec(
        link, state, game, storage, sides, time_scale, hall=hall, takes_over=take_over, board=board, radio=radio
    )
    if not hardware:
        return run_board(spec, sys.stdin, sys.stdout)
    from tallyboard.pi.run import run_pi  # only now: it needs what only such a system has

    return run_pi(spec, sys.stdout)


def deploy(
    to: Path | None = None,
    board: str | None = None,
    force: bool = False,
    pi: bool = False,
    hall: str | None = None,
    link: Path | None = None,
    as_json: bool = False,
) -> None:
    if pi:
        if force or as_json:
            raise TallyboardError("A unit for a Raspberry Pi is no drive.", "Leave --force and --json out.")
        from tallyboard.pi import unit  # likewise

        print("\n".join(unit.write(to or Path(), hall, link, board)))
        return
    if hall is not None or link is not None:
        raise TallyboardError("A drive has no port of its own.", "Leave --hall and --link out, or add --pi.")
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
