"""`tallyboard board`: whether a board can be, and then its life."""

import os
from typing import TextIO

from shared_rules.games import catalogue
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError
from tallyboard.drive.files import SETTINGS, THIRD_SIDE, Setting, pins_of, read_settings
from tallyboard.errors import TallyboardError
from tallyboard.virtual import BoardSpec

STORAGES = ("fram", "nvm")
RADIO_KEY = "TALLYBOARD_RADIO_KEY"


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

    if (spec.link is not None or spec.radio) == (spec.hall is not None):
        raise TallyboardError(
            "A board has a port for a cable, a radio or both; or a seat in the hall.",
            "Give it --link PATH, --radio or both, or --hall URL.",
        )
    check(spec)
    if spec.hall is not None and spec.storage == "nvm":
        raise TallyboardError("A board on a hall socket keeps its journal in an FRAM.", "Leave --storage out.")
    if not 0 <= spec.time_scale < float("inf"):
        raise TallyboardError(
            "The time scale %(scale)s is not a number from 0.",
            "Choose a number from 0, for example 1.",
            scale=spec.time_scale,
        )
    own = read_settings(spec.state)
    if spec.radio and not own.get(RADIO_KEY):
        raise TallyboardError(
            "This board has no key for its radio: %(state)s has no %(key)s.",
            "Pair it over its cable: run it with --link PATH alone, and meanwhile `tallyboard "
            "setup --port PATH --radio --network NAME --drive %(folder)s`.",
            state=spec.state / SETTINGS,
            key=RADIO_KEY,
            folder=spec.state,
        )
    return power_on(spec, {**read_settings(spec.drive), **own, **settings_over(spec)}, stdin, stdout)


def check(spec: BoardSpec) -> None:
    """Raises TallyboardError for what no board can be."""
    if spec.takes_over and spec.hall is None:
        raise TallyboardError("Only a board on a hall socket takes a table over.", "Give it --hall URL.")
    if spec.sides not in (2, 3):
        raise TallyboardError(
            "A table has 2 or 3 sides, not %(sides)s.", "Choose --sides 2 or --sides 3.", sides=spec.sides
        )
    if spec.board is not None and spec.sides == 3 and THIRD_SIDE not in dict(pins_of(spec.board).displays):
        raise TallyboardError("The board %(board)s has no third side.", "Leave --sides out.", board=spec.board)


def match_of(line: str) -> Match:
    """A match of the game line "ID OPTION=…" that somebody has given as --game. Raises TallyboardError."""
    try:
        return catalogue.new(line)
    except OptionError as error:
        raise TallyboardError(
            "--game %(line)s: %(error)s.", "Correct the game line.", line=f"{line!r}", error=error
        ) from None


def settings_over(spec: BoardSpec) -> dict[str, Setting]:
    """What is set over the drive's settings.toml."""
    overrides: dict[str, Setting] = {}
    if spec.game is not None:
        if match_of(spec.game).sides > spec.sides:
            raise TallyboardError(
                "--game %(game)s has three sides and the board two.", "Add --sides 3.", game=f"{spec.game!r}"
            )
        overrides["TALLYBOARD_START"] = spec.game
    if spec.storage is not None:
        if spec.storage not in STORAGES:
            raise TallyboardError(
                "There is no storage %(storage)s.",
                "Choose --storage fram or --storage nvm.",
                storage=f"{spec.storage!r}",
            )
        overrides["TALLYBOARD_STORAGE"] = spec.storage
    if spec.sides == 3:
        overrides["TALLYBOARD_SIDES"] = 3
    return overrides
