"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.hall.replay 12
.venv/bin/python -m tests.hall.replay --seeds 0..9 --long
.venv/bin/python -m tests.hall.replay 0 --cheat acknowledges-before-the-commit

The schedule is the same each time; how its processes fall in with each other is not.
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
    from tests.hall.tally import line
    from tests.harness.replays import replay

    return replay("hall", __doc__, _options, _playing, line)


def _options(parser: argparse.ArgumentParser) -> None:
    from tests.hall.cheats import CHEATS
    from tests.hall.schedule import DRAWN
    from tests.harness.replays import cheat_option, kinds_option

    parser.add_argument("--long", action="store_true", help="in the large hall")
    cheat_option(parser, CHEATS, "with hubs that cheat")
    kinds_option(parser, DRAWN, "steps of this kind alone, not all there are; repeatable")


@contextmanager
def _playing(given: argparse.Namespace) -> "Iterator[Play]":
    from tests.hall.campaign import play
    from tests.harness.postgres import PostgresServer, missing

    if (reason := missing()) is not None:
        sys.exit(reason)
    with PostgresServer() as server:
        yield lambda seed, log: play(seed, server, given.long, given.cheat, given.kind, log)


if __name__ == "__main__":
    sys.exit(main())
