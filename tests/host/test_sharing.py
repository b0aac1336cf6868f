"""Processes that share work, as they are killed, interrupted and left alone."""

import os
import signal
import subprocess
import sys
from multiprocessing import parent_process

import pytest

from tallyboard.store.sharing import shared

_PATIENCE_S = 60.0
# Signals as in a terminal, whatever began these tests: a job in the background would ignore them.
_PROGRAM = """
import signal
from time import sleep
from tallyboard.store.sharing import shared
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for done in shared(sleep, [(0,), (0,), (0,), (0,), (0,), (1000,)], 1):
        print(done, flush=True)
"""


def double(number: int) -> int:
    if number == 3 and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_what_a_killed_process_leaves_is_done_all_the_same() -> None:
    made = list(shared(double, ((number,) for number in range(20)), 2))
    assert made == [((number,), 2 * number) for number in range(20)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_processes_end_without_a_word_with_the_one_that_began_them(number: signal.Signals) -> None:
    program = [sys.executable, "-c", _PROGRAM]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(program, start_new_session=True, **pipes) as running:  # type: ignore[call-overload]
        assert all(running.stdout.readline() for _ in range(5))
        if number == signal.SIGINT:  # as a terminal sends it
            os.killpg(running.pid, number)
        else:
            running.send_signal(number)
        said = running.communicate(timeout=_PATIENCE_S)[1]  # the pipe is open as long as any of them is there
    assert "SpawnProcess" not in said
