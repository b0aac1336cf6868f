"""Plays days again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.event.replay 12
.venv/bin/python -m tests.event.replay --seeds 0..9 --long --postgresql
.venv/bin/python -m tests.event.replay 0 --cheat never-cancels

The schedule is the same each time; how its processes fall in with each other is not.
"""

import argparse
import sys
from collections import Counter
from contextlib import ExitStack

from tallyboard.drive.files import firmware_dir

sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest


def main() -> int:
    from tests.event.campaign import play
    from tests.event.cheats import CHEATS
    from tests.event.schedule import DRAWN
    from tests.event.tally import line
    from tests.harness.postgres import PostgresServer

    parser = argparse.ArgumentParser(
        prog="python -m tests.event.replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", nargs="?", type=int, help="print this day step by step")
    parser.add_argument("--seeds", metavar="A..B", help="play these, the last one included, and print a summary")
    parser.add_argument("--postgresql", action="store_true", help="on a server, not on an SQLite file")
    parser.add_argument("--long", action="store_true", help="a larger day")
    parser.add_argument("--cheat", default="", choices=sorted(CHEATS), help="with hubs that cheat")
    parser.add_argument(
        "--kind", action="append", default=[], choices=DRAWN, metavar="KIND", help="steps of this alone"
    )
    given = parser.parse_args()
    if (given.seed is None) == (given.seeds is None):
        parser.error("give one seed, or --seeds A..B")
    total: Counter[str] = Counter()
    failures = 0
    with ExitStack() as stack:
        create = stack.enter_context(PostgresServer()).create if given.postgresql else None
        first, _, last = (given.seeds or str(given.seed)).partition("..")
        for seed in range(int(first), int(last or first) + 1):
            log = print if given.seed is not None else lambda text: None
            failure, tally = play(seed, create, given.long, given.cheat, given.kind, log)
            total.update(tally)
            if failure:
                failures += 1
                print(failure, flush=True)
    print(line(total))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
