"""Key scripts played with the whole firmware on MicroPython and on CPython: those of the folder `presses`, one or more
for each game, and others that are drawn at random.
"""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.board.panel_reference import PanelReference
from tests.harness.gestures import GAMES, OVER, gesture
from tests.vm.on_the_rig import (
    HERE,
    Kept,
    Runner,
    Script,
    Trace,
    new_board,
    power_on,
    read_journal,
    read_script,
    read_trace,
)
from tests.vm.vm import run_here, run_on_vm

# What is not on a board's heap: the rig, which is no Python there, and names that a board has in its flash. The
# table of names grows by doubling, in one piece, and here once more than there.
RIG_KB = 50
HEAP = f"{118 + RIG_KB}wk"  # a board has 120 KB and more

RANDOM_GESTURES = 40

SCRIPTS = {path.stem: read_script(path) for path in sorted((HERE / "presses").glob("*.txt"))}
# Of what the reference of the panel has no idea.
BESIDE = {path.stem: read_script(path) for path in sorted((HERE / "presses" / "beside").glob("*.txt"))}
RANDOM = [f"random-{number}" for number in range(len(GAMES))]


@cache
def script_of(name: str) -> Script:
    return SCRIPTS.get(name) or BESIDE.get(name) or random_script(RANDOM.index(name))


def random_script(number: int) -> Script:
    """What people at a table might do, with power cuts."""
    rng = random.Random(f"board {number}")
    game = GAMES[number]
    sides = 3 if "sides=3" in game else 2
    panel = PanelReference(game, sides)
    commands = []
    for _ in range(RANDOM_GESTURES):
        for command in ("cut",) if rng.random() < 0.04 else gesture(rng, panel):
            follow(panel, command)
            commands.append(command)
    storage = "nvm" if number % 5 == 4 else "fram"
    return Script(f"random-{number}", game, sides, storage, [*commands, OVER])


def follow(panel: PanelReference, command: str) -> None:
    if command.startswith("cut"):  # with a number it goes within the eight bytes of a record, and that press is lost
        panel.power_cut()
    else:
        panel.command(command)


@dataclass
class Runs:
    """What each power-on of a script printed, and what its memory held at the end."""

    printed: list[str]
    images: list[bytes]


@dataclass
class Play:
    """A script played on both."""

    script: Script
    here: Runs
    on_vm: Runs

    @property
    def traces(self) -> list[Trace]:
        return [read_trace(printed) for printed in self.on_vm.printed]

    @property
    def kept(self) -> Kept:
        return read_journal(self.on_vm.images[-1])


def play_on(run: Runner, drive: Path, folder: Path, script: Script, *arguments: str, **options: Any) -> Runs:
    board = new_board(folder, drive, script)
    runs = Runs([], [])
    after: tuple[str, ...] = ()
    for commands in script.power_ons():
        runs.printed.append(power_on(run, board, commands, *arguments, *after, **options))
        after = ("reload",) if commands and commands[-1].startswith("reload") else ()
        runs.images.append((board / f"{script.storage}.bin").read_bytes())
    return runs


def play_on_both(drive: Path, folder: Path, name: str) -> Play:
    script = script_of(name)
    here = play_on(run_here, drive, folder / "here", script)
    return Play(script, here, play_on(run_on_vm, drive, folder / "vm", script, heap=HEAP))
