"""Plays schedules, each a store that is damaged and every command upon it, and says how a failing one is played again.

What a schedule does is drawn from its number alone; every promise that is broken is written down, and it goes on.
"""

import argparse
import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.damage.base import build
from tests.damage.cheats import CHEATS
from tests.damage.damage import KINDS
from tests.damage.desk import at_the_desk, copy
from tests.damage.laptop import Laptop, scratch
from tests.damage.mending import rebuild, sync
from tests.damage.reading import read
from tests.damage.tally import line
from tests.damage.truth import Oracle
from tests.damage.world import World
from tests.harness.replays import Play, Replayed, cheat_option, kinds_option
from tests.harness.schedules import no_log


class Campaign:
    """The laptop, the oracle and the stores that are damaged, made once for many schedules."""

    def __init__(self, folder: Path) -> None:
        self.bases = {is_odd: folder / f"base-{is_odd}.db" for is_odd in (False, True)}
        for is_odd, path in self.bases.items():
            build(path, is_odd=is_odd)
        self.oracle = Oracle(folder)
        self.laptop = Laptop(folder)

    def play(
        self, seed: int, log: Callable[[str], None] = no_log, cheat: str = "", kinds: tuple[str, ...] = ()
    ) -> tuple[str, Counter[str]]:
        """What is broken in the schedule of this seed, "" for nothing, and what was done in it.

        `kinds`: the damage, instead of what is drawn; a `cheat` (see cheats.py) brings its own.
        """
        draw = random.Random(seed)
        self.laptop.cheat = cheat
        world = World(draw, self.laptop, self.oracle, log)
        is_odd = draw.random() < 0.2
        chosen = CHEATS[cheat].kinds if cheat else kinds
        world.damage(self.bases[is_odd], is_odd, chosen, KINDS[seed % len(KINDS)])
        read(world)
        copy(world)
        for step in draw.sample((at_the_desk, rebuild, sync), 3):
            step(world)
        self.laptop.cheat = ""
        world.tally["schedules"] += 1
        world.tally["broken"] = len(world.broken)
        if not world.broken:
            return "", world.tally
        lines = [f"    {promise}: {what}" for promise, what in world.broken]
        return "\n".join([command(seed, cheat, kinds), *lines]), world.tally


@contextlib.contextmanager
def campaign() -> Iterator[Campaign]:
    """Room and processes for schedules."""
    with scratch() as folder:
        made = Campaign(folder)
        try:
            yield made
        finally:
            made.laptop.close()


def command(seed: int, cheat: str = "", kinds: tuple[str, ...] = ()) -> str:
    """What plays this schedule again, step by step."""
    words = [f".venv/bin/python -m tests.damage.replay {seed}"]
    words += [f"--cheat {cheat}"] if cheat else [f'--kind "{kind}"' for kind in kinds]
    return " ".join(words)


def _options(parser: argparse.ArgumentParser) -> None:
    cheat_option(parser, CHEATS, "with a command line that cheats")
    kinds_option(parser, KINDS, "damage of this kind, not what is drawn; repeatable")


@contextlib.contextmanager
def _playing(given: argparse.Namespace) -> Iterator[Play]:
    with campaign() as made:
        yield lambda seed, log: made.play(seed, log, given.cheat, tuple(given.kind))


REPLAYED = Replayed(line, _options, _playing)
