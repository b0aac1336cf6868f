"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.link.replay 1234
.venv/bin/python -m tests.link.replay --seeds 0..999
.venv/bin/python -m tests.link.replay 7 --cheat no-crc
"""

import argparse
import sys
from collections import Counter

from tallyboard.drive.files import firmware_dir

sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest


def main() -> int:
    from tests.link.campaign import play, scratch
    from tests.link.cheats import CHEATS
    from tests.link.tally import add, line

    parser = argparse.ArgumentParser(
        prog="python -m tests.link.replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", nargs="?", type=int, help="print this schedule step by step")
    parser.add_argument("--seeds", metavar="A..B", help="play these, the last one included, and print a summary")
    parser.add_argument("--cheat", default="", choices=sorted(CHEATS), help="with this part in the place of a true one")
    given = parser.parse_args()
    if (given.seed is None) == (given.seeds is None):
        parser.error("give one seed, or --seeds A..B")
    if given.seed is not None:
        with scratch() as disk:
            failure, tally = play(given.seed, disk, given.cheat, print)
        print(failure or line(tally))
        return 1 if failure else 0
    first, _, last = given.seeds.partition("..")
    total: Counter[str] = Counter()
    failures = 0
    with scratch() as disk:
        for seed in range(int(first), int(last or first) + 1):
            failure, tally = play(seed, disk, given.cheat)
            add(total, tally)
            if failure:
                failures += 1
                print(failure, flush=True)
    print(line(total))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
