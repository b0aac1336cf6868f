"""The laptop itself: programs, clock, folders, room."""

import os
import platform
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from shared_rules import VERSION
from shared_rules.journal import record
from tallyboard.doctor.environment import FAULT, OK, WARN, Environment, Finding, Level
from tallyboard.system.laptop import state_folder
from tallyboard.text import quantities

# A match is some kilobytes; a migration copies the whole database.
_SCARCE, _TOO_LITTLE = 200_000_000, 20_000_000  # bytes


def program(environment: Environment) -> Iterator[Finding]:
    """Which programs these are."""
    system = f"{platform.system()} {platform.release()}"
    yield Finding(
        OK, f"tallyboard {VERSION}, Python {platform.python_version()}, pyserial {version('pyserial')}, {system}"
    )


def clock(environment: Environment) -> Iterator[Finding]:
    """Whether the laptop knows the date; boards have it from there."""
    now = environment.clock()
    if now < record.YEAR_ZERO:
        yield Finding(
            WARN,
            f"The laptop's clock says {datetime.fromtimestamp(now, UTC):%Y-%m-%d}: it is not set.",
            "Set it (on most systems: switch network time on) before the next sync, or matches get no date.",
        )
    else:
        yield Finding(OK, f"It is {datetime.fromtimestamp(now).astimezone():%Y-%m-%d %H:%M %Z}.")


def folders(environment: Environment) -> Iterator[Finding]:
    """Whether what is to be kept can be written."""
    for what, folder in (("The data are", environment.folder), ("The log of errors is", state_folder())):
        if os.access(_there(folder), os.W_OK):
            yield Finding(OK, f"{what} in {folder.absolute()}.")
        else:
            yield Finding(
                FAULT, f"You may not write to the folder {folder}.", f"`ls -ld {_there(folder)}` shows who may."
            )


def room(environment: Environment) -> Iterator[Finding]:
    """Whether the disk has room for what comes."""
    free = shutil.disk_usage(_there(environment.folder)).free
    level: Level = FAULT if free < _TOO_LITTLE else WARN if free < _SCARCE else OK
    yield Finding(
        level, f"{quantities.size(free)} are free where the data are.", "" if level == OK else "Make room there."
    )


def printing(environment: Environment) -> Iterator[Finding]:
    """Whether the typesetter is there, which the extra `print` brings."""
    try:
        yield Finding(OK, f"typst {version('typst')} sets what `tallyboard tournament print` writes.")
    except PackageNotFoundError:
        what = "`tallyboard tournament print` needs the typesetter typst, which is not installed."
        yield Finding(
            OK, what, "Where paper is wanted: `pip install typst`, or the wheel with `[print]` behind its name."
        )


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
