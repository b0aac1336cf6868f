"""Spans against a plain set of numbers."""

from hypothesis import given
from hypothesis import strategies as st

from tallyboard.spans import Spans

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
        assert spans == Spans.of_numbers(sorted(plain))
        ends = [number for span in spans for number in span]
        assert ends == sorted(set(ends)), "spans touch or overlap"


def test_without_leaves_both_as_they_were() -> None:
    one, other = Spans([(0, 10)]), Spans([(3, 5), (9, 20)])
    assert list(one.without(other)) == [(0, 3), (5, 9)]
    assert list(one) == [(0, 10)]
    assert repr(other) == "Spans([(3, 5), (9, 20)])"
