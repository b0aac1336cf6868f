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
from tallyboard.text.language import _, later
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
            raise parsing.parser_of("board").wrong_use(later("%(name)s is missing.", name="--state"))
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
    for verb, names in ((_("wrote"), done.written), (_("removed"), done.removed), (_("kept"), done.kept)):
        for name in names:
            kept = _("%(name)s: it was changed on this board, so it stays", name=name) if names is done.kept else name
            print(f"{verb:8} {kept}")
    if done.board.name != REFERENCE:
        print(_("The pins are those of the board %(name)s, %(title)s.", name=done.board.name, title=done.board.title))
    if not done.third_side:
        print(
            _(
                "%(settings)s asks for three sides (TALLYBOARD_SIDES = 3), and %(name)s has two: it plays with two.",
                settings=SETTINGS,
                name=done.board.name,
            )
        )
    print(done.form_reason)
    print(
        _(
            "%(to)s: %(count)s files written (%(size)s), %(unchanged)s were up to date.",
            to=done.to,
            count=len(done.written),
            size=quantities.size(done.bytes_written),
            unchanged=len(done.unchanged),
        )
    )
    if done.written or done.removed:
        print(_("Now unplug the board and plug it in again: boot.py takes effect at power-on."))
