"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.link.replay 1234
.venv/bin/python -m tests.link.replay --seeds 0..999
.venv/bin/python -m tests.link.replay 7 --cheat no-crc
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
    from tests.link.tally import add, line

    return replay("link", __doc__, _options, _playing, line, add)


def _options(parser: argparse.ArgumentParser) -> None:
    from tests.harness.replays import cheat_option
    from tests.link.cheats import CHEATS

    cheat_option(parser, CHEATS, "with this part in the place of a true one")


@contextmanager
def _playing(given: argparse.Namespace) -> "Iterator[Play]":
    from tests.link.campaign import play, scratch

    with scratch() as disk:
        yield lambda seed, log: play(seed, disk, given.cheat, log)


if __name__ == "__main__":
    sys.exit(main())
