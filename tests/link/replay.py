"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.link.replay 1234
.venv/bin/python -m tests.link.replay --seeds 0..999
.venv/bin/python -m tests.link.replay 7 --cheat no-crc
"""

import sys

from tests.harness.replays import replay

if __name__ == "__main__":
    sys.exit(replay("link", __doc__))
