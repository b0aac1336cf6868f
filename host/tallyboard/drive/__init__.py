"""The CIRCUITPY drive: its files, how they come onto a board, what its settings and wiring say; and its versions."""

import re


def number(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, zeros at their end left out: (0, 10) for "0.10.0" and for "0.10.0rc1"."""
    found = re.match(r"\d+(\.\d+)*", version.strip())
    parts = [int(part) for part in found.group().split(".")] if found else []
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def older(one: str, other: str) -> bool:
    """Whether `one` is an older version than `other`."""
    return number(one) < number(other)
