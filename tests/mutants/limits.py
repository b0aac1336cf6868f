"""A pytest plugin: a test that computes for too long ends the run. A mutant may have made a loop endless."""

import os
import resource
import signal
from collections.abc import Iterator

import pytest

CPU_SECONDS_A_TEST = 60
BYTES = 4 << 30
ENDLESS = 86  # the exit code, none of pytest's

_TOLD = os.dup(2)  # pytest takes 2 for itself while a test runs


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    signal.signal(signal.SIGPROF, lambda *_: _give_up(item.nodeid))
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_A_TEST)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def pytest_configure() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def _give_up(test: str) -> None:
    os.write(_TOLD, f"\nFAILED {test} - no end within {CPU_SECONDS_A_TEST} s\n".encode())
    os._exit(ENDLESS)
