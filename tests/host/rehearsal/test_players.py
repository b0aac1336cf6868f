"""What players press in a rehearsal is taken by the rules, enters what it says, and comes to an end."""

import random

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import NEXT, UNDO, event
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.board_table import PlayedAlong, checked_game, key_of
from tallyboard.rehearsal.plan import DEFAULT_GAME

_GAMES = [*catalogue.IDS, DEFAULT_GAME, "crokinole-championship best_of=3", "pichenotte-southwest games=1"]


@pytest.mark.parametrize("line", _GAMES)
def test_every_game_is_played_to_its_end(line: str) -> None:
    for seed in range(10):
        played = PlayedAlong(line, random.Random(seed))
        assert all(command.split()[0] in ("press", "hold") for _, command in played.presses())
        again = catalogue.new(line)
        for one in played.entered:
            again.play(one)
        assert again.finished
        assert (again.totals, again.winners) == (played.match.totals, played.match.winners)
        assert played.figures.scores == (again.totals[0], again.totals[1])


def test_a_match_is_the_same_for_the_same_number_only() -> None:
    first, same, other = (PlayedAlong(DEFAULT_GAME, random.Random(seed)) for seed in (1, 1, 2))
    assert list(first.presses()) == list(same.presses()) != list(other.presses())


def test_a_key_enters_what_it_stands_for() -> None:
    match = catalogue.new("pichenotte-southwest")
    keys = match.key_map()
    for row, ways in enumerate(keys):
        for way, act in zip(("press", "hold"), ways, strict=True):
            if act is not None:
                assert key_of(event(act[0], 1, act[1]), match) == f"{way} B{row + 1}"
    assert key_of(event(NEXT), match) == "hold NEXT"
    assert key_of(event(UNDO), match) == "press UNDO"
    with pytest.raises(ValueError, match="no key"):
        key_of(event(7, 0), match)


@pytest.mark.parametrize("line", ["croquet", "crokinole-official format=doubles", "twenties-shootout sides=3"])
def test_what_two_cannot_play_is_refused(line: str) -> None:
    with pytest.raises(TallyboardError):
        checked_game(line)


def test_slips_are_taken_back() -> None:
    undone = [one for seed in range(20) for one in _entered(seed) if one == event(UNDO)]
    assert undone


def _entered(seed: int) -> list[int]:
    played = PlayedAlong(DEFAULT_GAME, random.Random(seed))
    for _ in played.presses():
        pass
    return played.entered
