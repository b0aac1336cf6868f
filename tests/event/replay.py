"""Plays days again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.event.replay 12
.venv/bin/python -m tests.event.replay --seeds 0..9 --long --postgresql
.venv/bin/python -m tests.event.replay 0 --cheat never-cancels

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
    from tests.event.tally import line
    from tests.harness.replays import replay

    return replay("event", __doc__, _options, _playing, line)


def _options(parser: argparse.ArgumentParser) -> None:
    from tests.event.cheats import CHEATS
    from tests.event.schedule import DRAWN
    from tests.harness.replays import cheat_option, kinds_option

    parser.add_argument("--postgresql", action="store_true", help="on a server, not on an SQLite file")
    parser.add_argument("--long", action="store_true", help="a larger day")
    cheat_option(parser, CHEATS, "with hubs that cheat")
    kinds_option(parser, DRAWN, "steps of this kind alone; repeatable")


@contextmanager
def _playing(given: argparse.Namespace) -> "Iterator[Play]":
    from tests.event.campaign import play
    from tests.harness.postgres import PostgresServer

    if not given.postgresql:
        yield lambda seed, log: play(seed, None, given.long, given.cheat, given.kind, log)
        return
    with PostgresServer() as server:
        yield lambda seed, log: play(seed, server, given.long, given.cheat, given.kind, log)


if __name__ == "__main__":
    sys.exit(main())
