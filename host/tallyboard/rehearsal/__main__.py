"""`python -m tallyboard.rehearsal FD MODULE …` runs that module until nobody has the other end of the pipe FD any more:
then SIGTERM ends it. So nothing outlives who started it, however that ended."""

import os
import runpy
import signal
import sys
from threading import Thread


def main() -> None:
    """Takes its own words out of the command line, and runs the module."""
    pipe, module = int(sys.argv[1]), sys.argv[2]
    del sys.argv[1:3]
    Thread(target=_wait, args=(pipe,), daemon=True).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _wait(pipe: int) -> None:
    os.read(pipe, 1)  # nobody writes
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
