"""Records as they come: sets of their numbers, runs of them, whether they are sound, and when they were made."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise, repeat
from struct import pack, unpack
from zlib import crc32

from shared_rules.journal import record
from shared_rules.journal.record import CUT, SIZE, value_of
from tallyboard.text.quantities import utc_text


class Spans:
    """Whole numbers as sorted half-open spans (first, end) that neither touch nor overlap.

    Iterating gives the spans, `len` how many numbers they hold. A journal has one span where all is well and thousands
    where its memory is bad, so one is found by halving.
    """

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._firsts: list[int] = []
        self._ends: list[int] = []
        self._count = 0
        for first, end in spans:
            self.add(first, end)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(list(zip(self._firsts, self._ends, strict=True)))

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return bool(self._firsts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self._firsts == other._firsts and self._ends == other._ends

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Spans({list(self)})"

    def first_span(self, bridge: int, most: int) -> tuple[int, int]:
        """The lowest span; there must be one. With the next ones, as long as at most `bridge` numbers lie between, but
        `most` numbers in all."""
        first, end = self._firsts[0], self._ends[0]
        at = 1
        while end - first < most and at < len(self._firsts) and self._firsts[at] - end <= bridge:
            end = self._ends[at]
            at += 1
        return first, min(end, first + most)

    def end_of(self, number: int) -> int:
        """The lowest number from this one on that is not in the set."""
        at = bisect_right(self._firsts, number) - 1
        return max(number, self._ends[at]) if at >= 0 else number

    def lowest(self, most: int) -> "Spans":
        """The lowest `most` of these numbers."""
        found, left = Spans(), most
        for first, end in self:
            found.add(first, min(end, first + left))
            left = max(0, left - (end - first))
        return found

    def add(self, first: int, end: int) -> None:
        """Put the numbers from `first` up to, not with, `end` into the set."""
        if end <= first:
            return
        if not self._ends or first > self._ends[-1]:  # nearly always: numbers come in order
            self._firsts.append(first)
            self._ends.append(end)
            self._count += end - first
            return
        low, high = bisect_left(self._ends, first), bisect_right(self._firsts, end)  # those that it touches
        if low < high:
            first, end = min(first, self._firsts[low]), max(end, self._ends[high - 1])
        self._put(low, high, [(first, end)])

    def take(self, first: int, end: int) -> list[tuple[int, int]]:
        """Take the numbers from `first` up to, not with, `end` out of the set; returns those that were in it."""
        low, high = bisect_right(self._ends, first), bisect_left(self._firsts, end)  # those that it overlaps
        if end <= first or low >= high:
            return []
        lowest, highest = self._firsts[low], self._ends[high - 1]
        taken = list(zip(self._firsts[low:high], self._ends[low:high], strict=True))
        taken[0] = max(first, lowest), taken[0][1]
        taken[-1] = taken[-1][0], min(end, highest)
        self._put(low, high, [span for span in ((lowest, first), (end, highest)) if span[0] < span[1]])
        return taken

    def _put(self, low: int, high: int, spans: list[tuple[int, int]]) -> None:
        """Put these spans where those are from the `low`-th up to, not with, the `high`-th."""
        self._count += sum(end - first for first, end in spans)
        self._count -= sum(self._ends[low:high]) - sum(self._firsts[low:high])
        self._firsts[low:high] = [first for first, _ in spans]
        self._ends[low:high] = [end for _, end in spans]

    def without(self, other: "Spans") -> "Spans":
        """These numbers less those of the other set."""
        rest = Spans(self)
        for span in other:
            rest.take(*span)
        return rest


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
    The check covers epoch, number and bytes 0 to 3, so one over the epoch is the beginning of all."""
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
    """The time from a power-on, or from the laptop's next word on the time, to the one after it. `zero`: the UTC of
    board time 0, None until a TIME tells it; one that comes later dates what stands before it too."""

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
        """Take so many records, none of them a BOOT or a TIME, from number `seq` on; `ms`: their gaps, added up."""
        if seq != self._expected:
            self.ms, self.power_on = None, PowerOn()
        elif self.ms is not None:
            self.ms += ms
        self._expected = seq + count

    def feed(self, seq: int, data: bytes) -> None:
        """Take the next record."""
        if data[0] == record.BOOT:
            self.ms, self.power_on, self._expected = 0, PowerOn(), seq + 1
        else:
            self.press(seq, 1, record.gap_of(data))
        if data[0] >= record.TIME:
            if self.power_on.zero is not None:  # told again: for what follows
                self.power_on = PowerOn()
            self.power_on.zero = datetime.fromtimestamp(record.zero_of(data), UTC)
