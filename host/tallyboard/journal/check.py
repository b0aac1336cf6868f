"""The check of records, as shared_rules/journal/record.py defines it, made fast for thousands of them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from struct import pack, unpack
from zlib import crc32

from shared_rules.journal.record import CUT, SIZE, value_of
from tallyboard.journal.runs import Run, joined, singles
from tallyboard.journal.spans import Spans

_SOUND = 0x2144DF1C  # the CRC-32 of anything that ends with its own CRC-32, little-endian


def checker(epoch: int) -> Callable[[int, bytes], bool]:
    """A function of (number, bytes): whether these are the records from that number on in this epoch, all undamaged.

    The check covers epoch, number and bytes 0 to 3, so one over the epoch is the beginning of all.
    """
    begun = crc32(epoch.to_bytes(4, "little"))

    def holds(number: int, data: bytes) -> bool:
        count, rest = divmod(len(data), SIZE)
        if rest:
            return False
        numbers = unpack("4s" * count, pack(f"<{count}I", *range(number, number + count)))
        begins = map(crc32, numbers, repeat(begun))
        return set(map(crc32, unpack(f"{SIZE}s" * count, data), begins)) == {_SOUND}

    return holds


def sound(epoch: int, rows: Iterable[tuple[int, bytes]]) -> Iterator[Run]:
    """Runs of the records (number, bytes) whose own check holds; what a disk has damaged is a hole like any other."""
    holds = checker(epoch)
    for run in joined((seq, data) for seq, data in rows if len(data) == SIZE):
        if holds(*run):
            yield run
        else:
            yield from (one for one in singles(run) if holds(*one))


def fallen(records: Iterable[Run]) -> Spans:
    """The numbers that a CUT among these records says no longer stand: one that is not there could not be read by the
    board itself, for a power cut had torn it or the memory is bad."""
    spans = Spans()
    for run in records:
        for seq, data in singles(run):
            if data[0] == CUT:
                spans.add(max(0, seq - value_of(data)), seq)
    return spans
