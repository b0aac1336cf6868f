"""`tallyboard board`: what board a virtual board is, and whether it can be."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from shared_rules.games import catalogue
from shared_rules.games.options import OptionError
from tallyboard.drive.files import Setting, firmware_dir, read_settings
from tallyboard.errors import TallyboardError


@dataclass(frozen=True)
class BoardSpec:
    """What board to run.

    `link` becomes a symlink to the port, `state` is the folder that makes it the same board next time. `game` is
    "ID OPTION=…" to start a match with, `storage` "fram" or "nvm", both None for what settings.toml says. `sides` is 2
    or 3. `time_scale` is board milliseconds a wall millisecond, 0 for as fast as commands come.

    For tests: `drive` is another drive than the installed firmware; `without` names parts (displays, "FRAM") that are
    unplugged at power-on; the process is killed after `power_cut_after` bytes stored; `circuitpython` 10 gives
    settings as text, as its os.getenv does; `heard` is a file to which every change of what a piezo sounds is added;
    with a `seed` what the chip draws is the same in every run.
    """

    link: Path
    state: Path
    game: str | None = None
    storage: str | None = None
    sides: int = 2
    time_scale: float = 1.0
    drive: Path = field(default_factory=firmware_dir)
    without: Sequence[str] = ()
    power_cut_after: int | None = None
    circuitpython: int = 9
    heard: Path | None = None
    seed: int | None = None

    @property
    def settings_are_text(self) -> bool:
        """Whether os.getenv gives whole numbers as text."""
        return self.circuitpython >= 10


STORAGES = ("fram", "nvm")


def run_board(spec: BoardSpec, stdin: TextIO | None, stdout: TextIO) -> int:
    """Run the drive's boot.py and code.py on virtual hardware until `quit` or a signal; the exit code.

    Returns 0 when it was ended, 1 when the firmware raised an exception (its traceback is on stderr) or came to its
    end. Raises TallyboardError for a board that cannot be.
    """
    if os.name != "posix":
        raise TallyboardError(
            "The virtual board needs Linux or macOS: this system has no pseudo-terminals.",
            "Use a real board, or run it in WSL.",
        )
    # Only now: these modules need what only such a system has.
    from tallyboard.virtual.power import power_on

    _check(spec)
    return power_on(spec, {**read_settings(spec.drive), **_overrides(spec)}, stdin, stdout)


def _check(spec: BoardSpec) -> None:
    if spec.sides not in (2, 3):
        raise TallyboardError(f"A table has 2 or 3 sides, not {spec.sides}.", "Choose --sides 2 or --sides 3.")
    if not 0 <= spec.time_scale < float("inf"):
        raise TallyboardError(
            f"The time scale {spec.time_scale} is not a number from 0.", "Choose a number from 0, for example 1."
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


def _overrides(spec: BoardSpec) -> dict[str, Setting]:
    """What is set over the drive's settings.toml."""
    overrides: dict[str, Setting] = {}
    if spec.game is not None:
        overrides["TALLYBOARD_START"] = checked_game(spec.game, spec.sides)
    if spec.storage is not None:
        if spec.storage not in STORAGES:
            raise TallyboardError(f"There is no storage {spec.storage!r}.", "Choose --storage fram or --storage nvm.")
        overrides["TALLYBOARD_STORAGE"] = spec.storage
    if spec.sides == 3:
        overrides["TALLYBOARD_SIDES"] = 3
    return overrides
