"""A set of sequence numbers, kept as spans: what is wanted from a journal, what a store holds."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator


class Spans:
    """Whole numbers as sorted half-open spans (first, end) that neither touch nor overlap.

    Iterating gives the spans, `len` how many numbers they hold. A journal has one span where all is well and thousands
    where its memory is bad, so one is found by halving, and only `without` and `first_span` look at many.
    """

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._firsts: list[int] = []
        self._ends: list[int] = []
        self._count = 0
        for first, end in spans:
            self.add(first, end)

    @classmethod
    def of_numbers(cls, numbers: Iterable[int]) -> "Spans":
        """The spans of numbers that come in ascending order, each once."""
        spans = cls()
        first = end = -1
        for number in numbers:
            if number != end:
                spans._append(first, end)
                first = number
            end = number + 1
        spans._append(first, end)
        return spans

    def _append(self, first: int, end: int) -> None:
        """Put this span behind all others, which it does not touch."""
        if end > first:
            self._firsts.append(first)
            self._ends.append(end)
            self._count += end - first

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

    def add(self, first: int, end: int) -> None:
        """Put the numbers from `first` up to, not with, `end` into the set."""
        if end <= first:
            return
        if not self._ends or first > self._ends[-1]:  # nearly always: numbers come in order
            self._append(first, end)
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
        rest = Spans()
        at = 0
        for first, end in zip(self._firsts, self._ends, strict=True):
            while at < len(other._ends) and other._ends[at] <= first:
                at += 1
            while at < len(other._firsts) and other._firsts[at] < end:
                rest._append(first, other._firsts[at])
                first = max(first, other._ends[at])
                if first >= end:
                    break
                at += 1
            rest._append(first, end)
        return rest
