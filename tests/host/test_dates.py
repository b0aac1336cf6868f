"""When matches and presses were: from the laptop's time in the journal, for the records of that power-on alone."""

import random

import pytest

from tallyboard.journal.presses import press_list
from tallyboard.store import Heard, Store, open_store
from tallyboard.store.verify import verify
from tests.harness.paper import ZERO, Paper


def collected(store: Store, paper: Paper, *numbers: int) -> None:
    """Store the records with these numbers, or all."""
    heard = Heard("aa", "", "1", paper.epoch, 0, len(paper.records))
    store.add(heard, [(n, paper.records[n]) for n in numbers or range(len(paper.records))])


def started(store: Store) -> list[str | None]:
    return [match["started"] for match in store.matches()]


def a_day() -> Paper:
    """Two matches before the laptop comes, one after, one after another power-on, one of that day that is dated."""
    paper = Paper().boot().start("twenties-shootout", ms=2_000).press("A 20", "next")
    paper.start("twenties-shootout", ms=60_000).press("B 20", "next").time(ZERO)
    paper.start("twenties-shootout", ms=1_000).press("B 20", "next")
    paper.boot().start("twenties-shootout").press("A 20", "next")
    return paper.boot().time(ZERO + 86_400).start("twenties-shootout", ms=5_000).press("A 20")


DAY = ["2026-11-21T12:00:02Z", "2026-11-21T12:01:04Z", "2026-11-21T12:01:07Z", None, "2026-11-22T12:00:05Z"]


def test_a_time_dates_the_matches_of_its_own_power_on(store: Store) -> None:
    collected(store, a_day())
    assert started(store) == DAY
    assert verify(store).sound


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_pieces_the_records_come_the_dates_are_the_same(seed: int) -> None:
    draw = random.Random(seed)
    paper = a_day()
    numbers = list(range(len(paper.records)))
    if seed % 2:
        draw.shuffle(numbers)
    store = open_store("sqlite://")
    while numbers:
        count = draw.randint(1, 9)
        collected(store, paper, *sorted(numbers[:count]))
        numbers = numbers[count:]
        assert verify(store).sound, "what was computed bit by bit is not what all records give"
    assert started(store) == DAY
    store.close()


def test_a_later_time_dates_what_follows_it(store: Store) -> None:
    paper = Paper().boot().time(ZERO).start("twenties-shootout", ms=1_000).press("A 20", "next", ms=3_584_000)
    paper.time(ZERO + 2).start("twenties-shootout", ms=0).press("A 20")
    collected(store, paper)
    assert started(store) == ["2026-11-21T12:00:01Z", "2026-11-21T13:59:31Z"]


def test_behind_a_hole_nothing_is_dated_until_the_next_power_on(store: Store) -> None:
    paper = a_day()
    collected(store, paper, *(n for n in range(len(paper.records)) if n != 5))
    assert started(store) == [None, None, None, None, DAY[4]]
    collected(store, paper, 5)
    assert started(store) == DAY


def test_presses_are_dated_too(store: Store) -> None:
    collected(store, a_day())
    (first, *_) = store.matches()
    presses = press_list(first, store.records("aa", 7), store.next_match("aa", 7, first["first_seq"]))
    assert [(press.event, press.at) for press in presses] == [
        ("A 20", "2026-11-21T12:00:03Z"),
        ("next", "2026-11-21T12:00:04Z"),
    ]
