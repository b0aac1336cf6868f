"""The end of a journal in memory: the same last match as the store's, however the records come."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.games.scoresheet import to_text
from shared_rules.journal.record import ASSIGN
from tallyboard.hub.live import LiveJournal
from tallyboard.store import Heard, open_store
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import matches_of
from tests.harness.campaign import examples
from tests.harness.paper import ZERO, Paper, gone_back, two_matches
from tests.harness.random_matches import LINES, played, standing, walks


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    """Some matches after another, power-ons, times, assignments and steps back between them."""
    paper = Paper().boot()
    for number in range(draw(st.integers(0, 5))):
        line, events = draw(walks())
        match = played(line, events)
        what = draw(st.sampled_from(["", "boot", "time", "assign", "cancel"]))
        if what == "boot":
            paper.boot()
        elif what == "time":
            paper.time(ZERO + 1000 * number)
        elif what == "assign":
            paper.assign(
                draw(st.sampled_from(LINES)), f"key {number}", "Ann", "Zoë", first=draw(st.sampled_from([None, 0, 1]))
            )
        elif what == "cancel":
            paper.cancel()
        paper.start(line)
        paper.press(*[to_text(each, match) for each in standing(match)])
        if not standing(match) and number and draw(st.booleans()):
            paper.back()
    return paper


def last_of(paper: Paper, upto: int) -> object:
    made = list(matches_of("b0", paper.epoch, [(0, b"".join(paper.records[:upto]))] if upto else [], upto, False))
    return made[-1] if made else None


@settings(max_examples=examples(60))
@given(papers(), st.data())
def test_the_last_match_is_the_stores_whatever_the_order(paper: Paper, data: st.DataObject) -> None:
    """In pieces, within which any order; looked at after each, which lets the live journal forget what is over."""
    live, at = LiveJournal("b0", paper.epoch), 0
    while at < len(paper.records):
        end = min(len(paper.records), at + data.draw(st.integers(1, 30)))
        numbers = [*range(at, end), *data.draw(st.lists(st.integers(at, end - 1), max_size=3))]
        random.Random(at).shuffle(numbers)
        for number in numbers:
            live.add(number, paper.records[number])
        at = end
        assert live.match(at) == last_of(paper, at)


@settings(max_examples=examples(25))
@given(papers(), st.data())
def test_it_goes_on_from_what_the_database_has(paper: Paper, data: st.DataObject) -> None:
    size = len(paper.records)
    stored = data.draw(st.integers(0, size))
    with open_store("sqlite://") as store:
        store.add(Heard("b0", "Table 3", "0.2.0", paper.epoch, 0, stored), list(enumerate(paper.records[:stored])))
        tail = store.tail("b0", paper.epoch)
        assert list(tail.held) == ([(0, stored)] if stored else [])
        live = LiveJournal("b0", paper.epoch, tail)
        assert live.match(stored) == last_of(paper, stored)
        for number in range(stored, size):
            live.add(number, paper.records[number])
        assert live.match(size) == last_of(paper, size)
        store.add(Heard("b0", "Table 3", "0.2.0", paper.epoch, 0, size), list(enumerate(paper.records)))
        with store.reading() as sql:
            assert next(kept.last_ones(sql, [("b0", paper.epoch)]), None) == live.match(size)


def test_a_hole_leaves_no_score_until_it_is_filled() -> None:
    paper, live = two_matches(), LiveJournal("b0", 7)
    for number, one in enumerate(paper.records):
        if number != 20:
            live.add(number, one)
    match = live.match(28)
    assert match is not None
    assert match["status"] == "incomplete"
    live.add(20, paper.records[20])
    assert live.match(28) == last_of(paper, 28)


def test_a_match_that_was_taken_back_is_not_the_last() -> None:
    paper, live = gone_back(), LiveJournal("b0", 7)
    for number, one in enumerate(paper.records, 1):
        live.add(number - 1, one)
        assert live.match(number) == last_of(paper, number)


@pytest.mark.parametrize("first", [None, 1])
def test_what_waits_is_known_whatever_the_order(first: int | None) -> None:
    paper = Paper().boot().start("washers-ritzenthaler").press("A 3")
    paper.assign("crokinole-official target=40", "final", "Ann", "Zoë", first=first)
    assert paper.records[-1][0] == ASSIGN
    live = LiveJournal("b0", 7)
    for number, one in reversed(list(enumerate(paper.records))):
        live.add(number, one)
        live.upcoming("final")
    upcoming = live.upcoming("final")
    assert upcoming is not None
    assert upcoming["game"].startswith("crokinole-official")
    assert "target=40" in upcoming["game"]
    assert upcoming["names"] == {"A": "Ann", "B": "Zoë"}
    assert upcoming["first"] == (None if first is None else "B")
    assert live.upcoming("semifinal") is None
    assert live.upcoming(None) is None


def test_what_waits_is_known_when_its_records_are_long_over() -> None:
    paper = Paper().boot().assign("crokinole-official target=40", "final", "Ann", "Zoë")
    for _ in range(6):
        paper.start("washers-ritzenthaler").press("A 3")
    live = LiveJournal("b0", 7)
    for number, one in enumerate(paper.records):
        live.add(number, one)
        live.match(number + 1)
    upcoming = live.upcoming("final")
    assert upcoming is not None
    assert upcoming["names"] == {"A": "Ann", "B": "Zoë"}


def test_the_newest_is_the_one_that_waits() -> None:
    paper = Paper().boot().assign("washers-ritzenthaler", "one", "Ann", "Bob")
    paper.assign("crokinole-official", "two", "Cid", "Dan")
    live = LiveJournal("b0", 7)
    for number, one in enumerate(paper.records):
        live.add(number, one)
    assert live.upcoming("one") is None
    assert live.upcoming("two") is not None
    paper.cancel()
    live.add(len(paper.records) - 1, paper.records[-1])
    assert live.upcoming("two") is None
