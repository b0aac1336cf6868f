"""`pytest --campaign` runs the long form of a test, also in the processes of pytest-xdist."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAST = "tests/firmware/test_monkey.py::test_whatever_is_pressed_nothing_is_lost[599]"


def test_a_seed_that_only_the_long_form_has_is_played_alone() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "1", "--campaign", LAST]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
