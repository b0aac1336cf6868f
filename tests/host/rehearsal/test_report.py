"""What the report of a rehearsal says, and what its checks see."""

from types import SimpleNamespace
from typing import Any, cast

from tallyboard.rehearsal.board_table import BoardTable, CountedFigures
from tallyboard.rehearsal.checks import matches_wrong, presses_wrong
from tallyboard.rehearsal.rehearsal import words
from tallyboard.shapes import RehearsalObject
from tallyboard.store.tournaments.board_results import Finished
from tallyboard.store.tournaments.calls import CallKey

MADE: RehearsalObject = {
    "format": "single",
    "game": "twenties-shootout",
    "players": 4,
    "tables": 1,
    "phones": False,
    "seed": 7,
    "seconds": 61,
    "holds": False,
    "champion": "Ann",
    "places": [{"place": place, "entrant": name} for place, name in enumerate("ABCDEFGHIJ", 1)],
    "matches": 3,
    "presses": 1,
    "calls": 4,
    "mishaps": [{"seconds": 4, "kind": "hub killed", "said": "it is killed"}],
    "spared": ["withdrawal"],
    "checks": [
        {"what": "one thing", "holds": True, "wrong": []},
        {"what": "another", "holds": False, "wrong": ["first.", "second.", "third.", "fourth.", "fifth."]},
    ],
}


def test_the_report_says_everything() -> None:
    assert list(words(MADE)) == [
        "Ann is champion.",
        "Places: 1. A, 2. B, 3. C, 4. D, 5. E, 6. F, 7. G, 8. H and 2 more.",
        "3 matches, 1 press and 4 calls in 1 min; the seed was 7.",
        "",
        "What went wrong on purpose:",
        "  hub killed: it is killed",
        "  There was no occasion for: withdrawal.",
        "",
        "What was checked:",
        "  ✓ one thing",
        "  ✗ another",
        "      first.",
        "      second.",
        "      third.",
        "      and 2 more",
    ]


def test_without_a_champion_it_says_so() -> None:
    nobody: RehearsalObject = {**MADE, "champion": None, "places": []}
    assert next(words(nobody)) == "There is no champion."


def _table(entered: list[int]) -> BoardTable:
    return cast(BoardTable, SimpleNamespace(name="3", board="b", entered=entered))


def test_a_press_that_is_lost_twice_or_another_is_seen() -> None:
    assert list(presses_wrong([_table([1, 2, 3])], {"b": [1, 2, 3]})) == []
    for stored, press in (([1, 2], 3), ([1, 2, 2, 3], 3), ([1, 9, 3], 2), ([], 1), ([1, 2, 3, 3], 4)):
        (wrong,) = presses_wrong([_table([1, 2, 3])], {"b": stored})
        assert wrong.endswith(f"they differ from press {press} on.")


def _finished(**other: Any) -> Finished:
    return Finished("m1", CallKey("3fa9c1d2", 17, 1), (5, 3), (2, 1), None)._replace(**other)


def test_a_match_that_is_lost_twice_or_another_is_seen() -> None:
    counted = {"3fa9c1d2-17.1": CountedFigures((5, 3), (2, 1), 0)}
    one = _finished()
    assert list(matches_wrong(counted, [one], set())) == []
    assert "is lost" in next(matches_wrong(counted, [], set()))
    assert "2 times" in next(matches_wrong(counted, [one, one], set()))
    assert "nobody played it" in next(matches_wrong({}, [one], set()))
    for other in (_finished(scores=(5, 4)), _finished(twenties=(2, 2))):
        assert "in the database" in next(matches_wrong(counted, [other], set()))
        assert list(matches_wrong(counted, [other], set(counted))) == []


def test_a_match_that_the_game_itself_decided_keeps_its_winner() -> None:
    counted = {"3fa9c1d2-17.1": CountedFigures((5, 5), (2, 1), 1)}
    assert list(matches_wrong(counted, [_finished(scores=(5, 5), won=1)], set())) == []
    assert list(matches_wrong(counted, [_finished(scores=(5, 5), won=0)], set()))
