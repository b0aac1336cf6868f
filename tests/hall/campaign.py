"""Plays schedules one after the other in a hall of real processes."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.hall.cheats import CHEATS
from tests.hall.promises import check
from tests.hall.schedule import DRAWN, FEW, LONG, SHORT, drawn, line
from tests.hall.world import World
from tests.harness.replays import Log
from tests.harness.schedules import Broken, Campaign, How

_PATIENCE_S = 60  # within which a hall where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 15  # with what will never work


def _course(how: How, folder: Path, note: Log) -> tuple[Sequence[Broken], Counter[str]]:
    assert how.server is not None
    size = LONG if how.is_long else FEW if how.cheat else SHORT
    with closing(World(drawn(how.seed, size, how.kinds), how.server, folder, note, how.cheat)) as world:
        world.run()
        broken = [*world.broken, *check(world, _SHORT_PATIENCE_S if how.cheat else _PATIENCE_S)]
        return broken, world.counted()


HALL = Campaign("hall", CHEATS, DRAWN, _course, needs_server=True)
REPLAYED = HALL.replayed(line)
