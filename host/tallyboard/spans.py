"""A set of sequence numbers, kept as spans: what is wanted from a journal, what a store holds."""

from collections.abc import Iterable, Iterator


class Spans:
    """Whole numbers as sorted half-open spans (first, end) that neither touch nor overlap.

    Iterating gives the spans, `len` how many numbers they hold. A journal has one span, or a few where records are
    missing, so a list is enough.
    """

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._spans: list[tuple[int, int]] = []
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
        if end > first:
            self._spans.append((first, end))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(list(self._spans))

    def __len__(self) -> int:
        return sum(end - first for first, end in self._spans)

    def __bool__(self) -> bool:
        return bool(self._spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self._spans == other._spans

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Spans({self._spans})"

    def first_span(self, bridge: int = 0) -> tuple[int, int]:
        """The lowest span; there must be one. With the next ones, as long as at most `bridge` numbers lie between."""
        first, end = self._spans[0]
        for low, high in self._spans[1:]:
            if low - end > bridge:
                break
            end = high
        return first, end

    def add(self, first: int, end: int) -> None:
        """Put the numbers from `first` up to, not with, `end` into the set."""
        if end <= first:
            return
        last = self._spans[-1] if self._spans else (-1, -1)
        if first >= last[1]:  # nearly always: numbers come in order
            if first == last[1]:
                first = self._spans.pop()[0]
            self._spans.append((first, end))
            return
        apart = []
        for span in self._spans:
            if span[1] < first or span[0] > end:
                apart.append(span)
            else:
                first, end = min(first, span[0]), max(end, span[1])
        self._spans = sorted([*apart, (first, end)])

    def take(self, first: int, end: int) -> list[tuple[int, int]]:
        """Take the numbers from `first` up to, not with, `end` out of the set; returns those that were in it."""
        taken = []
        left = []
        for span in self._spans:
            low, high = max(first, span[0]), min(end, span[1])
            if low >= high:
                left.append(span)
                continue
            taken.append((low, high))
            if span[0] < low:
                left.append((span[0], low))
            if high < span[1]:
                left.append((high, span[1]))
        self._spans = left
        return taken

    def without(self, other: "Spans") -> "Spans":
        """These numbers less those of the other set."""
        rest = Spans(self)
        for first, end in other:
            rest.take(first, end)
        return rest
