"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.phones.replay 12
.venv/bin/python -m tests.phones.replay --seeds 0..9 --long --postgresql
.venv/bin/python -m tests.phones.replay 0 --cheat the-old-token-stays

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
    from tests.harness.replays import replay
    from tests.phones.tally import line

    return replay("phones", __doc__, _options, _playing, line)


def _options(parser: argparse.ArgumentParser) -> None:
    from tests.harness.replays import cheat_option, kinds_option
    from tests.phones.cheats import CHEATS
    from tests.phones.schedule import KINDS

    parser.add_argument("--postgresql", action="store_true", help="on a server, not on an SQLite file")
    parser.add_argument("--long", action="store_true", help="in a larger hall")
    cheat_option(parser, CHEATS, "with laptops that cheat")
    kinds_option(parser, KINDS, "steps of this kind alone; repeatable")


@contextmanager
def _playing(given: argparse.Namespace) -> "Iterator[Play]":
    from tests.harness.postgres import PostgresServer
    from tests.phones.campaign import play

    if not given.postgresql:
        yield lambda seed, log: play(seed, None, given.long, given.cheat, given.kind, log)
        return
    with PostgresServer() as server:
        yield lambda seed, log: play(seed, server, given.long, given.cheat, given.kind, log)


if __name__ == "__main__":
    sys.exit(main())
