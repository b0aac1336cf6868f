"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.damage.replay 1234
.venv/bin/python -m tests.damage.replay --seeds 0..999
.venv/bin/python -m tests.damage.replay 7 --cheat rebuild-forgets-a-match
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallyboard.drive.files import firmware_dir

if TYPE_CHECKING:
    from tests.harness.replays import Play

sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest


def main() -> int:
    from tests.damage.tally import line
    from tests.harness.replays import replay

    return replay("damage", __doc__, _options, _playing, line)


def _options(parser: argparse.ArgumentParser) -> None:
    from tests.damage.cheats import CHEATS
    from tests.damage.damage import KINDS
    from tests.harness.replays import cheat_option, kinds_option

    cheat_option(parser, CHEATS, "with a command line that cheats")
    kinds_option(parser, KINDS, "damage of this kind, not what is drawn; repeatable")


@contextmanager
def _playing(given: argparse.Namespace) -> "Iterator[Play]":
    from tests.damage.campaign import campaign

    with campaign() as made:
        yield lambda seed, log: made.play(seed, log, given.cheat, tuple(given.kind))


if __name__ == "__main__":
    sys.exit(main())
