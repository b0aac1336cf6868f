"""Plays whole days one after the other."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.event.cheats import CHEATS
from tests.event.promises import check
from tests.event.schedule import DRAWN, LONG, SHORT, drawn, line
from tests.event.world import World
from tests.harness.replays import Log
from tests.harness.schedules import Broken, Campaign, How

_PATIENCE_S = 120  # within which a day where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 12  # with what will never work


def _course(how: How, folder: Path, note: Log) -> tuple[Sequence[Broken], Counter[str]]:
    url = str(folder / "day.db") if how.server is None else how.server.create()
    patience_s = _SHORT_PATIENCE_S if how.cheat else _PATIENCE_S
    schedule = drawn(how.seed, LONG if how.is_long else SHORT, how.kinds, how.server is not None)
    with closing(World(schedule, url, folder, note, how.cheat, patience_s, how.server)) as world:
        world.run()
        broken = list(check(world, patience_s))
        tally = world.tally + Counter(days=1, pressed=sum(table.pressed for table in world.tables))
        tally["events"] = len(world.desks[0].look().events)
        return broken, tally


EVENT = Campaign("event", CHEATS, DRAWN, _course)
REPLAYED = EVENT.replayed(line)
