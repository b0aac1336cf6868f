"""Plays schedules one after the other, and says how a failing one is played again."""

import argparse
import contextlib
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.harness.replays import Play, Replayed, cheat_option
from tests.link.cheats import CHEATS, NONE
from tests.link.laptop import Disk
from tests.link.oracle import RAISED, BrokenError
from tests.link.schedule import Schedule
from tests.link.tally import add, line

_IN_MEMORY = Path("/dev/shm")  # where there is one: else each commit waits for a disk


@contextlib.contextmanager
def scratch() -> Iterator[Disk]:
    """Room for the laptops' databases."""
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        disk = Disk(Path(folder))
        try:
            yield disk
        finally:
            disk.close()


def play(
    seed: int, disk: Disk, cheat: str = "", log: Callable[[str], None] = lambda text: None
) -> tuple[str, Counter[str]]:
    """What went wrong in the schedule of this seed, "" for nothing, and what happened in it.

    `cheat`: the name of one of CHEATS that is played with.
    """
    chosen = CHEATS[cheat] if cheat else NONE
    with chosen.played():
        schedule = Schedule(seed, disk, chosen.parts, log)
        try:
            schedule.run()
        except BrokenError as broken:
            breach, what = broken.breach, str(broken)
        except Exception as fault:  # whatever else is raised is a failure of one of the halves
            place = traceback.extract_tb(fault.__traceback__)[-1]
            breach, what = RAISED, f"{RAISED}: {fault!r} in {place.name}, line {place.lineno} of {place.filename}"
        else:
            return "", schedule.tally
        finally:
            schedule.close()
    schedule.tally[breach] += 1
    return f"{command(seed, cheat)}\n    {what}", schedule.tally


def command(seed: int, cheat: str) -> str:
    """What plays this schedule again, step by step."""
    return f".venv/bin/python -m tests.link.replay {seed}" + (f" --cheat {cheat}" if cheat else "")


@contextlib.contextmanager
def _playing(given: argparse.Namespace) -> Iterator[Play]:
    with scratch() as disk:
        yield lambda seed, log: play(seed, disk, given.cheat, log)


REPLAYED = Replayed(
    line, lambda parser: cheat_option(parser, CHEATS, "with this part in the place of a true one"), _playing, add
)
