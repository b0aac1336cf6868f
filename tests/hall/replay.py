"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.hall.replay 12
.venv/bin/python -m tests.hall.replay --seeds 0..9 --long
.venv/bin/python -m tests.hall.replay 0 --cheat acknowledges-before-the-commit

The schedule is the same each time; how its processes fall in with each other is not.
"""

import sys

from tests.harness.replays import replay

if __name__ == "__main__":
    sys.exit(replay("hall", __doc__))
