"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.hall.replay 12
.venv/bin/python -m tests.hall.replay --seeds 0..9 --long
.venv/bin/python -m tests.hall.replay 0 --cheat acknowledges-before-the-commit

The schedule is the same each time; how its processes fall in with each other is not.
"""

import argparse
import sys
from collections import Counter

from tallyboard.drive.files import firmware_dir

sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest


def main() -> int:
    from tests.hall.campaign import play
    from tests.hall.cheats import CHEATS
    from tests.hall.schedule import DRAWN
    from tests.hall.tally import line
    from tests.harness.postgres import PostgresServer, missing

    parser = argparse.ArgumentParser(
        prog="python -m tests.hall.replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", nargs="?", type=int, help="print this schedule step by step")
    parser.add_argument("--seeds", metavar="A..B", help="play these, the last one included, and print a summary")
    parser.add_argument("--long", action="store_true", help="in the large hall")
    parser.add_argument("--cheat", default="", choices=sorted(CHEATS), help="with hubs that cheat")
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        choices=DRAWN,
        metavar="KIND",
        help="steps of this kind alone, not all there are; repeatable",
    )
    given = parser.parse_args()
    if (given.seed is None) == (given.seeds is None):
        parser.error("give one seed, or --seeds A..B")
    if (reason := missing()) is not None:
        parser.error(reason)
    with PostgresServer() as server:
        if given.seed is not None:
            failure, tally = play(given.seed, server, given.long, given.cheat, given.kind, print)
            print(failure or line(tally))
            return 1 if failure else 0
        first, _, last = given.seeds.partition("..")
        total: Counter[str] = Counter()
        failures = 0
        for seed in range(int(first), int(last or first) + 1):
            failure, tally = play(seed, server, given.long, given.cheat, given.kind)
            total.update(tally)
            if failure:
                failures += 1
                print(failure, flush=True)
    print(line(total))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
