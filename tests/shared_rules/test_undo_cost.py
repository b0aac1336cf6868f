"""An undo plays at most the events of its own round again, however long the match is."""

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from shared_rules.games.match import Match
from tests.harness.random_matches import events_of, state

UNDONE = event(UNDO)

# Scripts of 600 events: one round, the shortest rounds that the game has, and something between.
LONG = {
    "one round": ("crokinole-official", ["A 20", "A off 20"] * 300),
    "600 rounds": ("crokinole-official", ["next"] * 600),
    "loser": ("crokinole-traditional start=loser target=9999", ["first A", "A 5", "B 10", "B 15", "next"] * 120),
    "three sides": (
        "crokinole-traditional sides=3 scoring=simple target=9999",
        ["A 5", "C 20", "C off 20", "next"] * 150,
    ),
    "two-on-one": ("crokinole-traditional format=two-on-one", ["A 5", "B 5", "next"] * 200),
    "championship": (
        "crokinole-championship rounds=99",
        ["A 5", "A off 5", "B 5", "B 5", "A 20", "A off 20", "next"] * 85,
    ),
    "best of": (
        "crokinole-championship best_of=99",
        ["A 5", "B 5", "A 5", "A off 5", "B 10", "B off 10", "next"] * 85,
    ),
    "shootout": ("twenties-shootout sides=3", ["A 20", "C 20", "C off 20"] * 3 + ["B 20", "B off 20"] * 295),
    "games": (
        "pichenotte-southwest games=99",
        ["A 20", "B 15", "next", "A agree", "A penalty 20", "next", "B agree", "A agree"] * 75,
    ),
    "penalties": ("pichenotte-southwest target=9999", ["A penalty 20", "next", "A agree"] * 200),
    "shootouts": ("pichenotte-southwest games=1", ["next", "A agree", "B agree"] * 200),
    "dames": ("pichenottes-quebec target=9999 dames=1", ["A dame", "next", "B dame", "next"] * 150),
    "stops": ("pichenottes-quebec", ["A stop", "B stop", "B colour red"] * 200),
    "washers": ("washers-ritzenthaler target=9999", ["A 3", "B 3", "A board", "A knocked", "next"] * 120),
    "600 rounds of washers": ("washers-ritzenthaler", ["next"] * 600),
    "nine washers": (
        "washers-ritzenthaler washers=9 target=9999",
        (["A board", "A sunk 3", "B board", "B knocked"] * 9 + ["next"]) * 16,
    ),
}


def counting(line: str) -> tuple[Match, list[int]]:
    """A match of the game, and the list of events that it has applied, those that an undo played again included."""
    plain = catalogue.new(line)
    applied: list[int] = []

    class Counting(type(plain)):  # type: ignore[misc]  # whichever game's it is
        def apply(self, event: int) -> None:
            applied.append(event)
            super().apply(event)

    return Counting(plain.options), applied


@pytest.mark.parametrize("name", LONG)
def test_an_undo_plays_at_most_its_own_round_again(name: str) -> None:
    line, script = LONG[name]
    match, applied = counting(line)
    start = state(match)
    events = events_of(script)
    assert 590 <= len(events) <= 605
    place_in_round = []  # of each event: how many stand before it in its round
    opened = 0
    for each in events:
        place_in_round.append(match.length - opened)
        closed = match.closed
        match.play(each)
        if match.closed != closed:
            opened = match.length
    assert not match.finished
    assert applied == events
    while place_in_round:
        applied.clear()
        match.play(UNDONE)
        assert len(applied) <= place_in_round.pop()
    assert match.length == 0
    assert state(match) == start
    for each in events:  # and there is nothing left of the first time
        match.play(each)
    again = catalogue.new(line)
    for each in events:
        again.play(each)
    assert state(match) == state(again)
