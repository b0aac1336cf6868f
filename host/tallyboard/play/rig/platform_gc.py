"""`gc` on a board. What is free differs from VM to VM, so it is always as much."""

import gc

collect = gc.collect


def mem_free() -> int:
    return 120000


def mem_alloc() -> int:
    return 0
