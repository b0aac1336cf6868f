"""What the command line costs beside Python itself: CPU of a command over that of `python -c pass`, in one run.

`python benchmarks/bench_cli.py [RUNS]`

Each is run so many times, and the least of each counts. Nothing is asserted.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing

from tallyboard.store import open_store

RUNS = 10
LINES = ("--help", "results --help", "results", "results --json", "boards --port nowhere")


def cpu(words: Sequence[str], folder: str) -> float:
    """Seconds of CPU, user and system, of this Python with these words, in this folder as home."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder}
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, *words], cwd=folder, env=env, stdin=quiet, stdout=quiet, stderr=quiet, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    commands = {"": ("-c", "pass")} | {line: ("-m", "tallyboard", *line.split()) for line in LINES}
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "tallyboard"))
        with closing(open_store(os.path.join(folder, "tallyboard", "tallyboard.db"))):
            pass  # an empty store, not one that is made first
        times = {line: min(cpu(words, folder) for _ in range(runs)) for line, words in commands.items()}
    print(f"CPU of the command line, of `python -c pass` = 1 ({times[''] * 1000:.0f} ms); least of {runs} runs")
    for line in LINES:
        print(f"  tallyboard {line:24} {times[line] / times['']:5.1f}")


if __name__ == "__main__":
    main()
