"""Comparing versions as numbers: 0.10.0 is newer than 0.9.1."""

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
