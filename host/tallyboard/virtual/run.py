"""`tallyboard board`: a virtual board from power-on to power-off."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from shared_rules.games import catalogue
from shared_rules.games.options import OptionError
from tallyboard.drive.files import firmware_dir
from tallyboard.drive.settings import Setting, read_settings
from tallyboard.errors import TallyboardError

STORAGES = ("fram", "nvm")


def run_board(
    link: Path,
    state: Path,
    game: str | None,
    storage: str | None,
    sides: int,
    time_scale: float,
    stdin: TextIO | None,
    stdout: TextIO,
    *,
    drive: Path | None = None,
    without: Sequence[str] = (),
    power_cut_after: int | None = None,
    circuitpython: int = 9,
) -> int:
    """Run the drive's boot.py and code.py on virtual hardware until `quit` or a signal; the exit code.

    `link` becomes a symlink to the port, `state` is the folder that makes it the same board next time. `game` is
    "ID OPTION=…" to start a match with, `storage` "fram" or "nvm", both None for what settings.toml says. `sides` is 2
    or 3. `time_scale` is board milliseconds a wall millisecond, 0 for as fast as commands come.

    For tests: `drive` is another drive than the installed firmware; `without` names parts (displays, "FRAM") that are
    unplugged at power-on; the process is killed after `power_cut_after` bytes stored; `circuitpython` 10 gives
    settings as text, as its os.getenv does.

    Returns 0 when it was ended, 1 when the firmware raised an exception (its traceback is on stderr) or came to its
    end. Raises TallyboardError for arguments that cannot be used.
    """
    if os.name != "posix":
        raise TallyboardError(
            "The virtual board needs Linux or macOS: this system has no pseudo-terminals.",
            "Use a real board, or run it in WSL.",
        )
    # Only now: these modules need what only such a system has.
    from tallyboard.virtual.power import power_on

    if sides not in (2, 3):
        raise TallyboardError(f"A table has 2 or 3 sides, not {sides}.", "Choose --sides 2 or --sides 3.")
    if not 0 <= time_scale < float("inf"):
        raise TallyboardError(
            f"The time scale {time_scale} is not a number from 0.", "Choose a number from 0, for example 1."
        )
    drive = drive or firmware_dir()
    settings = read_settings(drive)
    settings.update(_overrides(game, storage, sides))
    return power_on(
        drive,
        settings,
        link=link,
        state=state,
        sides=sides,
        time_scale=time_scale,
        stdin=stdin,
        stdout=stdout,
        without=without,
        power_cut_after=power_cut_after,
        text_settings=circuitpython >= 10,
    )


def checked_game(line: str, sides: int) -> str:
    """The game line "ID OPTION=…", when it is one that a board with so many sides can play; else a TallyboardError."""
    try:
        match = catalogue.new(line)
    except OptionError as error:
        raise TallyboardError(f"--game {line!r}: {error}.", "Correct the game line.") from None
    if match.sides > sides:
        raise TallyboardError(f"--game {line!r} has three sides and the board two.", "Add --sides 3.")
    return line


def _overrides(game: str | None, storage: str | None, sides: int) -> dict[str, Setting]:
    """What the command line sets over the drive's settings.toml."""
    overrides: dict[str, Setting] = {}
    if game is not None:
        overrides["TALLYBOARD_START"] = checked_game(game, sides)
    if storage is not None:
        if storage not in STORAGES:
            raise TallyboardError(f"There is no storage {storage!r}.", "Choose --storage fram or --storage nvm.")
        overrides["TALLYBOARD_STORAGE"] = storage
    if sides == 3:
        overrides["TALLYBOARD_SIDES"] = 3
    return overrides
