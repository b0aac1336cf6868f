"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.damage.replay 1234
.venv/bin/python -m tests.damage.replay --seeds 0..999
.venv/bin/python -m tests.damage.replay 7 --cheat rebuild-forgets-a-match
"""

import argparse
import sys
from collections import Counter

from tallyboard.drive.files import firmware_dir

sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest


def main() -> int:
    from tests.damage.campaign import campaign
    from tests.damage.cheats import CHEATS
    from tests.damage.damage import KINDS
    from tests.damage.tally import line

    parser = argparse.ArgumentParser(
        prog="python -m tests.damage.replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", nargs="?", type=int, help="print this schedule step by step")
    parser.add_argument("--seeds", metavar="A..B", help="play these, the last one included, and print a summary")
    parser.add_argument("--cheat", default="", choices=sorted(CHEATS), help="with a command line that cheats")
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        choices=KINDS,
        metavar="KIND",
        help="damage of this kind, not what is drawn; repeatable",
    )
    given = parser.parse_args()
    if (given.seed is None) == (given.seeds is None):
        parser.error("give one seed, or --seeds A..B")
    with campaign() as made:
        if given.seed is not None:
            failure, tally = made.play(given.seed, print, given.cheat, tuple(given.kind))
            print(failure or line(tally))
            return 1 if failure else 0
        first, _, last = given.seeds.partition("..")
        total: Counter[str] = Counter()
        failures = 0
        for seed in range(int(first), int(last or first) + 1):
            failure, tally = made.play(seed, cheat=given.cheat, kinds=tuple(given.kind))
            total.update(tally)
            if failure:
                failures += 1
                print(failure, flush=True)
    print(line(total))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
