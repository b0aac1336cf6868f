"""Waiting in tests for what another thread or process does."""

import time
from collections.abc import Callable

_LIMIT_S = 60  # until something that does not happen counts as a failure; nothing takes so long
_LOOK_S = 0.05


def eventually(there: Callable[[], bool]) -> None:
    """Wait until this is so; an AssertionError where it never is."""
    until = time.monotonic() + _LIMIT_S
    while not there():
        assert time.monotonic() < until, "it never came"
        time.sleep(_LOOK_S)
