"""Runs of records: the same records, however they are cut."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.journal.record import SIZE
from tallyboard.journal.runs import Run, checker, each_once, joined, parts, singles
from tallyboard.store import Heard, open_store
from tests.harness.campaign import examples
from tests.harness.paper import Paper

_PAPER = Paper().boot().start("crokinole-official target=9999").press(*["A 20", "A off 20"] * 1200)
_COUNT = len(_PAPER.records)
_cuts = st.lists(st.integers(0, _COUNT), max_size=8)


def _cut(cuts: list[int]) -> list[Run]:
    edges = [0, *sorted(set(cuts) - {0, _COUNT}), _COUNT]
    return [(first, b"".join(_PAPER.records[first:end])) for first, end in pairwise(edges)]


@given(_cuts, st.sets(st.integers(0, 8), max_size=3))
def test_what_is_joined_and_taken_apart_is_the_same(cuts: list[int], left_out: set[int]) -> None:
    runs = [run for at, run in enumerate(_cut(cuts)) if at not in left_out]
    records = [one for run in runs for one in singles(run)]
    assert [one for run in joined(runs) for one in singles(run)] == records
    assert [one for run in joined(records) for one in singles(run)] == records
    assert [one for run in runs for part in parts(run, 7) for one in singles(part)] == records
    assert all(len(data) <= 7 * SIZE for run in runs for _, data in parts(run, 7))


@given(st.integers(0, _COUNT - 40), st.integers(1, 40), st.integers(0, 40 * 8 * SIZE - 1))
def test_a_run_holds_when_every_record_of_it_does(first: int, count: int, bit: int) -> None:
    holds = checker(_PAPER.epoch)
    data = b"".join(_PAPER.records[first : first + count])
    assert holds(first, data)
    assert not holds(first + 1, data)
    assert not holds(first, data[:-1])
    broken = bytearray(data)
    broken[bit // 8 % len(data)] ^= 1 << bit % 8
    assert not holds(first, bytes(broken))
    assert sum(holds(*one) for one in singles((first, bytes(broken)))) == count - 1


@settings(max_examples=examples(15))
@given(_cuts, st.sets(st.integers(0, 8), max_size=3))
def test_runs_are_stored_byte_for_byte_and_what_is_missing_follows(cuts: list[int], later: set[int]) -> None:
    store = open_store("sqlite://")
    heard = Heard("b0", "", "", _PAPER.epoch, 0, _COUNT)
    runs = _cut(cuts)
    sooner = [run for at, run in enumerate(runs) if at not in later]
    kept = [one for run in sooner for one in singles(run)]
    assert store.add(heard, reversed(sooner)).new == len(kept)
    assert list(store.records("b0", _PAPER.epoch)) == kept
    assert len(store.held("b0", _PAPER.epoch)) == len(kept)
    assert store.add(heard, runs).new == _COUNT - len(kept)
    assert list(store.records("b0", _PAPER.epoch)) == list(enumerate(_PAPER.records))
    assert list(store.held("b0", _PAPER.epoch)) == [(0, _COUNT)]
    store.close()


def test_what_came_several_times_is_there_once_as_it_came_first() -> None:
    a, b, c, other = (bytes([one]) * SIZE for one in range(4))
    assert each_once([(5, a + b), (4, c + a + b), (9, c)]) == ([(4, c + a + b), (9, c)], [])
    assert each_once([(5, a + b), (6, other), (6, other), (6, b)]) == ([(5, a + b)], [(6, other)])
    assert each_once([]) == ([], [])
