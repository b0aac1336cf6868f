"""Plays schedules one after the other in a hall of real processes, and says how a failing one is played again."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.hall.cheats import CHEATS
from tests.hall.promises import Broken, check
from tests.hall.schedule import FEW, LONG, SHORT, drawn
from tests.hall.world import World
from tests.harness.postgres import PostgresServer

_IN_MEMORY = Path("/dev/shm")  # where there is one
_PATIENCE_S = 60  # within which a hall where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 15  # with what will never work
_MOST = 3  # of one promise that are told


def _no_log(text: str) -> None:
    """Nobody listens."""


def play(
    seed: int,
    server: PostgresServer,
    is_long: bool = False,
    cheat: str = "",
    kinds: Sequence[str] = (),
    log: Callable[[str], None] = _no_log,
) -> tuple[str, Counter[str]]:
    """What is broken in the schedule of this seed, "" for nothing, and what was done in it.

    `server` runs, and does so again afterwards. `kinds`: the steps, instead of all there are. `cheat`: of cheats.py,
    for the hubs; it brings its own kinds.
    """
    size = LONG if is_long else FEW if cheat else SHORT
    chosen = CHEATS[cheat].kinds if cheat else kinds
    said: list[str] = []

    def note(text: str) -> None:
        said.append(text)
        log(text)

    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        world = World(drawn(seed, size, chosen), server, Path(folder), note, cheat)
        try:
            world.run()
            broken = [*world.broken, *check(world, _PATIENCE_S if not cheat else _SHORT_PATIENCE_S)]
            tally = world.counted()
        finally:
            world.close()
    tally["broken"] = len(broken)
    if not broken:
        return "", tally
    lines = [f"    BROKEN, {line}" for line in _shortened(broken)]
    course = [] if log is not _no_log else [f"    {text}" for text in said]
    return "\n".join([command(seed, is_long, cheat, kinds), *course, *lines]), tally


def _shortened(broken: Sequence[Broken]) -> Iterator[str]:
    """The first few of each promise."""
    for promise in dict.fromkeys(promise for promise, _ in broken):
        all_of_it = [what for broken_one, what in broken if broken_one == promise]
        yield from (f"{promise}: {what}" for what in all_of_it[:_MOST])
        if len(all_of_it) > _MOST:
            yield f"{promise}: and {len(all_of_it) - _MOST} more"


def command(seed: int, is_long: bool = False, cheat: str = "", kinds: Sequence[str] = ()) -> str:
    """What plays this schedule again, step by step."""
    words = [f".venv/bin/python -m tests.hall.replay {seed}"]
    words += ["--long"] if is_long else []
    words += [f"--cheat {cheat}"] if cheat else [f'--kind "{kind}"' for kind in kinds]
    return " ".join(words)
