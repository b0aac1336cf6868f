"""Plays days again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.event.replay 12
.venv/bin/python -m tests.event.replay --seeds 0..9 --long --postgresql
.venv/bin/python -m tests.event.replay 0 --cheat never-cancels

The schedule is the same each time; how its processes fall in with each other is not.
"""

import sys

from tests.harness.replays import replay

if __name__ == "__main__":
    sys.exit(replay("event", __doc__))
