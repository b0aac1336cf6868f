"""Folders that become CIRCUITPY: the deployed firmware with other settings, the yardstick, and small programs."""

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from tallyboard.drive.deploy import LibForm
from tallyboard.drive.files import adafruit_libraries

HERE = Path(__file__).parent
BOARD = tomllib.loads((HERE.parents[1] / "hardware" / "board.toml").read_text(encoding="utf-8"))

# A pin that nothing is wired to. It rises when the first line of code.py runs.
MARKER_PIN = 27
assert f"GP{MARKER_PIN}" not in BOARD["buttons"].values()

# The piezo's, None without one.
PIEZO_PIN = int(BOARD["piezo"]["pin"].removeprefix("GP")) if "piezo" in BOARD else None
assert PIEZO_PIN != MARKER_PIN

# Printed when the program ends, while all that it holds is still there.
HEAP_REPORT = "HEAP"

_FIRST_LINES = f"""\
import board, digitalio; digitalio.DigitalInOut(board.GP{MARKER_PIN}).switch_to_output(True)
import atexit, gc; atexit.register(lambda: (gc.collect(), print("{HEAP_REPORT}", gc.mem_free(), gc.mem_alloc(), "END")))
"""


def deploy_to(folder: Path) -> None:
    """The drive as its owner gets it, by the command: compiled."""
    command = [sys.executable, "-m", "tallyboard", "deploy", "--to", str(folder), "--force", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"`tallyboard deploy` ended with {done.returncode}: {done.stderr}")
    if json.loads(done.stdout)["form"] != LibForm.COMPILED:
        raise RuntimeError("`tallyboard deploy` has not compiled. Run `make setup`, which installs the compiler.")


def prepare(
    deployed: Path,
    folder: Path,
    game: str | None,
    *,
    storage: str = "fram",
    sides: int = 2,
    files: Mapping[str, bytes] | None = None,
) -> None:
    """A copy of a deployed drive with these settings, and with `files` (by path on the drive) added or replaced.

    `game`: None for the one that it was deployed with.
    """
    shutil.copytree(deployed, folder)
    settings = {"STORAGE": f'"{storage}"', "SIDES": str(sides)}
    if game is not None:
        settings["GAME"] = f'"{game}"'
    lines = (folder / "settings.toml").read_text(encoding="utf-8").splitlines()
    for name, value in settings.items():
        line = f"TALLYBOARD_{name} = "
        lines = [old for old in lines if not old.startswith(line)]
        lines.append(line + value)
    (folder / "settings.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, data in (files or {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def observed(deployed: Path) -> bytes:
    """The deployed code.py with two lines before it: the first raises MARKER_PIN, before anything else is done; the
    second has the end of the program report gc.mem_free() and gc.mem_alloc() after a collection."""
    return _FIRST_LINES.encode() + (deployed / "code.py").read_bytes()


def yardstick(folder: Path) -> None:
    """The shortest scoreboard that works, with the libraries that it needs."""
    shutil.copytree(HERE / "naive", folder)
    for name, place in adafruit_libraries().items():
        target = folder / "lib" / name
        if place.is_dir():
            shutil.copytree(place, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(exist_ok=True)
            shutil.copy(place, target)
