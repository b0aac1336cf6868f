"""Plays schedules again: one seed step by step, or a range of them with a summary.

.venv/bin/python -m tests.radio.replay 1234
.venv/bin/python -m tests.radio.replay --seeds 0..999
.venv/bin/python -m tests.radio.replay 7 --cheat laptop-checks-no-seal
"""

import sys

from tests.harness.replays import replay

if __name__ == "__main__":
    sys.exit(replay("radio", __doc__))
