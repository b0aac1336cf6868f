"""Records as they come: runs of them, whether they are sound, and when they were made."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise, repeat
from struct import pack, unpack
from zlib import crc32

from shared_rules.journal import record
from shared_rules.journal.record import CUT, SIZE, value_of
from tallyboard.journal.spans import Spans
from tallyboard.text.quantities import utc_text

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


class PowerOn:
    """The time from a power-on, or from the laptop's next word on the time, to the one after it.

    `zero`: the UTC of board time 0, None until a TIME tells it; one that comes later dates what stands before it too.
    """

    def __init__(self) -> None:
        self.zero: datetime | None = None

    def date(self, ms: int | None) -> str | None:
        """The UTC of this board time, as `utc_text` writes it; None where it is not known."""
        return None if self.zero is None or ms is None else utc_text(self.zero + timedelta(milliseconds=ms))


class Clock:
    """Board time from records in order: `ms` since `power_on`; None behind a hole, until the next BOOT."""

    def __init__(self) -> None:
        self.ms: int | None = None
        self.power_on = PowerOn()
        self._expected = 0

    def press(self, seq: int, count: int, ms: int) -> None:
        """Take so many records, all of them events, from number `seq` on; `ms`: their gaps, added up."""
        if seq != self._expected:
            self.ms = None
            self.power_on = PowerOn()
        elif self.ms is not None:
            self.ms += ms
        self._expected = seq + count

    def feed(self, seq: int, data: bytes) -> None:
        """Take the next record."""
        what = data[0]
        if what == record.BOOT:
            self.ms = 0
            self.power_on = PowerOn()
        elif seq != self._expected:
            self.ms = None
            self.power_on = PowerOn()
        elif self.ms is not None:
            self.ms += record.gap_of(data)
        self._expected = seq + 1
        if what >= record.TIME:
            if self.power_on.zero is not None:  # told again: for what follows
                self.power_on = PowerOn()
            self.power_on.zero = datetime.fromtimestamp(record.zero_of(data), UTC)
