"""Spans against a plain set of numbers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallyboard.journal.runs import Spans

_span = st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def _numbers(spans: Spans) -> set[int]:
    return {number for first, end in spans for number in range(first, end)}


@given(st.lists(st.tuples(st.booleans(), _span), max_size=12))
def test_spans_are_a_set_of_numbers(steps: list[tuple[bool, tuple[int, int]]]) -> None:
    spans, plain = Spans(), set()
    for adds, (first, end) in steps:
        if adds:
            spans.add(first, end)
            plain |= set(range(first, end))
        else:
            taken = spans.take(first, end)
            assert _numbers(Spans(taken)) == plain & set(range(first, end))
            plain -= set(range(first, end))
        assert _numbers(spans) == plain
        assert len(spans) == len(plain)
        assert spans == Spans((one, one + 1) for one in plain)
        ends = [number for span in spans for number in span]
        assert ends == sorted(set(ends)), "spans touch or overlap"


@given(st.lists(_span, max_size=8), st.lists(_span, max_size=8), st.integers(0, 60))
def test_without_and_the_end_of_a_number(some: list[tuple[int, int]], others: list[tuple[int, int]], at: int) -> None:
    one, other = Spans(some), Spans(others)
    before = list(one), list(other)
    rest = one.without(other)
    assert rest == Spans((number, number + 1) for number in _numbers(one) - _numbers(other))
    assert len(rest) == len(_numbers(rest))
    assert (list(one), list(other)) == before
    assert one.end_of(at) == next(number for number in range(at, 99) if number not in _numbers(one))


def test_without_leaves_both_as_they_were() -> None:
    one, other = Spans([(0, 10)]), Spans([(3, 5), (9, 20)])
    assert list(one.without(other)) == [(0, 3), (5, 9)]
    assert list(one) == [(0, 10)]
    assert repr(other) == "Spans([(3, 5), (9, 20)])"


def test_an_empty_set_is_none_and_another_is_one() -> None:
    assert bool(Spans([(0, 1)])) is True
    assert bool(Spans()) is bool(Spans([(3, 3)])) is False
    assert Spans([(0, 1)]) != [(0, 1)]


def test_a_set_may_change_while_one_goes_through_it() -> None:
    spans = Spans([(0, 2), (4, 6), (8, 10)])
    for first, end in spans:
        spans.take(first, end)
    assert list(spans) == []


@pytest.mark.parametrize(
    ("bridge", "most", "found"),
    [
        (0, 100, (2, 5)),
        (3, 3, (2, 5)),
        (3, 4, (2, 6)),
        (2, 100, (2, 5)),
        (3, 100, (2, 9)),
        (9, 100, (2, 21)),
        (9, 8, (2, 10)),
        (0, 1, (2, 3)),
    ],
)
def test_the_first_span_bridges_gaps(bridge: int, most: int, found: tuple[int, int]) -> None:
    assert Spans([(2, 5), (8, 9), (18, 21)]).first_span(bridge, most) == found


class Counted(list[int]):
    """A list that counts how often one of its items is looked at."""

    looks = 0

    def __getitem__(self, place: Any) -> Any:
        Counted.looks += len(range(*place.indices(len(self)))) if isinstance(place, slice) else 1
        return super().__getitem__(place)

    def __iter__(self) -> Any:
        Counted.looks += len(self)
        return super().__iter__()


def _looks(size: int) -> int:
    """At how many ends of spans it takes to look, to put a set of `size` spans together from both ends, to ask about
    every number and to take it apart again from the middle."""
    spans = Spans()
    spans._firsts, spans._ends = Counted(), Counted()
    Counted.looks = 0
    for at in range(size):
        spans.add(2 * at, 2 * at + 1)
        spans.add(-2 * at - 2, -2 * at - 1)
        len(spans)
        spans.end_of(at)
    for at in range(size):
        spans.take(at - at % 2 * 2 * at, at - at % 2 * 2 * at + 1)
    return Counted.looks


def test_one_span_among_thousands_is_found_without_a_look_at_all() -> None:
    assert _looks(2000) < 3 * _looks(1000)
