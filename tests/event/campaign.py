"""Plays whole days one after the other, and says how a failing one is played again."""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.event.cheats import CHEATS
from tests.event.promises import check
from tests.event.schedule import LONG, SHORT, drawn
from tests.event.world import World
from tests.harness.postgres import PostgresServer

_IN_MEMORY = Path("/dev/shm")  # where there is one
_PATIENCE_S = 120  # within which a day where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 12  # with what will never work


def _no_log(text: str) -> None:
    """Nobody listens."""


def play(
    seed: int,
    server: PostgresServer | None = None,
    is_long: bool = False,
    cheat: str = "",
    kinds: Sequence[str] = (),
    log: Callable[[str], None] = _no_log,
) -> tuple[str, Counter[str]]:
    """What is broken in the day of this seed, "" for nothing, and what was done in it.

    `server` runs, and does so again afterwards; None: on an SQLite file. `kinds`: the steps, instead of all there are.
    `cheat`: of cheats.py, for the hubs; it brings its own kinds.
    """
    chosen = CHEATS[cheat].kinds if cheat else kinds
    said: list[str] = []

    def note(text: str) -> None:
        said.append(text)
        log(text)

    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        url = str(Path(folder) / "day.db") if server is None else server.create()
        patience_s = _SHORT_PATIENCE_S if cheat else _PATIENCE_S
        schedule = drawn(seed, LONG if is_long else SHORT, chosen, server is not None)
        world = World(schedule, url, Path(folder), note, cheat, patience_s, server)
        try:
            world.run()
            broken = list(check(world, patience_s))
            tally = world.tally + Counter(days=1, pressed=sum(table.pressed for table in world.tables))
            tally["events"] = len(world.desks[0].look().events)
        finally:
            world.close()
    tally["broken"] = len(broken)
    if not broken:
        return "", tally
    again = command(seed, server is not None, is_long, cheat, kinds)
    return "\n".join([again, *(f"    {text}" for text in said), *(f"    BROKEN, {a}: {b}" for a, b in broken)]), tally


def command(
    seed: int, is_on_server: bool = False, is_long: bool = False, cheat: str = "", kinds: Sequence[str] = ()
) -> str:
    """What plays this day again, step by step."""
    words = [f".venv/bin/python -m tests.event.replay {seed}"]
    words += ["--postgresql"] if is_on_server else []
    words += ["--long"] if is_long else []
    words += [f"--cheat {cheat}"] if cheat else [f'--kind "{kind}"' for kind in kinds]
    return " ".join(words)
