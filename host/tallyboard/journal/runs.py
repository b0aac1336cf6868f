"""Runs of records: (number of the first, bytes of one or more whole records that follow one another)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from struct import unpack

from shared_rules.journal.record import SIZE

Run = tuple[int, bytes]

_PIECES = 1024  # joined to one run at most, so that looking for a damaged record means looking at some of them only


def joined(runs: Iterable[Run]) -> Iterator[Run]:
    """The same records in fewer runs; `runs` in ascending order of their numbers."""
    first = following = 0
    pieces: list[bytes] = []
    for number, data in runs:
        if number != following or len(pieces) == _PIECES:
            if pieces:
                yield first, b"".join(pieces)
            first, pieces = number, []
        pieces.append(data)
        following = number + len(data) // SIZE
    if pieces:
        yield first, b"".join(pieces)


def singles(run: Run) -> Iterator[Run]:
    """Its records, one by one."""
    first, data = run
    count = len(data) // SIZE
    return zip(range(first, first + count), unpack(f"{SIZE}s" * count, data), strict=True)


def parts(run: Run, most: int) -> Iterator[Run]:
    """The run in pieces of at most so many records."""
    first, data = run
    for at in range(0, len(data), most * SIZE):
        yield first + at // SIZE, data[at : at + most * SIZE]


def each_once(runs: Iterable[Run]) -> tuple[list[Run], list[Run]]:
    """(the same records in ascending order, each number once as it came first; single ones that came later with other
    bytes)."""
    ordered = list(joined(sorted(given := list(runs))))
    if all(end_of(one) <= other[0] for one, other in pairwise(ordered)):
        return ordered, []
    first: dict[int, bytes] = {}
    others = set()
    for number, data in (one for run in given for one in singles(run)):
        if first.setdefault(number, data) != data:
            others.add((number, data))
    return list(joined(sorted(first.items()))), sorted(others)


def end_of(run: Run) -> int:
    """The number behind its last record."""
    return run[0] + len(run[1]) // SIZE
