"""What players press in a rehearsal is taken by the rules, enters what it says, and comes to an end."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, NEXT, UNDO, event
from tableside import scroll
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal import board_table
from tallyboard.rehearsal.board_table import BoardTable, PlayedAlong, checked_game, key_of
from tallyboard.rehearsal.plan import DEFAULT_GAME
from tallyboard.rehearsal.processes import Displays

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


class ScrollingBoard:
    """A board whose status says all the time who has won and who plays next, in steps as the firmware's."""

    def __init__(self, link: Path, memory: Path, on_change: Callable[[Displays], None]) -> None:
        memory.mkdir()
        (memory / "uid").write_bytes(b"\1")
        self.displays: Displays = {}
        self._ms = 300  # from here on no 700th ms has the winner
        self._on_change = on_change

    def do(self, command: str) -> None:
        for _ in range(int(command.split()[1])):
            self._ms += 1
            said = scroll.window("WINA  ABCDE : FGHI", self._ms)
            if self.displays.get("S") != said:
                self.displays = {"S": said}
                self._on_change(self.displays)


@pytest.mark.parametrize(("side", "is_right"), [("A", True), ("B", False)])
def test_a_winner_that_is_seen_for_a_moment_now_and_then_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str, is_right: bool
) -> None:
    monkeypatch.setattr(board_table, "BoardProcess", ScrollingBoard)
    table = BoardTable("1", tmp_path / "table", 1, 1)
    played = PlayedAlong("crokinole-official target=5", random.Random(1))
    for one in (event(COUNT, "AB".index(side), 5), event(NEXT)):
        played.match.play(one)
    table._see_result(played)
    assert (table.wrong == []) == is_right, table.wrong
